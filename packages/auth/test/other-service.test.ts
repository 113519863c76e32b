import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AuthEvent,
  type AuthOptions,
  createAuth,
  memoryStore,
  type SessionRecord,
  type TokenStore,
} from "../src/index.ts";
import { cookieStore } from "../src/stores/cookie/cookie-store.ts";
import { encrypted } from "../src/stores/encrypted/encrypted.ts";
import { fileStore } from "../src/stores/file/file-store.ts";
import { settle } from "./support/deferred.ts";
import { credentials, respond } from "./support/fake-service.ts";
import { folder } from "./stores/support/folder.ts";
import { virtualClock } from "./support/virtual-clock.ts";

const production = "https://fleet.example.com/api/v1";
const staging = "https://staging.example.net/api/v1";

/** A session with a service that gives out tokens of its own name, and what was sent to it. */
function open(baseUrl: string, name: string, store: TokenStore, options: Partial<AuthOptions> = {}) {
  const sent: string[] = [];
  const events: AuthEvent[] = [];
  let logins = 0;
  const time = virtualClock();
  const session = createAuth({
    baseUrl,
    credentials,
    store,
    clock: time.clock,
    timers: time.timers,
    async fetch(input, init) {
      const request = new Request(input, init);
      sent.push(`${request.method} ${new URL(request.url).pathname} ${request.headers.get("authorization") ?? "-"}`);
      const isLogin = request.url.endsWith("/auth/login");
      return respond(200, isLogin ? { token: `${name}${++logins}` } : {});
    },
    ...options,
  });
  session.subscribe((event) => void events.push(event));
  const ignored = () => events.filter(({ type }) => type === "store_ignored");
  return { session, sent, events, ignored, time, call: () => session.fetch(`${baseUrl}/units`) };
}

interface Place {
  open(): TokenStore;
  remove(): Promise<void>;
}

const none = async (): Promise<void> => undefined;

/** The stores that two programs can open on one place. */
const places: Record<string, () => Place> = {
  memory() {
    const store = memoryStore();
    return { open: () => ({ ...store }), remove: none };
  },
  file() {
    const place = folder();
    return { open: () => fileStore(place.at("session.json")), remove: () => place[Symbol.asyncDispose]() };
  },
  "encrypted file"() {
    const place = folder();
    const key = new Uint8Array(32).fill(3);
    return {
      open: () => encrypted(fileStore(place.at("session.json")), key),
      remove: () => place[Symbol.asyncDispose](),
    };
  },
  cookie() {
    let cookie: string | undefined;
    return { open: () => cookieStore({ get: () => cookie, set: (value) => void (cookie = value) }), remove: none };
  },
};

describe.each(Object.entries(places))("%s store: the session of another service", (_name, create) => {
  test("is neither sent, nor adopted, nor overwritten, nor ended by a call, a login and a logout", async () => {
    const place = create();
    const one = open(production, "PROD", place.open());
    await one.session.login();
    await one.session[Symbol.asyncDispose]();
    const before = await place.open().read();
    expect(before?.token).toBe("PROD1");

    const other = open(staging, "STAGE", place.open());
    expect(await other.session.ready()).toBe(false);
    expect((await other.call()).status).toBe(200);
    await other.session.login();
    await other.session.flush();
    expect(await place.open().read()).toEqual(before);
    expect(await other.session.logout()).toEqual({ remote: true });
    expect(await other.session.logout()).toEqual({ remote: true });
    await other.session[Symbol.asyncDispose]();
    expect(other.sent.filter((line) => line.includes("PROD"))).toEqual([]);
    expect(other.sent.filter((line) => line.includes("logout"))).toEqual(["POST /api/v1/auth/logout bearer STAGE2"]);
    expect(other.ignored()).toEqual([{ type: "store_ignored", why: "other_service" }]);
    expect(other.events.filter(({ type }) => type === "store_error")).toEqual([]);
    expect(await place.open().read()).toEqual(before);

    const again = open(production, "PROD", place.open());
    expect(await again.session.getToken()).toBe("PROD1");
    expect(again.ignored()).toEqual([]);
    // A session that is open writes its record again where somebody removes it.
    await again.session[Symbol.asyncDispose]();
    await place.remove();
  });

  test("is not ended by a logout of a session that knows none", async () => {
    const place = create();
    const one = open(production, "PROD", place.open());
    await one.session.login();
    await one.session[Symbol.asyncDispose]();
    const before = await place.open().read();
    const other = open(staging, "STAGE", place.open());
    await other.session.logout();
    await other.session[Symbol.asyncDispose]();
    expect(other.sent).toEqual([]);
    expect(await place.open().read()).toEqual(before);
    await place.remove();
  });
});

