import type { Problem } from "@fleet-api/contract";
import { problems } from "@fleet-api/contract/problems";
import { cut } from "./cut.ts";
import { maxFindings } from "./finding-list.ts";
import { problemType } from "./problem-page.ts";
import type { ProblemError } from "./problem.ts";
import type { KernelResponse, ResponseContext } from "./response.ts";
import { kernelResponse } from "./response.ts";

/** Where and when a problem happened. */
export interface ProblemContext extends ResponseContext {
  /** Path of the request, without its secrets. */
  readonly instance: string;
  readonly now: Date;
}

/** Challenges of RFC 6750 section 3: with an error only where a token was sent and refused. */
export const noToken = 'Bearer realm="fleet"';
const badToken = 'Bearer realm="fleet", error="invalid_token"';

/** Limit of the Problem schema of the contract. */
const maxDetail = 2000;

/** The one place where an error becomes a response: an RFC 9457 problem. */
export function problemResponse(context: ProblemContext, error: ProblemError): KernelResponse {
  const { status } = error;
  const { title } = problems[error.code];
  const { errors, required_permission, current_version, existing_id, references } = error.extra;
  const retryAfter = retrySeconds(error);
  const problem: Problem = {
    type: problemType(error.code),
    title,
    status,
    detail: cut(error.message, maxDetail),
    instance: context.instance,
    code: error.code,
    request_id: context.requestId,
    timestamp: context.now.toISOString(),
    ...(errors && { errors: errors.slice(0, maxFindings) }),
    ...(required_permission && { required_permission }),
    ...(current_version !== undefined && { current_version }),
    ...(existing_id !== undefined && { existing_id }),
    ...(references && { references }),
    ...(retryAfter !== null && { retry_after_s: retryAfter }),
  };
  const headers = {
    "content-type": "application/problem+json",
    ...(status === 401 && { "www-authenticate": error.code === "invalid_credentials" ? noToken : badToken }),
    ...(retryAfter !== null && { "retry-after": String(retryAfter) }),
    ...error.extra.headers,
  };
  return kernelResponse(context, status, headers, JSON.stringify(problem));
}

/** The contract promises `Retry-After` with 429 and 503, so there is always one. */
function retrySeconds({ status, extra }: ProblemError): number | null {
  if (status !== 429 && status !== 503) return extra.retry_after_s ?? null;
  return Math.min(Math.max(Math.ceil(extra.retry_after_s ?? 1), 1), 86_400);
}
