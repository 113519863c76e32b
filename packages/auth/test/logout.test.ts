import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type AuthOptions, memoryStore, type SessionRecord, type TokenStore } from "../src/index.ts";
import { encrypted } from "../src/stores/encrypted/encrypted.ts";
import { fileStore } from "../src/stores/file/file-store.ts";
import { faultyStore, type PlannedFault } from "../src/testing/index.ts";
import { codeOf, deferred, settle } from "./support/deferred.ts";
import { baseUrl, credentials, type Handler, respond, setUp } from "./support/fake-service.ts";

const login = "POST /auth/login";
const logout = "POST /auth/logout";
const timeoutMs = 15_000;
const other = { username: "other.user", password: "another" };
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const service: Handler = ({ operation }) => (operation === login ? respond(200, { token: "L1" }) : respond(200));

function world(options: Partial<AuthOptions> = {}, handler: Handler = service) {
  return setUp(handler, options);
}

/** A store that another process has filled, and that reports no changes. */
async function filled(token = "STORED"): Promise<TokenStore> {
  const store = { ...memoryStore(), watch: () => () => undefined };
  await write(store, token);
  return store;
}

async function write(store: TokenStore, token: string, sid = "theirs"): Promise<void> {
  const rev = (await store.read())?.rev ?? 0;
  const record: SessionRecord = { v: 1, serviceId: baseUrl, sid, rev: rev + 1, token, user: "", since: 0 };
  expect(await store.commit(rev, record)).toBe(true);
}

const tokenIn = async (store: TokenStore): Promise<string | null | undefined> => (await store.read())?.token;
const incomplete = (message: RegExp) => ({ code: "store_unavailable", message: expect.stringMatching(message) });
const caught = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

const ways: [string, PlannedFault][] = [
  ["read rejects", { on: "read", fault: { kind: "fail" } }],
  ["read hangs", { on: "read", fault: { kind: "hang" } }],
  ["commit rejects", { on: "commit", fault: { kind: "fail" } }],
  ["commit hangs", { on: "commit", fault: { kind: "hang" } }],
  ["commit always finds another revision", { on: "commit", fault: { kind: "lie", result: false } }],
];

