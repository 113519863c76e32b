import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeOf } from "./support/code-of.ts";
import { respond, baseUrl, setUp } from "./support/fake-service.ts";

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

  test.each(["é", "a\u2028b", "a\r\nb", "a\0b", "a b", "a,b", 'a"b', "a=b", "𝒜"])(
    "%j is no token, because no token has such characters",
    async (text) => {
      // Not every one of these can be in a header at all.
      if (/^[\t\x20-\xff]*$/.test(text)) expect(await afterHeader(`bearer ${text}`)).toBe("HELD");
      for (const one of [text, `bearer ${text}`]) {
        expect(await afterBody(one)).toBe("HELD");
        expect(await afterAdopt(one)).toBe("token_malformed");
      }
    },
  );

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

  test("a 401 that has a token is replayed with it, without a login", async () => {
    const { session, count, seen } = setUp(({ token }) =>
      token === "T0" ? respond(401, { token: "NEW" }) : respond(200),
    );
    session.adopt("T0");
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(count("POST /auth/login")).toBe(0);
    expect(seen.map(({ token }) => token)).toEqual(["T0", "NEW"]);
  });

  test.each(["HEAD", "OPTIONS"])("a token with %s is taken like any other", async (method) => {
    const { session } = setUp(() => respond(204, { token: "NEW" }));
    session.adopt("T0");
    await session.fetch(`${baseUrl}/units`, { method });
    expect(await session.getToken()).toBe("NEW");
  });

  test("parsing never throws, and reads back what was written", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        for (const token of [await afterBody(text), await afterAdopt(text)]) {
          const written = `bearer ${String(token)}`;
          expect(new Headers({ authorization: written }).get("authorization")).toBe(written);
        }
      }),
      { numRuns: 500 },
    );
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
