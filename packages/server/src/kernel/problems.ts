import type { Finding } from "./problem.ts";
import { ProblemError } from "./problem.ts";
import { noToken } from "./problem-response.ts";

/** 400: the request cannot be parsed. */
export function malformed(detail: string): ProblemError {
  return new ProblemError("malformed_request", detail);
}

/** 401 of a request without a usable `Authorization` header. */
export function notAuthenticated(detail: string): ProblemError {
  return new ProblemError("unauthenticated", detail, { headers: { "www-authenticate": noToken } });
}

/** 413: more than `limit` bytes. */
export function payloadTooLarge(limit: number): ProblemError {
  return new ProblemError("payload_too_large", `A body has at most ${limit} bytes.`);
}

/** 422 with every finding. */
export function validationFailed(findings: Finding[]): ProblemError {
  const [first] = findings;
  const count = findings.length === 1 ? "1 finding" : `${findings.length} findings, the first`;
  return new ProblemError("validation_failed", `${count}: ${first ? sentence(first) : ""}`, { errors: findings });
}

function sentence({ in: place, name, pointer, detail }: Finding): string {
  const subject = [place, name ?? pointer].filter(Boolean).join(" ");
  return `${subject} ${detail}${detail.endsWith("?") ? "" : "."}`;
}

/** 500: says nothing of what happened; the log does. */
export function internalError(cause: unknown): ProblemError {
  return new ProblemError("internal_error", "The service failed. Give the request_id when you report it.", { cause });
}
