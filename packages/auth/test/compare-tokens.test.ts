import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AuthOptions, type Compare, compareJwt, compareTokens } from "../src/index.ts";
import { settle } from "./support/deferred.ts";
import { baseUrl, gates, respond, setUp } from "./support/fake-service.ts";
import { clockStart as start } from "./support/virtual-clock.ts";

const jwtWith = (claims: unknown): string =>
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
    expect(compareJwt(jwtWith({ iat: 1_600_000_001 }), jwtWith({ iat: 1_600_000_000, s: "ÿ?>" }))).toBeGreaterThan(0);
    expect(compareJwt(jwtWith({ iat: 5 }), jwtWith({ iat: 5, n: 1 }))).toBeUndefined();
  });

  test.each([{}, { iat: "1600000001" }, { iat: -1 }, { iat: 1e300 }, { iat: null }, null, [], 7, "x"])(
    "compareJwt leaves the order open for the odd claims %j",
    (claims) => {
      expect(compareJwt(jwtWith(claims), jwtWith({ iat: 1_600_000_000 }))).toBeUndefined();
    },
  );

  test("compareJwt leaves the order open for a token that is no JWT", () => {
    for (const odd of ["", "a.b.c", "....", "a.%%%.c", `x.${"A".repeat(5)}.y`]) {
      expect(compareJwt(odd, jwtWith({ iat: 1 }))).toBeUndefined();
      expect(compareJwt(jwtWith({ iat: 1 }), odd)).toBeUndefined();
    }
  });
});

const reconcile = "GET /auth/token";

