import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { type AuthOptions, createAuth, memoryStore, type SessionRecord, type TokenStore } from "../src/index.ts";
import { userFingerprint } from "../src/fingerprint.ts";
import { faultyStore, type PlannedFault } from "../src/testing/index.ts";
import { codeOf, deferred, settle } from "./support/deferred.ts";
import { baseUrl, fakeService, type Handler, respond } from "./support/fake-service.ts";

const units = `${baseUrl}/units`;

/** Accepts every token; a login gives that of its user. */
const service: Handler = async ({ operation, request, token }) => {
  if (operation !== "POST /auth/login") return respond(200, { body: { data: { token } } });
  const { username } = await request.json();
  return respond(200, { token: `TOKEN-OF-${username}` });
};

function open(options: Partial<AuthOptions>, handler: Handler = service) {
  const { fetch, seen } = fakeService(handler);
  const session = createAuth({ baseUrl, fetch, random: () => 0.5, ...options });
  const tokens = (): (string | undefined)[] => seen.map(({ token }) => token);
  return { session, seen, tokens, call: () => codeOf(session.fetch(units, { method: "POST" })) };
}

const anna = { username: "anna", password: "a" };
const ben = { username: "ben", password: "b" };

describe("a login function", () => {
  test("that names no user: the login of another tab is not known to be of the same one", async () => {
    const store = memoryStore();
    const one = open({ store, login: async () => "T-A" });
    const two = open({ store, login: async () => "T-B" });
    await one.session.login();
    await one.session.flush();
    await two.session.login();
    await two.session.flush();
    await settle();
    expect(await one.call()).toBe("user_changed");
    expect(one.tokens()).not.toContain("T-B");
  });

  test.each([
    ["the same", "anna", "resolved"],
    ["another", "ben", "user_changed"],
  ])("that names %s user", async (_, user, expected) => {
    const store = memoryStore();
    const one = open({ store, login: async () => ({ token: "T-A", user: "anna" }) });
    const two = open({ store, login: async () => ({ token: "T-2", user }) });
    await one.session.login();
    await one.session.flush();
    await two.session.login();
    await two.session.flush();
    await settle();
    expect(await one.call()).toBe(expected);
  });

  test("that refuses says nothing of the logins of other sessions", async () => {
    const store = memoryStore();
    const refuse = async (): Promise<string> => {
      const { AuthError } = await import("../src/index.ts");
      throw new AuthError("credentials_rejected", "no");
    };
    const one = open({ store, login: refuse });
    expect(await one.call()).toBe("credentials_rejected");
    await one.session.flush();
    const two = open({ store, login: async () => "T-B" });
    expect(await two.call()).toBe("resolved");
  });
});

test("two user names are not taken for one: their fingerprints have 128 bits", () => {
  expect(userFingerprint("ek6hac01")).not.toBe(userFingerprint("demo.operator"));
  expect(userFingerprint("anna")).toMatch(/^[0-9a-f]{32}$/);
  expect([userFingerprint(""), userFingerprint(undefined), userFingerprint(7)]).toEqual(["", "", ""]);
});

test("a token of an unknown user from another tab is not replaced by the configured user's: the call is not repeated", async () => {
  const store = memoryStore();
  const one = open({ store, credentials: anna, userChange: "follow" }, (seen) =>
    seen.token === "T-UNKNOWN" ? respond(401) : service(seen),
  );
  await one.session.login();
  const two = open({ store });
  await two.session.ready();
  two.session.adopt("T-UNKNOWN");
  await two.session.flush();
  await settle();
  const before = one.seen.length;
  expect(await one.call()).toBe("session_replaced");
  const posts = one.seen.slice(before).filter(({ operation }) => operation === "POST /units");
  expect(posts.map(({ token }) => token)).toEqual(["T-UNKNOWN"]);
});

describe("a logout does not end the session of another user", () => {
  test("who logged in after a logout that the store did not hear of: neither when it is repeated nor at the end", async () => {
    for (const last of ["logout", "dispose"] as const) {
      const disk = memoryStore();
      const plan: PlannedFault[] = [
        { on: "read", fault: { kind: "fail" } },
        { on: "commit", fault: { kind: "fail" } },
      ];
      const one = open({ store: faultyStore(disk, plan) });
      await one.session.login(anna);
      expect(await codeOf(one.session.logout())).toBe("store_unavailable");
      plan.length = 0;
      const two = open({ store: disk });
      await two.session.login(ben);
      await two.session.flush();
      await codeOf(last === "logout" ? one.session.logout() : one.session[Symbol.asyncDispose]());
      expect((await disk.read())?.token).toBe("TOKEN-OF-ben");
      expect(await two.call()).toBe("resolved");
    }
  });

  test("whom the store holds, and the options do not name", async () => {
    const store = memoryStore();
    const two = open({ store });
    await two.session.login(ben);
    await two.session.flush();
    const one = open({ store, credentials: anna });
    await one.session.logout();
    expect(one.seen.map(({ operation }) => operation)).toEqual([]);
    expect((await store.read())?.token).toBe("TOKEN-OF-ben");
  });
});

