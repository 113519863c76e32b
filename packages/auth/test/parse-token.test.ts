import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bearer, parseBearer, parseTokenText } from "../src/token-text.ts";
import { answer, baseUrl, setUp } from "./support/fake-service.ts";

describe("the Authorization header", () => {
  test("E1 any letter case and spacing; sent back in the service's form", async () => {
    for (const value of ["bearer x", "Bearer x", "BEARER  x", "bEaReR \t x "]) expect(parseBearer(value)).toBe("x");
    const { session, seen } = setUp(() => answer(200, { headers: { authorization: "BEARER  abc" } }));
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
  ])("E2 E4 %j is no token", (value) => expect(parseBearer(value)).toBeUndefined());

  test.each(["é", "a\u2028b", "a\r\nb", "a\0b", "a b", "a,b", 'a"b', "a=b", "𝒜"])(
    "E5 characters that no token has: %j",
    (text) => {
      expect(parseBearer(`bearer ${text}`)).toBeUndefined();
      expect(parseTokenText(`bearer ${text}`)).toBeUndefined();
      expect(parseTokenText(text)).toBeUndefined();
    },
  );

  test("E7 in a body the scheme may be there or not", () => {
    expect(parseTokenText("bearer x")).toBe("x");
    expect(parseTokenText("x")).toBe("x");
    for (const odd of [undefined, null, 7, {}, "", "bearer", "bearer "]) expect(parseTokenText(odd)).toBeUndefined();
  });

  test.each([200, 204, 304, 400, 404, 409, 500, 503])(
    "E8 a token in an answer with status %i counts",
    async (status) => {
      const { session } = setUp(() => answer(status, { token: "NEW" }));
      session.adopt("T0");
      await session.fetch(`${baseUrl}/units`);
      expect(await session.getToken()).toBe("NEW");
    },
  );

  test("E8 also in a 401, which is then replayed with it, without a login", async () => {
    const { session, count, seen } = setUp(({ token }) =>
      token === "T0" ? answer(401, { token: "NEW" }) : answer(200),
    );
    session.adopt("T0");
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(count("POST /auth/login")).toBe(0);
    expect(seen.map(({ token }) => token)).toEqual(["T0", "NEW"]);
  });

  test.each(["HEAD", "OPTIONS"])("E10 %s like any other", async (method) => {
    const { session } = setUp(() => answer(204, { token: "NEW" }));
    session.adopt("T0");
    await session.fetch(`${baseUrl}/units`, { method });
    expect(await session.getToken()).toBe("NEW");
  });

  test("L6 parsing never throws, and reads back what was written", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const written = bearer(parseBearer(text) ?? parseTokenText(text) ?? "none");
        expect(new Headers({ authorization: written }).get("authorization")).toBe(written);
      }),
      { numRuns: 1_000 },
    );
    const token = fc.stringMatching(/^[A-Za-z0-9._~+/-]+=*$/).filter((text) => !/^bearer$/i.test(text));
    fc.assert(
      fc.property(token, (text) => {
        expect(parseBearer(bearer(text))).toBe(text);
        expect(parseTokenText(text)).toBe(text);
      }),
      { numRuns: 500 },
    );
  }, 60_000);
});
