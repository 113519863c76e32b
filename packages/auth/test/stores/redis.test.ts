import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthEvent, createAuth } from "../../src/index.ts";
import { redisStore } from "../../src/stores/redis/redis-store.ts";
import type { StoreRuntime } from "../../src/stores/shared/runtime.ts";
import { rotatingServer, storeConformance } from "../../src/testing/index.ts";
import {
  type OpenClient,
  redisPackages,
  type RunningRedis,
  startPrivateRedis,
  startRedis,
  whyNoRedis,
} from "./redis-server.ts";
import { startTogetherAt } from "./support/child.ts";
import { ordered, record, wait } from "./support/records.ts";

/** Real timers, but for one wait that they cut to a millisecond. */
function hastyTimers(hastyMs: number): StoreRuntime["timers"] {
  return {
    setTimeout: (callback, ms) => setTimeout(callback, ms === hastyMs ? 1 : ms),
    clearTimeout: (handle: ReturnType<typeof setTimeout>) => clearTimeout(handle),
  };
}

const reason = whyNoRedis();
if (reason !== undefined) console.log(`skipped: ${reason}`);

/** So long that no lock runs out on a slow machine. */
const leaseMs = 60_000;

const credentials = { username: "demo.operator", password: "correct horse" };

describe.skipIf(reason !== undefined).each(redisPackages)("redis store through %s", (name, openClient) => {
  let server: RunningRedis;
  const open: OpenClient[] = [];
  const connect = async () => {
    const one = await openClient(server.address);
    open.push(one);
    return one.client;
  };
  const freshKey = (): string => `fleet-test:${randomUUID()}`;

  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(async () => {
    await Promise.all(open.map((one) => one.close()));
    await server.stop();
  });

  describe("conformance", () => {
    const cases = storeConformance({
      async create() {
        const key = freshKey();
        const clients = [await connect(), await connect()];
        let turn = 0;
        return {
          open: () => redisStore({ client: clients[turn++ % 2] ?? unreachable(), key }),
          damage: async () => void (await clients[0]?.command(["HSET", key, "record", "{"])),
          remove: async () => void (await clients[0]?.command(["DEL", key])),
        };
      },
    });
    for (const { id, title, run } of cases) test(`${id} ${title}`, () => expect(run()).resolves.toBeUndefined());
  });

  test("8 processes that start on one empty key log in once", async () => {
    const kind = name === "redis" ? "redis" : "ioredis";
    expect(await startTogetherAt({ kind, address: server.address, key: freshKey() }, 8)).toBe(1);
  });

  test("a holder that crashed blocks the lock no longer than its lease, and a living one extends it", async () => {
    const [client, key] = [await connect(), freshKey()];
    await client.command(["SET", `${key}:login`, "a proof of somebody who is gone", "PX", "150"]);
    const store = redisStore({ client, key, leaseMs, runtime: { timers: hastyTimers(leaseMs / 3) } });
    await store.withLock("login", wait, async () => {
      // As if half of the lease had passed: an extension makes it a whole one again.
      await client.command(["PEXPIRE", `${key}:login`, `${leaseMs / 2}`]);
      while (Number(await client.command(["PTTL", `${key}:login`])) <= leaseMs / 2) await nextTurn();
    });
    expect(await client.command(["EXISTS", `${key}:login`])).toBe(0);
  });

  test("when the lock runs out in the middle of a login, the late commit is fenced and the later holder's lock stays", async () => {
    const [client, key] = [await connect(), freshKey()];
    const [late, quick] = [redisStore({ client, key }), redisStore({ client, key })];
    await late.withLock("login", wait, async () => {
      const seen = (await late.read())?.rev ?? 0;
      // As if the process had stood still for longer than the lease.
      await client.command(["DEL", `${key}:login`]);
      await quick.withLock("login", wait, async () => {
        expect(await quick.commit(0, record(1, { token: "of the quick one" }))).toBe(true);
        expect(await late.commit(seen, record(seen + 1, { token: "of the late one" }))).toBe(false);
        await late.withLock("other", wait, async () => undefined);
        expect(await client.command(["EXISTS", `${key}:login`])).toBe(1);
      });
    });
    expect((await late.read())?.token).toBe("of the quick one");
  });

  test("the hint of a commit names session and revision, never the token", async () => {
    const [client, key] = [await connect(), freshKey()];
    const published: string[] = [];
    const store = redisStore({
      client: {
        async command(words) {
          if (words[0] === "EVAL") published.push(...words.slice(7, 8));
          return client.command(words);
        },
      },
      key,
    });
    await store.commit(0, record(1, { token: "CANARY" }));
    expect(published).toEqual([JSON.stringify({ sid: "s", rev: 1 })]);
  });

  test.each([
    ["a text that is none", ["HSET", "record", "{"]],
    ["a field that is missing", ["HDEL", "rev"]],
    ["bytes that are no text", ["HSET", "record", "\udc80{"]],
    ["a revision that is no number", ["HSET", "rev", "seven"]],
  ])(
    "a record that is damaged by %s is moved to the field `bad`, and then the store is empty",
    async (_what, words) => {
      const [client, key] = [await connect(), freshKey()];
      const store = redisStore({ client, key });
      await store.commit(0, record(1));
      const [command = "", ...rest] = words;
      await client.command([command, key, ...rest]);
      const before = await client.command(["HGET", key, "record"]);
      await expect(store.read()).rejects.toMatchObject({ code: "store_corrupt" });
      expect(await store.read()).toBeUndefined();
      expect(await client.command(["HGET", key, "bad"])).toEqual(before);
      expect(await store.commit(0, record(1))).toBe(true);
      expect(await store.read()).toEqual(record(1));
    },
  );

  test.each(["seven", ""])("a record whose version is %j can be replaced", async (version) => {
    const [client, key] = [await connect(), freshKey()];
    const store = redisStore({ client, key });
    await store.commit(0, record(1));
    await client.command(["HSET", key, "v", version]);
    expect(await store.commit(1, record(2))).toBe(true);
    expect(await store.read()).toEqual(record(2));
  });

  test("the error of a command that fails does not carry the record that was to be written", async () => {
    const [client, key] = [await connect(), freshKey()];
    await client.command(["SET", key, "no hash"]);
    const store = redisStore({ client, key });
    const error: unknown = await store.commit(0, record(1, { token: "CANARY" })).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining("WRONGTYPE") });
    expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain("CANARY");
    await client.command(["DEL", key]);
  });

  test("ttlMs: each write begins it anew; without it the record stays", async () => {
    const [client, key] = [await connect(), freshKey()];
    await redisStore({ client, key }).commit(0, record(1));
    expect(await client.command(["PTTL", key])).toBe(-1);
    await redisStore({ client, key, ttlMs: 60_000 }).commit(1, record(2));
    expect(Number(await client.command(["PTTL", key]))).toBeGreaterThan(50_000);
  });
});

