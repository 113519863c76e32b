/** Whoever generates requests from the contract, a form or a fuzzer, gets the answers that the contract promises. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../support/contract-operations.ts";
import { contractOperations } from "../support/contract-operations.ts";
import { isRestore, itemsOf, mayLackMembers, subjectOf } from "../support/example-variants.ts";
import { brokenRequests, whyNotRefused } from "./support/broken-requests.ts";
import type { Fixtures } from "./support/fixtures.ts";
import { knownValues, prepareFixtures } from "./support/fixtures.ts";
import type { WireAnswer } from "../support/send.ts";
import { jsonOf } from "../support/send.ts";
import { fuzzService, fuzzTimeoutMs, roundsOf, runOptions } from "./support/session.ts";
import { validInputs, wireRequest, withToken } from "./support/valid-requests.ts";

/** Finding codes of what only the service can know: that a record does not exist. */
const aboutRecords = ["invalid"];

/** How often a valid request is sent at the same moment, as impatient clients do. */
const copies = fc.constantFrom(1, 1, 1, 2, 4);
const averageCopies = 1.8;

/** Sends about `cases` requests, as many to each operation of the contract, half of them valid. */
function defineRequestFuzz(cases: number): void {
  const { service, session } = fuzzService();
  const outcomes = new Map<string, { requests: number; successes: number }>();
  let fixtures: Fixtures;
  beforeAll(async () => {
    fixtures = await prepareFixtures(service);
  });
  afterAll(() => {
    const shares = [...outcomes].map(([id, { requests, successes }]) => `${id} ${successes}/${requests}`);
    if (cases > 3000) console.log(shares.join("\n"));
  });
  const each = Math.ceil(cases / 2 / contractOperations.length);

  describe.concurrent("a request that the contract allows is not refused as malformed or invalid", () => {
    it.each(contractOperations)("$id", { timeout: fuzzTimeoutMs }, async (operation) => {
      const outcome = { requests: 0, successes: 0 };
      outcomes.set(operation.id, outcome);
      const requests = fc.tuple(validInputs(operation, knownValues(fixtures, operation.id)), users, copies);
      await fc.assert(
        fc.asyncProperty(requests, async ([input, user, count]) => {
          const token = await (operation.endsSession ? service.login(user) : session().token(user));
          const request = withToken(wireRequest(operation, await session().withLiveToken(input)), token);
          const judge = (answer: WireAnswer): string | null => whyRefused(operation, answer, count);
          const answers = await Promise.all(
            Array.from({ length: count }, () => session().ask(operation, request, judge)),
          );
          const successes = answers.filter(({ status }) => status < 400).length;
          outcome.requests += count;
          outcome.successes += successes;
          if (successes > 0) await undo(operation, input.path);
        }),
        runOptions(Math.ceil(each / averageCopies)),
      );
      // Of many requests one of 20 succeeds at least; of a few, all may meet a record that refuses them.
      expect(outcome.successes).toBeGreaterThanOrEqual(10 * Math.floor(outcome.requests / 200));
    });
  });

  /** Otherwise there would soon be no record that can be deleted, or restored. */
  async function undo(operation: Operation, path: Readonly<Record<string, unknown>>): Promise<void> {
    const { collection, parameter = "", part } = subjectOf(operation) ?? {};
    const deletes = operation.verb === "DELETE" && part === "";
    if (!deletes && !isRestore(operation)) return;
    await service.server.db
      .query(`update ${collection} set deleted_at = $2 where id = $1`, [
        Number(path[parameter]),
        deletes ? null : service.clock.now(),
      ])
      .catch(() => "another request made use of the change");
  }

  describe.concurrent("a request that breaks the contract in one place is refused for that", () => {
    it.each(contractOperations)("$id", { timeout: fuzzTimeoutMs }, async (operation) => {
      const requests = validInputs(operation, knownValues(fixtures, operation.id)).chain((input) =>
        brokenRequests(operation, input),
      );
      let refused = 0;
      await fc.assert(
        fc.asyncProperty(requests, async ({ request, expected }) => {
          const authorized = withToken(request, await session().token());
          await session().ask(operation, authorized, (answer) => whyNotRefused(answer, expected));
          refused += 1;
        }),
        runOptions(each),
      );
      expect(refused).toBeGreaterThan(0);
    });
  });
}

/** Most may do everything, so that most requests reach what they are about. */
const users = fc.oneof(
  { weight: 9, arbitrary: fc.constant("demo-partner-admin") },
  { weight: 1, arbitrary: fc.constantFrom("demo-agency-admin-2", "demo-client-north", "demo-read-only") },
);

/** Why an answer to a valid request is wrong. */
function whyRefused(operation: Operation, answer: WireAnswer, count: number): string | null {
  const { auth, endsSession } = operation;
  const { status } = answer;
  // A wrong password; a session that another of several logouts has ended.
  if (status === 401 && (auth === "none" || (endsSession && count > 1))) return null;
  if (status < 400) return null;
  const { errors = [] } = jsonOf(answer);
  // What an item needs depends on the record that it matches.
  const ofItems = `/${itemsOf(operation)?.name}/`;
  const mayLack = (pointer: string | null): boolean =>
    mayLackMembers(operation) || pointer?.startsWith(ofItems) === true;
  const strange = errors.find(
    ({ code, pointer }) => !aboutRecords.includes(code) && !(code === "required" && mayLack(pointer)),
  );
  const refused = [400, 401, 405, 408, 413, 415, 431].includes(status) || strange !== undefined;
  return refused ? "a request that the contract allows is refused" : null;
}

describe.each(roundsOf([1000, 8000], 0.8))("round $round", ({ size }) => {
  defineRequestFuzz(size);
});
