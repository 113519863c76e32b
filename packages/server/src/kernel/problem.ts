/**
 * The one error type that becomes a response: an RFC 9457 problem.
 * Everything else that is thrown is answered as `internal_error` without its text.
 */

import type { Finding, Problem, ProblemCode } from "@fleet-api/contract";
import { problems } from "@fleet-api/contract/problems";

export type { Finding };

/** Further members of a problem; each belongs to certain codes. */
export interface ProblemExtra {
  errors?: Finding[];
  required_permission?: NonNullable<Problem["required_permission"]>;
  current_version?: number;
  existing_id?: number;
  references?: NonNullable<Problem["references"]>;
  retry_after_s?: number;
  /** Response headers that belong to the problem, for example `Allow`. */
  headers?: Record<string, string>;
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
    this.status = problems[code].status;
    this.extra = extra;
  }
}
