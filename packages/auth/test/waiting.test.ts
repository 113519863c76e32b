import { describe, expect, test } from "vitest";
import { type AuthOptions, type Credentials, memoryStore, type TokenSession, type TokenStore } from "../src/index.ts";
import { faultyStore, type PlannedFault } from "../src/testing/index.ts";
import { codeOf, deferred, settle } from "./support/deferred.ts";
import { baseUrl, credentials, type Handler, respond, setUp, ways } from "./support/fake-service.ts";

const login = "POST /auth/login";
const units = `${baseUrl}/units`;
const friendly: Handler = ({ operation }) => (operation === login ? respond(200, { token: "L1" }) : respond(200));

describe("many waiters", () => {
  test("ten thousand calls that wait for one login go on in the order in which they came", async () => {
    const gate = deferred<Response>();
    const { session, seen, count } = setUp(({ operation }) => (operation === login ? gate.promise : respond(200)));
    const calls = Array.from({ length: 10_000 }, (_, index) => session.fetch(`${units}/${index}`));
    await settle();
    expect(seen.length).toBe(1);
    gate.resolve(respond(200, { token: "L1" }));
    const responses = await Promise.all(calls);
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(count(login)).toBe(1);
    expect(seen.slice(1).map(({ operation }) => operation)).toEqual(
      Array.from({ length: 10_000 }, (_, index) => `GET /units/${index}`),
    );
  });

  for (const way of ways) {
    test(`calls beyond maxWaiters are refused at once, and places become free again, ${way.name}`, async () => {
      const gate = deferred<Response>();
      const { session, fetch, count } = setUp(({ operation }) => (operation === login ? gate.promise : respond(200)), {
        maxWaiters: 3,
      });
      const call = way.open(session, fetch);
      const controller = new AbortController();
      const waiting = [call("/a", { signal: controller.signal }), call("/b"), call("/c")].map(codeOf);
      await settle();
      expect(await codeOf(call("/d"))).toBe("too_many_waiters");
      controller.abort(new Error("left"));
      expect(await waiting[0]).toMatchObject({ message: "left" });
      waiting.push(codeOf(call("/e")));
      await settle();
      expect(await codeOf(call("/f"))).toBe("too_many_waiters");
      gate.resolve(respond(200, { token: "L1" }));
      expect(await Promise.all(waiting.slice(1))).toEqual(["resolved", "resolved", "resolved"]);
      expect(await codeOf(call("/g"))).toBe("resolved");
      expect(count(login)).toBe(1);
    });
  }

  test("calls that were refused with a 401 count against maxWaiters as well", async () => {
    const gate = deferred<Response>();
    const { session } = setUp(
      ({ operation, token }) => (operation === login ? gate.promise : respond(token === "L1" ? 200 : 401)),
      { maxWaiters: 2 },
    );
    session.adopt("expired");
    const calls = [1, 2, 3].map((id) => codeOf(session.fetch(`${units}/${id}`)));
    await settle();
    gate.resolve(respond(200, { token: "L1" }));
    expect(await Promise.all(calls)).toEqual(["resolved", "resolved", "too_many_waiters"]);
  });
});

/** A store whose login lock runs out by hand, as that of a process that crashed does. */
function leasedStore() {
  const memory = memoryStore();
  const calls: string[] = [];
  let free: Promise<unknown> = Promise.resolve();
  let expire = (): void => undefined;
  const store: TokenStore = {
    ...memory,
    watch: () => () => undefined,
    read: () => (calls.push("read"), memory.read()),
    async withLock(_name, _options, work) {
      const before = free;
      const lease = deferred<void>();
      free = lease.promise;
      await before;
      calls.push("entered");
      expire = () => lease.resolve();
      return work().finally(() => lease.resolve());
    },
  };
  return { store, memory, calls, expire: () => expire() };
}

