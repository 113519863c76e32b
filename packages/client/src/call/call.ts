import type { Call, CallOptions } from "@fleet-api/contract";
import { type RouteMaker, toArray, walkItems, type WalkOptions, walkPages, type WalkSource } from "../paging/index.ts";
import { follow } from "../paging/follow.ts";
import { describeError } from "../errors/call-error.ts";
import type { CallInput } from "../transport/transport.ts";
import type { OperationFacts } from "./operation.ts";
import {
  type AnyFailure,
  type AnyPage,
  type AnyResult,
  type AnySuccess,
  failureResult,
  isPage,
  responseOf,
  successOf,
  withRows,
} from "./result.ts";

/** A call of any operation. */
export type AnyCall = Call<AnySuccess, AnyFailure>;

/** A call of any list. */
export interface AnyListCall extends AnyCall, AsyncIterable<unknown> {
  pages(options?: WalkOptions): AsyncIterable<AnyPage>;
  items(options?: WalkOptions): AsyncIterable<unknown>;
  toArray(options?: WalkOptions): Promise<unknown[]>;
}

/** What a list call is made from: what a walk is, with the request that the call sends without one. */
interface ListSource extends WalkSource {
  readonly send: (input: CallInput, signal: AbortSignal | undefined) => Promise<AnyResult>;
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

/**
 * The call of a list. A walk that begins in the code that makes the call claims it: only the requests of the walk are
 * sent, unless somebody asks for the result of the call as well.
 */
class ListCallPromise extends CallPromise implements AnyListCall {
  #source: ListSource | undefined;
  #resolve: (result: Promise<AnyResult>) => void = () => {};
  #first: ReturnType<typeof shareFirst> | undefined;
  /** The code that made it is done. */
  #isMade = false;
  #isAwaited = false;

  /** Not by the constructor, which takes what that of every promise takes. */
  static of(source: ListSource): ListCallPromise {
    let resolve: (result: Promise<AnyResult>) => void = () => {};
    const call = new ListCallPromise((settle) => {
      resolve = settle;
    });
    call.#source = source;
    call.#resolve = resolve;
    // Not by queueMicrotask, which test runners with fake timers hold back.
    void Promise.resolve().then(() => {
      call.#isMade = true;
      if (call.#isAwaited || !call.#first) call.#send();
    });
    return call;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a promise, whose request may be left to a walk until it is awaited
  override then<Fulfilled = AnyResult, Rejected = never>(
    onFulfilled?: ((result: AnyResult) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.#isAwaited = true;
    if (this.#isMade) this.#send();
    return super.then(onFulfilled, onRejected);
  }

  pages(options?: WalkOptions): AsyncIterable<AnyPage> {
    return walkPages(this.#claim(), options);
  }

  items(options?: WalkOptions): AsyncIterable<unknown> {
    return walkItems(this.#claim(), options);
  }

  toArray(options?: WalkOptions): Promise<unknown[]> {
    return toArray(this.#claim(), options);
  }

  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    return walkItems(this.#claim());
  }

  #claim(): WalkSource {
    return { ...this.#from(), first: this.#share() };
  }

  #from(): ListSource {
    if (this.#source === undefined) throw new TypeError("only the call of a list can be walked");
    return this.#source;
  }

  #send(): void {
    // Sent by the first who asks; the others share that.
    this.#resolve(this.#share()());
  }

  /** Walks get a copy of the page, which is made when it comes: who awaits the call may change its result. */
  #share(): ReturnType<typeof shareFirst> {
    const { input, send, signal } = this.#from();
    return (this.#first ??= shareFirst((own) => send(input, own), signal));
  }
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

/** Makes the call of a list: like any other call, and to be walked by this route. */
export function createListCall(
  sender: Sender,
  operation: OperationFacts,
  route: RouteMaker,
  given?: CallInput | null,
  options?: CallOptions | null,
): AnyListCall {
  const source = { input: {}, operationId: operation.id, route };
  try {
    const input = copyInput(given ?? {});
    const own = { ...options };
    const send: ListSource["send"] = (each, signal) => sender.send(operation, each, { ...own, signal });
    return ListCallPromise.of({ ...source, send, input, signal: own.signal });
  } catch (error) {
    // A getter of the caller that throws.
    const failure = failureResult(operation.id, describeError(error, "the call failed"));
    return ListCallPromise.of({ ...source, send: async () => failure });
  }
}

/**
 * The result of a call, which those who await the call share with the walks over it. It is sent when the first of them
 * asks. A walk asks with its signal: the request is aborted when all who asked were walks, and all of them have ended.
 * Nobody else gets that abort: who asks later sends anew. `own` is the signal of the call.
 */
export function shareFirst(
  send: (signal: AbortSignal | undefined) => Promise<AnyResult>,
  own: AbortSignal | undefined,
): (walk?: AbortSignal) => Promise<AnyResult> {
  let result: Promise<AnyResult> | undefined;
  /** The same for walks: those who await the result may change it. */
  let kept: Promise<AnyResult>;
  /** Ends the request, if a walk has sent it. */
  let request: AbortController | undefined;
  /** Who wants it. Only a walk can leave: an await stays, and so does the result itself when it has come. */
  let wanted = 0;
  return (walk) => {
    if (!result) {
      request = walk && new AbortController();
      const unlink = request && follow(request, own);
      const sent = (result = send(request?.signal ?? own));
      // Made before anybody else gets the result.
      kept = sent.then((answer) => {
        unlink?.();
        if (result === sent) wanted++;
        return isPage(answer) ? withRows(answer) : answer;
      });
      // Of what an odd middleware made there may be no copy: that is for walks.
      kept.catch(() => {});
    }
    wanted++;
    walk?.addEventListener("abort", () => {
      if (--wanted) return;
      result = undefined;
      request?.abort(walk.reason);
    });
    return walk ? kept : result;
  };
}
