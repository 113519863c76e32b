/**
 * The one error type that becomes a response: an RFC 9457 problem.
 * Everything else that is thrown is answered as `internal_error` without its text.
 */

import type { Finding, ProblemCode } from "@fleet-api/contract";

export type { Finding, ProblemCode };

/** Status and title of every problem code that the service can answer. */
export const problemCatalogue = {
  malformed_request: { status: 400, title: "The request cannot be parsed" },
  unauthenticated: { status: 401, title: "A valid access token is needed" },
  invalid_credentials: { status: 401, title: "Username or password is wrong" },
  token_expired: { status: 401, title: "The access token has expired" },
  token_revoked: { status: 401, title: "The session of this access token has ended" },
  permission_denied: { status: 403, title: "The user lacks a permission" },
  not_found: { status: 404, title: "Not found" },
  unknown_permission: { status: 404, title: "There is no such permission" },
  method_not_allowed: { status: 405, title: "The path does not have this method" },
  duplicate: { status: 409, title: "A record with this value exists" },
  gone: { status: 410, title: "The token was used or has expired" },
  payload_too_large: { status: 413, title: "The request body is too large" },
  unsupported_media_type: { status: 415, title: "The media type is not accepted" },
  validation_failed: { status: 422, title: "The request breaks the contract" },
  too_many_requests: { status: 429, title: "Too many requests" },
  internal_error: { status: 500, title: "The service failed" },
  unavailable: { status: 503, title: "The service is not available now" },
} as const satisfies Record<ProblemCode, { status: number; title: string }>;

/** Further members of a problem; each belongs to certain codes. */
export interface ProblemExtra {
  errors?: Finding[];
  required_permission?: { resource: string; action: string; title: string };
  retry_after_s?: number;
  /** Response headers that belong to the problem, for example `Allow`. */
  headers?: Record<string, string>;
  /** HTTP status instead of the one of the code, for 408 and 431, which are below the contract. */
  status?: number;
  /** For logs only; never sent. */
  cause?: unknown;
}

/** Thrown by any layer; answered as `application/problem+json`. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly code: ProblemCode;
  readonly status: number;
  readonly extra: ProblemExtra;

  constructor(code: ProblemCode, detail: string, extra: ProblemExtra = {}) {
    super(detail, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.code = code;
    this.status = extra.status ?? problemCatalogue[code].status;
    this.extra = extra;
  }
}
