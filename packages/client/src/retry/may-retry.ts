import { isIdempotent } from "@fleet-api/http";
import type { CallContext } from "../call/middleware.ts";
import type { AnyFailure } from "../call/result.ts";

/** Decides about a failure; undefined leaves it to the table. */
export type ShouldRetry = (result: AnyFailure, context: CallContext) => boolean | undefined;

/**
 * Statuses that may pass. 500 is among them: a database that fails over and a deployment look like that, and for a bug
 * that stays, the budget bounds the cost.
 */
const passing = /^(408|425|429|50[0234])$/;

/** Whether doing the call twice is the same as doing it once. */
export function isRepeatable({ operation, headers }: CallContext): boolean {
  return isIdempotent(operation.verb, headers["idempotency-key"]);
}

/**
 * Whether a failure may pass. Never: `request` (nothing was sent), `abort`, `auth` (the session has its own pauses).
 * The service has the next word (`x-should-retry: false`), then the caller, then the service again (`true`).
 */
export function worthRetrying(result: AnyFailure, context: CallContext, shouldRetry: ShouldRetry | undefined): boolean {
  const said = result.headers?.get("x-should-retry");
  if (/^(request|abort|auth)$/.test(result.kind) || said === "false") return false;
  try {
    return shouldRetry?.(result, context) ?? (said === "true" || mayPass(result, context.operation.verb));
  } catch {
    // The failure says more than the error of who was asked about it.
    return false;
  }
}

function mayPass(result: AnyFailure, verb: string): boolean {
  if (result.kind === "network" || result.kind === "timeout" || passing.test(`${result.status}`)) return true;
  // An earlier try, which this client has given up, is still being carried out.
  if (result.error.code === "request_in_progress") return true;
  // A body that was cut off. Only for a read: a write was done, and doing it again may fail where it did not. A cause
  // says that the body was whole, but holds what cannot be taken.
  return result.kind === "decode" && verb === "GET" && result.error.cause === undefined;
}