test("two sessions of two services on one store: each goes on with its own token, whichever came first", async () => {
  const store = memoryStore();
  const [one, two] = [open(production, "PROD", store), open(staging, "STAGE", store)];
  for (let round = 0; round < 3; round++) {
    await Promise.all([one.call(), two.call()]);
    await Promise.all([one.session.flush(), two.session.flush()]);
    await settle();
  }
  expect([one, two].map(({ sent }) => sent.filter((line) => line.includes("login")).length)).toEqual([1, 1]);
  expect(one.sent.join()).not.toContain("STAGE");
  expect(two.sent.join()).not.toContain("PROD");
  expect(one.ignored().length + two.ignored().length).toBe(1);
});

test("another service took the place while nobody looked, at the very revision that this session knows", async () => {
  const place = { store: memoryStore() };
  const store: TokenStore = {
    read: () => place.store.read(),
    commit: (rev, next) => place.store.commit(rev, next),
    withLock: (name, options, work) => place.store.withLock(name, options, work),
  };
  const one = open(production, "PROD", store);
  await one.session.login();
  place.store = memoryStore();
  const other = open(staging, "STAGE", store);
  await other.session.login();
  const before = await store.read();
  expect(before?.rev).toBe(1);
  one.session.adopt("NEXT");
  await one.session.flush();
  expect(await store.read()).toEqual(before);
  expect(await one.session.getToken()).toBe("NEXT");
  expect(one.ignored()).toHaveLength(1);
});

test("when the foreign record is removed, the session is stored again; when it comes back, it is left alone again", async () => {
  const place = { store: memoryStore() };
  const store: TokenStore = {
    read: () => place.store.read(),
    commit: (rev, next) => place.store.commit(rev, next),
    withLock: (name, options, work) => place.store.withLock(name, options, work),
  };
  const foreign = async (): Promise<void> => {
    place.store = memoryStore();
    await open(staging, "STAGE", store).session.login();
  };
  await foreign();
  const one = open(production, "PROD", store);
  await one.call();
  place.store = memoryStore();
  expect(await one.session.ready()).toBe(true);
  await one.session.flush();
  expect((await store.read())?.token).toBe("PROD1");
  await foreign();
  expect(await one.session.ready()).toBe(true);
  await one.session.flush();
  expect((await store.read())?.token).toBe("STAGE1");
  expect(await one.session.getToken()).toBe("PROD1");
  place.store = memoryStore();
  one.session.adopt("NEXT");
  await one.session.flush();
  expect((await store.read())?.token).toBe("NEXT");
  expect(one.ignored()).toHaveLength(1);
});

test("the logout of another service is not taken for ours, and stays", async () => {
  const store = memoryStore();
  const other = open(staging, "STAGE", store);
  await other.session.login();
  await other.session.logout();
  const before = await store.read();
  const one = open(production, "PROD", store);
  await one.call();
  await one.session.flush();
  expect(one.session.snapshot().status).toBe("active");
  expect(await store.read()).toEqual(before);
});

test("the failed logins of another service are not ours", async () => {
  const store = memoryStore();
  const other = open(staging, "STAGE", store, { fetch: async () => respond(503) });
  await other.session.login().catch(() => undefined);
  expect((await store.read())?.backoff?.failures).toBe(1);
  const one = open(production, "PROD", store);
  expect((await one.call()).status).toBe(200);
});

test("failed logins while the store has a foreign record: every call ends, and nothing is written without end", async () => {
  const store = memoryStore();
  await open(staging, "STAGE", store).session.login();
  let commits = 0;
  const counted: TokenStore = { ...store, commit: (rev, next) => (commits++, store.commit(rev, next)) };
  const one = open(production, "PROD", counted, { fetch: async () => respond(503) });
  await expect(one.call()).rejects.toMatchObject({ code: "login_backoff" });
  await one.session.flush();
  await one.session[Symbol.asyncDispose]();
  expect(commits).toBe(0);
});

test("keep-alive reconciles its own token while the store has a foreign record", async () => {
  const store = memoryStore();
  await open(staging, "STAGE", store).session.login();
  const before = await store.read();
  const one = open(production, "PROD", store, { keepAlive: { jitter: 0, everyMs: 3_600_000, wakes: {} } });
  await one.call();
  await one.time.advance(3_700_000);
  expect(one.sent).toContain("GET /api/v1/auth/token bearer PROD1");
  expect(one.sent.join()).not.toContain("STAGE");
  expect(await store.read()).toEqual(before);
});

