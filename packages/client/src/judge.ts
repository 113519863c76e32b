import type { OperationRow, Pagination, Problem } from "@fleet-api/contract";
import { problemCodes } from "@fleet-api/contract/operations";
import { type AnyResult, brokenResult, documentedResult } from "./outcome.ts";
import type { Answer } from "./transport.ts";

/** The failures that the contract documents: by operation, then by status. */
const documented: Readonly<Record<string, Readonly<Record<string, unknown>>>> = problemCodes;

/**
 * Says what an answer means by the contract: a documented success, a documented problem, or neither.
 * A documented status with a code that is new in it stays a problem: services may add codes.
 */
export function judge(row: OperationRow, { response, content }: Answer): AnyResult {
  const { ok, status, headers } = response;
  const fail = (kind: "unexpected" | "decode", why: string, problem?: Problem): AnyResult =>
    brokenResult(row, kind, `${status} ${why}`, { response, problem });

  if (!(ok ? row.success.includes(status) : documented[row.id]?.[status])) {
    const problem = isProblem(content) ? content : undefined;
    return fail(
      "unexpected",
      `is not in the contract${problem ? `: ${problem.code}: ${problem.detail}` : ""}`,
      problem,
    );
  }
  if (ok && status === 204) return documentedResult(row, response, { ok, data: undefined, notices: [] });
  const type = headers.get("content-type");
  if (type && !/^application\/([^;\s]+\+)?json\s*(;|$)/i.test(type))
    return fail("unexpected", `is not JSON but ${type}`);
  if (!content) return fail("unexpected", "has no body");
  const json = typeof content === "string" ? parse(content) : content;
  // Without the parser's error: it quotes the body, which may hold keys and tokens.
  if (json === undefined) return fail("decode", "has a body that is not valid JSON");
  if (ok) return envelope(row, response, json) ?? fail("unexpected", "has a body of another shape");
  if (isProblem(json)) return documentedResult(row, response, { ok, kind: "http", error: json });
  return fail("unexpected", "has a body of another shape");
}

function envelope(row: OperationRow, response: Response, json: unknown): AnyResult | undefined {
  if (!isRecord(json)) return undefined;
  const { data, pagination, notices: given } = json;
  const notices: string[] = Array.isArray(given) ? given.filter((each) => typeof each === "string") : [];
  if (!row.paged) return isRecord(data) ? documentedResult(row, response, { ok: true, data, notices }) : undefined;
  if (!Array.isArray(data) || !isPagination(pagination)) return undefined;
  return documentedResult(row, response, { ok: true, data, notices, pagination });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isProblem(value: unknown): value is Problem {
  return isRecord(value) && ["code", "title", "detail"].every((name) => typeof value[name] === "string");
}

function isPagination(value: unknown): value is Pagination {
  if (!isRecord(value)) return false;
  const { page, per_page, total } = value;
  return isAtLeast(1, page) && isAtLeast(1, per_page) && isAtLeast(0, total);
}

function isAtLeast(least: number, value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least;
}