describe("a fresh process, in whose store there is a session", () => {
  test("the session ends in the store and at the service, by a request with the stored token", async () => {
    const store = await filled();
    const { session, seen, events } = world({ store });
    expect(await session.logout()).toEqual({ remote: true });
    expect(await tokenIn(store)).toBeNull();
    expect(seen.map(({ operation, token }) => [operation, token])).toEqual([[logout, "STORED"]]);
    expect(events).toEqual([{ type: "logged_out", by: "here" }]);
    await session.logout();
    expect([events.length, seen.length]).toEqual([1, 1]);
  });

  test.each(ways)(
    "logout() with %s ends the session at once, rejects with the reason, and works when called again",
    async (_way, fault) => {
      const store = await filled();
      const plan = [fault];
      const first = world({ store: faultyStore(store, plan) });
      const pending = caught(first.session.logout());
      expect(first.session.snapshot().status).toBe("logged_out");
      expect(await codeOf(first.session.fetch(`${baseUrl}/units`))).toBe("logged_out");
      await first.time.advance(timeoutMs);
      const confirmed = fault.on === "commit";
      expect(await pending).toMatchObject(
        incomplete(confirmed ? /the service confirmed/ : /the service did not confirm/),
      );
      expect(String(await pending)).toMatch(/token store may still hold.*call logout\(\) again/);
      expect(String(await pending)).not.toContain("STORED");
      expect(await tokenIn(store)).toBe("STORED");
      expect(first.count(logout)).toBe(confirmed ? 1 : 0);
      // The next process would be logged in; so the application tries again.
      plan.length = 0;
      const again = first.session.logout();
      // An operation that hung may be repeated just now.
      await first.time.advance(timeoutMs);
      expect(await again).toEqual({ remote: true });
      expect(await tokenIn(store)).toBeNull();
      expect(first.count(logout)).toBe(1);
      expect(await first.session.logout()).toEqual({ remote: true });
      expect(first.count(logout)).toBe(1);
      expect(first.events.filter(({ type }) => type === "logged_out").length).toBe(1);
      const next = world({ store, credentials: undefined });
      expect(await codeOf(next.session.getToken())).toBe("login_required");
      expect(first.time.pending()).toBe(0);
    },
  );

  test("an empty store, or one with a logout in it, has nothing to end", async () => {
    for (const token of [undefined, null]) {
      const store = memoryStore();
      if (token === null)
        await store.commit(0, { v: 1, serviceId: baseUrl, sid: "s", rev: 1, token, user: "", since: 0 });
      const { session, seen } = world({ store });
      expect(await session.logout()).toEqual({ remote: false });
      expect((await store.read())?.rev).toBe(token === null ? 1 : undefined);
      expect(seen.length).toBe(0);
    }
  });

  test("without a lock: logout takes none", async () => {
    const store = faultyStore(await filled(), [{ on: "lock", fault: { kind: "hang" } }]);
    expect(await world({ store }).session.logout()).toEqual({ remote: true });
    expect(store.calls.lock).toBe(0);
  });

  test("another process rotates the token meanwhile: the session ends", async () => {
    const store = await filled();
    const { read } = store;
    let raced = false;
    const racing: TokenStore = {
      ...store,
      async commit(rev, next) {
        if (!raced) await write(store, "ROTATED");
        raced = true;
        return store.commit(rev, next);
      },
    };
    expect(await world({ store: racing }).session.logout()).toEqual({ remote: true });
    expect((await read())?.token).toBeNull();
  });

  test("another process logs in meanwhile: its session stays", async () => {
    const store = await filled();
    let raced = false;
    const racing: TokenStore = {
      ...store,
      async commit(rev, next) {
        if (!raced) await write(store, "NEW", "new login");
        raced = true;
        return store.commit(rev, next);
      },
    };
    expect(await world({ store: racing }).session.logout()).toEqual({ remote: true });
    expect(await tokenIn(store)).toBe("NEW");
  });

  test("a login here before the store was read: the request has the stored token, the new session stays", async () => {
    const store = await filled();
    const gate = deferred<void>();
    let reads = 0;
    const slow: TokenStore = {
      ...store,
      async read() {
        const record = await store.read();
        if (++reads === 1) await gate.promise;
        return record;
      },
    };
    const { session, seen } = world({ store: slow });
    const ended = session.logout();
    await session.login(other);
    gate.resolve();
    expect(await ended).toEqual({ remote: true });
    expect(seen.find(({ operation }) => operation === logout)?.token).toBe("STORED");
    await session.flush();
    expect(await tokenIn(store)).toBe("L1");
    expect(await session.getToken()).toBe("L1");
  });
});

