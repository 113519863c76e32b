import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAuth, isAuthError, type AuthOptions } from "../src/index.ts";
import { codeOf } from "./support/deferred.ts";
import { respond, credentials, fakeService } from "./support/fake-service.ts";

const origin = "https://fleet.example.com";
const bases = [origin, `${origin}/`, `${origin}/api/v1`, `${origin}/api/v1/`] as const;
const pathOptions = ["loginPath", "tokenPath", "logoutPath"] as const;

/** A session that has logged in, asked, and logged out: every request that it makes by itself. */
async function useAll(options: AuthOptions): Promise<Request[]> {
  const { fetch, seen } = fakeService(() => respond(200, { token: "L1", body: { data: { token: "L1" } } }));
  const session = createAuth({ credentials, fetch, ...options });
  await session.login();
  await session.refresh();
  await session.logout();
  return seen.map(({ request }) => request);
}

/** What `createAuth` makes of options: `made`, or the code of its error. */
async function create(options: object): Promise<unknown> {
  const { fetch } = fakeService(() => respond(200));
  return codeOf((async () => createAuth({ credentials, fetch, ...options } as AuthOptions))());
}

describe("base URL and paths are joined as addresses", () => {
  test.each(bases)("%s, with paths that begin with a slash or without one", async (baseUrl) => {
    const prefix = baseUrl.replace(/\/$/, "");
    for (const slash of ["", "/"]) {
      const options = { loginPath: `${slash}login`, tokenPath: `${slash}a/token`, logoutPath: `${slash}a/b/logout` };
      const sent = await useAll({ baseUrl, ...options });
      expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
        `POST ${prefix}/login`,
        `GET ${prefix}/a/token`,
        `POST ${prefix}/a/b/logout`,
      ]);
    }
    const sent = await useAll({ baseUrl });
    expect(sent.map(({ url }) => url)).toEqual(["login", "token", "logout"].map((name) => `${prefix}/auth/${name}`));
  });

  test("a login and a logout that the application sends are known, whichever way the paths were written", async () => {
    for (const slash of ["", "/"]) {
      const { fetch, seen } = fakeService(() => respond(200, { token: "L1" }));
      const session = createAuth({
        baseUrl: bases[3],
        fetch,
        loginPath: `${slash}login`,
        logoutPath: `${slash}logout`,
      });
      await session.fetch(`${origin}/api/v1/login`, { method: "POST", body: "{}" });
      expect(await session.getToken()).toBe("L1");
      expect(seen[0]?.token).toBeUndefined();
      await session.fetch(`${origin}/api/v1/logout`, { method: "POST" });
      expect(session.snapshot().status).toBe("logged_out");
    }
  });

  test("an operation with optional authentication is known, whichever way its path was written", async () => {
    for (const slash of ["", "/"]) {
      const { fetch, seen } = fakeService(() => respond(200));
      const optionalOperations = [{ method: "GET", path: `${slash}open/{id}` }];
      const session = createAuth({ baseUrl: bases[3], fetch, optionalOperations });
      expect((await session.fetch(`${origin}/api/v1/open/7`)).status).toBe(200);
      expect(seen.map(({ token }) => token)).toEqual([undefined]);
      expect(await codeOf(session.fetch(`${origin}/api/v1/open`))).toBe("login_required");
    }
  });

  test("characters that an address encodes", async () => {
    const sent = await useAll({
      baseUrl: bases[2],
      loginPath: "/anmeldung/für alle",
      tokenPath: "~t/a:b;d=e,f",
      logoutPath: "a%20b",
    });
    expect(sent.map(({ url }) => url)).toEqual([
      `${bases[2]}/anmeldung/f%C3%BCr%20alle`,
      `${bases[2]}/~t/a:b;d=e,f`,
      `${bases[2]}/a%20b`,
    ]);
  });
});

