import { describeErrors } from "./findings.ts";
import type { Operation } from "./operation-table.ts";
import { TestServerError } from "./test-server-error.ts";

/** Most findings that a message names. */
const named = 5;

/** The error for a response that is not what the contract has. */
export function breach({ id }: Operation, findings: readonly string[], cause?: unknown): TestServerError {
  const more = findings.length > named ? ` and ${findings.length - named} more` : "";
  const message = `${id}: the response breaks the contract: ${findings.slice(0, named).join(", ")}${more}`;
  return new TestServerError(message, { cause });
}

/** Throws where a body is not what the contract has for the status. */
export function refuseBreaches(operation: Operation, status: number, text: string): void {
  const validate = operation.responses[status];
  const findings = validate == null ? [] : describeErrors(validate, JSON.parse(text));
  if (findings.length > 0) throw breach(operation, findings);
}
