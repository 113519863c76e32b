import type { OperationRow } from "@fleet-api/contract";
import { InvalidRequest } from "./serialize/invalid-request.ts";

/** Parameters and body of a call, as the run time sees them; the generated input types are narrower. */
export interface CallInput {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/**
 * Throws for members that the operation does not have. The types refuse them too, but not every caller is typed, and
 * a misspelt filter that is dropped in silence returns everything.
 */
export function checkInput(row: OperationRow, input: CallInput): void {
  expectOnly("input", input, row.body ? ["path", "query", "body"] : ["path", "query"]);
  expectOnly("path", input.path, row.pathParams);
  if (input.query)
    expectOnly(
      "query",
      input.query,
      row.query.map((each) => each.name),
    );
}

function expectOnly(what: string, given: object | undefined, known: readonly string[]): void {
  for (const name in given) {
    if (!known.includes(name)) throw new InvalidRequest(`${what} has no ${name}, only: ${known.join(", ")}`);
  }
}
