import type { BrokenResult, PagedEnvelope, Problem } from "@fleet-api/contract";
import { type AnyResult, brokenResult, resultOf } from "./outcome.ts";
import type { Answer, Operation } from "./transport.ts";

/**
 * Says what an answer means by the contract: a documented success, a documented problem, or neither.
 * A documented status with a code that is new in it stays a problem: services may add codes.
 */
export function judge([id, , , statuses, paged]: Operation, { response, content }: Answer): AnyResult {
  const { ok, status, headers } = response;
  const json = typeof content === "string" ? parse(content) : content;
  const problem = !ok && isProblem(json) ? json : null;
  const fail = (why: string, kind: BrokenResult["kind"] = "unexpected"): AnyResult =>
    brokenResult(id, kind, `${status} ${why}`, response, { problem });

  if (!statuses.includes(status)) return fail("is not in the contract");
  if (status === 204) return resultOf(id, response, { ok: true, data: undefined, notices: [] });
  if (json === undefined) {
    const type = headers.get("content-type") ?? "json";
    // Without the parser's error: it quotes the body, which may hold keys and tokens.
    return fail("has no valid JSON", content && /json/i.test(type) ? "decode" : "unexpected");
  }
  if (problem) return resultOf(id, response, { ok: false, kind: "http", error: problem });
  if (!ok || !isEnvelope(json, paged)) return fail("has a body of another shape");
  const { data, pagination, notices } = json;
  return resultOf(id, response, {
    ok,
    data,
    ...(paged && { pagination }),
    notices: [notices].flat().filter((each) => typeof each === "string"),
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The members of any value; of null and undefined, none. */
function membersOf(value: unknown): Record<string, unknown> {
  return Object(value);
}

function isProblem(value: unknown): value is Problem {
  const { code, title, detail } = membersOf(value);
  return [code, title, detail].every((each) => typeof each === "string");
}

/** Typed as if every operation were paged: the facade types know better, and the check depends on the operation. */
function isEnvelope(value: unknown, paged: unknown): value is PagedEnvelope<unknown> {
  const { data, pagination } = membersOf(value);
  if (!paged) return data === Object(data);
  const { page, per_page, total } = membersOf(pagination);
  const counts = [page, per_page, total];
  return (
    Array.isArray(data) &&
    counts.every(Number.isSafeInteger) &&
    Number(page) > 0 &&
    Number(per_page) > 0 &&
    Number(total) >= 0
  );
}
