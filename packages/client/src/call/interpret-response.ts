import type { FailureKind, PagedEnvelope } from "@fleet-api/contract";
import { CallError } from "../errors/call-error.ts";
import type { JsonCodec } from "../json/codec.ts";
import type { CallInput, ReadResponse } from "../transport/transport.ts";
import type { OperationFacts } from "./operation.ts";
import { isProblem } from "./problem.ts";
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
  const { ok, status, headers } = response;
  let value: unknown;
  let unreadable = "has no valid JSON";
  let cause: unknown;
  try {
    value = typeof content === "string" ? json.parse(content) : content;
  } catch (error) {
    // Without a foreign parser's message: it quotes the body, which may hold keys and tokens.
    if (error instanceof CallError) unreadable = (cause = error).message;
  }
  const problem = !ok && isProblem(value) ? value : null;
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
  const wrong = envelopeError(value, paged);
  if (wrong !== undefined) return fail(wrong);
  // Typed as if every operation were paged: the facade types know better.
  const { data, pagination, notices }: PagedEnvelope<unknown> = Object(value);
  return successResult(id, response, {
    data,
    ...(paged && { pagination }),
    notices: notices ? [notices].flat().filter((each) => typeof each === "string") : [],
  });
}

/** Only a call with the condition in its input is typed for 304. Who sets it elsewhere reads the 304 of a failure. */
function hasCondition({ headers }: CallInput): boolean {
  if (!headers) return false;
  const name = Object.keys(headers).find((each) => /^if-none-match$/i.test(each));
  return name !== undefined && Boolean(headers[name]);
}

/** The members of any value; of null and undefined, none. */
function membersOf(value: unknown): Record<string, unknown> {
  return Object(value);
}

/** What is wrong with an envelope; undefined for a good one. Its data is named by its kind, never by its value. */
function envelopeError(value: unknown, paged: OperationFacts["paged"]): string | undefined {
  const { data, pagination } = membersOf(value);
  if (paged ? !Array.isArray(data) : data !== Object(data))
    return `has ${data === null ? data : typeof data} in data of its envelope, not an array${paged ? "" : " or object"}`;
  return paged === undefined || isPagination(membersOf(pagination), paged)
    ? undefined
    : "has no valid pagination in its envelope";
}

function isPagination({ page, per_page, total, next_cursor }: Record<string, unknown>, paged: "page" | "cursor") {
  if (paged === "page") return isCount(page, 1) && isCount(per_page, 1) && isCount(total, 0);
  return next_cursor == null || typeof next_cursor === "string";
}

function isCount(value: unknown, from: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= from;
}