describe("stores that are written for ever", () => {
  /** Counts commits, and stops a loop. */
  function counted(store: TokenStore) {
    let commits = 0;
    const commit: TokenStore["commit"] = async (rev, next) => {
      if (++commits > 200) throw new Error("a loop of commits");
      return store.commit(rev, next);
    };
    return { ...store, commit, commits: () => commits };
  }

  test("a record of a later version is left alone", async () => {
    const inner = memoryStore();
    const later = { v: 2, sid: "later", rev: 1, token: "T", user: "", since: 0 } as unknown as SessionRecord;
    const store = counted({ ...inner, read: async () => later });
    const { session } = open({ store });
    expect(await session.ready()).toBe(false);
    await settle();
    expect(store.commits()).toBe(0);
  });

  test("two sessions whose evidence contradicts come to rest", async () => {
    const store = counted(memoryStore());
    const script: Record<string, string[]> = { one: ["T2", "T3"], two: ["T2"] };
    const handler =
      (name: string): Handler =>
      ({ operation, token }) =>
        operation === "GET /auth/token" && name === "one"
          ? respond(200, { body: { data: { token: "T3" } } })
          : respond(200, { token: script[name]?.shift() ?? token ?? "" });
    const one = open({ store }, handler("one"));
    one.session.adopt("T1", { user: "anna" });
    await one.session.flush();
    const two = open({ store }, handler("two"));
    await two.session.ready();
    await one.call();
    await one.call();
    await one.session.flush();
    await settle();
    await two.call();
    for (let turn = 0; turn < 20; turn++) await settle();
    expect(store.commits()).toBeLessThan(50);
  });
});

describe("responses of other services", () => {
  const redirected = (response: Response): Response =>
    Object.defineProperties(response, { redirected: { value: true }, url: { value: "https://evil.example/x" } });

  test("a logout that is redirected elsewhere is not confirmed", async () => {
    const { session } = open({}, () => redirected(respond(200)));
    session.adopt("T0");
    expect(await session.logout()).toEqual({ remote: false });
  });

  test("a 401 of another service to the reconcile does not lead to a login", async () => {
    const { session, seen } = open({ credentials: anna }, () => redirected(respond(401)));
    session.adopt("T0");
    expect(await session.refresh()).toBe(false);
    expect(seen.map(({ operation }) => operation)).toEqual(["GET /auth/token"]);
  });
});

test("an endpoint that refuses every token does not cause a login for each call", async () => {
  const { session, seen } = open({ credentials: anna }, (one) =>
    one.operation === "GET /forbidden" ? respond(401) : service(one),
  );
  await session.login();
  for (let round = 0; round < 20; round++) {
    await session.fetch(`${baseUrl}/ok`);
    await session.fetch(`${baseUrl}/forbidden`);
  }
  expect(seen.filter(({ operation }) => operation === "POST /auth/login").length).toBeLessThan(4);
});

test("adopting the held token again leaves a login under way, and the calls that wait for it, alone", async () => {
  const gate = deferred<Response>();
  const { session, call } = open({ credentials: anna }, (seen) => {
    if (seen.operation === "POST /auth/login") return gate.promise;
    return seen.token === "T0" ? respond(401) : service(seen);
  });
  session.adopt("T0");
  const pending = call();
  await settle();
  session.adopt("T0");
  gate.resolve(respond(200, { token: "T1" }));
  expect(await pending).toBe("resolved");
});

test("a stream of another realm is not sent again with an empty body", async () => {
  const body: RequestInit["body"] = runInNewContext("(async function* () { yield new Uint8Array([104, 105]); })()");
  const { session, seen } = open({ credentials: anna }, (one) => (one.token === "T0" ? respond(401) : service(one)));
  session.adopt("T0");
  const init = { method: "POST", body, duplex: "half" } as RequestInit;
  expect((await session.fetch(units, init)).status).toBe(401);
  expect(seen.filter(({ operation }) => operation === "POST /units").length).toBe(1);
});
