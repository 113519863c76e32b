import type { CompiledOperation } from "./operation-table.ts";
import { queryOf } from "./exchange.ts";
import { bodyFinding, checkBody, FindingList } from "./findings.ts";
import { mayNeedNormalizing, normalizeJson } from "./normalize-text.ts";
import { parseQuery, readHeaders, readPath, readQuery } from "./parameters.ts";
import { parseJson } from "./parse-json.ts";
import { ProblemError } from "./problem.ts";
import { validationFailed } from "./problems.ts";
import type { ReadBody, RequestHead } from "./request-head.ts";
import type { PathMatch } from "./router.ts";
import type { Input } from "./types.ts";
import { pathValues } from "./router.ts";

/** What input is read from. */
interface InputSource {
  readonly head: RequestHead;
  readonly match: PathMatch<CompiledOperation>;
  readonly operation: CompiledOperation;
  readonly readBody: ReadBody;
}

/**
 * Parses and validates path, query, headers and body. Strings of path, query and body, but for secrets, are brought into
 * Normalization Form C first, so that bounds and patterns hold for what handlers get.
 * @throws ProblemError `malformed_request` for what cannot be parsed, `payload_too_large`, and `validation_failed`
 * with all findings at once
 */
export async function readInput(source: InputSource): Promise<Input> {
  const { head, match, operation } = source;
  const { validators } = operation;
  const findings = new FindingList();
  const path = readPath(validators.parameters.path, pathValues(match), findings);
  const query = readQuery(validators.parameters.query, parseQuery(queryOf(head.target)), findings);
  const headers = readHeaders(validators.parameters.header, (name) => head.values(name), findings);
  const body = operation.body ? await jsonBody(source, findings) : await noBody(source, findings);
  if (findings.count > 0) throw validationFailed(findings);
  return { path, query, headers, body };
}

/** A body without bytes is none, also where a Content-Type announces one. */
async function jsonBody({ operation, head, readBody }: InputSource, findings: FindingList): Promise<unknown> {
  const { body: validate, bodyRequired, maxBodyBytes } = operation.validators;
  const bytes = head.hasBody ? await readBody(maxBodyBytes) : new Uint8Array();
  if (bytes.length === 0) {
    if (bodyRequired) findings.add(() => bodyFinding("", "required", "is required; send a JSON body"));
    return undefined;
  }
  const parsed = parseJson(bytes);
  const value = mayNeedNormalizing(bytes) ? normalizeJson(parsed) : parsed;
  if (validate !== null) checkBody(validate, value, findings);
  return value;
}

/** A body that the contract does not have would be ignored in silence, so its first byte is a finding. */
async function noBody({ head, readBody }: InputSource, findings: FindingList): Promise<undefined> {
  if (!head.hasBody || (await isEmpty(readBody))) return;
  findings.add(() => bodyFinding("", "unexpected_body", "is not accepted by this operation; send none"));
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