describe.skipIf(reason !== undefined || process.env.TEST_REDIS_URL !== undefined).each(redisPackages)(
  "a redis that goes away, through %s",
  (_name, openClient) => {
    test("requests go on from memory while Redis is away, and memory is not set back when it comes back empty", async () => {
      const server = await startPrivateRedis();
      const { client, close } = await openClient(server.address);
      const service = rotatingServer({ nameToken: ordered });
      const session = createAuth({
        ...service,
        credentials,
        timeoutMs: 2_000,
        store: redisStore({ client, key: "k", timeoutMs: 200 }),
      });
      const errors: AuthEvent[] = [];
      session.subscribe((event) => event.type === "store_error" && errors.push(event));
      await session.login();
      await server.kill();
      for (let call = 0; call < 5; call++) {
        expect((await session.fetch(`${service.baseUrl}/units`)).status).toBe(200);
      }
      await expect(session.flush()).rejects.toMatchObject({ code: "store_unavailable" });
      expect(errors.length).toBeGreaterThan(0);
      expect(await session.getToken()).toBe(service.newest());

      await server.restart();
      // Clients reconnect at their own pace; each refused attempt ends after `timeoutMs`.
      while (
        !(await session.flush().then(
          () => true,
          () => false,
        ))
      ) {
        await nextTurn();
      }
      expect(await session.getToken()).toBe(service.newest());
      expect(service.logins()).toBe(1);
      expect(String(await client.command(["HGET", "k", "record"]))).toContain(service.newest());
      await session[Symbol.asyncDispose]();
      await close();
      await server.stop();
    });
  },
);

/** Lets timers and sockets have their turn. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function unreachable(): never {
  throw new Error("unreachable");
}
