import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryStore } from "../../src/index.ts";
import {
  faultyStore,
  isLinearizable,
  type PlannedFault,
  type RegisterCall,
  storeConformance,
} from "../../src/testing/index.ts";
import { record, wait } from "../stores/support/records.ts";

describe("faultyStore", () => {
  const cases = storeConformance({
    create() {
      const store = memoryStore();
      return { open: () => faultyStore(store, []) };
    },
  });
  for (const { id, title, run } of cases)
    test(`without a plan: ${id} ${title}`, () => expect(run()).resolves.toBeUndefined());

  test("the n-th call fails, before or after it was done", async () => {
    const store = faultyStore(memoryStore(), [
      { on: "commit", nth: 1, fault: { kind: "fail" } },
      { on: "commit", nth: 2, fault: { kind: "fail_after", error: new Error("cut off") } },
      { on: "lock", nth: 1, fault: { kind: "fail" } },
    ]);
    await expect(store.commit(0, record(1))).rejects.toMatchObject({ code: "EIO" });
    expect(await store.read()).toBeUndefined();
    await expect(store.commit(0, record(1))).rejects.toThrow("cut off");
    expect(await store.read()).toEqual(record(1));
    await expect(store.withLock("a", wait, async () => expect.unreachable())).rejects.toMatchObject({ code: "EIO" });
    expect(await store.withLock("a", wait, async () => 1)).toBe(1);
    expect(store.calls).toEqual({ read: 2, commit: 2, lock: 2 });
  });

  test("lies", async () => {
    const store = faultyStore(memoryStore(), [
      { on: "read", nth: 1, fault: { kind: "lie", result: record(7) } },
      { on: "commit", fault: { kind: "lie", result: true } },
    ]);
    expect(await store.read()).toEqual(record(7));
    expect(await store.commit(0, record(1))).toBe(true);
    expect(await store.read()).toBeUndefined();
  });

  test("hangs until aborted, or waits for a promise", async () => {
    let open = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      open = resolve;
    });
    const store = faultyStore(memoryStore(), [
      { on: "lock", fault: { kind: "hang" } },
      { on: "commit", fault: { kind: "delay", until } },
      { on: "read", nth: 2, fault: { kind: "hang" } },
    ]);
    const controller = new AbortController();
    const locked = store.withLock("a", { ...wait, signal: controller.signal }, async () => expect.unreachable());
    controller.abort(new Error("gave up"));
    await expect(locked).rejects.toThrow("gave up");
    const commit = store.commit(0, record(1));
    expect(await store.read()).toBeUndefined();
    open();
    expect(await commit).toBe(true);
    expect(await Promise.race([store.read(), commit.then(() => "nothing")])).toBe("nothing");
  });

  test("a plan can be changed while the test runs", async () => {
    const plan: PlannedFault[] = [{ on: "read", fault: { kind: "fail" } }];
    const store = faultyStore(memoryStore(), plan);
    await expect(store.read()).rejects.toMatchObject({ code: "EIO" });
    plan.pop();
    expect(await store.read()).toBeUndefined();
  });
});

const read = (begin: number, end: number, saw: string): RegisterCall => ({ begin, end, did: { kind: "read", saw } });
const swap = (begin: number, end: number, from: string, to: string, done: boolean | undefined): RegisterCall => ({
  begin,
  end,
  did: { kind: "swap", from, to, done },
});

describe("isLinearizable", () => {
  test.each<[string, boolean, RegisterCall[]]>([
    ["nothing happened", true, []],
    ["a read sees the first value", true, [read(0, 1, "0")]],
    ["a read sees a value from nowhere", false, [read(0, 1, "7")]],
    ["a read after a swap sees it", true, [swap(0, 1, "0", "1", true), read(2, 3, "1")]],
    ["a read after a swap does not see it", false, [swap(0, 1, "0", "1", true), read(2, 3, "0")]],
    ["a read during a swap may see either", true, [swap(0, 5, "0", "1", true), read(1, 2, "0"), read(3, 4, "1")]],
    ["two reads during a swap go back in time", false, [swap(0, 5, "0", "1", true), read(1, 2, "1"), read(3, 4, "0")]],
    ["two swaps from one value are both done", false, [swap(0, 5, "0", "1", true), swap(1, 4, "0", "2", true)]],
    ["a swap is refused although nothing speaks against it", false, [swap(0, 1, "0", "1", false)]],
    ["a swap is refused because another was faster", true, [swap(0, 5, "0", "1", false), swap(1, 4, "0", "2", true)]],
    [
      "a cut off swap took effect later",
      true,
      [swap(0, Infinity, "0", "1", undefined), read(1, 2, "0"), read(3, 4, "1")],
    ],
    ["a cut off swap never took effect", true, [swap(0, Infinity, "0", "1", undefined), read(3, 4, "0")]],
    ["a cut off swap was undone", false, [swap(0, Infinity, "0", "1", undefined), read(1, 2, "1"), read(3, 4, "0")]],
  ])("%s: %s", (_what, verdict, history) => {
    expect(isLinearizable("0", history)).toBe(verdict);
  });

  test("whatever a real register returns is linearizable; one wrong result among calls one after another is not", () => {
    const calls = fc.array(
      fc.record({ swaps: fc.boolean(), from: fc.nat(3), to: fc.nat(3), early: fc.nat(6), late: fc.nat(6) }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(calls, fc.nat(), (plan, which) => {
        let value = 0;
        const history = plan.map(({ swaps, from, to, early, late }, index): RegisterCall => {
          const [begin, end] = [index * 10 - early * 5, index * 10 + late * 5];
          if (!swaps) return read(begin, end, String(value));
          const done = value === from;
          if (done) value = to;
          return swap(begin, end, String(from), String(to), done);
        });
        expect(isLinearizable("0", history)).toBe(true);
        const strict = history.map((call, index) => ({ ...call, begin: index * 2, end: index * 2 + 1 }));
        const at = which % strict.length;
        const { did } = strict[at] ?? read(0, 1, "0");
        const wrong = did.kind === "read" ? { ...did, saw: "none" } : { ...did, done: did.done !== true };
        const broken = strict.map((call, index) => (index === at ? { ...call, did: wrong } : call));
        expect(isLinearizable("0", broken.slice(0, at + 1))).toBe(false);
      }),
    );
  });
});
