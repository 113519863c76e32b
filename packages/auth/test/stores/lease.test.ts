import { describe, expect, test } from "vitest";
import { withLease, type HeldLease, type LeaseStorage } from "../../src/stores/file/lease.ts";
import { runtimeOf } from "../../src/stores/shared/runtime.ts";
import { deferred, settle } from "../support/deferred.ts";
import { wait } from "./support/records.ts";
import { abortAfter } from "./support/abort-after.ts";

/** A lease in memory. */
function leaseInMemory(changes: Partial<LeaseStorage> = {}) {
  const held: { nonce?: string } = {};
  const lease = (nonce: string): HeldLease => ({
    nonce,
    beat: async () => undefined,
    release: async () => void (held.nonce === nonce && delete held.nonce),
  });
  const storage: LeaseStorage = {
    label: "the lease",
    async take(nonce) {
      if (held.nonce !== undefined) return undefined;
      held.nonce = nonce;
      return lease(nonce);
    },
    peek: async () => held.nonce,
    evict: async () => void delete held.nonce,
    ...changes,
  };
  return { storage, held, lease };
}

const times = { staleMs: 10_000 };
const runtime = runtimeOf();

describe("withLease", () => {
  test("an abort in the moment in which the lease is given: the work runs, or the call rejects, and it is released", async () => {
    for (let turns = 0; turns < 20; turns++) {
      const { storage, held } = leaseInMemory();
      await abortAfter(turns, (signal, work) => withLease(storage, times, runtime, { ...wait, signal }, work));
      expect(held).toEqual({});
    }
  });

  test.each(["take", "peek", "evict"] as const)("an abort ends the wait also while %s takes its time", async (step) => {
    const { storage } = leaseInMemory({ [step]: () => new Promise(() => undefined) });
    const controller = new AbortController();
    if (step !== "take") await storage.take("somebody");
    let now = 0;
    // Each look finds that the holder was silent for longer.
    const hurried = { ...runtime, monotonic: () => (now += 100_000) };
    const options = { timeoutMs: Infinity, signal: controller.signal };
    const call = withLease(storage, { staleMs: 1 }, hurried, options, async () => expect.unreachable());
    await settle();
    controller.abort(new Error("gave up"));
    await expect(call).rejects.toThrow("gave up");
  });

  test("a lease that is given after the abort is released", async () => {
    const gate = deferred();
    const { storage, held } = leaseInMemory();
    const slow: LeaseStorage = {
      ...storage,
      async take(nonce) {
        await gate.promise;
        return storage.take(nonce);
      },
    };
    const controller = new AbortController();
    const call = withLease(slow, times, runtime, { ...wait, signal: controller.signal }, async () => 1);
    controller.abort(new Error("gave up"));
    await expect(call).rejects.toThrow("gave up");
    gate.resolve();
    await settle();
    expect(held).toEqual({});
  });

  test("a step that fails later than the abort is no unhandled rejection", async () => {
    const gate = deferred<HeldLease | undefined>();
    const { storage } = leaseInMemory({ take: () => gate.promise });
    const controller = new AbortController();
    const call = withLease(storage, times, runtime, { ...wait, signal: controller.signal }, async () => 1);
    controller.abort(new Error("gave up"));
    await expect(call).rejects.toThrow("gave up");
    gate.reject(new Error("EIO"));
    await settle();
  });

  test("a lease that cannot be released, and beats that fail, do not fail the work", async () => {
    let beats = 0;
    const fail = async (): Promise<never> => {
      beats++;
      throw new Error("ENOSPC");
    };
    const { storage } = leaseInMemory({ take: async (nonce) => ({ nonce, beat: fail, release: fail }) });
    const work = async (): Promise<string> => {
      while (beats < 3) await new Promise((resolve) => setTimeout(resolve));
      return "done";
    };
    expect(await withLease(storage, { staleMs: 5 }, runtime, wait, work)).toBe("done");
  });
});
