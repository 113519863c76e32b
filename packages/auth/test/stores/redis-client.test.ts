import { describe, expect, test, vi } from "vitest";
import type { SessionRecord } from "../../src/index.ts";
import { fromIoredis, fromNodeRedis, type RedisClient, redisStore } from "../../src/stores/redis/redis-store.ts";
import { commitScript, quarantineScript, releaseScript, takeScript } from "../../src/stores/redis/scripts.ts";
import { deferred, settle } from "../support/deferred.ts";
import { abortAfter, record, wait } from "./support/records.ts";

/** What a command means, with the key and the arguments of its script. */
type Reply = (on: string, given: readonly string[]) => Promise<unknown>;

/** A Redis in memory with one key, some of whose replies the test gives. */
function fakeRedis(changes: Partial<Record<"read" | "commit" | "take" | "extend" | "release", Reply>> = {}) {
  const fields = new Map<string, string>();
  const owners = new Map<string, string>();
  const replies: Record<string, Reply> = {
    async [commitScript](_on, [expected, rev = "", text = ""]) {
      if ((fields.get("rev") ?? "0") !== expected) return 0;
      fields.set("rev", rev).set("record", text);
      return 1;
    },
    [quarantineScript]: async () => fields.clear(),
    async [takeScript](on, [owner = ""]) {
      if (owners.has(on)) return 0;
      owners.set(on, owner);
      return 1;
    },
    [releaseScript]: async (on, [owner]) => owners.get(on) === owner && owners.delete(on),
  };
  const {
    read = async () => [fields.get("rev") ?? null, fields.get("record") ?? null, fields.get("v") ?? null],
    extend,
  } = changes;
  const named: Record<string, Reply | undefined> = {
    [commitScript]: changes.commit,
    [takeScript]: changes.take,
    [releaseScript]: changes.release,
  };
  const command: RedisClient["command"] = ([name, script = "", , on = "", ...given]) => {
    if (name === "HMGET") return read(on, given);
    const reply = named[script] ?? replies[script] ?? extend ?? (async () => 1);
    return reply(on, given);
  };
  const open = (options: { timeoutMs?: number; leaseMs?: number } = {}, subscribe?: RedisClient["subscribe"]) =>
    redisStore({ client: { command, ...(subscribe && { subscribe }) }, key: "k", ...options });
  return { open, fields, owners, take: (on: string, owner: string) => replies[takeScript]?.(on, [owner]) };
}

const never = (): Promise<never> => new Promise(() => undefined);

describe("responses", () => {
  test.each(["read", "commit", "take"] as const)(
    "a %s that is never answered rejects after timeoutMs",
    async (what) => {
      const store = fakeRedis({ read: never, commit: never, take: never }).open({ timeoutMs: 5 });
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
    const store = fakeRedis({ read: fail, commit: fail, take: fail, extend: fail, release: fail }).open({}, fail);
    await expect(store.read()).rejects.toThrow(failure.message);
    await expect(store.commit(0, record(1))).rejects.toThrow(failure.message);
    await expect(store.withLock("login", wait, async () => 1)).rejects.toThrow(failure.message);
    store.watch?.(() => undefined)();
    await store.close?.();
  });

  test("a rejection that comes after the timeout is no unhandled rejection", async () => {
    const late = deferred<unknown>();
    const store = fakeRedis({ read: () => late.promise }).open({ timeoutMs: 1 });
    await expect(store.read()).rejects.toMatchObject({ code: "ETIMEDOUT" });
    late.reject(new Error("late"));
    await settle();
  });

  test.each([
    ["the record", "record", JSON.stringify({ ...record(1), v: 2 })],
    ["a field beside it", "v", "2"],
  ])("a later version that %s names is reported every time, and nothing is moved", async (_what, field, value) => {
    const { open, fields } = fakeRedis();
    const store = open();
    await store.commit(0, record(1));
    fields.set(field, value);
    const before = new Map(fields);
    for (let round = 0; round < 2; round++) await expect(store.read()).rejects.toMatchObject({ code: "store_newer" });
    expect(fields).toEqual(before);
  });

  test.each([
    ["text that is no record", "record", "{"],
    ["a record of an earlier version", "record", JSON.stringify({ ...record(1), v: 0 })],
    ["another revision than that of the record", "rev", "7"],
    ["no revision", "rev", ""],
  ])(
    "%s is reported once and moved away, and then the store is empty and can be written",
    async (_what, field, value) => {
      const { open, fields } = fakeRedis();
      const store = open();
      await store.commit(0, record(1));
      fields.set(field, value);
      await expect(store.read()).rejects.toMatchObject({
        code: "store_corrupt",
        message: "the redis store held no valid session; what was there is now in the field `bad` of its key",
      });
      expect(await store.read()).toBeUndefined();
      expect(await store.commit(0, record(1))).toBe(true);
    },
  );
});

