import type { CompiledOperation } from "./operation-table.ts";
import { queryOf } from "./exchange.ts";
import { bodyFinding, checkBody, checkBodyWithItems, FindingList } from "./findings.ts";
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
  // A ticket was read where the caller was found.
  const pairs = parseQuery(queryOf(head.target)).filter(({ name }) => name !== operation.ticket);
  const query = readQuery(validators.parameters.query, pairs, findings);
  const headers = readHeaders(validators.parameters.header, (name) => head.values(name), findings);
  const { body, itemFindings } = operation.body ? await jsonBody(source, findings) : await noBody(source, findings);
  if (findings.count === 0) return { path, query, headers, body, itemFindings };
  for (const found of itemFindings.values()) findings.addAll(found);
  throw validationFailed(findings);
}

type Body = Pick<Input, "body" | "itemFindings">;

const nothing: Body = { body: undefined, itemFindings: new Map() };

/** A body without bytes is none, also where a Content-Type announces one. */
async function jsonBody({ operation, head, readBody }: InputSource, findings: FindingList): Promise<Body> {
  const { body: validate, items = null, bodyRequired, maxBodyBytes } = operation.validators;
  const bytes = head.hasBody ? await readBody(maxBodyBytes) : new Uint8Array();
  if (bytes.length === 0) {
    if (bodyRequired) findings.add(() => bodyFinding("", "required", "is required; send a JSON body"));
    return nothing;
  }
  const parsed = parseJson(bytes);
  const value = mayNeedNormalizing(bytes) ? normalizeJson(parsed) : parsed;
  if (validate !== null && items !== null)
    return { body: value, itemFindings: checkBodyWithItems(validate, items, value, findings) };
  if (validate !== null) checkBody(validate, value, findings);
  return { body: value, itemFindings: new Map() };
}

/** A body that the contract does not have would be ignored in silence, so its first byte is a finding. */
async function noBody({ head, readBody }: InputSource, findings: FindingList): Promise<Body> {
  if (head.hasBody && !(await isEmpty(readBody)))
    findings.add(() => bodyFinding("", "unexpected_body", "is not accepted by this operation; send none"));
  return nothing;
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
