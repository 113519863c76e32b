import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AuthEvent, type AuthOptions, createAuth, type TokenSession } from "../src/index.ts";
import { codeOf, settle } from "./support/deferred.ts";
import { countingStore } from "./support/counting-store.ts";
import { baseUrl, credentials, gates, type Handler, respond, setUp } from "./support/fake-service.ts";

const other = { username: "other.user", password: "another" };
const long = "t".repeat(8_193);
const stream = () => ({ method: "POST", body: new Blob(["x"]).stream(), duplex: "half" }) as RequestInit;

/** A response as a page of another origin sees it, whose `Authorization` header is not exposed. */
const fromAnotherOrigin = (response: Response): Response => Object.defineProperty(response, "type", { value: "cors" });

/** A session with a store that counts its writes, against a service that can make every event happen. */
function world(options: Partial<AuthOptions> = {}) {
  const store = countingStore();
  const state = { serial: 0, isLoginBroken: false, hidesToken: false };
  const service = gates(({ operation }) => {
    switch (operation) {
      case "POST /auth/login":
        return state.isLoginBroken ? respond(503) : respond(200, { token: `L${++state.serial}` });
      case "GET /auth/token": {
        const told = respond(200, { body: { data: { token: `bearer C${++state.serial}` } } });
        return state.hidesToken ? fromAnotherOrigin(told) : told;
      }
      case "GET /rotate":
        return respond(200, { token: `R${++state.serial}` });
      case "GET /superseded":
        return respond(200, { token: "T0" });
      case "GET /long":
        return respond(200, { token: long });
      case "GET /elsewhere":
        return Object.defineProperty(respond(200, { token: "EVIL" }), "url", { value: "https://evil.example/x" });
      case "POST /refused":
        return respond(401);
      default:
        return respond(200);
    }
  });
  const given = setUp(service.handler, { store, ...options });
  const call = (path: string, init?: RequestInit) => given.session.fetch(baseUrl + path, init);
  return { ...given, ...service, store, state, call };
}

type World = ReturnType<typeof world>;

interface Scenario {
  readonly type: AuthEvent["type"];
  readonly name: string;
  readonly options?: Partial<AuthOptions>;
  /** Brings the session to where the event can happen. */
  prepare?(given: World): Promise<unknown>;
  /** Makes it happen. */
  provoke(given: World): Promise<unknown>;
}

const loggedIn = ({ session }: World): Promise<void> => session.login();
const neighbour = ({ fetch, store }: World): TokenSession =>
  createAuth({ baseUrl, fetch, store, credentials: other, random: () => 0.5 });

const scenarios: readonly Scenario[] = [
  { type: "token", name: "a login", provoke: loggedIn },
  { type: "token", name: "a rotation", prepare: loggedIn, provoke: ({ call }) => call("/rotate") },
  { type: "token", name: "an adopted token", provoke: async ({ session }) => session.adopt("A1") },
  {
    type: "token",
    name: "a rotation by another process",
    prepare: loggedIn,
    async provoke({ fetch, store }) {
      const same = createAuth({ baseUrl, fetch, store, credentials });
      await same.fetch(`${baseUrl}/rotate`);
      await same.flush();
      await settle();
    },
  },
  { type: "stale_dropped", name: "a reconcile", prepare: loggedIn, provoke: ({ session }) => session.refresh() },
  {
    type: "stale_dropped",
    name: "a superseded token",
    async prepare({ session, call }) {
      session.adopt("T0");
      await call("/rotate");
    },
    provoke: ({ call }) => call("/superseded"),
  },
  {
    type: "stale_dropped",
    name: "a response to an earlier session",
    prepare: loggedIn,
    async provoke({ session, call, reply }) {
      const late = call("/r/late");
      await settle();
      await session.login(other);
      reply("late", respond(200, { token: "LATE" }));
      await late;
    },
  },
  { type: "logged_out", name: "a logout", prepare: loggedIn, provoke: ({ session }) => session.logout() },
  {
    type: "logged_out",
    name: "a logout by another process",
    prepare: loggedIn,
    provoke: ({ fetch, store }) => createAuth({ baseUrl, fetch, store, credentials }).logout(),
  },
  {
    type: "login_required",
    name: "nothing to log in with",
    options: { credentials: undefined },
    provoke: ({ call }) => call("/units"),
  },
  {
    type: "user_changed",
    name: "another user in the store",
    prepare: loggedIn,
    provoke: (given) => neighbour(given).login(),
  },
  { type: "token_malformed", name: "a long token", prepare: loggedIn, provoke: ({ call }) => call("/long") },
  {
    type: "scope_refused",
    name: "a token from elsewhere",
    prepare: loggedIn,
    provoke: ({ call }) => call("/elsewhere"),
  },
  {
    type: "login_backoff",
    name: "a login that fails",
    async prepare({ state }) {
      state.isLoginBroken = true;
    },
    provoke: ({ call }) => call("/units"),
  },
  {
    type: "replay_skipped",
    name: "a stream that is refused",
    prepare: loggedIn,
    provoke: ({ call }) => call("/refused", stream()),
  },
  {
    type: "store_error",
    name: "a store that fails",
    prepare: loggedIn,
    async provoke({ store, call }) {
      const { commit } = store;
      store.commit = () => {
        store.commit = commit;
        return Promise.reject(new Error("EIO"));
      };
      await call("/rotate");
    },
  },
  {
    type: "token_not_exposed",
    name: "a header that is not exposed",
    prepare: loggedIn,
    provoke({ session, state }) {
      state.hidesToken = true;
      return session.refresh();
    },
  },
  {
    type: "hook_error",
    name: "a compare function that throws",
    options: {
      compare() {
        throw new RangeError("no order");
      },
    },
    prepare: loggedIn,
    provoke: ({ call }) => call("/rotate"),
  },
  {
    type: "hook_error",
    name: "a listener that throws",
    prepare: loggedIn,
    provoke({ session, call }) {
      session.subscribe(() => {
        throw new RangeError("mine");
      });
      return call("/rotate");
    },
  },
];

