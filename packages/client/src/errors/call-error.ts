import type { FailureKind } from "@fleet-api/contract";
import { labelOf } from "./fleet-error.ts";

/** Ends a call with a failure of this kind. Its message quotes no value, so it may be shown. */
export class CallError extends TypeError {
  readonly kind: FailureKind;

  constructor(message: string, kind: FailureKind = "request", cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** What a failure says of an error. */
export interface ErrorFacts {
  readonly kind: FailureKind;
  readonly message: string;
  readonly cause: unknown;
}

/**
 * Kind, message and cause for an error. The message of a foreign one is left out, because it may hold a URL or a header;
 * that of the auth package is written to be shown.
 * @param otherwise - what to say of a foreign error
 * @param kind - of a foreign error
 */
export function describeError(error: unknown, otherwise: string, kind: FailureKind = "request"): ErrorFacts {
  if (error instanceof CallError) return { kind: error.kind, message: error.message, cause: error.cause };
  if (isAuthError(error)) return { kind: "auth", message: error.message, cause: error };
  return { kind, message: `${otherwise} (${labelOf(error)})`, cause: error };
}

/** By brand, not by class: this package does not import the auth package, which may be installed twice too. */
export function isAuthError(error: unknown): error is Error {
  return Symbol.for("fleet-api.auth-error") in Object(error);
}
