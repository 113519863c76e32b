import type { FailureKind, ProblemCode } from "@fleet-api/contract";
import type { CallContext, Next } from "../../src/call/middleware.ts";
import { type AnyResult, failureResult, problemResult, successResult } from "../../src/call/result.ts";
import { type PlatformOptions, platformOf } from "../../src/platform.ts";
import { problem } from "../support/answers.ts";
import type { FakePlatform } from "../support/fake-platform.ts";

const operationId = "unitsListing";

/** What a test says of a call; the rest is a GET without anything. */
export interface CallFacts {
  readonly verb?: string;
  readonly key?: string | undefined;
  readonly keyed?: boolean;
  readonly headers?: Record<string, string>;
  readonly options?: CallContext["options"];
  readonly deadlineAt?: number;
  readonly signal?: AbortSignal;
  readonly platform?: PlatformOptions;
}

/** A call as a middleware gets it. */
export function callOf(facts: CallFacts = {}): CallContext {
  const { verb = "GET", key, keyed = false, headers = {}, options = {}, deadlineAt = Infinity } = facts;
  return {
    call: { attempts: 0, startedAt: 0, deadlineAt, signal: facts.signal ?? new AbortController().signal },
    operation: { id: operationId, verb, path: "/units", statuses: [200], paged: undefined, keyed },
    input: { body: { name: "a" } },
    headers: { ...headers, ...(key !== undefined && { "idempotency-key": key }) },
    clientHeaders: {},
    options,
    baseUrl: "https://fleet.example.com/api/v1",
    platform: platformOf(facts.platform ?? {}),
  };
}

/** A success. */
export function success(): AnyResult {
  return successResult(operationId, new Response(), { data: {}, notices: [] });
}

/** A documented problem of that status. */
export function failure(
  status: number,
  headers: Record<string, string> = {},
  code: ProblemCode = "internal_error",
): AnyResult {
  return problemResult(operationId, new Response(null, { status, headers }), problem(status, code));
}

/** A failure of another kind; with a status where that kind has one. */
export function broken(kind: FailureKind, status?: number, cause?: unknown): AnyResult {
  const response = status === undefined ? null : new Response(null, { status });
  return failureResult(operationId, { kind, message: kind, cause }, response);
}

/** A service that gives these results in turn, the last one for ever, and remembers when it was asked for what. */
export function service(platform: FakePlatform, ...results: readonly AnyResult[]) {
  const asked: { readonly at: number; readonly context: CallContext }[] = [];
  const next: Next = async (context) => {
    asked.push({ at: platform.clock.monotonic(), context });
    const result = results[Math.min(asked.length, results.length) - 1];
    if (!result) throw new Error("a service needs a result");
    return result;
  };
  return { asked, next, times: () => asked.map(({ at }) => at) };
}
