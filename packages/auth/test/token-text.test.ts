import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AuthOptions, memoryStore, type SessionRecord, type TokenStore } from "../src/index.ts";
import { codeOf, settle } from "./support/deferred.ts";
import { baseUrl, credentials, respond, setUp, ways } from "./support/fake-service.ts";

/** The token that a session holds which held `HELD`, after a response with this header. `null`: without one. */
async function afterHeader(value: string | null): Promise<string> {
  const { session } = setUp(() => respond(200, value === null ? {} : { headers: { authorization: value } }));
  session.adopt("HELD");
  await session.fetch(`${baseUrl}/units`);
  return session.getToken();
}

/** The token that a session holds which held `HELD`, after a reconcile with this in its body. */
async function afterBody(token: unknown): Promise<string> {
  const { session } = setUp(() => respond(200, { body: { data: { token } } }));
  session.adopt("HELD");
  await session.refresh();
  return session.getToken();
}

/** The token that is held after `adopt`, or the code of its error. */
async function afterAdopt(text: string): Promise<unknown> {
  const { session } = setUp(() => respond(200));
  const code = await codeOf((async () => session.adopt(text))());
  return code === "resolved" ? session.getToken() : code;
}

describe("the Authorization header", () => {
  test("a token in any letter case and spacing is sent back in the service's form", async () => {
    for (const value of ["bearer x", "Bearer x", "BEARER  x", "bEaReR \t x "])
      expect(await afterHeader(value)).toBe("x");
    const { session, seen } = setUp(() => respond(200, { headers: { authorization: "BEARER  abc" } }));
    session.adopt("Bearer T0");
    await session.fetch(`${baseUrl}/a`);
    await session.fetch(`${baseUrl}/b`);
    expect(seen.map(({ request }) => request.headers.get("authorization"))).toEqual(["bearer T0", "bearer abc"]);
  });

  test.each([
    null,
    "",
    " ",
    "bearer",
    "bearer ",
    "bearer =",
    "Basic eA==",
    "DPoP x",
    "x",
    "bearerx",
    "bearer a, bearer b",
    "bearer a b",
  ])("%j is no token", async (value) => expect(await afterHeader(value)).toBe("HELD"));

  test("the scheme of a token in a body is optional", async () => {
    for (const text of ["bearer x", "x"]) {
      expect(await afterBody(text)).toBe("x");
      expect(await afterAdopt(text)).toBe("x");
    }
    for (const odd of [undefined, null, 7, {}, "", "bearer", "bearer "]) expect(await afterBody(odd)).toBe("HELD");
  });

  test.each([200, 204, 304, 400, 404, 409, 500, 503])("a token in a response with status %i counts", async (status) => {
    const { session } = setUp(() => respond(status, { token: "NEW" }));
    session.adopt("T0");
    await session.fetch(`${baseUrl}/units`);
    expect(await session.getToken()).toBe("NEW");
  });

  test.each(["HEAD", "OPTIONS"])("a token with %s is taken like any other", async (method) => {
    const { session } = setUp(() => respond(204, { token: "NEW" }));
    session.adopt("T0");
    await session.fetch(`${baseUrl}/units`, { method });
    expect(await session.getToken()).toBe("NEW");
  });

  test("every token that a header can carry is read back as it was written", async () => {
    const token = fc.stringMatching(/^[A-Za-z0-9._~+/-]+=*$/).filter((text) => !/^bearer$/i.test(text));
    await fc.assert(
      fc.asyncProperty(token, async (text) => {
        expect(await afterHeader(`bearer ${text}`)).toBe(text);
        expect(await afterBody(text)).toBe(text);
        expect(await afterAdopt(text)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});

const login = "POST /auth/login";
const longest = "a".repeat(8_192);
const tooLong = "a".repeat(8_193);

/** Texts that are no token, in a place that can hold any text. */
const bad: readonly [string, unknown][] = [
  ["one character too long", tooLong],
  ["100 kB", "t".repeat(100_000)],
  ["1 MB of padding", `t${"=".repeat(1_000_000)}`],
  ["a line break", "a\r\nx-evil: 1"],
  ["a line feed at the end of the scheme", "bearer \na b"],
  ["NUL", "a\0b"],
  ["DEL", "a\u007fb"],
  ["a tab", "a\tb"],
  ["a blank", "a b"],
  ["a comma", "a,b"],
  ["a quote", 'a"b'],
  ["a letter beyond ASCII", "é"],
  ["a line separator", "a\u2028b"],
  ["half a surrogate pair", "a\ud800"],
  ["padding in the middle", "a=b"],
];
/** What is no text at all. */
const noText: readonly [string, unknown][] = [
  ["a number", 42],
  ["true", true],
  ["an object", { toString: () => "T9" }],
  ["an array", ["T9"]],
];
/** Texts that a header can hold, but that are no token. */
const badInHeader: readonly [string, string][] = [
  ["one character too long", tooLong],
  ["100 kB", "t".repeat(100_000)],
  ["a comma", "a,b"],
  ["two words", "a b"],
  ["a tab", "a\tb"],
  ["a quote", 'a"b'],
  ["a letter beyond ASCII", "é"],
  ["padding in the middle", "a=b"],
];

const malformed = { type: "token_malformed", length: expect.any(Number) };

/** Every request carried a token that is one. */
function expectCleanRequests(seen: ReturnType<typeof setUp>["seen"]): void {
  for (const { token = "none" } of seen) expect(token).toMatch(/^[\w.~+/-]{1,8192}$/);
}

describe("the longest token that is one", () => {
  test("is taken from a login, a response, a reconcile, adopt, a login function and a store", async () => {
    const tokens = [`${longest.slice(1)}b`, `${longest.slice(1)}c`];
    const { session } = setUp(({ operation }) => {
      if (operation === login) return respond(200, { token: longest });
      return operation === "GET /auth/token"
        ? respond(200, { body: { data: { token: `bearer ${tokens[1]}` } } })
        : respond(200, { token: tokens[0] ?? "" });
    });
    await session.login();
    expect(await session.getToken()).toBe(longest);
    await session.fetch(`${baseUrl}/units`);
    expect(await session.getToken()).toBe(tokens[0]);
    await session.refresh();
    expect(await session.getToken()).toBe(tokens[1]);
    session.adopt(`Bearer ${longest}`);
    expect(await session.getToken()).toBe(longest);
    const own = setUp(() => respond(200), { credentials: undefined, login: async () => longest });
    expect(await own.session.getToken()).toBe(longest);
    const stored = setUp(() => respond(200), { store: await storeWith(longest) });
    expect(await stored.session.getToken()).toBe(longest);
  });
});

describe.each(ways)("a response with a header that holds no token, $name", (way) => {
  test.each(badInHeader)("%s: the held one stays, and the event gives the length", async (_, text) => {
    const { session, fetch, seen, events } = setUp(() => respond(200, { token: text }));
    session.adopt("HELD");
    await settle();
    const before = events.length;
    const call = way.open(session, fetch);
    expect((await call("/units")).status).toBe(200);
    await call("/units");
    expect(await session.getToken()).toBe("HELD");
    expectCleanRequests(seen);
    expect(events.slice(before)).toContainEqual(malformed);
    if (text.length > 8_192) {
      const [event] = events.filter(({ type }) => type === "token_malformed");
      expect(event?.type === "token_malformed" && event.length).toBeGreaterThanOrEqual(text.length);
    }
    expect(events.slice(before).map(({ type }) => type)).not.toContain("token");
    expect(JSON.stringify(events).length).toBeLessThan(2_000);
  });

  test("in a 401: it is not replayed with it", async () => {
    const { session, fetch, seen, count } = setUp(({ operation, token }) => {
      if (operation === login) return respond(200, { token: "L1" });
      return token === "L1" ? respond(200) : respond(401, { token: tooLong });
    });
    session.adopt("HELD");
    expect((await way.open(session, fetch)("/units")).status).toBe(200);
    expect(count(login)).toBe(1);
    expectCleanRequests(seen);
  });
});

describe("a login that gives no token", () => {
  test.each(badInHeader)("in the header, %s: token_malformed, and the held one stays", async (_, text) => {
    const { session } = setUp(() => respond(200, { token: text }));
    expect(await codeOf(session.login())).toBe("token_malformed");
    expect(session.snapshot().status).toBe("empty");
    session.adopt("HELD");
    const { epoch } = session.snapshot();
    expect(await codeOf(session.login(credentials))).toBe("token_malformed");
    expect(session.snapshot()).toMatchObject({ status: "active", epoch });
    expect(await session.getToken()).toBe("HELD");
  });

  test.each([...bad, ...noText, ["nothing", undefined], ["null", null], ["an empty text", ""]])(
    "from a login function, %s: token_malformed, and the held one stays",
    async (_, value) => {
      const options: Partial<AuthOptions> = { login: async () => value as string };
      const [empty, held] = [setUp(() => respond(200), options), setUp(() => respond(200), options)];
      expect(await codeOf(empty.session.fetch(`${baseUrl}/units`))).toBe("token_malformed");
      held.session.adopt("HELD");
      expect(await codeOf(held.session.login())).toBe("token_malformed");
      expect(await held.session.getToken()).toBe("HELD");
      expect([empty.seen.length, held.seen.length]).toEqual([0, 0]);
    },
  );

  test("sent by the application: no session begins, and a held one stays", async () => {
    for (const held of [undefined, "HELD"]) {
      const { session, events } = setUp(() => respond(200, { token: tooLong }));
      if (held !== undefined) session.adopt(held);
      const { epoch, status } = session.snapshot();
      expect((await session.fetch(`${baseUrl}/auth/login`, { method: "POST", body: "{}" })).status).toBe(200);
      await settle();
      expect(session.snapshot()).toMatchObject({ epoch, status });
      expect(events).toContainEqual(malformed);
    }
  });
});

describe("a reconcile that gets no token", () => {
  test.each([...bad, ...noText, ["null", null]])("in the body, %s: the held one stays", async (_, value) => {
    const { session, seen, events } = setUp(({ operation }) =>
      operation === "GET /auth/token" ? respond(200, { body: { data: { token: value } } }) : respond(200),
    );
    session.adopt("HELD");
    await codeOf(session.refresh());
    await settle();
    expect(await session.getToken()).toBe("HELD");
    await session.fetch(`${baseUrl}/units`);
    expectCleanRequests(seen);
    if (typeof value === "string") expect(events).toContainEqual(malformed);
  });

  test.each(badInHeader)("in the header, %s: the held one stays", async (_, text) => {
    const { session, events } = setUp(() => respond(200, { token: text, body: {} }));
    session.adopt("HELD");
    await codeOf(session.refresh());
    await settle();
    expect(await session.getToken()).toBe("HELD");
    expect(events).toContainEqual(malformed);
  });

  test("getToken, fresh: the token is not confirmed", async () => {
    const { session } = setUp(() => respond(200, { body: { data: { token: tooLong } } }));
    session.adopt("HELD");
    expect(await codeOf(session.getToken({ fresh: true }))).toBe("token_unconfirmed");
    expect(await session.getToken()).toBe("HELD");
  });
});

describe("adopt", () => {
  test.each([...bad, ...noText, ["nothing", undefined], ["null", null], ["an empty text", ""]])(
    "%s: token_malformed, and the held one stays",
    async (_, value) => {
      const { session } = setUp(() => respond(200));
      session.adopt("HELD");
      const before = session.snapshot();
      expect(() => session.adopt(value as string)).toThrow(expect.objectContaining({ code: "token_malformed" }));
      expect({ ...session.snapshot(), ageMs: 0, confirmedAgeMs: 0 }).toEqual({
        ...before,
        ageMs: 0,
        confirmedAgeMs: 0,
      });
      expect(await session.getToken()).toBe("HELD");
    },
  );
});

const recordOf = (token: unknown, changes: Partial<SessionRecord> = {}): SessionRecord => ({
  v: 1,
  serviceId: baseUrl,
  sid: "theirs",
  rev: 1,
  user: "",
  since: 0,
  token: token as string,
  ...changes,
});

async function storeWith(token: unknown): Promise<TokenStore> {
  const store = memoryStore();
  await store.commit(0, recordOf(token));
  return store;
}

/** Writes over whatever the store holds, as a broken process would. */
async function overwrite(store: TokenStore, token: unknown): Promise<void> {
  const found = await store.read();
  const rev = found?.rev ?? 0;
  await store.commit(rev, recordOf(token, { ...found, rev: rev + 1, token: token as string }));
}

describe("a record of a store whose token is none", () => {
  const records = [...bad, ...noText, ["an empty text", ""], ["missing", undefined]] as const;

  test.each(records)("at the start, %s: as if there were none, so the session logs in", async (_, value) => {
    const { session, seen, count } = setUp(
      ({ operation }) => (operation === login ? respond(200, { token: "L1" }) : respond(200)),
      { store: await storeWith(value) },
    );
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(count(login)).toBe(1);
    expectCleanRequests(seen);
    await session.flush();
    expect(await session.getToken()).toBe("L1");
  });

  test.each(records)(
    "under a session, %s: the held one stays, and the store can be written again",
    async (_, value) => {
      const store = memoryStore();
      const { session, seen } = setUp(({ operation }) => respond(200, operation === login ? { token: "L1" } : {}), {
        store,
      });
      await session.login();
      await overwrite(store, value);
      await settle();
      expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
      expect(await session.getToken()).toBe("L1");
      expectCleanRequests(seen);
      await session.flush();
      await session.login();
      await session.flush();
      expect((await store.read())?.token).toBe("L1");
    },
  );

  test("without credentials: login_required, not an error of the platform", async () => {
    const { session } = setUp(() => respond(200), { store: await storeWith("a\nb"), credentials: undefined });
    expect(await codeOf(session.fetch(`${baseUrl}/units`))).toBe("login_required");
  });
});

describe("whatever the text", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: fc.constantFrom("a", "=", " ", "\t", "\n", "bearer ", ",", "\u0000", "é", "-") }),
    fc.nat({ max: 9_000 }).map((length) => "x".repeat(length)),
  );
  const sources: readonly [string, (value: string) => Promise<ReturnType<typeof setUp>>][] = [
    [
      "adopt",
      async (value) => {
        const given = setUp(() => respond(200));
        given.session.adopt("HELD");
        await codeOf((async () => given.session.adopt(value))());
        return given;
      },
    ],
    [
      "a reconcile",
      async (value) => {
        const given = setUp(({ operation }) =>
          respond(200, operation === "GET /auth/token" ? { body: { data: { token: value } } } : {}),
        );
        given.session.adopt("HELD");
        await codeOf(given.session.refresh());
        return given;
      },
    ],
    [
      "a login function",
      async (value) => {
        const given = setUp(() => respond(200), { login: async () => value });
        given.session.adopt("HELD");
        await codeOf(given.session.login());
        return given;
      },
    ],
    [
      "a store",
      async (value) => {
        const options: Partial<AuthOptions> = { store: await storeWith(value), login: async () => "HELD" };
        const given = setUp(() => respond(200), options);
        await codeOf(given.session.getToken());
        return given;
      },
    ],
  ];

  test.each(sources)(
    "%s leaves a token that a header can carry",
    async (_, give) => {
      await fc.assert(
        fc.asyncProperty(text, async (value) => {
          const { session, seen } = await give(value);
          const token = await session.getToken();
          expect(token).toMatch(/^[\w.~+/-]+=*$/);
          expect(token.length).toBeLessThanOrEqual(8_192);
          expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
          expect(seen.at(-1)?.request.headers.get("authorization")).toBe(`bearer ${token}`);
        }),
        { numRuns: 300 },
      );
    },
    60_000,
  );
});
