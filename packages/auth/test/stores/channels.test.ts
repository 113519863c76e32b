import { describe, expect, test, vi } from "vitest";
import { listenWith, type PostgresNotification } from "../../src/stores/postgres/postgres-store.ts";
import { fromIoredis, fromNodeRedis } from "../../src/stores/redis/redis-store.ts";
import { deferred } from "../support/deferred.ts";

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

test("pg: statements go to the client one at a time, also after one that failed", async () => {
  const asked: string[] = [];
  let gate = deferred();
  let listener = (_message: PostgresNotification): void => undefined;
  const listen = listenWith({
    async query(sql) {
      asked.push(sql);
      await gate.promise;
    },
    on: (_event, given) => (listener = given),
  });
  const heard = vi.fn();
  const calls = [listen("a", heard), listen("b", heard)];
  await Promise.resolve();
  expect(asked).toEqual(['listen "a"']);
  const first = gate;
  gate = deferred();
  first.reject(new Error("canceling statement due to statement timeout"));
  await expect(calls[0]).rejects.toThrow("statement timeout");
  expect(asked).toEqual(['listen "a"', 'listen "b"']);
  gate.resolve();
  await calls[1];
  for (const channel of ["a", "b"]) listener({ channel, payload: "key" });
  expect(heard.mock.calls).toEqual([["key"]]);
});
