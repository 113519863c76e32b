import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { createAuth, type AuthEvent, type TokenSession } from "../../src/index.ts";
import { webStore, type WebPlatform } from "../../src/stores/web/web-store.ts";
import { rotatingServer, storeConformance, type RotatingServer } from "../../src/testing/index.ts";
import { deferred, settle as turn } from "../support/deferred.ts";
import { virtualClock } from "../support/virtual-clock.ts";
import { openBrowser, type Browser, type Tab } from "./web-browser.ts";
import { ordered, record, wait } from "./support/records.ts";

const credentials = { username: "demo.operator", password: "correct horse" };

const kinds = ["indexeddb", "local"] as const;

function openSession(service: RotatingServer, platform: WebPlatform, name: string, storage: (typeof kinds)[number]) {
  return createAuth({ ...service, credentials, store: webStore({ name, storage, platform }) });
}

const taken = (session: TokenSession): Promise<AuthEvent> =>
  new Promise((resolve) => {
    session.subscribe((event) => event.type === "token" && resolve(event));
  });

/** A database that fails to open, later. */
function failing(name: string): IDBFactory {
  const open = (): EventTarget => {
    const request = Object.assign(new EventTarget(), { error: new DOMException("no", name) });
    queueMicrotask(() => request.dispatchEvent(new Event("error")));
    return request;
  };
  return Object.assign(Object.create(openBrowser().tab().indexedDB ?? null), { open });
}

