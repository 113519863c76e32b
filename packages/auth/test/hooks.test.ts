import createClient from "openapi-fetch";
import { describe, expect, test } from "vitest";
import {
  createAuth,
  memoryStore,
  type Fetch,
  type LockOptions,
  type LoginContext,
  type TokenStore,
} from "../src/index.ts";
import { cookieStore } from "../src/stores/cookie/cookie-store.ts";
import { redisStore } from "../src/stores/redis/redis-store.ts";
import { respond, baseUrl, credentials, fakeService, type Handler } from "./support/fake-service.ts";
import { virtualClock } from "./support/virtual-clock.ts";

const units = `${baseUrl}/units`;
const login = "POST /auth/login";

/** Accepts the token of its own logins, and `C1`. */
const service: Handler = ({ operation, token }) => {
  if (operation === login) return respond(200, { token: "L1" });
  if (operation === "GET /auth/token") return respond(200, { body: { data: { token } } });
  return respond(token === "L1" || token === "C1" ? 200 : 401);
};

/** As a browser's: refuses to be called as a method of anything but the global object. */
function windowFetch(handler: Handler = service) {
  const { fetch, ...rest } = fakeService(handler);
  function browserFetch(this: unknown, ...given: Parameters<Fetch>): Promise<Response> {
    if (this !== undefined && this !== globalThis) throw new TypeError("Illegal invocation");
    return fetch(...given);
  }
  return { ...rest, fetch: browserFetch satisfies Fetch };
}

/** Wraps a function so that the receivers of its calls are listed. */
function watched<Given extends unknown[], Result>(receivers: unknown[], work: (...given: Given) => Result) {
  return function (this: unknown, ...given: Given): Result {
    receivers.push(this);
    return work(...given);
  };
}

type Paths = Record<"/units", { get: { responses: { 200: { content: { "application/json": object } } } } }>;

describe("the fetch of a browser, which throws when it is called as a method", () => {
  test("login, calls, replays, reconciles and logout call a browser's fetch without a receiver", async () => {
    const { fetch, seen } = windowFetch();
    const session = createAuth({ baseUrl, fetch, credentials });
    session.adopt("expired");
    expect((await session.fetch(units)).status).toBe(200);
    expect(await session.refresh()).toBe(true);
    expect(await session.logout()).toEqual({ remote: true });
    expect(seen.map(({ operation }) => operation)).toEqual([
      "GET /units",
      login,
      "GET /units",
      "GET /auth/token",
      "POST /auth/logout",
    ]);
  });

  test("a replay of the middleware", async () => {
    const { fetch } = windowFetch();
    const session = createAuth({ baseUrl, fetch, credentials });
    session.adopt("expired");
    const client = createClient<Paths>({ baseUrl, fetch });
    client.use(session.middleware());
    expect((await client.GET("/units")).response.status).toBe(200);
    expect(session.stats().replays).toBe(1);
  });

  test("the fetch that a login hook is given, called as a method of its context", async () => {
    const { fetch, count } = windowFetch();
    const hook = async (context: LoginContext): Promise<string> => {
      await context.fetch(`${baseUrl}/sso`);
      return "C1";
    };
    const session = createAuth({ baseUrl, fetch, login: hook });
    expect((await session.fetch(units)).status).toBe(200);
    expect(count("GET /sso")).toBe(1);
  });
});

describe("functions of the application are called without a receiver", () => {
  test("every function among the options of createAuth is called without a receiver", async () => {
    const receivers: unknown[] = [];
    const { fetch } = fakeService(service);
    const session = createAuth({
      baseUrl,
      fetch: watched(receivers, fetch),
      credentials: watched(receivers, () => credentials),
      login: watched(receivers, async () => "L1"),
      compare: watched(receivers, () => 1),
      random: watched(receivers, () => 0.5),
      newId: watched(receivers, () => "id"),
      store: memoryStore(),
      keepAlive: true,
    });
    session.subscribe(watched(receivers, () => undefined));
    session.adopt("expired");
    expect((await session.fetch(units)).status).toBe(200);
    await session.refresh();
    await session[Symbol.asyncDispose]();
    expect(receivers.length).toBeGreaterThan(8);
    expect(new Set(receivers)).toEqual(new Set([undefined]));
  });

  test("random of the backoff after a failed login", async () => {
    const receivers: unknown[] = [];
    const { fetch } = fakeService(() => respond(503));
    const session = createAuth({ baseUrl, fetch, credentials, random: watched(receivers, () => 0.5) });
    await expect(session.login()).rejects.toMatchObject({ code: "login_backoff" });
    expect(receivers).toEqual([undefined]);
  });

  test("the functions of stores: command, subscribe, newId", async () => {
    const receivers: unknown[] = [];
    const redis = redisStore({
      key: "k",
      runtime: { newId: watched(receivers, () => "id"), monotonic: watched(receivers, () => 0) },
      client: {
        command: watched(receivers, async () => 1),
        subscribe: watched(receivers, async () => async () => undefined),
      },
    });
    redis.watch?.(() => undefined);
    const lock = { timeoutMs: 1_000, signal: new AbortController().signal };
    for (const name of ["login", "reconcile"]) await redis.withLock(name, lock, async () => undefined);
    expect(receivers.length).toBeGreaterThan(4);
    expect(new Set(receivers)).toEqual(new Set([undefined]));
  });
});

describe("methods of the application's objects keep their receiver", () => {
  test("clock, timers, store and wake source", async () => {
    class Clock {
      readonly #clock = virtualClock().clock;
      now(): number {
        return this.#clock.now();
      }
      monotonic(): number {
        return this.#clock.monotonic();
      }
    }
    class Timers {
      readonly #timers = virtualClock().timers;
      setTimeout(run: () => void, ms: number): unknown {
        return this.#timers.setTimeout(run, ms);
      }
      clearTimeout(handle: unknown): void {
        this.#timers.clearTimeout(handle);
      }
    }
    class Store implements TokenStore {
      readonly #store = memoryStore();
      read(): ReturnType<TokenStore["read"]> {
        return this.#store.read();
      }
      commit(...given: Parameters<TokenStore["commit"]>): Promise<boolean> {
        return this.#store.commit(...given);
      }
      withLock<T>(name: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
        return this.#store.withLock(name, options, work);
      }
      watch(changed: () => void): () => void {
        return this.#store.watch?.(changed) ?? (() => undefined);
      }
      async close(): Promise<void> {
        await this.#store.close?.();
      }
    }
    class Wakes extends EventTarget {
      readonly types: string[] = [];
      override addEventListener(type: string, listener: () => void): void {
        this.types.push(type);
        super.addEventListener(type, listener);
      }
    }
    const { fetch } = fakeService(service);
    const wakes = new Wakes();
    const session = createAuth({
      baseUrl,
      fetch,
      credentials,
      clock: new Clock(),
      timers: new Timers(),
      store: new Store(),
      keepAlive: { wakes },
    });
    expect((await session.fetch(units)).status).toBe(200);
    await session[Symbol.asyncDispose]();
    expect(wakes.types.length).toBe(4);
  });

  test("a cookie bridge", async () => {
    class Cookies {
      readonly #jar = new Map<string, string>();
      get(): string | undefined {
        return this.#jar.get("session");
      }
      set(value: string): void {
        this.#jar.set("session", value);
      }
    }
    const cookies = new Cookies();
    const record = { v: 1, serviceId: baseUrl, sid: "s", rev: 1, token: "T", user: "", since: 0 } as const;
    expect(await cookieStore(cookies).commit(0, record)).toBe(true);
    expect(await cookieStore(cookies).read()).toEqual(record);
  });
});
