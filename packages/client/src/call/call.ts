import type { Call, CallOptions } from "@fleet-api/contract";
import type { StrategyFactory, PaginateOptions, PaginatedSource } from "../paging/pagination.ts";
import { collectItems, iterateItems, iterateResults } from "../paging/iterate.ts";
import { describeError } from "../errors.ts";
import type { CallInput } from "../transport/transport.ts";
import type { OperationFacts } from "./operation.ts";
import {
  type AnyFailure,
  type AnyResult,
  type AnySuccess,
  failureResult,
  responseOf,
  successOf,
  toPage,
} from "./result.ts";

/** A call of any operation. */
export type AnyCall = Call<AnySuccess, AnyFailure>;

/** A call of any list. */
export interface AnyListCall extends AnyCall, AsyncIterable<unknown> {
  pages(options?: PaginateOptions): AsyncIterable<AnySuccess>;
  items(options?: PaginateOptions): AsyncIterable<unknown>;
  toArray(options?: PaginateOptions): Promise<unknown[]>;
}

/** A promise of a result, and ways to take it. It does not reject, as little as what it is made from. */
class CallPromise extends Promise<AnyResult> implements AnyCall {
  /** What `then` makes is an ordinary promise, of whatever the callback returns. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  orThrow(): Promise<AnySuccess> {
    return this.then(successOf);
  }

  withResponse(): Promise<{ result: AnyResult; response: Response | null }> {
    return this.then((result) => ({ result, response: responseOf(result) }));
  }
}

/** The call that has this result. It does not reject, as little as the result does. */
export function createCall(result: Promise<AnyResult>): AnyCall {
  return new CallPromise((resolve, reject) => void result.then(resolve, reject));
}

/** The call of a list. Every iteration begins with the page of the call, and sends only the requests after it. */
class ListCallPromise extends CallPromise implements AnyListCall {
  #source: PaginatedSource | undefined;

  /** Not by the constructor, which takes what that of every promise takes. */
  static of(result: Promise<AnyResult>, source: PaginatedSource): ListCallPromise {
    // Copied before anybody has the result: the caller may change it. What an odd middleware made cannot be copied.
    const first = result.then((answer) => toPage(answer, source.cursorList));
    const call = new ListCallPromise((resolve, reject) => void result.then(resolve, reject));
    call.#source = { ...source, first };
    return call;
  }

  static sourceOf(call: unknown): PaginatedSource {
    const list: object = Object(call);
    if (!(#source in list) || !list.#source) throw new TypeError("only the call of a list can be iterated");
    return list.#source;
  }

  pages(options?: PaginateOptions): AsyncIterable<AnySuccess> {
    return iterateResults(sourceOf(this), options);
  }

  items(options?: PaginateOptions): AsyncIterable<unknown> {
    return iterateItems(sourceOf(this), options);
  }

  toArray(options?: PaginateOptions): Promise<unknown[]> {
    return collectItems(sourceOf(this), options);
  }

  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    return iterateItems(sourceOf(this));
  }
}

/** What the call of a list is iterated by. Throws a `TypeError` for anything else. */
export function sourceOf(call: unknown): PaginatedSource {
  return ListCallPromise.sourceOf(call);
}

/** The parameters as they are now: a retry or a later page sends the same, whatever the caller does with them meanwhile. */
export function copyInput(input: CallInput): CallInput {
  const { path, query, headers } = input;
  return {
    ...input,
    ...(path && { path: copyValues(path) }),
    ...(query && { query: copyValues(query) }),
    ...(headers && { headers: copyValues(headers) }),
  };
}

function copyValues(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  // What is no plain object is refused by who serialises it.
  if (Object.prototype.toString.call(values) !== "[object Object]") return values;
  const copy = { ...values };
  for (const name of Object.keys(copy)) if (Array.isArray(copy[name])) copy[name] = [...copy[name]];
  return copy;
}

/** What sends the requests of a call and gives its result. */
export interface Sender {
  send(operation: OperationFacts, input: CallInput, options: CallOptions): Promise<AnyResult>;
}

/** Sends the call of a list, like any other call; it can be iterated, too. */
export function createListCall(
  sender: Sender,
  operation: OperationFacts,
  strategy: StrategyFactory,
  given?: CallInput | null,
  options?: CallOptions | null,
): AnyListCall {
  const { id: operationId, paged, cursorList } = operation;
  const source = { input: {}, operationId, paged, cursorList, strategy };
  try {
    const input = copyInput(given ?? {});
    const own = { ...options };
    const { signal } = own;
    const send: PaginatedSource["send"] = (each, within) => sender.send(operation, each, { ...own, signal: within });
    return ListCallPromise.of(sender.send(operation, input, own), { ...source, send, input, signal });
  } catch (error) {
    // A getter of the caller that throws.
    const failure = Promise.resolve(failureResult(operationId, describeError(error, "the call failed")));
    return ListCallPromise.of(failure, { ...source, send: () => failure });
  }
}
