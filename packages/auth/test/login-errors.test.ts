import { describe, expect, test } from "vitest";
import { nameOf } from "../src/errors.ts";
import { AuthError, type AuthOptions, type Fetch, memoryStore } from "../src/index.ts";
import { baseUrl, credentials, respond, setUp } from "./support/fake-service.ts";

const login = "POST /auth/login";
const units = `${baseUrl}/units`;

/** Mistakes of a program, as engines name them. Each is thrown by code that has it. */
const mistakes: Record<string, () => unknown> = {
  "a name that does not exist": () => new ReferenceError("tokenn is not defined"),
  "a function that does not exist (V8)": () => new TypeError("response.bodyy is not a function"),
  "a property of undefined (V8)": () => new TypeError("Cannot read properties of undefined (reading 'token')"),
  "a property of undefined (Firefox)": () => new TypeError('can\'t access property "token", body is undefined'),
  "a property of undefined (Safari)": () => new TypeError("undefined is not an object (evaluating 'body.token')"),
  "an invalid URL": () => new TypeError("Invalid URL"),
  "an invalid URL (Node)": () => new TypeError("Failed to parse URL from /login"),
  "an invalid option (Chrome)": () =>
    new TypeError("Failed to execute 'fetch' on 'Window': Failed to read the 'mode' property from 'RequestInit'"),
  "a fetch with another receiver": () => new TypeError("Illegal invocation"),
  "a recursion without end": () => new RangeError("Maximum call stack size exceeded"),
};

/** Failures of the network, or of the service, as platforms tell them. */
const outages: Record<string, () => unknown> = {
  Node: () => new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) }),
  Chrome: () => new TypeError("Failed to fetch"),
  "Chrome with a host": () => new TypeError("Failed to fetch (fleet.example.com)"),
  Firefox: () => new TypeError("NetworkError when attempting to fetch resource."),
  Safari: () => new TypeError("Load failed"),
  "Safari in another language": () => new TypeError("Die Internetverbindung scheint offline zu sein."),
  "React Native": () => new TypeError("Network request failed"),
  Deno: () => new TypeError("error sending request for url (https://fleet.example.com/): connection closed"),
  Workers: () => new Error("Network connection lost."),
  "node-fetch": () => Object.assign(new Error("request to x failed"), { name: "FetchError", code: "ENOTFOUND" }),
  "a page in place of JSON": () => new SyntaxError("Unexpected token '<', \"<html>\" is not valid JSON"),
  "an error of another class": () => new Error("the identity provider is down"),
  "a value that is no error": () => "down",
};

const rejecting = (error: unknown) => async (): Promise<never> => {
  throw error;
};

/** Who throws: the `login` function, or the `fetch` of the application. */
const sources: Record<string, (error: unknown) => Partial<AuthOptions>> = {
  "the login function": (error) => ({ credentials: undefined, login: rejecting(error) }),
  "fetch, later": (error) => ({ fetch: rejecting(error) }),
  "fetch, at once": (error) => ({
    fetch: (() => {
      throw error;
    }) as Fetch,
  }),
};

describe.each(Object.entries(sources))("an error of %s", (_who, options) => {
  test.each(Object.entries(mistakes))("%s: the caller gets it, and logins back off", async (_what, make) => {
    const error = make();
    const { session, events, time } = setUp(() => respond(200), options(error));
    await expect(session.fetch(units)).rejects.toBe(error);
    expect(events.map(({ type }) => type)).toEqual(["login_backoff"]);
    const later = { code: "login_backoff", message: expect.stringContaining(`failed earlier (${nameOf(error)});`) };
    await expect(session.fetch(units)).rejects.toMatchObject(later);
    await expect(session.login()).rejects.toMatchObject(later);
    await time.advance(500);
    await expect(session.fetch(units)).rejects.toBe(error);
    await expect(session.login(credentials)).rejects.toBe(error);
  });

  test.each(Object.entries(outages))("an outage on %s: logins back off", async (_what, make) => {
    const { session, events } = setUp(() => respond(200), options(make()));
    await expect(session.fetch(units)).rejects.toMatchObject({ code: "login_backoff" });
    expect(events.map(({ type }) => type)).toEqual(["login_backoff"]);
  });
});

describe("an outage makes code of the application throw a TypeError after it has sent the login", () => {
  const respondToLogin = () => respond(503, { body: { error: "maintenance" } });
  const parseToken = (body: { data?: { token: string } }): string => (body as { data: { token: string } }).data.token;
  const options: Record<string, (sent: () => void) => Partial<AuthOptions>> = {
    "a login function that parses the body": (sent) => ({
      credentials: undefined,
      async login() {
        sent();
        return parseToken(await respondToLogin().json());
      },
    }),
    "a fetch that reads a header": (sent) => ({
      async fetch() {
        sent();
        const response = respondToLogin();
        const id = response.headers.get("x-request-id") as string;
        return id.length > 0 ? response : respond(500);
      },
    }),
  };

  test.each(Object.entries(options))("%s: at most 17 logins in an hour of calls each second", async (_who, given) => {
    let logins = 0;
    const { session, time } = setUp(
      () => respond(200),
      given(() => logins++),
    );
    for (let second = 0; second < 3_600; second++) {
      const error: unknown = await session.fetch(units).catch((caught: unknown) => caught);
      expect(nameOf(error)).toMatch(/^TypeError$|^AuthError login_backoff$/);
      await time.advance(1_000);
    }
    expect(logins).toBeGreaterThan(5);
    expect(logins).toBeLessThanOrEqual(17);
  });

  test("processes on one store share the backoff", async () => {
    const store = memoryStore();
    let logins = 0;
    const given = options["a login function that parses the body"]?.(() => logins++);
    const [one, two] = [0, 1].map(() => setUp(() => respond(200), { ...given, store }));
    await expect(one?.session.fetch(units)).rejects.toBeInstanceOf(TypeError);
    await expect(two?.session.fetch(units)).rejects.toMatchObject({ code: "login_backoff" });
    expect(logins).toBe(1);
  });
});

