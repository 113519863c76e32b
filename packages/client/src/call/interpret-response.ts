import type { FailureKind, PagedEnvelope, Pagination } from "@fleet-api/contract";
import { describeError, isProblem } from "../errors.ts";
import { isJson, type JsonCodec } from "../transport/json.ts";
import type { CallInput, ReadResponse } from "../transport/transport.ts";
import type { OperationFacts } from "./operation.ts";
import { type AnyResult, failureResult, problemResult, successResult } from "./result.ts";

/**
 * Says what a response means by the contract: a documented success, a documented problem, or neither.
 * A documented status with a code that is new in it stays a problem: services may add codes.
 */
export function interpretResponse(
  { id, path, statuses, paged }: OperationFacts,
  input: CallInput,
  { response, content }: ReadResponse,
  json: JsonCodec,
): AnyResult {
  const { status, headers } = response;
  // A response made by hand may have a flag that contradicts its status.
  const ok = status >= 200 && status < 300;
  let value: unknown;
  let unreadable = "has no valid JSON";
  let cause: unknown;
  try {
    value = typeof content !== "string" ? content : content ? json.parse(content) : undefined;
  } catch (error) {
    // A body that was cut off may come whole the next time; any other error has a cause, and is not worth a retry. By name:
    // some parsers throw plain objects.
    if (Object(error).name !== "SyntaxError" || isJson(String(content)))
      ({ message: unreadable, cause = error } = describeError(error, "cannot be read by json.parse"));
  }
  const problem = !ok && isProblem(value) ? { ...value } : null;
  const fail = (why: string, kind: FailureKind = "unexpected"): AnyResult =>
    failureResult(id, { kind, message: `${status} ${why}`, cause }, response, problem);

  if (!statuses.includes(status) || (status === 304 && !hasCondition(input)))
    return fail("is not in the contract of this call");
  // No body by RFC 9110. The contract has no 204, but an operation of another service may.
  if ((status === 204 || status === 304) && !content) return successResult(id, response, { data: null, notices: [] });
  if (value === undefined) {
    const type = headers.get("content-type") ?? "json";
    return fail(unreadable, content && /json/i.test(type) ? "decode" : "unexpected");
  }
  // It repeats the path, in which there may be a token, and results get logged.
  if (problem && path.includes("{")) Object.defineProperty(problem, "instance", { enumerable: false });
  if (problem) return problemResult(id, response, problem);
  if (!ok) return fail("has a body of another shape");
  // Typed as if every operation were paged: the facade types know better.
  const { data, pagination, notices }: PagedEnvelope<unknown> = Object(value);
  const counts = countsOf(pagination);
  const isPaged = paged === "page";
  const wrong = envelopeError(data, counts, isPaged);
  if (wrong !== undefined) return fail(wrong);
  return successResult(id, response, {
    data,
    ...(isPaged && { pagination: counts as unknown as Pagination }),
    notices: notices ? [notices].flat().filter((each) => typeof each === "string") : [],
  });
}

/** Only a call with the condition in its input is typed for 304. Who sets it elsewhere reads the 304 of a failure. */
function hasCondition({ headers }: CallInput): boolean {
  if (!headers) return false;
  const name = Object.keys(headers).find((each) => /^if-none-match$/i.test(each));
  return name !== undefined && Boolean(headers[name]);
}

/** The members of `pagination` as they came, but numbers where a parser of the caller gave bigints. */
function countsOf(pagination: object): Record<string, unknown> {
  const counts: Record<string, unknown> = { ...pagination };
  for (const name in counts) if (typeof counts[name] === "bigint") counts[name] = Number(counts[name]);
  return counts;
}

/** What is wrong with an envelope; undefined for a good one. Its data is named by its kind, never by its value. */
function envelopeError(
  data: unknown,
  { page, per_page, total }: Record<string, unknown>,
  isPaged: boolean,
): string | undefined {
  const kind = Array.isArray(data) ? "array" : data === null ? "null" : typeof data;
  const declared = isPaged ? "array" : "object";
  if (kind !== declared) return `has ${kind} in data of its envelope, where an ${declared} belongs`;
  const isValid = isCount(page, 1) && isCount(per_page, 1) && isCount(total, 0);
  return isPaged && !isValid ? "has no valid pagination in its envelope" : undefined;
}

function isCount(value: unknown, from: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= from;
}
