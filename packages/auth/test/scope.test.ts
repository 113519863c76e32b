import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAuth, defaultOptionalOperations, type AuthOptions } from "../src/index.ts";
import { respond, baseUrl, ways, setUp } from "./support/fake-service.ts";

/** Which of these addresses a session of `base` sends its token to. */
async function attached(base: string, urls: readonly string[], options: Partial<AuthOptions> = {}): Promise<boolean[]> {
  const { session, seen } = setUp(() => respond(200), { baseUrl: base, ...options });
  session.adopt("SECRET");
  for (const url of urls) await session.fetch(url);
  return seen.map(({ token }) => token === "SECRET");
}

describe("scope", () => {
  test("another origin gets no token and gives none", async () => {
    const { session, seen } = setUp(() => respond(401, { token: "EVIL" }));
    session.adopt("T0");
    expect((await session.fetch("https://other.example/api/v1/units")).status).toBe(401);
    expect(seen.map(({ token }) => token)).toEqual([undefined]);
    expect(await session.getToken()).toBe("T0");
    expect(session.stats().requests).toBe(0);
  });

  test("an address that only looks like the base URL gets no token", async () => {
    const urls = [
      "https://fleet.example.com.evil.test/api/v1/units",
      "https://fleet.example.com:8443/api/v1/units",
      "http://fleet.example.com/api/v1/units",
      "https://evil.test/https://fleet.example.com/api/v1/units",
      "https://evil.test\\@fleet.example.com/api/v1/units",
      "https:\\\\evil.test\\api\\v1",
    ];
    expect(await attached(baseUrl, urls)).toEqual(urls.map(() => false));
    expect(await attached("https://fleet.example.com", ["https://fleet.example.com.evil.test/"])).toEqual([false]);
    const { session, seen } = setUp(() => respond(200));
    session.adopt("T0");
    await session.fetch("https://fleet.example.com@evil.test/api/v1/units").catch(() => undefined);
    expect(seen.filter(({ token }) => token !== undefined)).toEqual([]);
  });

  test("the path of the base URL ends at a boundary of the parsed address", async () => {
    const inside = ["", "/", "/units", "?page=1", "#top", "/../v1/units", "/%2e%2e/v1/x"].map((rest) => baseUrl + rest);
    const outside = ["0/units", "/../admin", "/%2e%2e/admin", "%2funits", "-beta/units"].map((rest) => baseUrl + rest);
    expect(await attached(baseUrl, inside)).toEqual(inside.map(() => true));
    expect(await attached(baseUrl, outside)).toEqual(outside.map(() => false));
    expect(await attached(`${baseUrl}/`, [`${baseUrl}/units`, `${baseUrl}0/units`])).toEqual([true, false]);
    expect(await attached("HTTPS://FLEET.example.com:443/api/v1", [`${baseUrl}/units`])).toEqual([true]);
  });

  test("plain http is refused unless it leads to this machine or is asked for", () => {
    const make = (url: string, allowInsecure?: boolean) => () =>
      createAuth({ baseUrl: url, ...(allowInsecure ? { allowInsecure } : {}) });
    for (const url of [
      "http://localhost:80",
      "http://127.0.0.1:3000/api/v1",
      "http://[::1]:1/x",
      "http://api.localhost/",
    ]) {
      expect(make(url)).not.toThrow();
    }
    for (const url of ["http://fleet.example.com", "http://127.0.0.1.evil.test", "http://localhost.evil.test"]) {
      expect(make(url)).toThrow(expect.objectContaining({ code: "insecure_base_url" }));
    }
    expect(make("http://10.0.0.7/api/v1", true)).not.toThrow();
    for (const url of ["/api/v1", "", "ftp://a.example/", "https://user:pass@fleet.example.com/"]) {
      expect(make(url)).toThrow(expect.objectContaining({ code: "invalid_option" }));
    }
  });

  test("an opaque response has nothing to read", async () => {
    const { session } = setUp(() => Response.error());
    session.adopt("T0");
    expect((await session.fetch(`${baseUrl}/units`)).type).toBe("error");
    expect(await session.getToken()).toBe("T0");
  });

  test("the pattern that is used unless told otherwise matches what the list of operations says, and no more", async () => {
    /** Whether this operation counts as one with optional authentication: a 401 to it causes no login. */
    const isOptional = async (method: string, path: string, options: Partial<AuthOptions>): Promise<boolean> => {
      const { session, count } = setUp(({ operation }) => {
        return operation === "POST /auth/login" ? respond(200, { token: "L1" }) : respond(401);
      }, options);
      session.adopt("T0");
      await session.fetch(baseUrl + path, { method }).catch(() => undefined);
      return count("POST /auth/login") === 0;
    };
    const given = { optionalOperations: defaultOptionalOperations };
    for (const { method, path } of defaultOptionalOperations) {
      const filled = path.replace(/\{[^}]*\}/g, "a-token");
      expect({ filled, matches: await isOptional(method, filled, {}) }).toEqual({ filled, matches: true });
    }
    const word = fc.constantFrom(
      ...defaultOptionalOperations.flatMap(({ path }) => path.split("/").slice(1)),
      "",
      "x",
      "login2",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("GET", "POST", "PUT"),
        fc.array(word, { maxLength: 5 }).map((words) => `/${words.join("/")}`),
        async (method, path) => {
          const [byDefault, byList] = [await isOptional(method, path, {}), await isOptional(method, path, given)];
          expect({ method, path, byDefault }).toEqual({ method, path, byDefault: byList });
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("the response's own address decides whether its token counts; without one, the request's", async () => {
    let from = "https://evil.example/x";
    const { session, events } = setUp(() =>
      Object.defineProperty(respond(200, { token: "NEW" }), "url", { value: from }),
    );
    session.adopt("T0");
    await session.fetch(`${baseUrl}/units`);
    expect(await session.getToken()).toBe("T0");
    expect(events.at(-1)).toEqual({ type: "scope_refused", origin: "https://evil.example" });
    from = "";
    await session.fetch(`${baseUrl}/units`);
    expect(await session.getToken()).toBe("NEW");
  });

  test("given operations replace the list; the login carries no token", async () => {
    const options = { optionalOperations: [{ method: "GET", path: "/open/{id}/a.b" }], loginPath: "/session" };
    const { session, seen } = setUp(({ operation }) => respond(operation === "POST /session" ? 401 : 200), options);
    await session.fetch(`${baseUrl}/open/7/a.b`);
    session.adopt("T0");
    for (const path of ["/open/7/a.b", "/open/7/axb", "/open/7/8/a.b", "/tests/ping"])
      await session.fetch(baseUrl + path);
    await session.fetch(`${baseUrl}/session`, { method: "POST" });
    expect(seen.map(({ token }) => token)).toEqual([undefined, "T0", "T0", "T0", "T0", undefined]);
  });

  test("a token is sent only to the same origin below the path, for every pair of addresses", async () => {
    const host = fc.constantFrom(
      "a.example",
      "a.example.evil.test",
      "b.example",
      "A.example",
      "a.example:443",
      "a.example:444",
    );
    const segment = fc.constantFrom("api", "v1", "v10", "..", "%2e%2e", ".", "", "admin", "api%2fv1", "@", "?", "#");
    const path = fc.array(segment, { maxLength: 4 }).map((parts) => parts.join("/"));
    const url = fc.tuple(fc.constantFrom("https://", "http://"), fc.constantFrom("", "", "a.example@"), host, path);
    const base = fc.tuple(host, fc.constantFrom("", "/api", "/api/v1", "/api/v1/"));
    await fc.assert(
      fc.asyncProperty(base, url, async ([baseHost, basePath], [scheme, user, urlHost, urlPath]) => {
        const baseHref = `https://${baseHost}${basePath}`;
        const { session, seen } = setUp(() => respond(200), { baseUrl: baseHref });
        session.adopt("SECRET");
        await session.fetch(`${scheme}${user}${urlHost}/${urlPath}`).catch(() => undefined);
        for (const { token, request } of seen) {
          const [to, within] = [new URL(request.url), new URL(baseHref)];
          const root = within.pathname.replace(/\/$/, "");
          const allowed = to.origin === within.origin && (to.pathname === root || to.pathname.startsWith(`${root}/`));
          expect(token === "SECRET").toBe(allowed);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe.each(ways)("operations with optional authentication, $name", (way) => {
  const callAll = async (session: ReturnType<typeof setUp>["session"], fetch: ReturnType<typeof setUp>["fetch"]) => {
    const call = way.open(session, fetch);
    for (const { method, path } of defaultOptionalOperations) await call(path.replace(/\{.*\}/, "x"), { method });
  };

  test("carry the held token, and a newer one is taken from their responses", async () => {
    let issued = 0;
    const { session, fetch, seen } = setUp(() => respond(200, { token: `T${++issued}` }));
    session.adopt("T0");
    await callAll(session, fetch);
    expect(seen.map(({ token }) => token)).toEqual(["T0", "T1", "T2", "T3", "T4"]);
    expect(await session.getToken()).toBe("T5");
  });

  test("go out without a token where none is held, and never cause a login", async () => {
    const { session, fetch, seen } = setUp(() => respond(200), { credentials: { username: "ada", password: "pw" } });
    await callAll(session, fetch);
    expect(seen.map(({ token }) => token)).toEqual(defaultOptionalOperations.map(() => undefined));
    expect(session.stats()).toMatchObject({ logins: 0, requests: 0 });
  });

  test("hand a 401 to the caller: no login, no repetition, and the token stays", async () => {
    const { session, fetch, seen } = setUp(() => respond(401), { credentials: { username: "ada", password: "pw" } });
    session.adopt("T0");
    await callAll(session, fetch);
    expect(seen).toHaveLength(defaultOptionalOperations.length);
    expect(await session.getToken()).toBe("T0");
    expect(session.stats()).toMatchObject({ logins: 0, replays: 0 });
    expect(session.snapshot().inFlight).toBe(0);
  });

  test("say nothing of the token: one that a login gave counts as unproven after them", async () => {
    let tokens = 0;
    const { session, fetch, seen } = setUp(
      ({ operation, token }) => {
        if (operation === "POST /auth/login") return respond(200, { token: `T${++tokens}` });
        return respond(operation === "GET /units" && token === "T1" ? 401 : 200);
      },
      { credentials: { username: "ada", password: "pw" } },
    );
    const call = way.open(session, fetch);
    await session.login();
    await callAll(session, fetch);
    // Only this route refuses the token, so another login would not help.
    expect((await call("/units")).status).toBe(401);
    expect(seen.filter(({ operation }) => operation === "POST /auth/login")).toHaveLength(1);
  });

  test("pass through after a logout", async () => {
    const { session, fetch, seen } = setUp(() => respond(200));
    session.adopt("T0");
    await session.logout();
    await callAll(session, fetch);
    expect(seen.slice(1).map(({ token }) => token)).toEqual(defaultOptionalOperations.map(() => undefined));
  });
});