test("a mistake is named until another login fails otherwise", async () => {
  const errors = [new ReferenceError("tokenn is not defined"), new TypeError("fetch failed")];
  const { session, time } = setUp(() => respond(200), { fetch: () => Promise.reject(errors.shift()) });
  await expect(session.fetch(units)).rejects.toBeInstanceOf(ReferenceError);
  await expect(session.fetch(units)).rejects.toThrow("login failed earlier (ReferenceError);");
  await time.advance(500);
  await expect(session.fetch(units)).rejects.toThrow("login failed (no response: TypeError);");
  await expect(session.fetch(units)).rejects.toThrow("login failed earlier;");
});

test("an error of the credentials function is the caller's, and logins do not back off", async () => {
  const error = new ReferenceError("vault is not defined");
  const { session, seen, events } = setUp(() => respond(200), { credentials: () => Promise.reject(error) });
  await expect(session.fetch(units)).rejects.toBe(error);
  await expect(session.fetch(units)).rejects.toBe(error);
  expect([seen, events]).toEqual([[], []]);
});

describe("the response to a login from a cache", () => {
  const cached: readonly Record<string, string>[] = [
    { age: "120" },
    { age: "1, 0" },
    { "x-cache": "HIT" },
    { "x-cache": "Hit from cloudfront" },
    { "x-cache": "RefreshHit from cloudfront" },
    { "x-cache": "MISS, HIT" },
    { "x-cache": "TCP_MEM_HIT from proxy.example" },
    { "cf-cache-status": "HIT" },
    { "cache-status": "Edge; hit; ttl=30" },
    { "cache-status": "Origin; fwd=miss, Edge; ttl=30; hit" },
  ];
  const fresh: readonly Record<string, string>[] = [
    {},
    { age: "0" },
    { "x-cache": "MISS" },
    { "x-cache": "Miss from cloudfront" },
    { "x-cache": "HIT-FOR-PASS" },
    { "cf-cache-status": "DYNAMIC" },
    { "cache-status": "Edge; fwd=method" },
    { "cache-status": 'Edge; detail="no hit"' },
  ];

  test.each(cached)("%j: is not accepted, and the error says what to fix", async (headers) => {
    const { session, events } = setUp(() => respond(200, { token: "TOKEN-OF-ANNA", headers }));
    const error: unknown = await session.fetch(units).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "login_cached", status: 200 });
    expect(String(error)).toContain("Cache-Control: no-store");
    expect(session.snapshot().fingerprint).toBeUndefined();
    // The same would come again.
    expect(events.map(({ type }) => type)).toEqual(["login_backoff"]);
  });

  test.each(fresh)("%j: did not come from a cache", async (headers) => {
    const { session } = setUp(() => respond(200, { token: "L1", headers }));
    await session.login();
    expect(await session.getToken()).toBe("L1");
  });

  test.each(cached)("%j: a login that the application sends itself begins no session", async (headers) => {
    const { session, events } = setUp(() => respond(200, { token: "TOKEN-OF-ANNA", headers }));
    session.adopt("T0");
    await session.fetch(`${baseUrl}/auth/login`, { method: "POST", body: JSON.stringify(credentials) });
    expect(await session.getToken()).toBe("T0");
    expect(events).toContainEqual(expect.objectContaining({ type: "stale_dropped", why: "cached" }));
  });

  test.each(cached)("%j: a cached response to a logout does not confirm it", async (headers) => {
    const { session } = setUp(() => respond(200, { headers }));
    session.adopt("T0");
    expect(await session.logout()).toEqual({ remote: false });
  });
});

describe("what caches are told", () => {
  test.each([
    ["login", login],
    ["logout", "POST /auth/logout"],
    ["refresh", "GET /auth/token"],
  ] as const)("%s: no cache may respond", async (method, operation) => {
    const { session, seen } = setUp(() => respond(200, { token: "T0" }));
    session.adopt("T0");
    await session[method]();
    expect(seen.find((one) => one.operation === operation)?.request.cache).toBe("no-store");
  });

  test("where the platform has no option for it, headers say so", async () => {
    const sent: [string, Headers][] = [];
    const fetch: Fetch = async (input, init = {}) => {
      if ("cache" in init) throw new TypeError("Unsupported cache mode: no-store");
      sent.push([String(input).slice(baseUrl.length), new Headers(init.headers)]);
      return respond(200, { token: "L1" });
    };
    const { session } = setUp(() => respond(200), { fetch });
    await session.login();
    await session.refresh();
    await session.fetch(units);
    await session.logout();
    expect(sent.map(([path, headers]) => [path, headers.get("cache-control")])).toEqual([
      ["/auth/login", "no-cache, no-store"],
      ["/auth/token", "no-cache, no-store"],
      ["/units", null],
      ["/auth/logout", "no-cache, no-store"],
    ]);
    expect(sent[0]?.[1].get("content-type")).toBe("application/json");
  });
});

test("an AuthError of a login function is passed on", async () => {
  const error = new AuthError("credentials_rejected", "no");
  const { session } = setUp(() => respond(200), { credentials: undefined, login: () => Promise.reject(error) });
  await expect(session.login()).rejects.toBe(error);
});
