import type { ContractFinding } from "./findings.ts";

const key = Symbol.for("fleet-api.findings");

/** How many findings a message names. */
const named = 3;

/** The cause of a failure that a validation made. Its message has no values. */
export function contractBreach(what: string, findings: readonly ContractFinding[]): Error {
  const shown = findings.slice(0, named).map((each) => `${each.in} ${each.pointer || "/"} ${each.rule}`);
  const more = findings.length > named ? ` and ${findings.length - named} more` : "";
  const error = new Error(`${what} breaks the contract: ${shown.join(", ")}${more}`);
  return Object.assign(error, { name: "ContractBreach", [key]: findings });
}

/** The findings behind the error of a result that `validate` has failed; none for any other value. */
export function findingsOf(error: unknown): readonly ContractFinding[] {
  const { cause }: { cause?: unknown } = Object(error);
  const { [key]: findings = [] }: { [key]?: readonly ContractFinding[] } = Object(cause);
  return findings;
}
