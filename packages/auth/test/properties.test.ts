import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fingerprint } from "../src/fingerprint.ts";
import { answer, baseUrl, credentials, settle, setUp } from "./support/fake-service.ts";
import { rotationModel, type MintPolicy, type MintPosition } from "./support/rotation-model.ts";

const policies: MintPolicy[] = ["chain", "per-response", "stale-only"];
const positions: MintPosition[] = ["start", "end"];

async function burst(policy: MintPolicy, position: MintPosition, expired: boolean, seed: number, size: number) {
  const { session, time, random, logins, newest } = rotationModel({ policy, position, expired, seed });
  let answered = 0;
  let wrong = 0;
  for (let index = 0; index < size; index++) {
    time.at(random() * size, () => {
      void session.fetch(`${baseUrl}/units/${index}`).then((response) => {
        answered++;
        if (response.status !== 200) wrong++;
      });
    });
  }
  await time.run();
  await session.flush();
  return { answered, wrong, held: await session.getToken(), newest: newest(), logins: logins(), session };
}

describe("L1 whatever the service's way of minting, the newest token is held when all is quiet", () => {
  for (const policy of policies) {
    for (const position of positions) {
      test(`${policy}, chosen at the ${position}`, async () => {
        await fc.assert(
          fc.asyncProperty(fc.nat(), fc.boolean(), async (seed, expired) => {
            const { session, ...result } = await burst(policy, position, expired, seed, 20);
            expect(result).toEqual({
              answered: 20,
              wrong: 0,
              held: result.newest,
              newest: result.newest,
              logins: expired ? 1 : 0,
            });
            expect(session.snapshot()).toMatchObject({ inFlight: 0, ambiguous: false });
          }),
          { numRuns: 200 },
        );
      }, 60_000);
    }
  }

  test("a thousand calls at once", async () => {
    const { session, ...result } = await burst("per-response", "end", true, 7, 1_000);
    expect(result).toEqual({ answered: 1_000, wrong: 0, held: result.newest, newest: result.newest, logins: 1 });
    expect(session.stats().requests).toBe(1_000);
  }, 60_000);
});

test("L3 no answer of one session changes another: login, logout, rotation, 401 and failure in any order", async () => {
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
        owner.set(fingerprint(token), of);
        return token;
      };
      const { session, events } = setUp(async ({ operation, token = "" }) => {
        const failing = broken;
        await scheduler.schedule(Promise.resolve(), operation);
        if (failing) throw new TypeError("fetch failed");
        if (operation === "POST /auth/login") return answer(200, { token: mint(++sessions) });
        const of = Number(/^s(\d+)/.exec(token)?.[1]);
        return of <= revoked ? answer(401) : answer(200, { token: mint(of), body: { data: { token } } });
      });
      // The session that the last login event began; undefined after a logout.
      let expected: number | undefined;
      session.subscribe((event) => {
        if (event.type === "loggedOut") expected = undefined;
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
      expect(events.some(({ type }) => type === "hookError")).toBe(false);
    }),
    { numRuns: 200 },
  );
}, 60_000);

test("L10 three calls and a logout, in every order of arrival: nothing is held afterwards", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.nat({ max: 3 }), async (scheduler, when) => {
      let serial = 0;
      const { session } = setUp(async ({ operation }) => {
        await scheduler.schedule(Promise.resolve(), operation);
        return answer(serial++ % 2 === 0 ? 200 : 401, { token: `T${serial}` });
      });
      session.adopt("T0");
      const work: Promise<unknown>[] = [];
      for (let index = 0; index < 4; index++) {
        work.push(index === when ? session.logout() : session.fetch(`${baseUrl}/units/${index}`));
      }
      const all = Promise.allSettled(work);
      for (let idle = 0; idle < 2; idle = scheduler.count() > 0 ? 0 : idle + 1) {
        if (scheduler.count() > 0) await scheduler.waitOne();
        await settle();
      }
      await all;
      expect(session.snapshot()).toMatchObject({ status: "logged_out", fingerprint: undefined, inFlight: 0 });
    }),
    { numRuns: 100 },
  );
}, 60_000);