/** A JWT that says it was issued so many seconds after `start`; `name` tells two apart. */
function jwt(seconds: number, name = ""): string {
  const claims = { iat: start / 1_000 + seconds, ...(name !== "" && { jti: name }) };
  return `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;
}

const year = 365 * 86_400;

describe("compareJwt and the clock", () => {
  const now = { now: start };

  test("an issue time up to a minute ahead counts, one further ahead leaves it open", () => {
    for (const ahead of [-year, -1, 0, 1, 59, 60]) {
      expect(compareJwt(jwt(ahead), jwt(-2 * year), now)).toBeGreaterThan(0);
      expect(compareJwt(jwt(-2 * year), jwt(ahead), now)).toBeLessThan(0);
    }
    for (const ahead of [61, 3_600, year, 70 * year]) {
      expect(compareJwt(jwt(ahead), jwt(0), now)).toBeUndefined();
      expect(compareJwt(jwt(0), jwt(ahead), now)).toBeUndefined();
      expect(compareJwt(jwt(ahead), jwt(2 * ahead), now)).toBeUndefined();
    }
  });

  test("without a time, that of the machine", () => {
    const seconds = (Date.now() - start) / 1_000;
    expect(compareJwt(jwt(seconds - 10), jwt(seconds - 20))).toBeGreaterThan(0);
    expect(compareJwt(jwt(seconds + 600), jwt(seconds - 20))).toBeUndefined();
  });

  test("never says of one pair that each is newer, whatever the claims and the time", () => {
    const claim = fc.oneof(fc.integer({ min: -1e6, max: 1e6 }), fc.double(), fc.constantFrom(Infinity, 1e12, 1e300));
    fc.assert(
      fc.property(claim, claim, fc.integer({ min: 0, max: 1e13 }), (a, b, time) => {
        const [there, back] = [
          compareJwt(jwt(a), jwt(b, "b"), { now: time }),
          compareJwt(jwt(b, "b"), jwt(a), { now: time }),
        ];
        expect(there === undefined ? undefined : Math.sign(there)).toBe(
          back === undefined ? undefined : -Math.sign(back),
        );
      }),
      { numRuns: 500 },
    );
  });
});

/** A session that orders JWTs by their issue time, on a service that responds with the next of these tokens. */
function world(tokens: string[], options: Partial<AuthOptions> = {}) {
  const last = tokens.at(-1) ?? "";
  const given = setUp(
    ({ operation }) => {
      if (operation === reconcile) return respond(200, { body: { data: { token: last } } });
      const token = tokens.shift();
      return respond(200, token === undefined ? {} : { token });
    },
    { compare: compareJwt, ...options },
  );
  const call = (): Promise<Response> => given.session.fetch(`${baseUrl}/units`);
  return { ...given, call };
}

describe("a token with an issue time far in the future", () => {
  test.each([61, 3_600, 70 * year])(
    "%i s: does not pin the session: the next response's token is newer by lineage",
    async (ahead) => {
      const { session, call, count } = world([jwt(ahead), jwt(2), jwt(4)]);
      session.adopt(jwt(0));
      await call();
      expect(await session.getToken()).toBe(jwt(ahead));
      await call();
      expect(await session.getToken()).toBe(jwt(2));
      await call();
      expect(await session.getToken()).toBe(jwt(4));
      expect(count(reconcile)).toBe(0);
    },
  );

  test("that is held already, and that a reconcile finds to be superseded", async () => {
    const { session } = world([jwt(7)]);
    session.adopt(jwt(year));
    await session.refresh();
    expect(await session.getToken()).toBe(jwt(7));
  });

  test("in overlapping responses: the session reconciles", async () => {
    const service = gates(() => respond(200, { body: { data: { token: jwt(5) } } }));
    const { session, count } = setUp(service.handler, { compare: compareJwt });
    session.adopt(jwt(0));
    const calls = ["one", "two"].map((name) => session.fetch(`${baseUrl}/r/${name}`));
    await settle();
    service.reply("one", respond(200, { token: jwt(5) }));
    await settle();
    service.reply("two", respond(200, { token: jwt(year) }));
    await Promise.all(calls);
    await session.flush();
    expect(await session.getToken()).toBe(jwt(5));
    expect(count(reconcile)).toBe(1);
  });

  test("that the wrong clock of this machine makes of every token: evidence decides", async () => {
    for (const hours of [-72, -1, 1, 72]) {
      const clock = { now: () => start + hours * 3_600_000, monotonic: () => 0 };
      const { session, call } = world([jwt(1), jwt(2), jwt(3)], { clock });
      session.adopt(jwt(0));
      for (let index = 0; index < 3; index++) await call();
      expect(await session.getToken()).toBe(jwt(3));
    }
  });
});

describe("tokens with believable issue times", () => {
  test("are ordered by the session's own clock, without a reconcile, although they overlap", async () => {
    const service = gates(() => respond(200, { body: { data: { token: "never sent" } } }));
    const { session, count } = setUp(service.handler, { compare: compareJwt });
    session.adopt(jwt(-10));
    const calls = ["one", "two"].map((name) => session.fetch(`${baseUrl}/r/${name}`));
    await settle();
    service.reply("two", respond(200, { token: jwt(20) }));
    await settle();
    service.reply("one", respond(200, { token: jwt(10) }));
    await Promise.all(calls);
    await session.flush();
    expect(await session.getToken()).toBe(jwt(20));
    expect(count(reconcile)).toBe(0);
  });

  test("a compare function is told the time", async () => {
    const told: unknown[][] = [];
    const compare: Compare = (...given) => {
      told.push(given);
      return undefined;
    };
    const { session, call, time } = world(["T1"], { compare });
    session.adopt("T0");
    await time.advance(1_234);
    await call();
    expect(told.length).toBeGreaterThan(0);
    for (const [one, other, context] of told) {
      expect([one, other].toSorted()).toEqual(["T0", "T1"]);
      expect(context).toEqual({ now: start + 1_234 });
    }
  });
});

test("a service whose clock jumps: one call after the other, the newest token is always held", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 2 * year }), { minLength: 1, maxLength: 12 }),
      async (times) => {
        // A clock that was set back gives a superseding token an earlier time: this is the case that evidence must win.
        const ahead = times.map((seconds, index) => jwt(100 + seconds, String(index)));
        const { session, call } = world([...ahead]);
        session.adopt(jwt(0));
        for (const token of ahead) {
          await call();
          expect(await session.getToken()).toBe(token);
        }
      },
    ),
    { numRuns: 200 },
  );
});