describe.each(kinds)("web store in %s", (storage) => {
  describe("conformance", () => {
    const cases = storeConformance({
      create() {
        const [browser, name] = [openBrowser(), randomUUID()];
        return {
          open: () => webStore({ name, storage, platform: browser.tab() }),
          damage: () => browser.damage(storage, `fleet-api-auth:${name}`),
        };
      },
    });
    for (const { id, title, run } of cases) test(`${id} ${title}`, () => expect(run()).resolves.toBeUndefined());
  });

  async function twoTabs(): Promise<{
    browser: Browser;
    service: RotatingServer;
    sessions: TokenSession[];
    tabs: Tab[];
    name: string;
  }> {
    const browser = openBrowser();
    const service = rotatingServer({ policy: "stale-only", nameToken: ordered });
    const tabs = [browser.tab(), browser.tab()];
    const name = randomUUID();
    const sessions = tabs.map((tab) => openSession(service, tab, name, storage));
    await Promise.all(sessions.map((session) => session.fetch(`${service.baseUrl}/units`)));
    return { browser, service, sessions, tabs, name };
  }

  test("two tabs without a token, and two that are refused together, log in once each time", async () => {
    const { service, sessions } = await twoTabs();
    expect(service.logins()).toBe(1);
    service.expire();
    const responses = await Promise.all(sessions.map((session) => session.fetch(`${service.baseUrl}/units`)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(service.logins()).toBe(2);
    await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
  });

  test("a rotation in one tab is written once, announced once without the token, and adopted by all", async () => {
    const browser = openBrowser();
    const service = rotatingServer({ policy: "stale-only", nameToken: ordered });
    const name = randomUUID();
    const sessions = Array.from({ length: 10 }, () => openSession(service, browser.tab(), name, storage));
    const [first, ...others] = sessions;
    await Promise.all(sessions.map((session) => session.fetch(`${service.baseUrl}/units`)));
    const [before, saidBefore] = [browser.writes(), browser.said.length];
    const adopted = others.map(taken);
    service.rotate();
    await first?.fetch(`${service.baseUrl}/units`);
    await Promise.all(adopted);
    await Promise.all(sessions.map((session) => session.flush()));
    const tokens = await Promise.all(sessions.map((session) => session.getToken()));
    expect(new Set(tokens)).toEqual(new Set([service.newest()]));
    if (storage === "local") expect(browser.writes()).toBe(before + 1);
    expect(browser.said.slice(saidBefore)).toEqual([{ sid: expect.any(String), rev: expect.any(Number) }]);
    await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
  });

  test("a message with a token from another script of the origin is no more than a hint", async () => {
    const { browser, sessions, name } = await twoTabs();
    const [token, said] = [await sessions[0]?.getToken(), browser.said.length];
    const Channel = browser.tab().BroadcastChannel ?? unreachable();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    new Channel(`fleet-api-auth:${name}`).postMessage({ sid: "s", rev: 1e9, token: "EVIL" });
    await nextTurn();
    await Promise.all(sessions.map((session) => session.flush()));
    expect(await Promise.all(sessions.map((session) => session.getToken()))).toEqual([token, token]);
    expect(browser.said).toHaveLength(said + 1);
    await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
  });

  test("a page that returns from the back/forward cache reads the record again and reopens the channel", async () => {
    const { service, sessions, tabs } = await twoTabs();
    const [one, two] = [sessions[0] ?? unreachable(), sessions[1] ?? unreachable()];
    const before = tabs[1]?.open() ?? 0;
    tabs[1]?.fire("pagehide", { persisted: true });
    expect(tabs[1]?.open()).toBe(before - 1);
    service.rotate();
    await one.fetch(`${service.baseUrl}/units`);
    await one.flush();
    const adopted = taken(two);
    tabs[1]?.fire("pageshow", { persisted: true });
    await adopted;
    expect(await two.getToken()).toBe(service.newest());
    expect(tabs[1]?.open()).toBe(before);
    await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
  });

  test("a commit that ends while the page is in the back/forward cache is announced and leaves no channel open", async () => {
    const browser = openBrowser();
    const tab = browser.tab();
    const store = webStore({ name: "n", storage, platform: tab });
    store.watch?.(() => undefined);
    const listening = tab.open();
    tab.fire("pagehide");
    expect(await store.commit(0, record(1))).toBe(true);
    expect(browser.said.length).toBe(1);
    expect(tab.open()).toBe(listening - 1);
    tab.fire("pageshow", { persisted: true });
    expect(tab.open()).toBe(listening);
    await store.close?.();
  });

  test("disposing leaves no listener and no channel, also when repeated", async () => {
    const { sessions, tabs } = await twoTabs();
    expect(tabs[0]?.open()).toBeGreaterThan(0);
    for (const session of [...sessions, ...sessions]) await session[Symbol.asyncDispose]();
    expect(tabs.map((tab) => tab.open())).toEqual([0, 0]);
  });

  test("a tab that never gives the lock back holds up the others for lockWaitMs only", async () => {
    const [browser, name] = [openBrowser(), randomUUID()];
    const frozen = webStore({ name, storage, platform: browser.tab() });
    const release = new AbortController();
    const held = new Promise<void>((entered) => {
      void frozen.withLock("login", wait, () => {
        entered();
        return new Promise<void>((resolve) => release.signal.addEventListener("abort", () => resolve()));
      });
    });
    await held;
    const service = rotatingServer({ nameToken: ordered });
    const store = webStore({ name, storage, platform: browser.tab(), lockWaitMs: 20 });
    const session = createAuth({ ...service, credentials, store });
    const errors: AuthEvent[] = [];
    session.subscribe((event) => event.type === "store_error" && errors.push(event));
    expect((await session.fetch(`${service.baseUrl}/units`)).status).toBe(200);
    expect(errors).toMatchObject([{ during: "lock" }]);
    // The late one wakes up with what it knew: its commit loses.
    expect(await frozen.commit(0, record(1, { token: "late" }))).toBe(false);
    release.abort();
    await session[Symbol.asyncDispose]();
  });

  test("a store that is not watched leaves no channel and no listener, also without close", async () => {
    const tab = openBrowser().tab();
    const store = webStore({ name: "n", storage, platform: tab });
    await store.commit(0, record(1));
    expect(tab.open()).toBe(0);
    const stops = [store.watch?.(() => undefined), store.watch?.(() => undefined)];
    expect(tab.open()).toBeGreaterThan(0);
    for (const stop of [...stops, ...stops]) stop?.();
    expect(tab.open()).toBe(0);
    store.watch?.(() => undefined);
    await store.close?.();
    expect(tab.open()).toBe(0);
  });

  test("a message that cannot be sent does not fail the commit, and the next one is sent", async () => {
    const browser = openBrowser();
    const Channel = browser.tab().BroadcastChannel ?? unreachable();
    let broken = true;
    class Broken extends Channel {
      override postMessage(message: unknown): void {
        if (broken) throw Object.assign(new Error("closed"), { name: "InvalidStateError" });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
        super.postMessage(message);
      }
    }
    const tab = browser.tab({ BroadcastChannel: Broken });
    const store = webStore({ name: "n", storage, platform: tab });
    store.watch?.(() => undefined);
    expect(await store.commit(0, record(1))).toBe(true);
    broken = false;
    expect(await store.commit(1, record(2))).toBe(true);
    expect(browser.said).toEqual([{ sid: "s", rev: 2 }]);
    await store.close?.();
    expect(tab.open()).toBe(0);
  });

  test("a lock that the browser gives after the abort runs no work", async () => {
    const given = deferred();
    const locks = {
      async request<T>(_name: string, _options: object, work: () => Promise<T>): Promise<T> {
        await given.promise;
        return work();
      },
    };
    const store = webStore({ name: "n", storage, platform: openBrowser().tab({ navigator: { locks } }) });
    const controller = new AbortController();
    const options = { ...wait, signal: controller.signal };
    const call = store.withLock("login", options, async () => unreachable());
    controller.abort(new Error("gave up"));
    given.resolve();
    await expect(call).rejects.toThrow("gave up");
  });

  test.each<[string, (work: () => Promise<unknown>) => unknown]>([
    ["calls nothing", () => undefined],
    ["calls at once and returns nothing", (run) => void run().catch(() => undefined)],
    ["calls at once and returns too early", (run) => (run().catch(() => undefined), Promise.resolve())],
    ["calls too late", (run) => void setImmediate(() => expect(run).toThrow("too late"))],
  ])("a stand-in for Web Locks that %s: the work runs once, and is waited for", async (_what, request) => {
    const locks = { request: (_name: string, _options: object, run: () => Promise<unknown>) => request(run) };
    const store = webStore({ name: "odd", platform: { navigator: { locks: locks as never } } });
    let runs = 0;
    const work = async (): Promise<number> => {
      await turn();
      return ++runs;
    };
    expect(await store.withLock("login", wait, work)).toBe(1);
    const broken = store.withLock("login", wait, () => Promise.reject(new Error("work failed")));
    await expect(broken).rejects.toThrow("work failed");
    await turn();
    expect(runs).toBe(1);
  });

  test("a lock that is not given in time is an error of the store", async () => {
    const locks = {
      request: <T>(_name: string, { signal }: { signal: AbortSignal }): Promise<T> =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    };
    const platform = openBrowser().tab({ navigator: { locks } });
    const store = webStore({ name: "n", storage, platform, lockWaitMs: 5 });
    await expect(store.withLock("login", wait, async () => unreachable())).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringContaining("5 ms"),
    });
  });

  const refused = (): never => {
    throw Object.assign(new Error("denied"), { name: "SecurityError" });
  };
  const lacking: Record<string, () => WebPlatform> = {
    "nothing at all": () => ({}),
    "getters that throw": () => ({
      get indexedDB() {
        return refused();
      },
      get localStorage() {
        return refused();
      },
      get navigator() {
        return refused();
      },
      get BroadcastChannel() {
        return refused();
      },
    }),
    "features that throw when used": () =>
      openBrowser().tab({
        indexedDB: Object.assign(Object.create(openBrowser().tab().indexedDB ?? null), { open: refused }),
        localStorage: { getItem: refused, setItem: refused },
        navigator: {
          locks: { request: () => Promise.reject(Object.assign(new Error("denied"), { name: "SecurityError" })) },
        },
        BroadcastChannel: class {
          constructor() {
            refused();
          }
          addEventListener(): void {}
          postMessage(): void {}
          close(): void {}
        },
      }),
    "site data that the user blocks, in Chromium": () =>
      Object.defineProperty(openBrowser().tab({ indexedDB: failing("UnknownError") }), "localStorage", {
        get: refused,
      }),
  };
  test.each(Object.keys(lacking))("a page with %s keeps its session in memory and still logs in once", async (what) => {
    const platform = lacking[what]?.() ?? unreachable();
    const service = rotatingServer({ policy: "stale-only", nameToken: ordered });
    const store = webStore({ name: "n", storage, platform });
    const session = createAuth({ ...service, credentials, store });
    const events: AuthEvent[] = [];
    session.subscribe((event) => events.push(event));
    await Promise.all(Array.from({ length: 5 }, () => session.fetch(`${service.baseUrl}/units`)));
    await session.flush();
    expect(service.logins()).toBe(1);
    expect(store.keptIn()).toBe("memory");
    expect(events.filter(({ type }) => type === "store_error")).toEqual([]);
    await session[Symbol.asyncDispose]();
  });
});