describe("lock", () => {
  test("an abort in the moment in which the lock is given: the work runs, or the call rejects and the lock is free", async () => {
    // The reply passes through some promises before the work begins: the abort comes at each of them.
    for (let turns = 0; turns < 40; turns++) {
      const { open, owners } = fakeRedis();
      const store = open();
      await abortAfter(turns, (signal, work) => store.withLock("login", { ...wait, signal }, work));
      expect(owners.size).toBe(0);
    }
  });

  test("a lock that is given after the abort is released", async () => {
    const gate = deferred();
    const { open, owners, take } = fakeRedis({
      async take(on, [owner = ""]) {
        await gate.promise;
        return take(on, owner);
      },
    });
    const controller = new AbortController();
    const call = open().withLock("login", { ...wait, signal: controller.signal }, async () => 1);
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
    const store = fakeRedis({ extend: extended, release: fail }).open({ leaseMs: 3 });
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
    const subscribe: RedisClient["subscribe"] = (_channel, changed) => {
      const reply = deferred<() => Promise<unknown>>();
      asked.push({ changed, reply });
      return reply.promise;
    };
    return { asked, store: fakeRedis().open({ timeoutMs: 20 }, subscribe) };
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
    const gate = deferred<number>();
    const store = fakeRedis({ commit: () => gate.promise }).open();
    const ended: string[] = [];
    const calls = [
      store.commit(0, record(1)).then(() => ended.push("commit")),
      store.close?.().then(() => ended.push("close")),
      store.close?.().then(() => ended.push("close")),
    ];
    await settle();
    expect(ended).toEqual([]);
    gate.resolve(1);
    await Promise.all(calls);
    expect(ended).toEqual(["commit", "close", "close"]);
  });

  test("errors of the store and what inspect shows of it have no token", async () => {
    const { inspect } = await import("node:util");
    const damaged: SessionRecord = { ...record(1), token: "CANARY" };
    const { open, fields } = fakeRedis();
    const store = open();
    await store.commit(0, damaged);
    fields.set("rev", "2");
    const error: unknown = await store.read().catch((reason: unknown) => reason);
    const shown = inspect([error, store], { depth: Infinity, showHidden: true });
    expect(shown).toContain("store_corrupt");
    expect(shown).not.toContain("CANARY");
  });
});

/** A subscriber connection of ioredis that notes what it is asked. */
function ioredis() {
  const asked: string[] = [];
  const listeners: ((channel: string) => void)[] = [];
  const refuse = { next: false };
  const ask = async (words: string): Promise<void> => {
    asked.push(words);
    if (refuse.next) throw new Error("connection lost");
  };
  const { subscribe } = fromIoredis(
    { call: async () => null },
    {
      subscribe: (channel) => ask(`subscribe ${channel}`),
      unsubscribe: (channel) => ask(`unsubscribe ${channel}`),
      on: (_event, listener) => listeners.push(listener),
    },
  );
  if (subscribe === undefined) throw new Error("no subscribe");
  const publish = (channel: string): void => {
    for (const listener of listeners) listener(channel);
  };
  return { subscribe, publish, asked, refuse, listeners };
}

describe("subscriptions of one connection", () => {
  test("one listener serves all channels; the last subscriber of a channel unsubscribes it", async () => {
    const { subscribe, publish, asked, listeners } = ioredis();
    const [a, b, other] = [vi.fn(), vi.fn(), vi.fn()];
    const stops = [await subscribe("k", a), await subscribe("k", b), await subscribe("other", other)];
    publish("k");
    expect([a, b, other].map((fn) => fn.mock.calls.length)).toEqual([1, 1, 0]);
    expect(listeners).toHaveLength(1);
    await stops[0]?.();
    await stops[0]?.();
    publish("k");
    expect([a, b].map((fn) => fn.mock.calls.length)).toEqual([1, 2]);
    await stops[1]?.();
    await stops[1]?.();
    publish("k");
    expect(b).toHaveBeenCalledTimes(2);
    expect(asked).toEqual(["subscribe k", "subscribe k", "subscribe other", "unsubscribe k"]);
  });

  test("a subscription that fails leaves nobody behind, and the next one works", async () => {
    const { subscribe, publish, asked, refuse } = ioredis();
    const [lost, kept] = [vi.fn(), vi.fn()];
    refuse.next = true;
    await expect(subscribe("k", lost)).rejects.toThrow("connection lost");
    refuse.next = false;
    const stop = await subscribe("k", kept);
    publish("k");
    expect([lost, kept].map((fn) => fn.mock.calls.length)).toEqual([0, 1]);
    await stop();
    expect(asked.at(-1)).toBe("unsubscribe k");
  });

  test("a listener that throws does not break the connection of the client", async () => {
    const { subscribe, publish } = ioredis();
    const heard = vi.fn();
    await subscribe("k", () => {
      throw new Error("thrown by a listener");
    });
    await subscribe("k", heard);
    expect(() => publish("k")).not.toThrow();
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test("node-redis: the same function can subscribe twice", async () => {
    const listeners = new Set<() => void>();
    const { subscribe } = fromNodeRedis(
      { sendCommand: async () => null },
      {
        subscribe: async (_channel, listener) => listeners.add(listener),
        unsubscribe: async (_channel, listener) => listeners.delete(listener),
      },
    );
    const heard = vi.fn();
    const stop = await subscribe?.("k", heard);
    await subscribe?.("k", heard);
    await stop?.();
    for (const listener of listeners) listener();
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
