import type { Call, CallOptions } from "@fleet-api/contract";
import type { Core } from "./create-core.ts";
import type { OperationFacts } from "./operation.ts";
import { type AnyFailure, type AnyResult, type AnySuccess, responseOf, successOf } from "./outcome.ts";
import type { CallInput } from "./transport.ts";

/** A call of any operation. */
export type AnyCall = Call<AnySuccess, AnyFailure>;

/** Sends when it is first asked, and gives the same result from then on. */
export function sendOnce(
  send: Core["send"],
  operation: OperationFacts,
  input: CallInput,
  options: CallOptions,
): () => Promise<AnyResult> {
  let result: Promise<AnyResult> | undefined;
  return () => (result ??= send(operation, input, options));
}

/**
 * A call that is sent when it is first awaited or given `orThrow()`, and once only: awaiting it again gives the same
 * result. It does not reject when awaited.
 */
export function callOf(send: () => Promise<AnyResult>): AnyCall {
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- a call is awaited: that is how it is sent
    then: (fulfilled, rejected) => send().then(fulfilled, rejected),
    orThrow: () => send().then(successOf),
    withResponse: () => send().then((result) => ({ result, response: responseOf(result) })),
  };
}