/** Paths that would leave the base URL in one way of joining or another, or that say more than a path. */
const refused = [
  "//evil.example/x",
  "/\\evil.example/x",
  "\\evil.example",
  "/auth\\..\\..\\x",
  "https://evil.example/x",
  "https:evil.example",
  `${origin}/api/v1/auth/login`,
  "@evil.example/x",
  "user:pass@evil.example/x",
  "ftp://evil.example",
  "..",
  "../login",
  "/auth/..",
  "/auth/../login",
  "/auth/./login",
  "/.",
  "/%2e%2e/login",
  "/.%2e/login",
  "/auth/%2e/login",
  "/auth//login",
  "/auth/login?next=x",
  "/auth/login#x",
  // An address loses tabs and line breaks when it is read.
  "/\t/evil.example/x",
  "\t//evil.example",
  "/.\t./x",
  "ht\ntps://evil.example",
  " //evil.example",
  "//evil.example ",
  "\0//evil.example",
] as const;

describe("a path that could leave the base URL is refused", () => {
  describe.each(pathOptions)("%s", (option) => {
    test.each(refused)("%j", async (path) => {
      for (const baseUrl of bases) expect(await create({ baseUrl, [option]: path })).toBe("invalid_option");
    });
  });

  test("the message names the option, and no part of an address that could be secret", () => {
    const secret = "SECRET0pass";
    for (const option of pathOptions) {
      let error: unknown;
      try {
        createAuth({ baseUrl: bases[2], [option]: `//user:${secret}@evil.example/x` });
      } catch (caught) {
        error = caught;
      }
      expect(isAuthError(error, "invalid_option")).toBe(true);
      expect(String(error)).toContain(option);
      expect(String(error)).not.toContain(secret);
    }
  });

  test("what is no text", async () => {
    for (const path of [7, true, {}, [], ["/auth/login"]]) {
      for (const option of pathOptions) {
        expect(await create({ baseUrl: bases[2], [option]: path })).toBe("invalid_option");
      }
    }
  });
});

describe("a base URL that says more than origin and path is refused", () => {
  test.each([
    `${origin}/api/v1?key=x`,
    `${origin}/api/v1#x`,
    "https://user@fleet.example.com/",
    "https://user:pass@fleet.example.com/",
    "https://:pass@fleet.example.com/",
    "//fleet.example.com",
    "fleet.example.com",
    "javascript:alert(1)",
    "",
  ])("%j", async (baseUrl) => {
    expect(await create({ baseUrl })).toBe("invalid_option");
  });
});

describe("whatever the path", () => {
  const parts = ["/", "//", "\\", "..", ".", "%2e", "%2E", "%2f", "%5c", "@", ":", "?", "#", "auth", "login", "0", "-"];
  const hosts = ["https:", "http:", "user:pass@", "evil.example", ":8443"];
  // What an address loses when it is read, and what looks like a dot or a slash.
  const odd = ["\t", "\n", "\r", " ", "\0", "\u00a0", "\u2025", "\uff0e", "\u3002"];
  const piece = fc.constantFrom(...parts, ...hosts, ...odd);
  const path = fc.oneof(
    fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "binary", maxLength: 20 }),
  );

  test("it is refused, or every request stays below the base URL: no password goes anywhere else", async () => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bases), path, async (baseUrl, given) => {
        const { fetch, seen } = fakeService(() => respond(200, { token: "L1", body: { data: { token: "L1" } } }));
        const options = { baseUrl, credentials, fetch, loginPath: given, tokenPath: given, logoutPath: given };
        let session;
        try {
          session = createAuth(options);
        } catch (error) {
          expect(isAuthError(error, "invalid_option")).toBe(true);
          expect(seen.length).toBe(0);
          return;
        }
        made++;
        await codeOf(session.login());
        await codeOf(session.refresh());
        await codeOf(session.logout());
        const root = new URL(baseUrl).pathname.replace(/\/$/, "");
        expect(seen.length).toBeGreaterThan(0);
        for (const { request } of seen) {
          const to = new URL(request.url);
          expect({ origin: to.origin, user: to.username, password: to.password }).toEqual({
            origin,
            user: "",
            password: "",
          });
          expect(to.pathname.startsWith(`${root}/`)).toBe(true);
          expect(to.search + to.hash).toBe("");
        }
      }),
      { numRuns: 2_000 },
    );
    expect(made).toBeGreaterThan(50);
  });
});
