import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { createLocks, memoryStore } from "../../src/stores/memory/memory-store.ts";
import { record, wait } from "./support/records.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("listeners", () => {
  test("one that starts or stops others during a hint does not change who hears this one", async () => {
    const store = memoryStore();
    const [early, late] = [vi.fn(), vi.fn()];
    store.watch?.(() => void store.watch?.(late));
    store.watch?.(early);
    await store.commit(0, record(1));
    expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 0]);
  });
});

describe("locks", () => {
  test("ten thousand names leave nothing behind", async () => {
    const locks = createLocks();
    for (let name = 0; name < 10_000; name++) await locks.withLock(`name ${name}`, wait, async () => undefined);
    await turn();
    expect(locks.size()).toBe(0);
  });

  test("neither do waiters that give up, before or while they wait, nor work that fails", async () => {
    const locks = createLocks();
    let leave = (): void => undefined;
    const holder = locks.withLock("a", wait, () => new Promise<void>((resolve) => (leave = resolve)));
    const controllers = Array.from({ length: 100 }, () => new AbortController());
    const waiters = controllers.map(({ signal }) =>
      locks.withLock("a", { ...wait, signal }, async () => expect.unreachable()),
    );
    const outcomes = Promise.allSettled(waiters);
    for (const controller of controllers) controller.abort(new Error("gave up"));
    expect((await outcomes).every(({ status }) => status === "rejected")).toBe(true);
    const aborted = { ...wait, signal: AbortSignal.abort(new Error("too late")) };
    await expect(locks.withLock("b", aborted, async () => 1)).rejects.toThrow("too late");
    await expect(locks.withLock("c", wait, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(locks.size()).toBe(1);
    leave();
    await holder;
    await turn();
    expect(locks.size()).toBe(0);
  });

  test("a wait without a limit sets no timer that a platform would cut to a millisecond", async () => {
    const delays: number[] = [];
    const timers = {
      setTimeout: (_: () => void, delay: number) => void delays.push(delay),
      clearTimeout: () => undefined,
    };
    const locks = createLocks({ timers, steady: () => 0 });
    const unlimited = { ...wait, timeoutMs: Infinity };
    let leave = (): void => undefined;
    const holder = locks.withLock("a", unlimited, () => new Promise<void>((resolve) => (leave = resolve)));
    const next = locks.withLock("a", unlimited, async () => "mine");
    await turn();
    leave();
    await holder;
    expect(await next).toBe("mine");
    expect(delays).toHaveLength(1);
    expect(Math.max(...delays)).toBeLessThan(2 ** 31);
  });

  test("any order of takers, failures and aborts: one at a time, nothing runs after its abort, all is freed", async () => {
    const taker = fc.record({ name: fc.constantFrom("a", "b"), fails: fc.boolean(), aborts: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(taker, { maxLength: 12 }), fc.scheduler(), async (takers, scheduler) => {
        const locks = createLocks();
        const inside = new Set<string>();
        const calls = takers.map(async ({ name, fails, aborts }) => {
          const controller = new AbortController();
          if (aborts) void scheduler.schedule(Promise.resolve()).then(() => controller.abort(new Error("gave up")));
          let ran = false;
          const call = locks.withLock(name, { ...wait, signal: controller.signal }, async () => {
            ran = true;
            if (controller.signal.aborted) throw new Error("began after the abort");
            if (inside.has(name)) throw new Error("two at a time");
            inside.add(name);
            await scheduler.schedule(Promise.resolve());
            inside.delete(name);
            if (fails) throw new Error("failed");
          });
          const outcome = await call.then(
            () => "done",
            (error: unknown) => String(error),
          );
          expect(outcome).toBe(ran ? (fails ? "Error: failed" : "done") : "Error: gave up");
        });
        await scheduler.waitFor(Promise.all(calls));
        await turn();
        expect(locks.size()).toBe(0);
      }),
    );
  });
});
