import { describe, expect, test } from "vitest";
import {
  type AuthEvent,
  type AuthOptions,
  createAuth,
  type Credentials,
  type Fetch,
  memoryStore,
  type TokenSession,
  type TokenStore,
} from "../src/index.ts";
import { codeOf, settle } from "./support/deferred.ts";
import { countingStore, deafStore } from "./support/counting-store.ts";
import { baseUrl, fakeService, respond, type Seen, setUp, ways } from "./support/fake-service.ts";
import { virtualClock } from "./support/virtual-clock.ts";

const login = "POST /auth/login";
const units = `${baseUrl}/units`;
const anna = { username: "anna", password: "a" };
const ben = { username: "ben", password: "b" };

/** A service that gives each user tokens with their name, `anna-1`, and tells who sent what. */
function service() {
  let serial = 0;
  const revoked = new Set<string>();
  const given = fakeService(async ({ operation, request, token = "" }: Seen) => {
    if (operation === login) {
      const { username }: { username: string } = await request.json();
      return respond(200, { token: `${username}-${++serial}` });
    }
    if (operation === "GET /auth/token") return respond(200, { body: { data: { token } } });
    return respond(revoked.has(token) ? 401 : 200);
  });
  const usersOf = (operation: string): (string | undefined)[] =>
    given.seen.filter((one) => one.operation === operation).map(({ token }) => token?.split("-")[0]);
  return { ...given, usersOf, revoke: (token: string) => void revoked.add(token) };
}

/** Tabs: sessions on one store. */
function tabs(store: TokenStore = memoryStore()) {
  const shared = service();
  const time = virtualClock();
  const open = (options: Partial<AuthOptions> = {}) => {
    const session = createAuth({ baseUrl, fetch: shared.fetch, store, ...time, random: () => 0.5, ...options });
    const events: AuthEvent[] = [];
    session.subscribe((event) => void events.push(event));
    return { session, events, fetch: shared.fetch, call: () => codeOf(session.fetch(units)) };
  };
  return { ...shared, time, store, open };
}

/** Anna works in one tab; then Ben logs in, in another one. */
async function takenOver(store: TokenStore = memoryStore(), options: Partial<AuthOptions> = {}) {
  const world = tabs(store);
  const one = world.open(options);
  await one.session.login(anna);
  expect(await one.call()).toBe("resolved");
  const two = world.open();
  await two.session.login(ben);
  await two.session.flush();
  await settle();
  return { ...world, one, two };
}

const changed = { type: "user_changed", by: "store" };