describe("a process that is logged in", () => {
  test.each(ways.slice(2))(
    "logout() with %s sends the request at once, rejects, and works when called again",
    async (_way, fault) => {
      const store = await filled();
      const plan: PlannedFault[] = [];
      const { session, time, count } = world({ store: faultyStore(store, plan) });
      await session.login();
      plan.push(fault);
      const pending = caught(session.logout());
      await settle();
      expect(count(logout)).toBe(1);
      await time.advance(timeoutMs);
      expect(await pending).toMatchObject(incomplete(/the service confirmed/));
      expect(await tokenIn(store)).toBe("L1");
      plan.length = 0;
      const again = session.logout();
      await time.advance(timeoutMs);
      expect(await again).toEqual({ remote: true });
      expect(count(logout)).toBe(1);
      expect(await tokenIn(store)).toBeNull();
    },
  );

  test("neither store nor service can be reached: the message says both, and both are tried again", async () => {
    const store = await filled();
    const plan: PlannedFault[] = [];
    let down = false;
    const { session, seen } = world({ store: faultyStore(store, plan) }, (one) =>
      down ? Promise.reject(new TypeError("fetch failed")) : service(one),
    );
    await session.login();
    plan.push({ on: "commit", fault: { kind: "fail" } });
    down = true;
    expect(await caught(session.logout())).toMatchObject(incomplete(/the service did not confirm/));
    plan.length = 0;
    down = false;
    expect(await session.logout()).toEqual({ remote: true });
    expect(seen.filter(({ operation }) => operation === logout).map(({ token }) => token)).toEqual(["L1", "L1"]);
    expect(await tokenIn(store)).toBeNull();
  });

  test("a commit that was done but reported as failed: the next logout() finds it", async () => {
    const store = await filled();
    const plan: PlannedFault[] = [];
    const { session } = world({ store: faultyStore(store, plan) });
    await session.login();
    plan.push({ on: "commit", fault: { kind: "fail_after" } });
    expect(await caught(session.logout())).toMatchObject({ code: "store_unavailable" });
    plan.length = 0;
    expect(await session.logout()).toEqual({ remote: true });
    expect(await tokenIn(store)).toBeNull();
  });

  test("a write that fails while logout() is called does not stand for the logout's own", async () => {
    const store = await filled();
    const gate = deferred<void>();
    let failing = false;
    const slow: TokenStore = {
      ...store,
      async commit(rev, next) {
        if (!failing) return store.commit(rev, next);
        failing = false;
        await gate.promise;
        throw new Error("EIO");
      },
    };
    const { session } = world({ store: slow });
    await session.login();
    failing = true;
    session.adopt("ADOPTED");
    await settle();
    const ended = session.logout();
    gate.resolve();
    expect(await ended).toEqual({ remote: true });
    expect(await tokenIn(store)).toBeNull();
  });

  test("its session never reached the store: the one that it replaced is ended there", async () => {
    const store = await filled();
    const plan: PlannedFault[] = [{ on: "commit", fault: { kind: "fail" } }];
    const { session } = world({ store: faultyStore(store, plan) });
    await session.login(other);
    await write(store, "ROTATED");
    plan.length = 0;
    await session.logout();
    expect(await tokenIn(store)).toBeNull();
  });

  test("another process logged in since: that session stays in the store", async () => {
    const store = await filled();
    const { session } = world({ store });
    await session.login();
    await write(store, "NEWER", "another login");
    expect(await session.logout()).toEqual({ remote: true });
    expect(await tokenIn(store)).toBe("NEWER");
  });

  test("the application's own logout request, while the store fails: logout() completes it", async () => {
    const store = await filled();
    const plan: PlannedFault[] = [];
    const { session, count } = world({ store: faultyStore(store, plan) });
    await session.login();
    plan.push({ on: "commit", fault: { kind: "fail" } });
    await session.fetch(`${baseUrl}/auth/logout`, { method: "POST" });
    expect(await codeOf(session.logout())).toBe("store_unavailable");
    plan.length = 0;
    await session.logout();
    expect(await tokenIn(store)).toBeNull();
    expect(count(logout)).toBe(1);
  });

  test("the result is that of its own session, not of the one before", async () => {
    const store = await filled();
    const { session } = world({ store });
    await session.login();
    expect(await session.logout()).toEqual({ remote: true });
    await session.login();
    const elsewhere = world({ store });
    await elsewhere.session.logout();
    await codeOf(session.refresh());
    await session.fetch(`${baseUrl}/units`);
    const here = world({ store }, () => respond(500));
    await here.session.login().catch(() => undefined);
    expect(await here.session.logout()).toEqual({ remote: false });
  });
});

