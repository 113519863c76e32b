import fc from "fast-check";
import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { createAuth, isAuthError } from "../../src/index.ts";
import { cookieStore } from "../../src/stores/cookie/cookie-store.ts";
import { rotatingServer } from "../../src/testing/index.ts";
import { deferred, settle } from "../support/deferred.ts";
import { record } from "./support/records.ts";

/** One request of a browser that holds this cookie. */
function request(cookie?: string) {
  const set: [string, object][] = [];
  const store = cookieStore({ get: () => cookie, set: (...given) => void set.push(given) });
  return { store, set, cookie: () => set.at(-1)?.[0] ?? cookie };
}

const codeOf = (error: unknown): unknown => (isAuthError(error) ? error.code : error);

describe("cookieStore", () => {
  test("a session goes from request to request, in a cookie that scripts cannot read", async () => {
    const server = rotatingServer({ firstToken: "T0" });
    const first = request();
    await using session = createAuth({ baseUrl: server.baseUrl, fetch: server.fetch, store: first.store });
    session.adopt("T0");
    await session.fetch(`${server.baseUrl}/units`);
    await session.flush();
    expect(first.set.at(-1)?.[1]).toEqual({
      httpOnly: true,
      secure: true,
      sameSite: "lax",
      path: "/",
      maxAge: 604_800,
    });
    expect(first.cookie()).toMatch(/^[\w-]+$/);
    const second = request(first.cookie());
    await using next = createAuth({ baseUrl: server.baseUrl, fetch: server.fetch, store: second.store });
    await next.fetch(`${server.baseUrl}/units`);
    expect(server.requests.at(-1)?.token).toBe("T1");
    await next.flush();
    expect((await request(second.cookie()).store.read())?.token).toBe("T2");
  });

  test("the cookie is read once, and a request without changes sets none", async () => {
    let reads = 0;
    const store = cookieStore({ get: () => void reads++, set: () => expect.unreachable() });
    for (let times = 0; times < 3; times++) expect(await store.read()).toBeUndefined();
    expect(await store.commit(4, record(5))).toBe(false);
    expect(reads).toBe(1);
  });

  test("requests of two users that run at once never mix", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const users = ["A", "B"].map((token) => ({ token, ...request() }));
        const work = users.flatMap(({ token, store }) => [
          scheduler.schedule(Promise.resolve()).then(() => store.commit(0, record(1, { token }))),
          scheduler.schedule(Promise.resolve()).then(() => store.read()),
        ]);
        await scheduler.waitAll();
        await Promise.all(work);
        for (const { token, cookie } of users) expect((await request(cookie()).store.read())?.token).toBe(token);
      }),
      { numRuns: 1_000 },
    );
  });

  test("a cookie that is no session is reported once, and then counts as none", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (text) => {
        const { store } = request(text);
        await expect(store.read()).rejects.toMatchObject({ code: "store_corrupt" });
        expect(await store.read()).toBeUndefined();
        expect(await store.commit(0, record(1))).toBe(true);
      }),
    );
  });

  test("a record that no browser would keep is refused, and the request goes on with the one before", async () => {
    const { store, set } = request();
    await store.commit(0, record(1));
    await expect(store.commit(1, record(2, { token: "x".repeat(4_000) }))).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringContaining("3800"),
    });
    expect(await store.read()).toEqual(record(1));
    expect(set).toHaveLength(1);
  });

  test("headers that have been sent already: the commit fails, and memory says what the browser has", async () => {
    const store = cookieStore({
      get: () => undefined,
      set() {
        throw new Error("headers were sent");
      },
    });
    await expect(store.commit(0, record(1))).rejects.toThrow("headers were sent");
    expect(await store.read()).toBeUndefined();
  });

  test("attributes can be changed, httpOnly cannot", async () => {
    const set: object[] = [];
    const attributes = { secure: false, path: "/app", httpOnly: false };
    const store = cookieStore({ get: () => null, set: (_value, given) => void set.push(given), attributes });
    await store.commit(0, record(1));
    expect(set).toEqual([{ httpOnly: true, secure: false, sameSite: "lax", path: "/app", maxAge: 604_800 }]);
  });

  test("an attribute that is given as undefined keeps its default: the cookie does not lose `secure`", async () => {
    const set: object[] = [];
    const attributes = { secure: undefined, sameSite: undefined, path: undefined, maxAge: undefined };
    const bridge = { get: () => null, set: (_value: string, given: object) => void set.push(given) };
    const store = Reflect.apply(cookieStore, undefined, [{ ...bridge, attributes }]);
    await store.commit(0, record(1));
    expect(set).toEqual([{ httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: 604_800 }]);
  });

  test("the longest value that fits is set, one byte more is refused", async () => {
    const lengthOf = async (token: string): Promise<number> => {
      const { store, cookie } = request();
      await store.commit(0, record(1, { token }));
      return cookie()?.length ?? 0;
    };
    const length = await lengthOf("x".repeat(100));
    for (const [maxBytes, outcome] of [
      [length, true],
      [length - 1, "store_unavailable"],
    ] as const) {
      const set = vi.fn();
      const commit = cookieStore({ get: () => null, set, maxBytes }).commit(0, record(1, { token: "x".repeat(100) }));
      expect(await commit.catch(codeOf)).toBe(outcome);
      expect(set).toHaveBeenCalledTimes(outcome === true ? 1 : 0);
    }
  });

  test("close waits for a cookie that is being set, and refuses the commits behind it", async () => {
    const setting = deferred();
    const set: string[] = [];
    const store = cookieStore({
      get: () => null,
      async set(value) {
        await setting.promise;
        set.push(value);
      },
    });
    const first = store.commit(0, record(1));
    await settle();
    const second = store.commit(1, record(2)).catch(codeOf);
    const closing = store.close?.();
    expect(await second).toBe("store_closed");
    expect(set).toEqual([]);
    setting.resolve();
    await closing;
    expect(set).toHaveLength(1);
    expect(await first).toBe(true);
  });

  test("a cookie that cannot be read is an error, and is read again at the next call", async () => {
    let fails = true;
    const store = cookieStore({
      get() {
        if (fails) throw new Error("no request");
        return null;
      },
      set: () => undefined,
    });
    await expect(store.read()).rejects.toThrow("no request");
    fails = false;
    expect(await store.read()).toBeUndefined();
  });

  test("what inspect shows of the store has no token", async () => {
    const { store } = request();
    await store.commit(0, record(1, { token: "CANARY" }));
    expect(inspect(store, { depth: Infinity, showHidden: true })).not.toContain("CANARY");
  });
});
