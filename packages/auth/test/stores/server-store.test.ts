import { describe, expect, test, vi } from "vitest";
import type { SessionRecord } from "../../src/index.ts";
import { serverStore, type ServerBackend, type StoredText } from "../../src/stores/shared/server-store.ts";
import type { Subscribe } from "../../src/stores/shared/subscriptions.ts";
import { deferred, settle } from "../support/deferred.ts";
import { record, wait } from "./support/records.ts";
import { abortAfter } from "./support/abort-after.ts";

/** A server in memory, some of whose responses the test gives. */
function backend(changes: Partial<ServerBackend> = {}) {
  const stored = new Map<string, StoredText>();
  const owners = new Map<string, string>();
  const own: ServerBackend = {
    label: "test store",
    read: async () => stored.get("k"),
    quarantine: async () => stored.delete("k"),
    quarantineName: "gone",
    async commit(expectedRev, next) {
      if (Number(stored.get("k")?.rev ?? 0) !== expectedRev) return false;
      stored.set("k", { rev: String(next.rev), text: JSON.stringify(next) });
      return true;
    },
    leaseOf: (name) => ({
      async take(owner) {
        if (owners.has(name)) return false;
        owners.set(name, owner);
        return true;
      },
      extend: async () => undefined,
      release: async (owner) => owners.get(name) === owner && owners.delete(name),
    }),
    ...changes,
  };
  return { own, stored, owners };
}

const never = (): Promise<never> => new Promise(() => undefined);

describe("responses", () => {
  test.each(["read", "commit", "take"] as const)(
    "F18 a %s that is never answered rejects after timeoutMs",
    async (what) => {
      const { own } = backend({
        read: never,
        commit: never,
        leaseOf: () => ({ take: never, extend: never, release: async () => undefined }),
      });
      const store = serverStore(own, { timeoutMs: 5 });
      const calls = {
        read: () => store.read(),
        commit: () => store.commit(0, record(1)),
        take: () => store.withLock("login", wait, async () => expect.unreachable()),
      };
      await expect(calls[what]()).rejects.toMatchObject({ code: "ETIMEDOUT" });
    },
  );

  test("a client that throws at once, instead of rejecting, makes calls reject", async () => {
    const failure = new Error("connection is closed");
    const fail = (): never => {
      throw failure;
    };
    const lease = { take: fail, extend: fail, release: fail };
    const { own } = backend({ read: fail, commit: fail, leaseOf: () => lease, subscribe: fail });
    const store = serverStore(own, {});
    await expect(store.read()).rejects.toThrow(failure.message);
    await expect(store.commit(0, record(1))).rejects.toThrow(failure.message);
    await expect(store.withLock("login", wait, async () => 1)).rejects.toThrow(failure.message);
    store.watch?.(() => undefined)();
    await store.close?.();
  });

  test("a rejection that comes after the timeout is no unhandled rejection", async () => {
    const late = deferred<StoredText | undefined>();
    const { own } = backend({ read: () => late.promise });
    await expect(serverStore(own, { timeoutMs: 1 }).read()).rejects.toMatchObject({ code: "ETIMEDOUT" });
    late.reject(new Error("late"));
    await settle();
  });

  test.each<[string, Partial<StoredText>]>([
    ["text that is no record", { text: "{" }],
    ["a record of another version", { text: JSON.stringify({ ...record(1), v: 2 }) }],
    ["another revision than that of the record", { rev: "7" }],
    ["no revision", { rev: "" }],
  ])("F5 %s: reported once and moved away, then the store is empty and can be written", async (_what, damage) => {
    const { own, stored } = backend();
    const store = serverStore(own, {});
    await store.commit(0, record(1));
    stored.set("k", { rev: "1", text: JSON.stringify(record(1)), ...damage });
    await expect(store.read()).rejects.toMatchObject({
      code: "store_corrupt",
      message: "the test store held no valid session; what was there is now gone",
    });
    expect(await store.read()).toBeUndefined();
    expect(await store.commit(0, record(1))).toBe(true);
  });
});