interface Action {
  readonly name: string;
  act(session: TokenSession): unknown;
  /** What `getToken()` gives in the end: a token, or the code of an error. */
  readonly leads?: RegExp;
}

const actions: readonly Action[] = [
  { name: "logout", act: (session) => session.logout(), leads: /^logged_out$/ },
  { name: "login", act: (session) => session.login(credentials), leads: /^L\d+$/ },
  { name: "adopt", act: (session) => session.adopt("ADOPTED"), leads: /^ADOPTED$/ },
  { name: "dispose", act: (session) => session[Symbol.asyncDispose](), leads: /^disposed$/ },
  { name: "fetch", act: (session) => session.fetch(`${baseUrl}/units`) },
  { name: "refresh", act: (session) => session.refresh() },
  { name: "getToken", act: (session) => session.getToken() },
  { name: "getToken, fresh", act: (session) => session.getToken({ fresh: true }) },
  { name: "ready", act: (session) => session.ready() },
  { name: "flush", act: (session) => session.flush() },
  { name: "acceptUser", act: (session) => session.acceptUser() },
  { name: "subscribe", act: (session) => session.subscribe(() => undefined) },
  {
    name: "logout, then login",
    act: (session) => (void session.logout(), session.login(credentials)),
    leads: /^L\d+$/,
  },
  {
    name: "login, then logout",
    act: (session) => (void codeOf(session.login()), session.logout()),
    leads: /^logged_out$/,
  },
];

/** A token or the code of an error. */
const outcome = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(String, async (error: unknown) => codeOf(Promise.reject(error)));

/** Does something once, the first time that an event of this type comes. */
function once(session: TokenSession, type: AuthEvent["type"], act: () => unknown): Promise<unknown>[] {
  const done: Promise<unknown>[] = [];
  const stop = session.subscribe((event) => {
    if (event.type !== type) return;
    stop();
    done.push(codeOf((async () => act())()));
  });
  return done;
}

/** Whatever happened: the state, the store and the events agree, and nothing goes on. */
async function expectConsistent({ session, store, events }: World): Promise<void> {
  await settle();
  const writes = store.written.length;
  for (let turn = 0; turn < 5; turn++) await settle();
  expect(store.written.length).toBe(writes);
  expect(writes).toBeLessThan(12);
  const { status, fingerprint, inFlight } = session.snapshot();
  expect(inFlight).toBe(0);
  if (status === "active") expect(fingerprint).toBeDefined();
  if (status === "logged_out" || status === "empty") expect(fingerprint).toBeUndefined();
  const [lastChange] = events.filter(({ type }) => type === "token" || type === "logged_out").slice(-1);
  if (status === "logged_out") expect(lastChange?.type).toBe("logged_out");
  if (status === "active") expect(lastChange).toMatchObject({ type: "token", fingerprint });
  // The session of another user, which the store holds by now, is not ended by this one.
  const isShared = events.some(({ type }) => type === "user_changed");
  if (status === "logged_out" && writes > 0 && !isShared) expect(store.written.at(-1)?.token).toBeNull();
}