describe("several acts at once", () => {
  test("concurrent logouts share one attempt and its result, also when it fails", async () => {
    const plan: PlannedFault[] = [{ on: "read", fault: { kind: "fail" } }];
    const { session, events } = world({ store: faultyStore(await filled(), plan) });
    const errors = await Promise.all([caught(session.logout()), caught(session.logout())]);
    expect(errors[0]).toBe(errors[1]);
    plan.length = 0;
    const results = await Promise.all([session.logout(), session.logout(), session.logout()]);
    expect(new Set(results).size).toBe(1);
    expect(events.filter(({ type }) => type === "logged_out").length).toBe(1);
  });

  test("a listener that calls logout() when the session ends shares it as well", async () => {
    const { session, count } = world({ store: await filled() });
    const inner: Promise<unknown>[] = [];
    session.subscribe(({ type }) => void (type === "logged_out" && inner.push(session.logout())));
    expect([await session.logout(), ...(await Promise.all(inner))]).toEqual([{ remote: true }, { remote: true }]);
    expect(count(logout)).toBe(1);
  });

  test("while a login is under way: its session is kept nowhere", async () => {
    const store = await filled();
    const gate = deferred<Response>();
    const { session, seen } = world({ store }, (one) => (one.operation === login ? gate.promise : service(one)));
    const pending = codeOf(session.login(other));
    await settle();
    expect(await session.logout()).toEqual({ remote: true });
    gate.resolve(respond(200, { token: "LATE" }));
    expect(await pending).toBe("logged_out");
    await session.flush();
    expect(await tokenIn(store)).toBeNull();
    expect(seen.find(({ operation }) => operation === logout)?.token).toBe("STORED");
  });

  test("while the first read is under way, for a call: nothing is sent with the stored token", async () => {
    const store = await filled();
    const gate = deferred<void>();
    const slow = faultyStore(store, [{ on: "read", nth: 1, fault: { kind: "delay", until: gate.promise } }]);
    const { session, seen } = world({ store: slow });
    const call = codeOf(session.fetch(`${baseUrl}/units`));
    await settle();
    const ended = session.logout();
    gate.resolve();
    expect(await call).toBe("logged_out");
    await ended;
    expect(seen.map(({ operation }) => operation)).toEqual([logout]);
    expect(await tokenIn(store)).toBeNull();
  });

  test("and dispose: the end of the session is written", async () => {
    for (const warm of [false, true]) {
      const memory = await filled();
      const gate = deferred<void>();
      const on = warm ? "commit" : "read";
      const plan: PlannedFault[] = [];
      const { session, time } = world({ store: faultyStore(memory, plan) });
      if (warm) await session.login();
      plan.push({ on, fault: { kind: "delay", until: gate.promise } });
      const ended = codeOf(session.logout());
      await settle();
      const disposed = session[Symbol.asyncDispose]();
      gate.resolve();
      await disposed;
      expect(await ended).toBe("resolved");
      expect(await tokenIn(memory)).toBeNull();
      expect(await codeOf(session.logout())).toBe("disposed");
      expect(time.pending()).toBe(0);
    }
  });

  test("and dispose, with a store that hangs: both end by the timeout", async () => {
    const store = faultyStore(await filled(), [{ on: "read", fault: { kind: "hang" } }]);
    const { session, time } = world({ store });
    const ended = [codeOf(session.logout()), codeOf(session[Symbol.asyncDispose]())];
    await time.advance(timeoutMs);
    expect(await Promise.all(ended)).toEqual(["store_unavailable", "resolved"]);
  });

  test("a service that hangs: logout() ends by the timeout, in all", async () => {
    const store = faultyStore(await filled(), [{ on: "read", fault: { kind: "delay", until: deferred().promise } }]);
    const slow = world({ store }, () => never<Response>());
    const hanging = codeOf(slow.session.logout());
    const { session, time } = world({ store: await filled() }, () => never<Response>());
    const ended = session.logout();
    await time.advance(timeoutMs);
    expect(await ended).toEqual({ remote: false });
    await slow.time.advance(timeoutMs);
    expect(await hanging).toBe("store_unavailable");
  });
});

describe("stores that cannot be understood", () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  test("encrypted with another key: logout() rejects, and leaves the record as it is", async () => {
    const memory = memoryStore();
    const key = (fill: number): Uint8Array<ArrayBuffer> => new Uint8Array(32).fill(fill);
    await write(encrypted(memory, key(1)), "SECRET");
    const before = await memory.read();
    const { session } = world({ store: encrypted(memory, key(2)) });
    expect(await caught(session.logout())).toMatchObject(incomplete(/did not confirm/));
    expect(await caught(session.logout())).toMatchObject({ code: "store_unavailable" });
    expect(await memory.read()).toEqual(before);
    const right = world({ store: encrypted(memory, key(1)) });
    expect(await right.session.logout()).toEqual({ remote: true });
    expect(await tokenIn(memory)).toBeNull();
  });

  test("a damaged file: the first logout() says so, and the second finds the damaged record put aside", async () => {
    const folder = await mkdtemp(join(tmpdir(), "logout-"));
    folders.push(folder);
    const path = join(folder, "session.json");
    const writer = fileStore(path);
    await write(writer, "STORED");
    await writeFile(path, (await readFile(path, "utf8")).slice(0, 40), { mode: 0o600 });
    const { session } = world({ store: fileStore(path) });
    expect(await caught(session.logout())).toMatchObject({ code: "store_unavailable" });
    expect(await session.logout()).toEqual({ remote: false });
    const next = world({ store: fileStore(path), credentials: undefined });
    expect(await codeOf(next.session.getToken())).toBe("login_required");
    expect(credentials.password).not.toBe("");
  });
});
