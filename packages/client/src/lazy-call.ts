import type { Call, CallOptions } from "@fleet-api/contract";
import type { OperationFacts } from "./operation.ts";
import { type AnyFailure, type AnyPage, type AnyResult, type AnySuccess, responseOf, successOf } from "./outcome.ts";
import { toArray, walkItems, walkPages, type WalkOptions, type WalkSource } from "./paging/index.ts";
import type { CallInput } from "./transport.ts";

/** A call of any operation; the facade types offer the members for paged lists on those only. */
export interface LazyCall extends Call<AnySuccess, AnyFailure>, AsyncIterable<unknown> {
  pages(options?: WalkOptions): AsyncIterable<AnyPage>;
  items(options?: WalkOptions): AsyncIterable<unknown>;
  toArray(options?: WalkOptions): Promise<unknown[]>;
}

/**
 * Makes a call that is sent when it is first awaited, iterated or given `orThrow()`, and once only: awaiting it again
 * gives the same result. It does not reject when awaited.
 */
export function lazyCall(
  { id: operationId, paged = "page" }: OperationFacts,
  send: (input: CallInput, signal: AbortSignal | undefined) => Promise<AnyResult>,
  input: CallInput,
  { signal }: CallOptions,
): LazyCall {
  let result: Promise<AnyResult> | undefined;
  const first = (): Promise<AnyResult> => (result ??= send(input, signal));
  const source: WalkSource = { send, first, input, operationId, paged, signal };

  return {
    // oxlint-disable-next-line unicorn/no-thenable -- a call is awaited: that is how it is sent
    then: (fulfilled, rejected) => first().then(fulfilled, rejected),
    orThrow: () => first().then(successOf),
    withResponse: () => first().then((each) => ({ result: each, response: responseOf(each) })),
    pages: (options) => walkPages(source, options),
    items: (options) => walkItems(source, options),
    toArray: (options) => toArray(source, options),
    [Symbol.asyncIterator]: () => walkItems(source),
  };
}