describe("another user logs in, in another tab", () => {
  test("the session stops: an event, a status, and every use is refused; nothing is sent as the other one", async () => {
    const { one, seen, usersOf } = await takenOver();
    expect(one.events).toContainEqual(changed);
    expect(one.session.snapshot().status).toBe("user_changed");
    const before = seen.length;
    const { session } = one;
    const uses = [session.fetch(units), session.getToken(), session.getToken({ fresh: true }), session.refresh()];
    for (const way of ways) uses.push(way.open(session, one.fetch)("/units"));
    expect(new Set(await Promise.all(uses.map(codeOf)))).toEqual(new Set(["user_changed"]));
    expect(await session.ready()).toBe(false);
    expect(seen.length).toBe(before);
    expect(usersOf("GET /units")).toEqual(["anna"]);
    expect(one.events.filter(({ type }) => type === "user_changed").length).toBe(1);
  });

  test("operations with optional authentication do not go out as the other one", async () => {
    const { one, usersOf } = await takenOver();
    await codeOf(one.session.fetch(`${baseUrl}/tests/ping`));
    expect(usersOf("GET /tests/ping")).not.toContain("ben");
  });

  test("the session of the other one is left alone: nothing is written, and it goes on", async () => {
    const store = countingStore();
    const { one, two } = await takenOver(store);
    const writes = store.written.length;
    await one.call();
    await codeOf(one.session.flush());
    await settle();
    expect(store.written.length).toBe(writes);
    expect((await store.read())?.token).toMatch(/^ben/);
    expect(await two.call()).toBe("resolved");
    expect(await two.session.getToken()).toMatch(/^ben/);
    await one.session[Symbol.asyncDispose]();
    expect((await store.read())?.token).toMatch(/^ben/);
  });

  test("with a store that tells nobody of changes: found out with the next 401, which is not repeated as the other one", async () => {
    const world = await takenOver(deafStore());
    const { one, usersOf, revoke } = world;
    expect(await one.call()).toBe("resolved");
    revoke(await one.session.getToken());
    expect(await one.call()).toBe("user_changed");
    expect(new Set(usersOf("GET /units"))).toEqual(new Set(["anna"]));
    expect(one.events).toContainEqual(changed);
  });

  test.each(ways)(
    "calls under way: responses are handed over, a 401 is not repeated as the other one, $name",
    async (way) => {
      const store = memoryStore();
      const waiting: ((response: Response) => void)[] = [];
      const transport: Fetch = (input, init) => {
        const request = new Request(input, init);
        if (request.url.endsWith("/auth/login")) return Promise.resolve(respond(200, { token: "anna-1" }));
        return new Promise((resolve) => waiting.push(resolve));
      };
      const { session: first } = tabs(store).open({ fetch: transport });
      await first.login(anna);
      const call = way.open(first, transport);
      const calls = [call("/one"), call("/two"), call("/three")].map((promise) =>
        promise.then(
          ({ status }) => status,
          async (error: unknown) => codeOf(Promise.reject(error)),
        ),
      );
      await settle();
      await tabs(store).open().session.login(ben);
      await settle();
      waiting[0]?.(respond(200, { token: "anna-2" }));
      waiting[1]?.(respond(401));
      waiting[2]?.(respond(401, { token: "anna-3" }));
      expect(await Promise.all(calls)).toEqual([200, "user_changed", "user_changed"]);
      expect((await store.read())?.token).toMatch(/^ben/);
      expect(first.snapshot().status).toBe("user_changed");
    },
  );

  test("keep-alive sends nothing meanwhile", async () => {
    const time = virtualClock();
    const alive = { everyMs: 1_000, jitter: 0, wakes: new EventTarget() };
    const options = { keepAlive: alive, time };
    const { one, usersOf } = await takenOver(memoryStore(), options);
    const before = usersOf("GET /auth/token").length;
    await time.advance(3 * 3_600_000);
    expect(one.session.snapshot().status).toBe("user_changed");
    expect(usersOf("GET /auth/token").length).toBe(before);
    await one.session[Symbol.asyncDispose]();
  });

  test("it was the same user: the session goes on with the new token, as before", async () => {
    const world = tabs();
    const [one, two] = [world.open(), world.open()];
    await one.session.login(anna);
    await two.session.login({ ...anna, password: "changed" });
    await settle();
    expect(await one.call()).toBe("resolved");
    expect(await one.session.getToken()).toBe("anna-2");
    expect(one.events.map(({ type }) => type)).not.toContain("user_changed");
  });
});

describe("what ends the stop", () => {
  test("acceptUser(): calls go out as the other user, until the next change", async () => {
    const { one, open, usersOf } = await takenOver();
    await one.session.acceptUser();
    expect(one.session.snapshot().status).toBe("active");
    expect(await one.session.ready()).toBe(true);
    expect(await one.call()).toBe("resolved");
    expect(usersOf("GET /units")).toEqual(["anna", "ben"]);
    expect(await one.session.getToken()).toMatch(/^ben/);
    await open().session.login({ username: "carla", password: "c" });
    await settle();
    expect(await one.call()).toBe("user_changed");
    expect(one.events.filter(({ type }) => type === "user_changed").length).toBe(2);
  });

  test("acceptUser() takes the latest user of the store, and does nothing when there is nothing to accept", async () => {
    const { one, open } = await takenOver();
    await open().session.login({ username: "carla", password: "c" });
    await settle();
    await one.session.acceptUser();
    expect(await one.session.getToken()).toMatch(/^carla/);
    const before = one.session.snapshot();
    await one.session.acceptUser();
    expect(one.session.snapshot()).toMatchObject({ epoch: before.epoch, fingerprint: before.fingerprint });
  });

  test("login(): the session is this user's again, and the other tab stops", async () => {
    const { one, two, store } = await takenOver();
    await one.session.login(anna);
    await settle();
    expect(await one.call()).toBe("resolved");
    expect((await store.read())?.token).toMatch(/^anna/);
    expect(two.events).toContainEqual(changed);
    expect(await two.call()).toBe("user_changed");
  });

  test("adopt(): the session has this token, and the other tab stops", async () => {
    const { one, two, usersOf } = await takenOver();
    one.session.adopt("anna-9", { user: "anna" });
    expect(await one.call()).toBe("resolved");
    expect(usersOf("GET /units")).toEqual(["anna", "anna"]);
    await one.session.flush();
    await settle();
    expect(await two.call()).toBe("user_changed");
  });

  test("logout(): ended here, with the own token; the session of the other user is not ended", async () => {
    const { one, two, usersOf } = await takenOver();
    await one.session.logout();
    await settle();
    expect(one.session.snapshot().status).toBe("logged_out");
    expect(await one.call()).toBe("logged_out");
    expect(usersOf("POST /auth/logout")).not.toContain("ben");
    expect(await two.call()).toBe("resolved");
    expect(await two.session.getToken()).toMatch(/^ben/);
  });
});

