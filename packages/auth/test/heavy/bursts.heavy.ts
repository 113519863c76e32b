import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { burst, policies, positions, settled } from "../support/rotation-model.ts";
import { loginsInOutage } from "../support/outage.ts";

// A failing run is repeated by putting the printed number here.
const seed = Date.now() % 2 ** 31;

describe(`bursts with seed ${seed}`, () => {
  for (const policy of policies) {
    for (const position of positions) {
      test(`the newest token is held after each of ten thousand bursts (${policy}, chosen at the ${position})`, async () => {
        await fc.assert(
          fc.asyncProperty(fc.nat(), fc.boolean(), async (run, expired) => {
            const result = await burst({ policy, position, expired, seed: run }, 20);
            expect(result).toEqual(settled(20, expired, result));
          }),
          { numRuns: 10_000, seed },
        );
      });

      test(`the newest token is held after a thousand calls at once, ten times (${policy}, chosen at the ${position})`, async () => {
        for (let run = 0; run < 10; run++) {
          const expired = run % 2 === 0;
          const result = await burst({ policy, position, expired, seed: seed + run }, 1_000);
          expect({ run: seed + run, ...result }).toEqual({ run: seed + run, ...settled(1_000, expired, result) });
        }
      });
    }
  }
});

test("an hour of outage with 1,000 calls a second causes at most 17 logins", async () => {
  const { logins, recovery } = await loginsInOutage({ seed, processes: 1, callsPerSecond: 1_000, seconds: 3_600 });
  expect({ seed, few: logins <= 17, soon: recovery <= 600 }).toEqual({ seed, few: true, soon: true });
});
