import type { BrokenResult } from "@fleet-api/contract";

/** Stops a call, with the kind that its result gets. Its message is ours and quotes no value: it may be shown. */
export class Fault extends TypeError {
  readonly kind: BrokenResult["kind"];

  constructor(message: string, kind: BrokenResult["kind"] = "request", cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