describe("who a session belongs to", () => {
  test("adopt() with a user is that user: the same one's login elsewhere is followed, another one's is not", async () => {
    for (const [user, expected] of [
      [anna, "resolved"],
      [ben, "user_changed"],
    ] as const) {
      const world = tabs();
      const [one, two] = [world.open(), world.open()];
      one.session.adopt("anna-0", { user: "anna" });
      await one.session.flush();
      await two.session.login(user);
      await settle();
      expect(await one.call()).toBe(expected);
    }
  });

  test.each([
    ["the same user", anna, "resolved"],
    ["another one", ben, "user_changed"],
  ] as const)("a login that the application sends in another tab names its user: %s", async (_, user, expected) => {
    const world = tabs();
    const [one, two] = [world.open(), world.open()];
    await one.session.login(anna);
    const init = { method: "POST", body: JSON.stringify(user) };
    await two.session.fetch(`${baseUrl}/auth/login`, init);
    await two.session.flush();
    await settle();
    expect(await one.call()).toBe(expected);
    // Also from a Request, as clients make one.
    await two.session.fetch(new two.session.Request(`${baseUrl}/auth/login`, init));
    await two.session.flush();
    await settle();
    expect(await one.call()).toBe(expected);
  });

  test("a token of somebody unknown, adopted in another tab, is not known to be of the same user", async () => {
    const world = tabs();
    const [one, two] = [world.open(), world.open()];
    await one.session.login(anna);
    two.session.adopt("unknown-1");
    await two.session.flush();
    await settle();
    expect(one.events).toContainEqual(changed);
    expect(await one.call()).toBe("user_changed");
    expect(world.usersOf("GET /units")).toEqual([]);
  });

  test("a rotation by another process of the same session is no change of user", async () => {
    const world = tabs();
    const [one, two] = [world.open(), world.open()];
    one.session.adopt("unknown-1");
    await one.session.flush();
    expect(await two.session.getToken()).toBe("unknown-1");
    const found = await world.store.read();
    if (found) await world.store.commit(found.rev, { ...found, rev: found.rev + 1, token: "unknown-2" });
    await settle();
    for (const { session, events } of [one, two]) {
      expect(await session.getToken()).toBe("unknown-2");
      expect(events.map(({ type }) => type)).not.toContain("user_changed");
    }
  });
});

