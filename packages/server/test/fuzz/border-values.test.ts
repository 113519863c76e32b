/** Every field of every request at its borders and far beyond: the service accepts or refuses a value, it never fails. */
import { byTier } from "@fleet-api-tools/test-tier";
import { describe, expect, it } from "vitest";
import type { Operation, Parameter } from "../support/contract-operations.ts";
import { contractOperations } from "../support/contract-operations.ts";
import { collectionsOf, inputsOf } from "../support/example-variants.ts";
import { borderTexts, borderVariants } from "./support/border-values.ts";
import { rawJsonOf } from "./support/broken-values.ts";
import type { WireRequest } from "../support/send.ts";
import { fuzzService, fuzzTimeoutMs } from "./support/session.ts";
import { withToken, wireRequest } from "./support/valid-requests.ts";

const { service, session } = fuzzService();

/** The quick run sends every sixth request: a value that one field is spared meets the next one of its kind. */
const step = byTier(6, 2, 1);

/** The example of an operation: its record is one of the demo fleet. */
function exampleOf(operation: Operation) {
  const valuesIn = (wanted: Parameter["in"]): Record<string, unknown> =>
    Object.fromEntries(
      inputsOf(operation).flatMap(({ place, name, required, example }) =>
        place === wanted && required ? [[name, example]] : [],
      ),
    );
  return { path: valuesIn("path"), query: valuesIn("query"), header: valuesIn("header"), body: operation.bodyExample };
}

/** The request of the example with one value replaced, for all values and borders. */
function* borderRequests(operation: Operation): Generator<WireRequest> {
  const example = exampleOf(operation);
  for (const { name, in: place, schema } of operation.parameters) {
    for (const text of borderTexts(schema)) {
      // These segments mean "here" and "above", and no header has characters that HTTP does not know.
      if (place === "path" && /^\.{0,2}$/.test(text)) continue;
      if (place === "header" && !/^[\x20-\x7e\xa0-\xff]*$/.test(text)) continue;
      yield wireRequest(operation, { ...example, [place]: { ...example[place], [name]: text } });
    }
  }
  if (operation.body === null) return;
  const request = wireRequest(operation, example);
  for (const body of borderVariants(operation.body, example.body)) yield { ...request, body: rawJsonOf(body) };
}

describe("a value at a border or beyond", () => {
  it.each(contractOperations)("never makes $id fail", { timeout: fuzzTimeoutMs }, async (operation) => {
    let [index, refused] = [-1, 0];
    for (const request of borderRequests(operation)) {
      index += 1;
      if (index % step !== 0) continue;
      const token = operation.endsSession ? await service.login() : await session().token();
      // Every answer is held to the contract, which has no failure but 500 and 503: `ask` throws for those.
      const answer = await session().ask(operation, withToken(request, token), ({ status }) =>
        status === 401 && operation.auth === "required" && !operation.endsSession ? "the session has ended" : null,
      );
      if (answer.status >= 400) refused += 1;
      if (operation.verb === "DELETE" && answer.status < 400) await restoreAll();
    }
    expect(refused).toBeGreaterThanOrEqual(Math.min(1, index + 1));
  });
});

async function restoreAll(): Promise<void> {
  for (const table of collectionsOf(contractOperations))
    await service.server.db.query(`update ${table} set deleted_at = null where deleted_at = $1`, [service.clock.now()]);
}
