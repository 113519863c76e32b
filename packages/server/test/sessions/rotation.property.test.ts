import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UnitOfWork } from "../../src/db/index.ts";
import { noScope } from "../../src/db/index.ts";
import { ProblemError } from "../../src/kernel/problem.ts";
import { manualClock, systemRandom } from "../../src/platform/index.ts";
import { nodeCrypto } from "../../src/platform/node.ts";
import type { Sessions } from "../../src/sessions/index.ts";
import { createSessions } from "../../src/sessions/index.ts";
import { emptyDatabase, runs, useSharedDatabase } from "../support/db.ts";
import { runJobs } from "../support/run-jobs.ts";
import { insertUser, startSession } from "../support/user.ts";

const db = useSharedDatabase();
const work = (): UnitOfWork => db.database().unitOfWork(noScope);
const crypto = nodeCrypto();
const ROTATE_AFTER = 1000;
const TTL = 10_000;
const DAY = 24 * 60 * 60_000;

/** A step: time passes, some tokens of the chain are used at once, the session is ended meanwhile, or the jobs run. */
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("jobs") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait"), ms: fc.integer({ min: 1, max: 100 * DAY }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("wait"), ms: fc.integer({ min: 1, max: 6000 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("use"), which: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("end"), which: fc.array(fc.nat(), { maxLength: 3 }) }) },
);

/** What the rules say about a session, without any of the machinery. */
class Model {
  readonly tokens: { token: string; expiresAt: number }[] = [];
  issuedAt = 0;
  ended = false;

  add(token: string, now: number): void {
    const last = this.tokens.at(-1);
    if (last !== undefined) last.expiresAt = now + TTL;
    this.tokens.push({ token, expiresAt: now + TTL });
    this.issuedAt = now;
  }

  get newest(): string {
    return this.tokens.at(-1)?.token ?? "";
  }

  isLive(token: string, now: number): boolean {
    const known = this.tokens.find((candidate) => candidate.token === token);
    return !this.ended && known !== undefined && known.expiresAt > now;
  }
}

type Outcome = { current: string } | { code: string };

async function use(sessions: Sessions, token: string): Promise<Outcome> {
  try {
    const { currentToken, newerToken } = await sessions.authenticate(work(), token);
    expect(newerToken).toBe(currentToken === token ? null : currentToken);
    return { current: currentToken };
  } catch (error) {
    if (error instanceof ProblemError) return { code: error.code };
    throw error;
  }
}

/** Uses tokens at the same time, from two processes in turn, and checks all answers by the model. */
async function useAtOnce(
  model: Model,
  processes: readonly [Sessions, Sessions],
  which: readonly number[],
  now: number,
): Promise<void> {
  const used = which.map((pick) => model.tokens[pick % model.tokens.length]?.token ?? "");
  const live = used.map((token) => model.isLive(token, now));
  const due = now - model.issuedAt >= ROTATE_AFTER;
  const outcomes = await Promise.all(
    used.map((token, index) => use(index % 2 === 0 ? processes[0] : processes[1], token)),
  );
  const currents = new Set<string>();
  for (const [index, outcome] of outcomes.entries()) {
    if (live[index]) {
      expect(outcome).toHaveProperty("current");
      if ("current" in outcome) currents.add(outcome.current);
    } else if (model.ended) {
      // A swept row is forgotten; both codes refuse it.
      expect(outcome).toHaveProperty("code", expect.stringMatching(/token_revoked|unauthenticated/));
    } else {
      expect(outcome).toHaveProperty("code", expect.stringMatching(/token_expired|unauthenticated/));
    }
  }
  if (currents.size === 0) return;
  expect(currents.size).toBe(1);
  const [current = ""] = currents;
  expect(current === model.newest).toBe(!due);
  if (current !== model.newest) model.add(current, now);
}

describe("rotation", () => {
  it("keeps its rules in any order of uses, waits and ends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await emptyDatabase(db());
        const clock = manualClock(new Date("2026-01-01T00:00:00.000Z"));
        const make = (): Sessions =>
          createSessions({
            clock,
            random: systemRandom,
            crypto,
            rotateAfterMs: ROTATE_AFTER,
            supersededTtlMs: TTL,
          });
        const processes = [make(), make()] as const;
        const { token, session_id } = await startSession(processes[0], work(), await insertUser(db()));
        const model = new Model();
        model.add(token, clock.now().getTime());
        for (const one of steps) {
          const now = clock.now().getTime();
          if ("ms" in one) clock.advance(one.ms);
          else if (!("which" in one)) await runJobs(db(), clock.now());
          else if (one.kind === "use") await useAtOnce(model, processes, one.which, now);
          else {
            const racing = one.which.map((pick) =>
              use(processes[1], model.tokens[pick % model.tokens.length]?.token ?? ""),
            );
            await Promise.all([processes[0].logout(work(), session_id), ...racing]);
            model.ended = true;
            // Whatever the race handed out must be dead as well.
            for (const outcome of await Promise.all(racing)) {
              if ("current" in outcome) {
                expect(await use(processes[0], outcome.current)).toHaveProperty("code");
              }
            }
          }
        }
        clock.advance(90 * DAY + TTL);
        await runJobs(db(), clock.now());
        expect(await db().query("select from sessions")).toEqual([]);
      }),
      { numRuns: runs(150) },
    );
  });
});
