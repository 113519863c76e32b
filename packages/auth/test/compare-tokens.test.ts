import { describe, expect, test } from "vitest";
import { compareJwt, compareTokens } from "../src/index.ts";

const jwt = (claims: unknown): string =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;

describe("compareTokens", () => {
  test("ordinals of the reference server's tokens", () => {
    expect(compareTokens("f1.2.zzz", "f1.10.aaa")).toBeLessThan(0);
    expect(compareTokens("f1.10.aaa", "f1.2.zzz")).toBeGreaterThan(0);
    expect(compareTokens("f1.7.aaa", "f1.7.bbb")).toBeUndefined();
    expect(compareTokens("f1.x.aaa", "f1.7.bbb")).toBeUndefined();
    expect(compareTokens("f1.7.aaa", "opaque")).toBeUndefined();
  });
});

describe("compareJwt", () => {
  test("compareJwt orders tokens by their time of issue", () => {
    expect(compareJwt(jwt({ iat: 1_600_000_001 }), jwt({ iat: 1_600_000_000, s: "ÿ?>" }))).toBeGreaterThan(0);
    expect(compareJwt(jwt({ iat: 5 }), jwt({ iat: 5, n: 1 }))).toBeUndefined();
  });

  test.each([{}, { iat: "1600000001" }, { iat: -1 }, { iat: 1e300 }, { iat: null }, null, [], 7, "x"])(
    "compareJwt leaves the order open for the odd claims %j",
    (claims) => {
      expect(compareJwt(jwt(claims), jwt({ iat: 1_600_000_000 }))).toBeUndefined();
    },
  );

  test("compareJwt leaves the order open for a token that is no JWT", () => {
    for (const odd of ["", "a.b.c", "....", "a.%%%.c", `x.${"A".repeat(5)}.y`]) {
      expect(compareJwt(odd, jwt({ iat: 1 }))).toBeUndefined();
      expect(compareJwt(jwt({ iat: 1 }), odd)).toBeUndefined();
    }
  });
});