test("a record without a service, and one that no header can carry, of another service, are not ours", async () => {
  for (const changes of [{}, { serviceId: 7 }, { serviceId: "" }, { serviceId: staging, token: "no\ntoken" }]) {
    const store = memoryStore();
    const record = { v: 1, sid: "s", rev: 1, token: "SOMEBODYS", user: "", since: 0, ...changes };
    await store.commit(0, record as never);
    const one = open(production, "PROD", store);
    await one.call();
    await one.session.logout();
    await one.session[Symbol.asyncDispose]();
    expect(one.sent.join()).not.toContain("SOMEBODYS");
    expect(await store.read()).toEqual(record);
    expect(one.ignored()).toHaveLength(1);
  }
});

test("whatever two services do with one store, no token reaches the other one, and no record is changed by the other one", async () => {
  const act = fc.record({
    who: fc.constantFrom(0, 1, 2),
    what: fc.constantFrom("call", "call", "login", "logout", "adopt", "ready", "flush", "restart", "remove"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 25 }), async (acts) => {
      let inner = memoryStore();
      const watchers = new Set<() => void>();
      const shared: TokenStore = {
        read: () => inner.read(),
        async commit(rev, next) {
          const before = await inner.read();
          const done = await inner.commit(rev, next);
          if (done && before) expect(next.serviceId).toBe(before.serviceId);
          if (done) for (const changed of watchers) changed();
          return done;
        },
        withLock: (name, options, work) => inner.withLock(name, options, work),
        watch(changed) {
          watchers.add(changed);
          return () => void watchers.delete(changed);
        },
      };
      // Two processes of one service, and one of another.
      const start = (who: number) => (who < 2 ? open(production, "PROD", shared) : open(staging, "STAGE", shared));
      const all = [0, 1, 2].map((who) => ({ who, ...start(who) }));
      const current = [...all];
      for (const { who, what } of acts) {
        const { session, call } = current[who] ?? expect.unreachable();
        if (what === "call") void call().catch(() => undefined);
        if (what === "login") void session.login().catch(() => undefined);
        if (what === "logout") void session.logout().catch(() => undefined);
        if (what === "adopt") session.adopt(who < 2 ? "PROD-adopted" : "STAGE-adopted");
        if (what === "ready") void session.ready().catch(() => undefined);
        if (what === "flush") void session.flush().catch(() => undefined);
        if (what === "remove") inner = memoryStore();
        if (what === "restart") {
          void session[Symbol.asyncDispose]();
          current[who] = { who, ...start(who) };
          all.push(current[who]);
        }
        await settle();
      }
      for (const { who, sent, ignored } of all) {
        expect(sent.join()).not.toContain(who < 2 ? "STAGE" : "PROD");
        expect(ignored().length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 300, seed: 1 },
  );
});

describe("which addresses are one service", () => {
  const share = async (first: Partial<AuthOptions>, second: Partial<AuthOptions>): Promise<boolean> => {
    const store = memoryStore();
    await open(production, "PROD", store, first).session.login();
    return open(production, "PROD", store, second).session.ready();
  };

  test.each([
    ["the case of the host", "https://FLEET.example.com/api/v1"],
    ["the default port", "https://fleet.example.com:443/api/v1"],
    ["a slash at the end", "https://fleet.example.com/api/v1/"],
    ["an unreserved character, percent-encoded", "https://fleet.example.com/%61pi/v1"],
    ["dot segments", "https://fleet.example.com/x/../api/./v1"],
  ])("the same: %s", async (_what, baseUrl) => {
    expect(await share({}, { baseUrl })).toBe(true);
    expect(await share({ baseUrl }, {})).toBe(true);
  });

  test.each([
    ["path", "https://fleet.example.com/api/v2"],
    ["letter case of the path", "https://fleet.example.com/API/v1"],
    ["port", "https://fleet.example.com:8443/api/v1"],
    ["host", "https://fleet.example.org/api/v1"],
    ["reserved character, percent-encoded", "https://fleet.example.com/api%2Fv1"],
  ])("another one: another %s", async (_what, baseUrl) => {
    expect(await share({}, { baseUrl })).toBe(false);
  });

  test("another one: the scheme", async () => {
    expect(await share({}, { baseUrl: "http://fleet.example.com/api/v1", allowInsecure: true })).toBe(false);
  });

  test("the option serviceId says that two addresses are one service, or that one address is two", async () => {
    const internal = "https://fleet.internal/api/v1";
    expect(await share({ serviceId: "fleet" }, { serviceId: "fleet", baseUrl: internal })).toBe(true);
    expect(await share({}, { serviceId: production, baseUrl: internal })).toBe(true);
    expect(await share({ serviceId: "blue" }, { serviceId: "green" })).toBe(false);
    expect(await share({}, { serviceId: "green" })).toBe(false);
  });

  test("the hexadecimal digits of a percent-encoding may have either case, and every spelling leads to one session", async () => {
    const spell = (text: string): fc.Arbitrary<string> =>
      fc
        .tuple(...[...text].map((character) => fc.tuple(fc.boolean(), fc.boolean(), fc.constant(character))))
        .map((characters) =>
          characters
            .map(([isEncoded, isUpper, character]) => {
              if (!isEncoded || character === ".") return character;
              const hex = character.charCodeAt(0).toString(16);
              return `%${isUpper ? hex.toUpperCase() : hex}`;
            })
            .join(""),
        );
    const base = "https://fleet.example.com/~tenant_1-a/v1";
    await fc.assert(
      fc.asyncProperty(spell("~tenant_1-a"), spell("v1"), async (one, two) => {
        expect(await share({ baseUrl: base }, { baseUrl: `https://fleet.example.com/${one}/${two}` })).toBe(true);
      }),
      { numRuns: 50 },
    );
    expect(await share({ baseUrl: `${base}/%c3%a4` }, { baseUrl: `${base}/%C3%A4` })).toBe(true);
  });
});

describe("encrypted with another key, a record of another service", () => {
  const key = (fill: number) => new Uint8Array(32).fill(fill);

  test("is recognised without its key: the session runs from memory, and one event says so", async () => {
    const inner = memoryStore();
    await open(staging, "STAGE", encrypted(inner, key(1))).session.login();
    const before = await inner.read();
    const one = open(production, "PROD", encrypted({ ...inner, close: none }, key(2)));
    expect(await one.session.ready()).toBe(false);
    expect((await one.call()).status).toBe(200);
    await one.session.flush();
    await one.session.logout();
    await one.session[Symbol.asyncDispose]();
    expect(one.events.filter(({ type }) => type.startsWith("store_"))).toEqual([
      { type: "store_ignored", why: "other_service" },
    ]);
    expect(one.sent.join()).not.toContain("enc1");
    expect(await inner.read()).toEqual(before);
  });

  test("is store_key if it is of this service", async () => {
    const inner = memoryStore();
    await open(production, "PROD", encrypted(inner, key(1))).session.login();
    const store = encrypted(inner, key(2));
    const error = { code: "store_key" };
    await expect(store.read({ serviceId: production })).rejects.toMatchObject(error);
    await expect(store.read()).rejects.toMatchObject(error);
  });
});

describe("a store of the application that returns what is no record", () => {
  const record = { v: 1, serviceId: production, sid: "s", rev: 1, token: "STOLEN", user: "", since: 0 };

  test.each<[string, unknown]>([
    ["no sid", { ...record, sid: undefined, user: "somebody" }],
    ["a token that is an object", { ...record, token: {} }],
    ["no token", { ...record, token: undefined }],
    ["a revision that is a string", { ...record, rev: "1" }],
    ["no user", { ...record, user: null }],
    ["a version that is a string", { ...record, v: "1" }],
    ["a string", "STOLEN"],
    ["a number", 5],
    ["an array", [record]],
    ["false", false],
  ])("%s: it is a store error, and nothing of it is sent or replaced", async (_, value) => {
    let commits = 0;
    const read = async () => value as SessionRecord;
    const store: TokenStore = { ...memoryStore(), read, commit: async () => (commits++, false) };
    const one = open(production, "PROD", store);
    await expect(one.session.ready()).rejects.toMatchObject({ code: "store_unavailable" });
    expect((await one.call()).status).toBe(200);
    await expect(one.session.flush()).rejects.toMatchObject({ code: "store_unavailable" });
    expect(one.sent.join()).not.toContain("STOLEN");
    expect(one.sent.at(-1)).toBe("GET /api/v1/units bearer PROD1");
    const errors = one.events.filter((event) => event.type === "store_error");
    expect(errors[0]?.error.message).toBe(
      "token store: read failed (store_corrupt: the store returned what is not a session record)",
    );
    expect(commits).toBeLessThanOrEqual(4);
    await one.session[Symbol.asyncDispose]();
  });

  test("null is an empty store, as JSON.parse of an absent item gives it", async () => {
    const inner = memoryStore();
    const read = async () => (await inner.read()) ?? (null as unknown as undefined);
    const one = open(production, "PROD", { ...inner, read });
    await one.call();
    await one.session.flush();
    expect((await inner.read())?.token).toBe("PROD1");
    expect(one.events.filter(({ type }) => type.startsWith("store_"))).toEqual([]);
  });
});

test("serviceId must be a string that is not empty", () => {
  for (const serviceId of ["", 7, null, {}]) {
    const given = { baseUrl: production, serviceId } as unknown as AuthOptions;
    expect(() => createAuth(given)).toThrow(expect.objectContaining({ code: "invalid_option" }));
  }
});
