import type { BrokenResult } from "@fleet-api/contract";
import { labelOf } from "./fleet-error.ts";

/** Stops a call, with the kind that its result gets. Its message is ours and quotes no value: it may be shown. */
export class Fault extends TypeError {
  readonly kind: BrokenResult["kind"];

  constructor(message: string, kind: BrokenResult["kind"] = "request", cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Kind, message and cause of a failure. A foreign error's own message is left out: it may hold a URL or a header. */
export function meaningOf(
  error: unknown,
  otherwise: string,
  kind: BrokenResult["kind"] = "request",
): [kind: BrokenResult["kind"], message: string, response: null, facts: { cause: unknown }] {
  if (error instanceof Fault) return [error.kind, error.message, null, { cause: error.cause }];
  return [kind, `${otherwise} (${labelOf(error)})`, null, { cause: error }];
}
