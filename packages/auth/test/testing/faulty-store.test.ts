import { describe, expect, test } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { faultyStore, storeConformance, type PlannedFault } from "../../src/testing/index.ts";
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
