import { describe, expect, test } from "vitest";
import { memoryStore, type SessionRecord, type TokenStore } from "../src/index.ts";
import { faultyStore, type PlannedFault } from "../src/testing/index.ts";
import { countingStore } from "./support/counting-store.ts";
import { codeOf, deferred, settle } from "./support/deferred.ts";
import { baseUrl, credentials, gates, type Handler, respond, setUp, ways } from "./support/fake-service.ts";
import { virtualClock } from "./support/virtual-clock.ts";

const login = "POST /auth/login";
const reconcile = "GET /auth/token";
const service: Handler = ({ operation }) => respond(200, operation === login ? { token: "L1" } : {});

async function storeWith(token: string | null): Promise<TokenStore> {
  const store = memoryStore();
  const record: SessionRecord = { v: 1, serviceId: baseUrl, sid: "theirs", rev: 1, token, user: "", since: 0 };
  await store.commit(0, record);
  return store;
}

describe("ready()", () => {
  test("without a store: whether a token is held; nothing is sent", async () => {
    const { session, seen, events } = setUp(service);
    expect(await session.ready()).toBe(false);
    session.adopt("T0");
    expect(await session.ready()).toBe(true);
    await session.logout();
    expect(await session.ready()).toBe(false);
    await session.login();
    expect(await session.ready()).toBe(true);
    expect(seen.map(({ operation }) => operation)).toEqual(["POST /auth/logout", login]);
    expect(events.map(({ type }) => type)).not.toContain("login_required");
  });

  test.each([
    ["no session", undefined, false],
    ["a session", "STORED", true],
    ["a session that was logged out", null, false],
    ["a token that no header can carry", "a\nb", false],
  ])("with a store that holds %s: nothing is sent, nobody is asked, nothing is written", async (_, token, expected) => {
    const store = countingStore(token === undefined ? memoryStore() : await storeWith(token));
    let asked = 0;
    const given = setUp(service, { store, credentials: () => (asked++, credentials) });
    expect(await given.session.ready()).toBe(expected);
    expect(await given.session.ready()).toBe(expected);
    await settle();
    expect([given.seen.length, asked, store.written.length]).toEqual([0, 0, 0]);
    expect(given.session.snapshot().status).toBe(expected ? "active" : "empty");
    await given.session.fetch(`${baseUrl}/units`);
    expect(given.seen.at(-1)?.token).toBe(expected ? "STORED" : "L1");
  });

  test("many at once, with calls beside them", async () => {
    const { session, count } = setUp(service, { store: await storeWith("STORED") });
    const results = await Promise.all([
      ...Array.from({ length: 20 }, () => session.ready()),
      session.fetch(`${baseUrl}/units`).then(({ ok }) => ok),
    ]);
    expect(new Set(results)).toEqual(new Set([true]));
    expect(count(login)).toBe(0);
  });

  test("while a login runs it says how things are now, and does not wait", async () => {
    const gate = deferred<Response>();
    const { session } = setUp(({ operation }) => (operation === login ? gate.promise : respond(200)));
    const call = session.fetch(`${baseUrl}/units`);
    await settle();
    expect(await session.ready()).toBe(false);
    gate.resolve(respond(200, { token: "L1" }));
    await call;
    expect(await session.ready()).toBe(true);
  });

  test("the store cannot be read: store_unavailable, not a claim that there is no session", async () => {
    const plan: PlannedFault[] = [{ on: "read", fault: { kind: "fail" } }];
    const { session } = setUp(service, { store: faultyStore(await storeWith("STORED"), plan) });
    expect(await codeOf(session.ready())).toBe("store_unavailable");
    plan.length = 0;
    expect(await session.ready()).toBe(true);
  });

  test("the store hangs: store_unavailable after timeoutMs", async () => {
    const time = virtualClock();
    const store = faultyStore(await storeWith("STORED"), [{ on: "read", fault: { kind: "hang" } }]);
    const { session } = setUp(service, { store, time, timeoutMs: 1_000 });
    const ready = codeOf(session.ready());
    await time.advance(1_000);
    expect(await ready).toBe("store_unavailable");
    await session[Symbol.asyncDispose]();
    await time.advance(1_000);
    expect(time.pending()).toBe(0);
  });

  test("another process logs in, or out, in a store that tells of changes", async () => {
    const store = memoryStore();
    const [one, two] = [setUp(service, { store }), setUp(service, { store })];
    expect(await one.session.ready()).toBe(false);
    await two.session.login();
    await settle();
    expect(await one.session.ready()).toBe(true);
    await two.session.logout();
    await settle();
    expect(await one.session.ready()).toBe(false);
  });

  test("a session that was disposed", async () => {
    const { session } = setUp(service);
    await session[Symbol.asyncDispose]();
    expect(await codeOf(session.ready())).toBe("disposed");
  });
});