describe("the login lock", () => {
  test("when the lock of a holder that is gone has run out, the next one reads the store first and then logs in", async () => {
    const { store, calls, expire } = leasedStore();
    const crashed = setUp(() => deferred<Response>().promise, { store });
    void codeOf(crashed.session.fetch(units));
    await settle();
    const next = setUp(friendly, { store });
    const call = codeOf(next.session.fetch(units));
    await settle();
    expect(next.seen.length).toBe(0);
    calls.length = 0;
    expire();
    expect(await call).toBe("resolved");
    expect(calls.slice(0, 2)).toEqual(["entered", "read"]);
    expect(next.count(login)).toBe(1);
  });

  test("the next session adopts the token that the holder of the lock stored before it was gone", async () => {
    const { store, memory, expire } = leasedStore();
    const crashed = setUp(() => deferred<Response>().promise, { store });
    void codeOf(crashed.session.fetch(units));
    await settle();
    const next = setUp(({ token }) => respond(token === "STORED" ? 200 : 401), { store });
    const call = codeOf(next.session.fetch(units));
    await settle();
    await memory.commit(0, { v: 1, serviceId: baseUrl, sid: "theirs", rev: 1, token: "STORED", user: "", since: 0 });
    expire();
    expect(await call).toBe("resolved");
    expect(next.count(login)).toBe(0);
  });

  test.each<PlannedFault[]>([
    [{ on: "lock", fault: { kind: "fail" } }],
    [{ on: "lock", fault: { kind: "fail_after" } }],
    [{ on: "read", fault: { kind: "fail" } }],
    [{ on: "commit", fault: { kind: "fail_after" } }],
    [{ on: "commit", fault: { kind: "lie", result: false } }],
  ])("a store that fails with %j costs no more than a login", async (...plan) => {
    const { session, count } = setUp(friendly, { store: faultyStore(memoryStore(), plan.flat()) });
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(session.fetch(units))));
    expect(new Set(codes)).toEqual(new Set(["resolved"]));
    expect(count(login)).toBe(1);
  });
});

/** A function that asks a person, who closes the dialog. */
const cancelled: readonly [string, () => unknown][] = [
  ["undefined", () => undefined],
  ["null", () => null],
  ["undefined, later", async () => undefined],
  ["null, later", () => settle().then(() => null)],
];

/** `credentials` may return nothing; that it may is what these tests are about. */
const prompt = (ask: () => unknown): Partial<AuthOptions> => ({ credentials: ask as () => Promise<Credentials> });

const accepting = ({ operation, token }: { operation: string; token: string | undefined }) => {
  if (operation === login) return respond(200, { token: "L1" });
  return respond(token === "L1" ? 200 : 401);
};

describe.each(cancelled)("a prompt that is cancelled: %s", (_, ask) => {
  const uses: readonly [string, (session: TokenSession) => Promise<unknown>][] = [
    ["fetch", (session) => session.fetch(`${baseUrl}/units`)],
    ["getToken", (session) => session.getToken()],
    ["login", (session) => session.login()],
  ];

  test.each(uses)("%s: login_required, and nothing is sent", async (_name, use) => {
    const { session, seen, events } = setUp(accepting, prompt(ask));
    expect(await codeOf(use(session))).toBe("login_required");
    await settle();
    expect(seen.length).toBe(0);
    expect(events).toEqual([{ type: "login_required" }]);
    expect(session.snapshot().status).toBe("empty");
  });

  test.each(ways)("after a 401: login_required, and the held token stays, $name", async (way) => {
    const { session, fetch, seen } = setUp(accepting, prompt(ask));
    session.adopt("expired");
    expect(await codeOf(way.open(session, fetch)("/units"))).toBe("login_required");
    expect(seen.map(({ operation }) => operation)).toEqual(["GET /units"]);
    expect(session.snapshot().status).toBe("active");
  });

  test("it is no failure of the service: the next call asks again at once, and may succeed", async () => {
    let asked = 0;
    const { session, count, events } = setUp(
      accepting,
      prompt(() => (asked++ < 2 ? ask() : credentials)),
    );
    expect(await codeOf(session.getToken())).toBe("login_required");
    expect(await codeOf(session.getToken())).toBe("login_required");
    expect(await session.getToken()).toBe("L1");
    await settle();
    expect([asked, count(login)]).toEqual([3, 1]);
    expect(events.map(({ type }) => type)).toEqual(["login_required", "token"]);
  });

  test("all who wait share one prompt, and its end", async () => {
    let asked = 0;
    const gate = deferred<void>();
    const { session, seen } = setUp(
      accepting,
      prompt(async () => {
        asked++;
        await gate.promise;
        return ask();
      }),
    );
    const calls = Array.from({ length: 20 }, () => codeOf(session.fetch(`${baseUrl}/units`)));
    await settle();
    gate.resolve();
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["login_required"]));
    expect([asked, seen.length]).toEqual([1, 0]);
  });

  test("login(credentials) asks nobody", async () => {
    let asked = 0;
    const { session } = setUp(
      accepting,
      prompt(() => (asked++, ask())),
    );
    await session.login(credentials);
    expect(await session.getToken()).toBe("L1");
    expect(asked).toBe(0);
  });
});