describe.each(scenarios)("during $type ($name)", ({ type, options, prepare, provoke }) => {
  test.each(actions)("a listener may call $name", async ({ act, leads }) => {
    const given = world(options);
    await prepare?.(given);
    await settle();
    const acted = once(given.session, type, () => {
      given.state.isLoginBroken = false;
      return act(given.session);
    });
    await codeOf(provoke(given));
    await settle();
    expect(acted.length).toBe(1);
    for (const result of await Promise.all(acted)) expect(result).toEqual(expect.any(String));
    await expectConsistent(given);
    if (leads) expect(await outcome(given.session.getToken())).toMatch(leads);
  });

  test("it is told in one style of names, and shows no secret", async () => {
    const given = world(options);
    await prepare?.(given);
    await codeOf(provoke(given));
    await settle();
    const told = given.events.filter((event) => event.type === type);
    expect(told.length).toBeGreaterThan(0);
    for (const event of told) {
      for (const [field, value] of Object.entries(event)) {
        if (["type", "why", "by", "during", "hook"].includes(field)) expect(value).toMatch(/^[a-z]+(_[a-z]+)*$/);
      }
      expect(JSON.stringify(event)).not.toMatch(/"(?:[TRLCA]\d+|EVIL|LATE)"|tttt/);
    }
  });
});

describe("a compare function, which is called in the middle of a change,", () => {
  const inside = actions.filter(({ leads }) => leads);

  const changes: readonly ((given: World) => Promise<unknown>)[] = [
    ({ call }) => call("/rotate"),
    ({ session }) => session.refresh(),
  ];
  const cases = [1, -1, undefined].flatMap((order) => changes.map((change) => ({ order, change })));

  test.each(inside)("may call $name", async ({ act, leads }) => {
    for (const { order, change } of cases) {
      let isDone = false;
      const given = world({
        compare() {
          if (!isDone) {
            isDone = true;
            void codeOf((async () => act(given.session))());
          }
          return order;
        },
      });
      await given.session.login();
      await codeOf(change(given));
      await settle();
      expect(isDone).toBe(true);
      await expectConsistent(given);
      if (leads) expect(await outcome(given.session.getToken())).toMatch(leads);
    }
  });
});

const friendly: Handler = ({ operation }) => respond(200, operation === "POST /auth/login" ? { token: "L1" } : {});