describe("lock", () => {
  test("an abort in the moment in which the lock is given: the work runs, or the call rejects and the lock is free", async () => {
    // The reply passes through some promises before the work begins: the abort comes at each of them.
    for (let turns = 0; turns < 40; turns++) {
      const { own, owners } = backend();
      const store = serverStore(own, {});
      await abortAfter(turns, (signal, work) => store.withLock("login", { ...wait, signal }, work));
      expect(owners.size).toBe(0);
    }
  });

  test("a lock that is given after the abort is released", async () => {
    const { own, owners } = backend();
    const gate = deferred();
    const lease = own.leaseOf("login", 1);
    const slow: ServerBackend = {
      ...own,
      leaseOf: () => ({
        ...lease,
        async take(owner) {
          await gate.promise;
          return lease.take(owner);
        },
      }),
    };
    const controller = new AbortController();
    const call = serverStore(slow, {}).withLock("login", { ...wait, signal: controller.signal }, async () => 1);
    controller.abort(new Error("gave up"));
    await expect(call).rejects.toThrow("gave up");
    gate.resolve();
    await settle();
    expect(owners.size).toBe(0);
  });

  test("a lease that cannot be extended or released does not fail the work", async () => {
    const fail = (): Promise<never> =>
      Promise.reject(new Error("READONLY You can't write against a read only replica"));
    const extended = vi.fn(fail);
    const { own } = backend({ leaseOf: () => ({ take: async () => true, extend: extended, release: fail }) });
    const store = serverStore(own, { leaseMs: 3 });
    const work = async (): Promise<string> => {
      while (extended.mock.calls.length < 2) await settle();
      return "done";
    };
    expect(await store.withLock("login", wait, work)).toBe("done");
  });
});

describe("hints", () => {
  /** A server whose subscriptions the test settles and fires. */
  function hinting() {
    const asked: {
      readonly changed: () => void;
      readonly reply: ReturnType<typeof deferred<() => Promise<unknown>>>;
    }[] = [];
    const subscribe: Subscribe = (changed) => {
      const reply = deferred<() => Promise<unknown>>();
      asked.push({ changed, reply });
      return reply.promise;
    };
    return { asked, store: serverStore(backend({ subscribe }).own, { timeoutMs: 20 }) };
  }

  test("watch on a closed store is refused, and subscribes nowhere", async () => {
    const { asked, store } = hinting();
    await store.close?.();
    expect(() => store.watch?.(() => undefined)).toThrow(expect.objectContaining({ code: "store_closed" }));
    expect(asked).toEqual([]);
  });

  test("a subscription that failed is tried again when the server responds again", async () => {
    const { asked, store } = hinting();
    const changed = vi.fn();
    store.watch?.(changed);
    asked[0]?.reply.reject(new Error("server is away"));
    await settle();
    await store.read();
    await store.read();
    expect(asked).toHaveLength(2);
    asked[1]?.reply.resolve(async () => undefined);
    await settle();
    await store.read();
    expect(asked).toHaveLength(2);
    asked[1]?.changed();
    expect(changed).toHaveBeenCalledTimes(1);
  });

  test("a watch that is stopped before the server responds is ended as soon as it does", async () => {
    const { asked, store } = hinting();
    const [changed, unsubscribe] = [vi.fn(), vi.fn(async () => undefined)];
    const stop = store.watch?.(changed);
    stop?.();
    asked[0]?.changed();
    asked[0]?.reply.resolve(unsubscribe);
    await settle();
    expect([changed.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([0, 1]);
    stop?.();
    await store.read();
    expect([asked.length, unsubscribe.mock.calls.length]).toEqual([1, 1]);
  });

  test("close ends all subscriptions, and waits no longer than timeoutMs for a server that does not respond", async () => {
    const { asked, store } = hinting();
    const unsubscribe = vi.fn(async () => undefined);
    store.watch?.(() => undefined);
    store.watch?.(() => undefined);
    asked[0]?.reply.resolve(unsubscribe);
    await store.close?.();
    expect(unsubscribe).toHaveBeenCalledTimes(1);
  });

  test("a client whose unsubscribe fails does not fail close", async () => {
    const { asked, store } = hinting();
    store.watch?.(() => undefined);
    const unsubscribe = vi.fn(() => Promise.reject(new Error("connection lost")));
    asked[0]?.reply.resolve(unsubscribe);
    await store.close?.();
    expect(unsubscribe).toHaveBeenCalledTimes(1);
  });
});

describe("close", () => {
  test("waits for a commit that is under way, and every call of close waits", async () => {
    const gate = deferred<boolean>();
    const { own } = backend({ commit: () => gate.promise });
    const store = serverStore(own, {});
    const ended: string[] = [];
    const calls = [
      store.commit(0, record(1)).then(() => ended.push("commit")),
      store.close?.().then(() => ended.push("close")),
      store.close?.().then(() => ended.push("close")),
    ];
    await settle();
    expect(ended).toEqual([]);
    gate.resolve(true);
    await Promise.all(calls);
    expect(ended).toEqual(["commit", "close", "close"]);
  });

  test("errors of the store and what inspect shows of it have no token", async () => {
    const { inspect } = await import("node:util");
    const damaged: SessionRecord = { ...record(1), token: "CANARY" };
    const { own, stored } = backend();
    const store = serverStore(own, {});
    await store.commit(0, damaged);
    stored.set("k", { rev: "2", text: JSON.stringify(damaged) });
    const error: unknown = await store.read().catch((reason: unknown) => reason);
    const shown = inspect([error, store], { depth: Infinity, showHidden: true });
    expect(shown).toContain("store_corrupt");
    expect(shown).not.toContain("CANARY");
  });
});
