import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { baseUrl, credentials, fingerprintOf, respond, setUp } from "./support/fake-service.ts";
import { settle } from "./support/deferred.ts";
import { burst, policies, positions, settled } from "./support/rotation-model.ts";

describe("the newest token is held when all is quiet, whenever the service rotates", () => {
  for (const policy of policies) {
    for (const position of positions) {
      test(`${policy}, chosen at the ${position}`, async () => {
        await fc.assert(
          fc.asyncProperty(fc.nat(), fc.boolean(), async (seed, expired) => {
            const result = await burst({ policy, position, expired, seed }, 20);
            expect(result).toEqual(settled(20, expired, result));
          }),
          { numRuns: 200 },
        );
      });
    }
  }

  test.each([
    ["start", 54_537_375],
    ["end", 124_483_443],
  ] as const)(
    "the newest token is held for a seed that failed once: chain, chosen at the %s, %d",
    async (position, seed) => {
      const result = await burst({ policy: "chain", position, expired: true, seed }, 20);
      expect(result).toEqual(settled(20, true, result));
    },
  );

  test("a thousand calls at once end on the newest token", async () => {
    const result = await burst({ policy: "per-response", position: "end", expired: true, seed: 7 }, 1_000);
    expect(result).toEqual(settled(1_000, true, result));
  });
});

test("a token that a response proved superseded is never taken up again", async () => {
  const model = fc.record({
    policy: fc.constantFrom(...policies),
    position: fc.constantFrom(...positions),
    expired: fc.boolean(),
    seed: fc.nat(),
  });
  let rotations = 0;
  await fc.assert(
    fc.asyncProperty(model, async (given) => {
      const proven = new Set<string>();
      const onResponse = (sent?: string, received = sent): void => {
        if (sent !== undefined && sent !== received) proven.add(fingerprintOf(sent));
      };
      const regressed: string[] = [];
      await burst({ ...given, onResponse }, 20, (event) => {
        if (event.type !== "token") return;
        rotations++;
        if (proven.has(event.fingerprint)) regressed.push(event.fingerprint);
      });
      expect(regressed).toEqual([]);
    }),
    // The example: a response that is itself superseded proves another token superseded.
    { numRuns: 300, examples: [[{ policy: "chain", position: "end", expired: true, seed: 410_434_617 }]] },
  );
  expect(rotations).toBeGreaterThan(1_000);
});

test("no token and no response of two users on one server crosses over in a thousand interleavings", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const work = ["a", "b"].map(async (user) => {
        let serial = 0;
        const { session, seen } = setUp(async ({ operation, token = "" }) => {
          await scheduler.schedule(Promise.resolve(), operation);
          if (operation === "POST /auth/login") return respond(200, { token: `${user}${++serial}` });
          return token === `${user}0` ? respond(401) : respond(200, { token: `${user}${++serial}`, body: { user } });
        });
        session.adopt(`${user}0`);
        const responses = await Promise.all([1, 2].map((id) => session.fetch(`${baseUrl}/units/${id}`)));
        for (const one of responses) expect(await one.json()).toEqual({ user });
        expect(await session.getToken()).toMatch(user);
        expect(seen.every(({ token = user }) => token.startsWith(user))).toBe(true);
      });
      const all = Promise.all(work);
      for (let idle = 0; idle < 2; idle = scheduler.count() > 0 ? 0 : idle + 1) {
        if (scheduler.count() > 0) await scheduler.waitOne();
        await settle();
      }
      await all;
    }),
    { numRuns: 1_000 },
  );
});

test("no response of one session changes another, in any order of login, logout, rotation, 401 and failure", async () => {
  const step = fc.constantFrom("call", "call", "call", "login", "logout", "revoke", "fail");
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { minLength: 3, maxLength: 25 }), async (scheduler, steps) => {
      let sessions = 0;
      let serial = 0;
      let revoked = 0;
      let broken = false;
      const owner = new Map<string, number>();
      const mint = (of: number): string => {
        const token = `s${of}n${++serial}`;
        owner.set(fingerprintOf(token), of);
        return token;
      };
      const { session, events } = setUp(async ({ operation, token = "" }) => {
        const failing = broken;
        await scheduler.schedule(Promise.resolve(), operation);
        if (failing) throw new TypeError("fetch failed");
        if (operation === "POST /auth/login") return respond(200, { token: mint(++sessions) });
        const of = Number(/^s(\d+)/.exec(token)?.[1]);
        return of <= revoked ? respond(401) : respond(200, { token: mint(of), body: { data: { token } } });
      });
      // The session that the last login event began; undefined after a logout.
      let expected: number | undefined;
      session.subscribe((event) => {
        if (event.type === "logged_out") expected = undefined;
        if (event.type !== "token") return;
        if (event.why === "login") expected = owner.get(event.fingerprint);
        expect(owner.get(event.fingerprint)).toBe(expected);
      });
      const outcomes: Promise<unknown>[] = [];
      const launch = (work: Promise<unknown>): void => void outcomes.push(work.catch(() => undefined));
      for (const kind of steps) {
        broken = kind === "fail";
        if (kind === "revoke") revoked = sessions;
        else if (kind === "logout") launch(session.logout());
        else if (kind === "login") launch(session.login(credentials));
        else launch(session.fetch(`${baseUrl}/units`));
        await settle();
        if (scheduler.count() > 2) await scheduler.waitOne();
      }
      broken = false;
      const all = Promise.allSettled(outcomes);
      for (let idle = 0; idle < 2; idle = scheduler.count() > 0 ? 0 : idle + 1) {
        if (scheduler.count() > 0) await scheduler.waitOne();
        await settle();
      }
      await all;
      const { status, fingerprint: held, inFlight } = session.snapshot();
      expect(inFlight).toBe(0);
      expect(held === undefined ? undefined : owner.get(held)).toBe(expected);
      expect(status === "active").toBe(expected !== undefined);
      expect(events.some(({ type }) => type === "hook_error")).toBe(false);
    }),
    { numRuns: 200 },
  );
});