describe("a store that holds a session at the start", () => {
  const stored = async (store: TokenStore = memoryStore()) => {
    const world = tabs(store);
    const { session } = world.open();
    await session.login(ben);
    await session[Symbol.asyncDispose]();
    return world;
  };

  test("of another user than the credentials name: it is not used", async () => {
    const world = await stored();
    const { session, events, call } = world.open({ credentials: anna });
    const before = world.seen.length;
    expect(await call()).toBe("user_changed");
    expect(await codeOf(session.getToken())).toBe("user_changed");
    expect(events).toContainEqual(changed);
    expect(session.snapshot().status).toBe("user_changed");
    expect(world.seen.length).toBe(before);
    expect((await world.store.read())?.token).toMatch(/^ben/);
    await session.login();
    expect(await call()).toBe("resolved");
    expect(world.usersOf("GET /units")).toEqual(["anna"]);
  });

  test("of another user, and ready() is called first", async () => {
    const world = await stored();
    const { session } = world.open({ credentials: anna });
    expect(await session.ready()).toBe(false);
    expect(await codeOf(session.fetch(units))).toBe("user_changed");
  });

  test("of another user, and acceptUser() is called", async () => {
    const world = await stored();
    const { session, call } = world.open({ credentials: anna });
    expect(await call()).toBe("user_changed");
    await session.acceptUser();
    expect(await call()).toBe("resolved");
    expect(world.usersOf("GET /units")).toEqual(["ben"]);
  });

  test.each<[string, Partial<AuthOptions>]>([
    ["of the user that the credentials name", { credentials: ben }],
    ["of the user whom the credentials function names", { credentials: async () => ben }],
    ["and the credentials function names nobody", { credentials: () => undefined }],
    ["and there are no credentials", {}],
  ])("%s: it is used, without a login", async (_, options) => {
    const world = await stored();
    const { call } = world.open(options);
    expect(await call()).toBe("resolved");
    expect(world.usersOf("GET /units")).toEqual(["ben"]);
    expect(world.count(login)).toBe(1);
  });

  describe("and the credentials are a function", () => {
    const asks = (user: Credentials | null | undefined = anna) => {
      const reasons: string[] = [];
      const ask: AuthOptions["credentials"] = async ({ reason }) => {
        reasons.push(reason);
        await settle();
        return user;
      };
      return { reasons, ask };
    };
    const uses: Record<string, (session: TokenSession) => Promise<unknown>> = {
      "a call": (session) => session.fetch(units),
      "a call that may be made without a token": (session) => session.fetch(`${baseUrl}/tests/ping`),
      "getToken()": (session) => session.getToken(),
      "refresh()": (session) => session.refresh(),
      "ready()": (session) => session.ready(),
      "logout()": (session) => session.logout(),
      "calls at once": (session) => Promise.allSettled([session.fetch(units), session.ready(), session.getToken()]),
    };

    test.each(Object.entries(uses))("that names another user: the session is not used, with %s", async (_, use) => {
      const world = await stored();
      const { ask, reasons } = asks();
      const { session, call } = world.open({ credentials: ask });
      const before = world.seen.length;
      await codeOf(use(session));
      expect(world.seen.slice(before).map(({ token }) => token?.split("-")[0])).not.toContain("ben");
      expect((await world.store.read())?.token).toMatch(/^ben/);
      expect(new Set(reasons)).toEqual(new Set(reasons.length > 0 ? ["stored_session"] : []));
      expect(reasons.length).toBeLessThan(2);
      if (session.snapshot().status === "logged_out") return;
      expect(await call()).toBe("user_changed");
      expect(session.snapshot().status).toBe("user_changed");
      // The function is asked once, not for each call.
      expect(await call()).toBe("user_changed");
      expect(reasons).toEqual(["stored_session"]);
    });

    test("keep-alive and hints of the store send nothing as the other user", async () => {
      const world = await stored();
      const { ask, reasons } = asks();
      const alive = { everyMs: 1_000, jitter: 0, wakes: new EventTarget() };
      const { session, events } = world.open({ credentials: ask, keepAlive: alive });
      await settle();
      const found = await world.store.read();
      if (found) await world.store.commit(found.rev, { ...found, rev: found.rev + 1 });
      await settle();
      await world.time.advance(3 * 3_600_000);
      await settle();
      expect(world.usersOf("GET /auth/token")).toEqual([]);
      // Nobody is asked for a password before the session is used.
      expect([events, reasons]).toEqual([[], []]);
      expect(await codeOf(session.getToken())).toBe("user_changed");
      expect(events).toContainEqual(changed);
      expect(reasons).toEqual(["stored_session"]);
      await session[Symbol.asyncDispose]();
    });

    test("that names the same user: the session is used, and the function is not asked again", async () => {
      const world = await stored();
      const { ask, reasons } = asks(ben);
      const { call, session } = world.open({ credentials: ask });
      expect(await Promise.all([call(), call(), codeOf(session.ready())])).toEqual([
        "resolved",
        "resolved",
        "resolved",
      ]);
      expect(world.count(login)).toBe(1);
      expect(reasons).toEqual(["stored_session"]);
    });

    test("where the store is empty: the function is asked for the login only", async () => {
      const world = tabs();
      const { ask, reasons } = asks();
      const { call } = world.open({ credentials: ask });
      expect(await call()).toBe("resolved");
      expect(reasons).toEqual(["login"]);
    });

    test("after a login: the user of the credentials is known, and another tab of that user is followed", async () => {
      const world = tabs();
      const { ask, reasons } = asks(ben);
      const [one, two] = [world.open({ credentials: ask }), world.open()];
      one.session.adopt("unknown-1");
      await one.session.login();
      await two.session.login(ben);
      await settle();
      expect(await one.call()).toBe("resolved");
      expect(reasons).toEqual(["login"]);
    });

    test("that fails: the session of the store is not used, and the caller gets the error", async () => {
      const world = await stored();
      const error = new Error("the vault is locked");
      let isLocked = true;
      const { call, session } = world.open({
        credentials: async () => {
          if (isLocked) throw error;
          return ben;
        },
      });
      const before = world.seen.length;
      expect(await call()).toBe(error);
      expect(await codeOf(session.ready())).toBe(error);
      expect(world.seen.length).toBe(before);
      isLocked = false;
      expect(await call()).toBe("resolved");
      expect(world.usersOf("GET /units")).toEqual(["ben"]);
    });

    test("that hangs: the call ends in time, and nothing was sent", async () => {
      const world = await stored();
      const { call } = world.open({ credentials: () => new Promise(() => undefined), timers: world.time.timers });
      const before = world.seen.length;
      const pending = call();
      await settle();
      await world.time.advance(15_000);
      expect(["login_timeout", "timeout"]).toContain(await pending);
      expect(world.seen.length).toBe(before);
    });

    test.each<[string, Credentials | null | undefined]>([
      ["named nobody", null],
      ["named the stored user, whose login failed", ben],
    ])("that %s at first, and names another user now: it is asked again before a session is used", async (_, first) => {
      for (const isDeaf of [false, true]) {
        const world = tabs(isDeaf ? deafStore() : memoryStore());
        let [user, isDown] = [first, true];
        const reasons: string[] = [];
        const { call, events } = world.open({
          credentials: ({ reason }) => (reasons.push(reason), user),
          fetch: async (input, init) => (isDown ? respond(503) : world.fetch(input, init)),
        });
        expect(await call()).toBe(first === null ? "login_required" : "login_backoff");
        await world.open().session.login(ben);
        [user, isDown] = [anna, false];
        await world.time.advance(2_000);
        expect(await call()).toBe("user_changed");
        expect(events).toContainEqual(changed);
        expect(reasons).toEqual(["login", "stored_session"]);
        expect(world.usersOf("GET /units")).toEqual([]);
      }
    });

    test("a user who was named for a session that has gone is not remembered for the next one", async () => {
      const memory = memoryStore();
      let current = memory;
      const world = await stored({ ...memory, watch: () => () => undefined, read: () => current.read() });
      const users = [ben, anna];
      const { call, session } = world.open({
        credentials: ({ reason }) => {
          if (reason === "login") return undefined;
          if (users.length > 1) current = memoryStore();
          return users.shift();
        },
      });
      expect(await call()).toBe("login_required");
      current = memory;
      expect(await session.ready()).toBe(false);
      expect(await call()).toBe("user_changed");
      expect(world.usersOf("GET /units")).toEqual([]);
    });

    test.each<[string, unknown, string]>([
      ["a string", "ben", "it is of type string"],
      ["an empty object", {}, "username is of type undefined"],
      ["a number as the user name", { username: 5, password: "b" }, "username is of type number"],
      ["an empty user name", { username: "", password: "b" }, "username is empty"],
      ["an empty list", [], "username is of type undefined"],
    ])("that returns %s: calls reject with what is wrong, and nothing is sent", async (_, given, problem) => {
      for (const world of [await stored(), tabs()]) {
        const before = world.seen.length;
        const { session } = world.open({ credentials: () => given as Credentials });
        const error = { code: "invalid_option", message: expect.stringContaining(problem) };
        await expect(session.fetch(units)).rejects.toMatchObject(error);
        await expect(session.login()).rejects.toMatchObject(error);
        expect(world.seen.length).toBe(before);
      }
    });

    test("that names the user without a password: enough for a stored session, not for a login", async () => {
      const credentials = () => ({ username: "ben" }) as Credentials;
      const world = await stored();
      expect(await world.open({ credentials }).call()).toBe("resolved");
      const message = expect.stringContaining("password is of type undefined");
      await expect(tabs().open({ credentials }).session.login()).rejects.toMatchObject({ message });
    });

    test("a login with other credentials does not wait for the function", async () => {
      const world = await stored();
      const { session, call } = world.open({ credentials: () => new Promise(() => undefined) });
      await session.login(anna);
      expect(await call()).toBe("resolved");
      expect(world.usersOf("GET /units")).toEqual(["anna"]);
    });

    test('with userChange: "follow": the session of the store is used, and the event says so', async () => {
      const world = await stored();
      const { ask } = asks();
      const { call, events } = world.open({ credentials: ask, userChange: "follow" });
      expect(await call()).toBe("resolved");
      expect(events).toContainEqual(changed);
      expect(world.usersOf("GET /units")).toEqual(["ben"]);
    });
  });

  test("two start together with the names of two users: nobody works as the other one", async () => {
    const world = tabs();
    const both = [world.open({ credentials: anna }), world.open({ credentials: ben })];
    await Promise.all(both.map(async ({ session }, index) => codeOf(session.fetch(`${units}/${index}`))));
    await settle();
    expect(world.usersOf("GET /units/0")).not.toContain("ben");
    expect(world.usersOf("GET /units/1")).not.toContain("anna");
    const statuses = both.map(({ session }) => session.snapshot().status);
    expect(statuses.toSorted()).toEqual(["active", "user_changed"]);
  });

  test("calls that waited while the other one logged in reject too", async () => {
    const world = tabs();
    const [one, two] = [world.open({ credentials: anna }), world.open()];
    const early = two.session.login(ben);
    const waiting = [one.call(), one.call(), codeOf(one.session.getToken())];
    await early;
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(["user_changed"]));
    expect(world.usersOf("GET /units")).toEqual([]);
  });
});