test("a database that cannot be opened, while other storage can be used, is an error that may pass", async () => {
  const store = webStore({ name: "n", platform: openBrowser().tab({ indexedDB: failing("UnknownError") }) });
  await expect(store.read()).rejects.toMatchObject({ name: "UnknownError" });
  expect(store.keptIn()).toBe("indexeddb");
});

describe("web store in indexeddb", () => {
  /** A factory whose databases are changed by `change` before the store gets them. */
  const changed = (factory: IDBFactory, change: (database: IDBDatabase) => void): IDBFactory =>
    Object.assign(Object.create(factory), {
      open(...given: Parameters<IDBFactory["open"]>) {
        const request = factory.open(...given);
        request.addEventListener("success", () => change(request.result));
        return request;
      },
    });
  const open = (browser: Browser, indexedDB = browser.tab().indexedDB ?? unreachable()) =>
    webStore({ name: "n", platform: browser.tab({ indexedDB }) });

  test("a connection that the browser closes is an error that passes, and no reason to move into memory", async () => {
    const browser = openBrowser();
    let closing = true;
    const factory = changed(browser.tab().indexedDB ?? unreachable(), (database) => closing && database.close());
    const store = open(browser, factory);
    await expect(store.read()).rejects.toThrow("IndexedDB closed the connection");
    await expect(store.commit(0, record(1))).rejects.toThrow("IndexedDB closed the connection");
    expect(store.keptIn()).toBe("indexeddb");
    closing = false;
    expect(await store.commit(0, record(1))).toBe(true);
    expect(await open(browser).read()).toEqual(record(1));
  });

  test("a transaction that the browser aborts, as when the user clears the data, rejects with an error", async () => {
    const browser = openBrowser();
    const factory = changed(browser.tab().indexedDB ?? unreachable(), (database) => {
      const { transaction } = database;
      Object.assign(database, {
        transaction(...given: Parameters<IDBDatabase["transaction"]>) {
          const begun = transaction.apply(database, given);
          queueMicrotask(() => begun.abort());
          return begun;
        },
      });
    });
    await expect(open(browser, factory).commit(0, record(1))).rejects.toBeInstanceOf(Error);
    expect(await open(browser).read()).toBeUndefined();
  });

  test("a commit rejects when the disk is full, and the session stays in IndexedDB", async () => {
    const browser = openBrowser();
    let full = true;
    const factory = changed(browser.tab().indexedDB ?? unreachable(), (database) => {
      const { transaction } = database;
      Object.assign(database, {
        transaction(...given: Parameters<IDBDatabase["transaction"]>) {
          const begun = transaction.apply(database, given);
          const records = begun.objectStore("sessions");
          const put = (): never => {
            throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
          };
          if (full) Object.assign(begun, { objectStore: () => Object.assign(records, { put }) });
          return begun;
        },
      });
    });
    const store = open(browser, factory);
    await expect(store.commit(0, record(1))).rejects.toBeInstanceOf(Error);
    expect(store.keptIn()).toBe("indexeddb");
    full = false;
    expect(await store.commit(0, record(1))).toBe(true);
  });

  test.each<[string, unknown, object | true]>([
    ["of a later version", { v: 2, rev: 3 }, { code: "store_newer" }],
    ["that is none", { v: 1, toString: 1 }, true],
    ["with a BigInt", { rev: 1n }, true],
  ])("a record %s that is no string is left alone or replaced", async (_, kept, outcome) => {
    const browser = openBrowser();
    const store = open(browser);
    await store.commit(0, record(1));
    const opening = (browser.tab().indexedDB ?? unreachable()).open("fleet-api-auth", 1);
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const writing = opening.result.transaction("sessions", "readwrite");
    writing.objectStore("sessions").put(kept, "fleet-api-auth:n");
    await new Promise((resolve) => writing.addEventListener("complete", resolve));
    opening.result.close();
    const read = store.read().catch((error: unknown) => error);
    if (outcome === true) expect(await read).toMatchObject({ code: "store_corrupt" });
    else expect(await read).toMatchObject(outcome);
    expect(await store.commit(0, record(1))).toBe(outcome === true);
  });

  test("a database of a later version is an error, not an empty store", async () => {
    const browser = openBrowser();
    const factory = browser.tab().indexedDB ?? unreachable();
    const later = factory.open("fleet-api-auth", 2);
    await new Promise((resolve) => later.addEventListener("success", resolve));
    later.result.close();
    const store = open(browser);
    await expect(store.read()).rejects.toMatchObject({ name: "VersionError" });
    await expect(store.commit(0, record(1))).rejects.toMatchObject({ name: "VersionError" });
    expect(store.keptIn()).toBe("indexeddb");
  });

  test("nothing is left open that would block whoever deletes or upgrades the database", async () => {
    const browser = openBrowser();
    const store = open(browser);
    store.watch?.(() => undefined);
    await store.commit(0, record(1));
    const deleting = (browser.tab().indexedDB ?? unreachable()).deleteDatabase("fleet-api-auth");
    const blocked = vi.fn();
    deleting.addEventListener("blocked", blocked);
    await new Promise((resolve) => deleting.addEventListener("success", resolve));
    expect(blocked).not.toHaveBeenCalled();
    expect(await store.read()).toBeUndefined();
    expect(await store.commit(0, record(1))).toBe(true);
    await store.close?.();
  });

  test("site data that the user deletes: requests that the browser responds to late do not lose the session", async () => {
    const browser = openBrowser();
    const service = rotatingServer({ policy: "stale-only", nameToken: ordered });
    const factory = browser.tab().indexedDB ?? unreachable();
    // Chromium rejects the requests that it receives during the deletion half a minute later.
    let deleting: EventTarget[] | undefined;
    const openLate = (...given: Parameters<IDBFactory["open"]>): EventTarget => {
      if (deleting === undefined) return factory.open(...given);
      const request = Object.assign(new EventTarget(), { error: new DOMException("closed", "AbortError") });
      deleting.push(request);
      return request;
    };
    const time = virtualClock();
    const store = webStore({
      name: "n",
      platform: browser.tab({ indexedDB: Object.assign(Object.create(factory), { open: openLate }) }),
    });
    const session = createAuth({ ...service, credentials, store, timers: time.timers, clock: time.clock });
    await session.fetch(`${service.baseUrl}/units`);
    await session.flush();

    deleting = [];
    await new Promise((resolve) => factory.deleteDatabase("fleet-api-auth").addEventListener("success", resolve));
    service.rotate();
    await session.fetch(`${service.baseUrl}/units`);
    await time.advance(30_000);
    const rejected = deleting;
    deleting = undefined;
    for (const request of rejected) request.dispatchEvent(new Event("error"));
    const other = webStore({ name: "n", platform: browser.tab() });
    const written = new Promise<void>((resolve) => void other.watch?.(resolve));
    await time.advance(600_000);
    await written;
    expect((await other.read())?.token).toBe(service.newest());
    await Promise.all([session[Symbol.asyncDispose](), other.close?.()]);
  });

  test("a database that does not open, because a frozen tab holds it, is an error after 5 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const browser = openBrowser();
      const never = Object.assign(Object.create(browser.tab().indexedDB ?? null), { open: () => new EventTarget() });
      const reading = open(browser, never)
        .read()
        .catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await reading).toMatchObject({ code: "ETIMEDOUT" });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("web store in localStorage", () => {
  test("a commit rejects when the storage is full, and the session is written when there is room", async () => {
    const browser = openBrowser();
    const roomy = browser.tab().localStorage ?? unreachable();
    let full = true;
    const platform = browser.tab({
      localStorage: {
        getItem: (key) => roomy.getItem(key),
        setItem(key, value) {
          if (full) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
          roomy.setItem(key, value);
        },
      },
    });
    const service = rotatingServer({ nameToken: ordered });
    const store = webStore({ name: "n", storage: "local", platform });
    const session = createAuth({ ...service, credentials, store });
    expect((await session.fetch(`${service.baseUrl}/units`)).status).toBe(200);
    await expect(session.flush()).rejects.toMatchObject({ code: "store_unavailable" });
    expect(store.keptIn()).toBe("memory");
    full = false;
    await session.flush();
    expect(store.keptIn()).toBe("local");
    expect([...browser.stored.values()].join()).toContain(service.newest());
    await session[Symbol.asyncDispose]();
  });

  const broken: Record<string, Pick<Storage, "getItem" | "setItem"> | null> = {
    "that throws for each write": {
      getItem: () => null,
      setItem() {
        throw Object.assign(new Error("quota 0"), { name: "QuotaExceededError" });
      },
    },
    "that keeps nothing": { getItem: () => null, setItem: () => undefined },
    "that cannot be used at all": {} as Storage,
    "that is disabled": null,
  };
  test.each(Object.entries(broken))(
    "a localStorage %s: the store says that the session is in memory",
    async (_, given) => {
      const platform = openBrowser().tab({ localStorage: given ?? undefined });
      const service = rotatingServer({ nameToken: ordered });
      const store = webStore({ name: "n", storage: "local", platform });
      const session = createAuth({ ...service, credentials, store });
      expect((await session.fetch(`${service.baseUrl}/units`)).status).toBe(200);
      await session.flush().catch(() => undefined);
      expect(store.keptIn()).toBe("memory");
      expect(service.logins()).toBe(1);
      await session[Symbol.asyncDispose]();
    },
  );

  test("a session is written again when the application clears the storage, and nobody is logged out", async () => {
    const browser = openBrowser();
    const service = rotatingServer({ policy: "stale-only", nameToken: ordered });
    const tab = browser.tab();
    const session = openSession(service, tab, "n", "local");
    await session.fetch(`${service.baseUrl}/units`);
    browser.stored.clear();
    const written = new Promise<void>((resolve) => {
      browser.tab().addEventListener?.("storage", () => resolve());
    });
    tab.fire("storage", { key: null });
    await written;
    expect([...browser.stored.values()].join()).toContain(service.newest());
    expect(session.snapshot().status).toBe("active");
    await session[Symbol.asyncDispose]();
  });

  test("a text that is no record is reported once, and then the store is empty", async () => {
    const browser = openBrowser();
    browser.stored.set("fleet-api-auth:n", "{");
    const store = webStore({ name: "n", storage: "local", platform: browser.tab() });
    await expect(store.read()).rejects.toMatchObject({ code: "store_corrupt" });
    expect(await store.read()).toBeUndefined();
    expect(await store.commit(0, record(1))).toBe(true);
    expect(await store.read()).toEqual(record(1));
  });
});

test("a hint that comes before the write can be seen changes nothing; the next 401 reads again, and needs no login", async () => {
  const browser = openBrowser();
  const service = rotatingServer({ policy: "stale-only", nameToken: ordered });
  const name = randomUUID();
  const { localStorage = unreachable() } = browser.tab();
  // Browsers bring the copy of each process up to date a little later.
  let copy: ReadonlyMap<string, string> | undefined;
  const late = browser.tab({
    localStorage: {
      getItem: (key) => (copy ? (copy.get(key) ?? null) : localStorage.getItem(key)),
      setItem: (key, value) => localStorage.setItem(key, value),
    },
  });
  const [one, two] = [browser.tab(), late].map((tab) => openSession(service, tab, name, "local"));
  if (!one || !two) return unreachable();
  for (const session of [one, two]) await session.fetch(`${service.baseUrl}/units`);
  await Promise.all([one.flush(), two.flush()]);
  const before = await two.getToken();
  const events: AuthEvent[] = [];
  two.subscribe((event) => events.push(event));

  copy = new Map(browser.stored);
  service.expire();
  await one.fetch(`${service.baseUrl}/units`);
  await one.flush();
  const [said, writes] = [browser.said.length, browser.writes()];
  await nextTurn();
  await two.flush();
  expect([await two.getToken(), events]).toEqual([before, []]);
  expect([browser.said.length, browser.writes()]).toEqual([said, writes]);

  copy = undefined;
  expect((await two.fetch(`${service.baseUrl}/units`)).status).toBe(200);
  expect(events.map((event) => event.type === "token" && event.why)).toEqual(["adopted"]);
  expect(await two.getToken()).toBe(await one.getToken());
  expect(service.logins()).toBe(2);
  await Promise.all([one, two].map((session) => session[Symbol.asyncDispose]()));
});

/** Lets messages and reads come to their end. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function unreachable(): never {
  throw new Error("unreachable");
}