describe("delivery", () => {
  test("after the change is complete and the call that made it has returned, in the same turn", async () => {
    const { session, events } = setUp(friendly);
    session.adopt("T0");
    expect(events).toEqual([]);
    expect(session.snapshot().status).toBe("active");
    for (let tick = 0; tick < 5; tick++) await undefined;
    expect(events.map(({ type }) => type)).toEqual(["token"]);
  });

  test("whatever is done in which order: a listener finds the state that the event tells of", async () => {
    const step = fc.constantFrom("adopt", "/rotate", "/units", "refresh", "login", "logout");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const given = world();
        const { session, call } = given;
        let serial = 0;
        session.subscribe((event) => {
          const { status, fingerprint } = session.snapshot();
          if (event.type === "token")
            expect({ status, fingerprint }).toEqual({ status: "active", fingerprint: event.fingerprint });
          if (event.type === "logged_out") expect({ status, fingerprint }).toEqual({ status: "logged_out" });
          if (event.type === "stale_dropped") expect(fingerprint).not.toBe(event.fingerprint);
        });
        for (const kind of steps) {
          if (kind === "adopt") session.adopt(`A${++serial}`);
          else if (kind === "refresh") await codeOf(session.refresh());
          else if (kind === "login") await session.login();
          else if (kind === "logout") await session.logout();
          else await codeOf(call(kind));
          await settle();
        }
        expect(given.events.filter(({ type }) => type === "hook_error")).toEqual([]);
        await expectConsistent(given);
      }),
      { numRuns: 100 },
    );
  });

  test("every listener gets the events in the order of the changes, also when one causes the next", async () => {
    const { session } = setUp(friendly);
    const seen: string[][] = [[], []];
    session.subscribe((event) => {
      seen[0]?.push(event.type);
      if (event.type === "token") void session.logout();
    });
    session.subscribe((event) => void seen[1]?.push(event.type));
    session.adopt("T0");
    await settle();
    expect(seen).toEqual([
      ["token", "logged_out"],
      ["token", "logged_out"],
    ]);
  });

  test("a listener that is added during a delivery gets the next event, not this one", async () => {
    const { session } = setUp(friendly);
    const late: string[] = [];
    let added = 0;
    const add = (): void => {
      if (added++ > 20) return;
      session.subscribe((event) => {
        late.push(event.type);
        add();
      });
    };
    session.subscribe(add);
    session.adopt("T0");
    await settle();
    expect({ added, late }).toEqual({ added: 1, late: [] });
    await session.logout();
    await settle();
    expect(late).toEqual(["logged_out"]);
  });

  test("a listener that was taken away gets nothing more, neither of this event nor of one that waits", async () => {
    const { session } = setUp(friendly);
    const got: string[] = [];
    const stops: (() => void)[] = [];
    session.subscribe(() => stops.forEach((stop) => stop()));
    stops.push(session.subscribe((event) => void got.push(event.type)));
    session.adopt("T0");
    await settle();
    const stopAtOnce = session.subscribe((event) => void got.push(event.type));
    session.adopt("T1");
    stopAtOnce();
    stopAtOnce();
    await settle();
    expect(got).toEqual([]);
  });

  test("a listener that is added after the change does not get it, though it has not been delivered yet", async () => {
    const { session } = setUp(friendly);
    session.adopt("T0");
    const got: string[] = [];
    session.subscribe((event) => void got.push(event.type));
    await settle();
    expect(got).toEqual([]);
  });
});

describe("listeners that go wrong", () => {
  const throwing: [string, () => unknown][] = [
    ["throws", () => thrown(new SyntaxError("CANARY"))],
    ["throws what is no error", () => thrown("CANARY")],
    ["is asynchronous and rejects", async () => thrown(new SyntaxError("CANARY"))],
    ["is asynchronous and rejects late", () => settle().then(() => thrown(new SyntaxError("CANARY")))],
    ["rejects with what is no error", () => Promise.reject("CANARY")],
    ["rejects with nothing", () => Promise.reject()],
  ];

  test.each(throwing)("one that %s: reported once, to the others; all others get every event", async (_, listener) => {
    const { session, events } = setUp(friendly);
    const order: string[] = [];
    session.subscribe(() => listener() as void);
    session.subscribe((event) => void order.push(event.type));
    for (const token of ["T0", "T1", "T2"]) {
      session.adopt(token);
      await settle();
      await settle();
    }
    const reported = events.filter(({ type }) => type === "hook_error");
    expect(reported).toEqual([{ type: "hook_error", hook: "listener", name: expect.any(String) }]);
    expect(JSON.stringify(reported)).not.toContain("CANARY");
    expect(order.filter((type) => type === "token").length).toBe(3);
  });

  test("two that reject are reported once each", async () => {
    const { session, events } = setUp(friendly);
    for (let index = 0; index < 2; index++) session.subscribe(() => Promise.reject(new RangeError("mine")));
    session.adopt("T0");
    await settle();
    session.adopt("T1");
    await settle();
    expect(events.filter(({ type }) => type === "hook_error").length).toBe(2);
  });

  test("one that never ends holds up nobody", async () => {
    const { session, events } = setUp(friendly);
    session.subscribe(() => new Promise<void>(() => undefined));
    session.adopt("T0");
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(await session.logout()).toEqual({ remote: true });
    await session[Symbol.asyncDispose]();
    expect(events.map(({ type }) => type)).toEqual(["token", "logged_out"]);
  });

  test("one that awaits what the session does, does not hang", async () => {
    const { session } = setUp(friendly);
    const done: unknown[] = [];
    session.subscribe(async (event) => {
      if (event.type !== "token") return;
      done.push((await session.fetch(`${baseUrl}/units`)).status);
      done.push(await session.logout());
    });
    await codeOf(session.login());
    await settle();
    expect(done).toEqual([200, { remote: true }]);
    expect(session.snapshot().status).toBe("logged_out");
  });
});

function thrown(value: unknown): never {
  throw value;
}