describe("getToken({ fresh: true })", () => {
  test.each<[string, Handler]>([
    ["no connection", () => Promise.reject(new TypeError("fetch failed"))],
    ["500", () => respond(500)],
    ["503", () => respond(503, { headers: { "retry-after": "5" } })],
    ["404", () => respond(404)],
    ["403", () => respond(403)],
    ["a body that is no JSON", () => new Response("<html>")],
    ["a response without a token", () => respond(200)],
  ])("%s: token_unconfirmed, and the held token stays", async (_, told) => {
    const { session, count } = setUp((seen) => (seen.operation === reconcile ? told(seen) : service(seen)));
    session.adopt("T0");
    expect(await codeOf(session.getToken({ fresh: true }))).toBe("token_unconfirmed");
    expect(await session.getToken()).toBe("T0");
    expect([count(reconcile), count(login)]).toEqual([1, 0]);
    expect(session.snapshot().status).toBe("active");
  });

  test("no response in time: token_unconfirmed after timeoutMs", async () => {
    const time = virtualClock();
    const options = { time, timeoutMs: 1_000 };
    const { session } = setUp(() => new Promise<Response>(() => undefined), options);
    session.adopt("T0");
    const fresh = codeOf(session.getToken({ fresh: true }));
    await time.advance(1_000);
    expect(await fresh).toBe("token_unconfirmed");
  });

  test("confirmed: the token of the response, newer or the same", async () => {
    const { session } = setUp(() => respond(200, { body: { data: { token: "bearer T1" } } }));
    session.adopt("T0");
    expect(await session.getToken({ fresh: true })).toBe("T1");
    expect(await session.getToken({ fresh: true })).toBe("T1");
  });

  test("refused: a login, and its token; without credentials login_required", async () => {
    const refusing: Handler = (seen) => (seen.operation === reconcile ? respond(401) : service(seen));
    const { session } = setUp(refusing);
    session.adopt("T0");
    expect(await session.getToken({ fresh: true })).toBe("L1");
    const poor = setUp(refusing, { credentials: undefined });
    poor.session.adopt("T0");
    expect(await codeOf(poor.session.getToken({ fresh: true }))).toBe("login_required");
  });

  test("refresh() tells the same by its result", async () => {
    let status = 503;
    const { session } = setUp(() => respond(status, { body: { data: { token: "T1" } } }));
    session.adopt("T0");
    expect(await session.refresh()).toBe(false);
    status = 200;
    expect(await session.refresh()).toBe(true);
  });
});

/** Holds T0, and has a call under way that the test responds to. */
async function underWay(way: (typeof ways)[number]) {
  const store = countingStore();
  const gated = gates(({ operation, token }) => {
    if (operation === login) return respond(200, { token: "L1" });
    if (operation === "GET /auth/token") return respond(200, { body: { data: { token } } });
    return respond(200);
  });
  const given = setUp(gated.handler, { store });
  given.session.adopt("T0");
  await given.session.flush();
  const call = way.open(given.session, given.fetch);
  const pending = call("/r/slow");
  await settle();
  return { ...given, ...gated, store, call, pending };
}

describe.each(ways)("adopt() of the token that is held already, $name", (way) => {
  test.each(["T0", "bearer T0", "  Bearer  T0 "])("%j: a rotation under way still counts", async (text) => {
    const { session, pending, reply, events, store } = await underWay(way);
    await settle();
    const [before, writes, told] = [session.snapshot(), store.written.length, events.length];
    session.adopt(text);
    expect(session.snapshot().epoch).toBe(before.epoch);
    reply("slow", respond(200, { token: "T1" }));
    await pending;
    await session.flush();
    expect(await session.getToken()).toBe("T1");
    expect(events.slice(told).map((event) => [event.type, "why" in event && event.why])).toEqual([
      ["token", "rotated"],
    ]);
    expect(store.written.length).toBe(writes + 1);
  });

  test("a 401 under way is replayed: it is the same user's session", async () => {
    const { session, pending, reply, count } = await underWay(way);
    session.adopt("T0");
    reply("slow", respond(401));
    await settle();
    reply("slow", respond(200));
    expect((await pending).status).toBe(200);
    expect(count(login)).toBe(1);
  });

  test("nothing is told and nothing is written", async () => {
    const { session, pending, reply, events, store } = await underWay(way);
    await settle();
    const [writes, told] = [store.written.length, events.length];
    for (let round = 0; round < 3; round++) session.adopt("T0");
    await session.flush();
    await settle();
    expect([store.written.length, events.length]).toEqual([writes, told]);
    reply("slow", respond(200));
    await pending;
  });
});

describe("adopt() of another token", () => {
  test.each(ways)("begins another session: a rotation under way does not count, $name", async (way) => {
    const { session, pending, reply } = await underWay(way);
    session.adopt("OTHER");
    reply("slow", respond(200, { token: "T1" }));
    await pending;
    await session.flush();
    expect(await session.getToken()).toBe("OTHER");
  });

  test("also of one that was held before", async () => {
    const { session } = setUp(({ operation }) => respond(200, operation === "GET /rotate" ? { token: "T1" } : {}));
    session.adopt("T0");
    const { epoch } = session.snapshot();
    await session.fetch(`${baseUrl}/rotate`);
    session.adopt("T0");
    expect(session.snapshot().epoch).toBeGreaterThan(epoch);
    expect(await session.getToken()).toBe("T0");
  });
});

test("adopt() after a logout begins a session, whichever token was held", async () => {
  const { session, seen } = setUp(() => respond(200), { credentials });
  session.adopt("T0");
  await session.logout();
  expect(await codeOf(session.getToken())).toBe("logged_out");
  session.adopt("T0");
  expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
  expect(seen.at(-1)?.token).toBe("T0");
  expect(session.snapshot().status).toBe("active");
});
