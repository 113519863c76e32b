import type { FleetErrorKind } from "@fleet-api/contract";
import type { CallContext } from "../call/middleware.ts";
import type { AnyResult } from "../call/result.ts";
import { redactText, redactedPath } from "./redact.ts";

/** Which call it is. */
export interface CallSubject {
  /** `operationId`, for example `unitsListing`. */
  readonly operationId: string;
  readonly verb: string;
  /** Path below the base address; secret values are marked: `/auth/registration/REDACTED`. */
  readonly path: string;
}

/** How a call ended. */
export interface CallEnd {
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** What kind of failure it is; null for a success. */
  readonly kind: FleetErrorKind | null;
  /** Code of the problem, else the kind; null for a success. */
  readonly code: string | null;
  /** Requests sent for the call so far. */
  readonly attempts: number;
  /** Whole milliseconds that it took, waits and retries inside of the middleware included. */
  readonly durationMs: number;
  /** `X-Request-Id` of the response. */
  readonly requestId: string | null;
}

/** The subject of a call, without secrets. */
export function subjectOf(context: CallContext): CallSubject {
  const { id, verb } = context.operation;
  return { operationId: id, verb, path: redactedPath(context) };
}

/**
 * The end of a call. Code and request id are texts of the service, which may repeat what it was sent: they come without
 * these secrets.
 */
export function endOf(
  { call }: CallContext,
  result: AnyResult,
  durationMs: number,
  secrets: readonly string[],
): CallEnd {
  const { status, meta } = result;
  const clean = (text: string | null): string | null => text && redactText(text, secrets);
  return {
    status,
    kind: result.ok ? null : result.kind,
    code: result.ok ? null : clean(result.error.code),
    attempts: call.attempts,
    durationMs: Math.round(durationMs),
    requestId: clean(meta.requestId),
  };
}