describe('userChange: "follow"', () => {
  const follow: Partial<AuthOptions> = { userChange: "follow" };

  test("calls go out as the other user from now on", async () => {
    const { one, usersOf } = await takenOver(memoryStore(), follow);
    expect(one.session.snapshot().status).toBe("active");
    expect(await one.call()).toBe("resolved");
    expect(usersOf("GET /units")).toEqual(["anna", "ben"]);
  });

  test("calls made before are not repeated as the other user", async () => {
    const { one, usersOf, revoke } = await takenOver(deafStore(), follow);
    revoke(await one.session.getToken());
    expect(await one.call()).toBe("session_replaced");
    expect(usersOf("GET /units")).toEqual(["anna", "anna"]);
    expect(await one.call()).toBe("resolved");
    expect(usersOf("GET /units").at(-1)).toBe("ben");
  });
});

test("after login(ben), no call is sent as anna of the option credentials when the token of ben expires", async () => {
  const refused = new Set<string>();
  const { session, seen } = setUp(
    async ({ operation, request, token = "" }) => {
      if (operation !== login) return respond(refused.has(token) ? 401 : 200);
      const { username }: Credentials = await request.clone().json();
      return respond(200, { token: `${username}-token` });
    },
    { credentials: { username: "anna", password: "p" } },
  );
  await session.login({ username: "ben", password: "q" });
  await session.fetch(units);
  refused.add("ben-token");
  for (const order of ["first", "second"]) {
    const call = session.fetch(units, { method: "POST", body: order });
    await expect(call).rejects.toMatchObject({ code: "login_required", message: /another user than the option/ });
  }
  await session.login({ username: "ben", password: "q" });
  // A token that never worked is no reason for another error either: there is no automatic login to wait for.
  expect(await codeOf(session.fetch(units))).toBe("login_required");
  expect(seen.filter(({ token }) => token === "anna-token").map(({ operation }) => operation)).toEqual([]);
});
