import type { CompiledOperation } from "./operation-table.ts";
import { queryOf } from "./exchange.ts";
import { bodyFinding, checkBody } from "./findings.ts";
import { parseJson } from "./parse-json.ts";
import { readPath, readQuery } from "./parameters.ts";
import { ProblemError } from "./problem.ts";
import type { Finding } from "./problem.ts";
import { validationFailed } from "./problems.ts";
import { parseQuery } from "./query.ts";
import type { ReadBody, RequestHead } from "./request-head.ts";
import type { PathMatch } from "./router.ts";
import { pathValues } from "./router.ts";

/** The validated input of an operation. */
export interface Input {
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What input is read from. */
export interface InputSource {
  readonly head: RequestHead;
  readonly match: PathMatch<CompiledOperation>;
  readonly operation: CompiledOperation;
  readonly readBody: ReadBody;
  /** Largest body in bytes. */
  readonly bodyLimit: number;
}

/**
 * Parses and validates path, query and body.
 * @throws ProblemError `malformed_request` for what cannot be parsed, `payload_too_large`, and `validation_failed`
 * with the findings of all three at once
 */
export async function readInput(source: InputSource): Promise<Input> {
  const { head, match, operation } = source;
  const { validators } = operation;
  const path = readPath(validators.parameters.path, pathValues(match));
  const query = readQuery(validators.parameters.query, parseQuery(queryOf(head.target)));
  const body = operation.body ? await jsonBody(source) : await noBody(source);
  const findings = [...path.findings, ...query.findings, ...body.findings];
  if (findings.length > 0) throw validationFailed(findings);
  return { path: path.values, query: query.values, body: body.value };
}

interface BodyReading {
  readonly value: unknown;
  readonly findings: readonly Finding[];
}

async function jsonBody({ operation, head, readBody, bodyLimit }: InputSource): Promise<BodyReading> {
  const bytes = head.hasBody ? await readBody(bodyLimit) : new Uint8Array();
  if (bytes.length === 0) {
    return { value: undefined, findings: [bodyFinding("", "required", "must be JSON, but there is none")] };
  }
  const value = parseJson(bytes);
  return { value, findings: operation.validators.body === null ? [] : checkBody(operation.validators.body, value) };
}

/** A body that the contract does not have would be ignored in silence, so its first byte is a finding. */
async function noBody({ head, readBody }: InputSource): Promise<BodyReading> {
  const empty = !head.hasBody || (await isEmpty(readBody));
  const finding = bodyFinding("", "unexpected_body", "must be left out; the operation takes none");
  return { value: undefined, findings: empty ? [] : [finding] };
}

async function isEmpty(readBody: ReadBody): Promise<boolean> {
  try {
    await readBody(0);
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === "payload_too_large") return false;
    throw error;
  }
}
