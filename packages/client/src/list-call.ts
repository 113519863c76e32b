import type { CallOptions } from "@fleet-api/contract";
import type { Core } from "./create-core.ts";
import { type AnyCall, callOf } from "./one-call.ts";
import type { OperationFacts } from "./operation.ts";
import type { AnyPage, AnyResult } from "./outcome.ts";
import {
  type RouteMaker,
  shareFirst,
  toArray,
  walkItems,
  type WalkOptions,
  walkPages,
  type WalkSource,
} from "./paging/index.ts";
import type { CallInput } from "./transport.ts";

/** A call of any list. */
export interface AnyListCall extends AnyCall, AsyncIterable<unknown> {
  pages(options?: WalkOptions): AsyncIterable<AnyPage>;
  items(options?: WalkOptions): AsyncIterable<unknown>;
  toArray(options?: WalkOptions): Promise<unknown[]>;
}

/** Makes the call of a list: like any other call, and to be walked by this route. */
export function listCall(
  core: Core,
  operation: OperationFacts,
  route: RouteMaker,
  input: CallInput = {},
  options: CallOptions = {},
): AnyListCall {
  const { signal: own } = options;
  const send = (each: CallInput, signal: AbortSignal | undefined): Promise<AnyResult> =>
    core.send(operation, each, { ...options, signal });
  const first = shareFirst((signal) => send(input, signal), own);
  const source: WalkSource = { send, first, input, operationId: operation.id, route, signal: own };
  return {
    ...callOf(first),
    pages: (walk) => walkPages(source, walk),
    items: (walk) => walkItems(source, walk),
    toArray: (walk) => toArray(source, walk),
    [Symbol.asyncIterator]: () => walkItems(source),
  };
}
