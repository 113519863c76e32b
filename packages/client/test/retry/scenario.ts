import type { ProblemCode } from "@fleet-api/contract";
import type { CallContext, Next } from "../../src/middleware.ts";
import { type AnyResult, type Broken, brokenResult, resultOf } from "../../src/outcome.ts";
import type { Platform } from "../../src/platform.ts";
import { problem } from "../support/answers.ts";

const operationId = "unitsListing";

/** What a test says of a call; the rest is a GET without anything. */
export interface CallFacts {
  readonly verb?: string;
  readonly key?: string | undefined;
  readonly keyed?: boolean;
  readonly headers?: Record<string, string>;
  readonly options?: CallContext["options"];
  readonly deadlineAt?: number;
  readonly signal?: AbortSignal | undefined;
}

/** A call as a middleware gets it. */
export function callOf(facts: CallFacts = {}): CallContext {
  const { verb = "GET", key, keyed = false, headers = {}, options = {}, deadlineAt = Infinity, signal } = facts;
  return {
    call: { attempts: 0, startedAt: 0, deadlineAt },
    operation: { id: operationId, verb, path: "/units", statuses: [200], paged: undefined, keyed },
    input: { body: { name: "a" } },
    headers: { ...headers, ...(key !== undefined && { "idempotency-key": key }) },
    clientHeaders: undefined,
    options,
    signal,
    baseUrl: "https://fleet.example.com/api/v1",
  };
}

/** A success. */
export function success(): AnyResult {
  return resultOf(operationId, new Response(), { ok: true, data: {}, notices: [] });
}

/** A documented problem of that status. */
export function failure(
  status: number,
  headers: Record<string, string> = {},
  code: ProblemCode = "internal_error",
): AnyResult {
  const error = problem(status, code);
  return resultOf(operationId, new Response(null, { status, headers }), { ok: false, kind: "http", error });
}

/** A failure of another kind; with a status where that kind has one. */
export function broken(kind: Broken["kind"], status?: number, cause?: unknown): AnyResult {
  const response = status === undefined ? null : new Response(null, { status });
  return brokenResult(operationId, kind, kind, response, { cause });
}

/** A service that gives these results in turn, the last one for ever, and remembers when it was asked for what. */
export function service(platform: Platform, ...results: readonly AnyResult[]) {
  const asked: { readonly at: number; readonly context: CallContext }[] = [];
  const next: Next = async (context) => {
    asked.push({ at: platform.now(), context });
    const result = results[Math.min(asked.length, results.length) - 1];
    if (!result) throw new Error("a service needs a result");
    return result;
  };
  return { asked, next, times: () => asked.map(({ at }) => at) };
}
