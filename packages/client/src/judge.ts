import type { BrokenResult, PagedEnvelope } from "@fleet-api/contract";
import type { JsonCodec } from "./json/codec.ts";
import { Fault } from "./fault.ts";
import { type AnyResult, brokenResult, resultOf } from "./outcome.ts";
import type { OperationFacts } from "./operation.ts";
import { headerRecord } from "./options.ts";
import { isProblem } from "./problem.ts";
import type { Answer, CallInput } from "./transport.ts";

/**
 * Says what an answer means by the contract: a documented success, a documented problem, or neither.
 * A documented status with a code that is new in it stays a problem: services may add codes.
 */
export function judge(
  { id, path, statuses, paged }: OperationFacts,
  input: CallInput,
  { response, content }: Answer,
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
    if (error instanceof Fault) unreadable = (cause = error).message;
  }
  const problem = !ok && isProblem(value) ? value : null;
  const fail = (why: string, kind: BrokenResult["kind"] = "unexpected"): AnyResult =>
    brokenResult(id, kind, `${status} ${why}`, response, { problem, cause });

  // Only a call with the condition in its input is typed for 304. Who sets it elsewhere reads the 304 of a failure.
  const isAsked = status !== 304 || headerRecord(input.headers)["if-none-match"];
  if (!isAsked || !statuses.includes(status)) return fail("is not in the contract of this call");
  // No body by RFC 9110. The contract has no 204, but an operation of another service may.
  if (/[23]04/.test(`${status}`) && !content) return resultOf(id, response, { ok: true, data: null, notices: [] });
  if (value === undefined) {
    const type = headers.get("content-type") ?? "json";
    return fail(unreadable, content && /json/i.test(type) ? "decode" : "unexpected");
  }
  // It repeats the path, in which there may be a token, and results get logged.
  if (problem && path.includes("{")) Object.defineProperty(problem, "instance", { enumerable: false });
  if (problem) return resultOf(id, response, { ok: false, kind: "http", error: problem });
  const wrong = ok ? envelopeError(value, paged) : "has a body of another shape";
  if (!ok || wrong) return fail(wrong);
  // Typed as if every operation were paged: the facade types know better.
  const { data, pagination, notices }: PagedEnvelope<unknown> = Object(value);
  return resultOf(id, response, {
    ok,
    data,
    ...(paged && { pagination }),
    notices: notices ? [notices].flat().filter((each) => typeof each === "string") : [],
  });
}

/** The members of any value; of null and undefined, none. */
function membersOf(value: unknown): Record<string, unknown> {
  return Object(value);
}

/** What is wrong with an envelope; empty for a good one. Its data is named by its kind, never by its value. */
function envelopeError(value: unknown, paged: OperationFacts["paged"]): string {
  const { data, pagination } = membersOf(value);
  if (paged ? !Array.isArray(data) : data !== Object(data))
    return `has ${data === null ? data : typeof data} in data of its envelope, not an array${paged ? "" : " or object"}`;
  const { page, per_page, total, next_cursor } = membersOf(pagination);
  const isPage =
    paged === "cursor"
      ? /string|null|undefined/.test(typeof (next_cursor ?? undefined))
      : isCount(page, 1) && isCount(per_page, 1) && isCount(total, 0);
  return paged && !isPage ? "has no valid pagination in its envelope" : "";
}

function isCount(value: unknown, from: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= from;
}
