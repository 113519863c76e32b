import type { Call, CallOptions } from "@fleet-api/contract";
import type { RouteMaker, WalkOptions, WalkSource } from "../paging/source.ts";
import { follow, toArray, walkItems, walkPages } from "../paging/walk.ts";
import { describeError } from "../errors.ts";
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
  #settle: (result: Promise<AnyResult>) => void = () => {};
  #first: FirstPage | undefined;
  /** The code that made it is done. */
  #isMade = false;
  #isAwaited = false;
  #isSent = false;

  /** Not by the constructor, which takes what that of every promise takes. */
  static of(source: ListSource): ListCallPromise {
    let settle: (result: Promise<AnyResult>) => void = () => {};
    const call = new ListCallPromise((resolve, reject) => {
      settle = (result) => void result.then(resolve, reject);
    });
    call.#source = source;
    call.#settle = settle;
    void now.then(() => {
      call.#isMade = true;
      if (call.#isAwaited || !call.#first) call.#send();
    });
    return call;
  }

  /** Claims a call as its walks do. */
  static claim(call: unknown): WalkSource {
    const list: object = Object(call);
    if (!(#source in list)) throw new TypeError("only the call of a list can be walked");
    return list.#claim();
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
    const first = this.#share();
    return { ...this.#from(), first: (walk) => first.forWalk(walk) };
  }

  #from(): ListSource {
    if (this.#source === undefined) throw new TypeError("only the call of a list can be walked");
    return this.#source;
  }

  /** Sent by the first who asks; the others share that. */
  #send(): void {
    if (this.#isSent) return;
    this.#isSent = true;
    this.#settle(this.#share().get());
  }

  #share(): FirstPage {
    return (this.#first ??= new FirstPage(this.#from()));
  }
}

/** What runs when the present code is done. Not by queueMicrotask, which test runners with fake timers hold back. */
const now = Promise.resolve();

/**
 * The result of a call, which those who await the call share with the walks over it. It is sent when the first of them
 * asks. Its request is aborted when all who asked were walks, and all of them have ended. Nobody else gets that abort: who
 * asks later sends anew.
 */
class FirstPage {
  readonly #source: ListSource;
  #result: Promise<AnyResult> | undefined;
  /** Its rows and their place as they came: who awaits the call may change its result. */
  #kept: Pick<AnyPage, "data" | "pagination"> | undefined;
  /** Ends the request, if a walk has sent it. */
  #request: AbortController | undefined;
  /** Who wants it. Only a walk can leave: an await stays, and so does the result itself when it has come. */
  #wanted = 0;

  constructor(source: ListSource) {
    this.#source = source;
  }

  /** For those who await the call. */
  get(): Promise<AnyResult> {
    this.#wanted++;
    return (this.#result ??= this.#send(this.#source.signal));
  }

  /** For a walk, which leaves with its signal, and gets a page of its own. */
  forWalk(walk: AbortSignal): Promise<AnyResult> {
    this.#wanted++;
    walk.addEventListener("abort", () => {
      if (--this.#wanted) return;
      this.#result = undefined;
      this.#request?.abort(walk.reason);
    });
    return (this.#result ??= this.#sendForWalk()).then((answer) =>
      isPage(answer) && this.#kept ? withRows(answer, this.#kept.data, this.#kept.pagination) : answer,
    );
  }

  #sendForWalk(): Promise<AnyResult> {
    const request = new AbortController();
    const unlink = follow(request, this.#source.signal);
    this.#request = request;
    return this.#send(request.signal, unlink);
  }

  #send(signal: AbortSignal | undefined, onEnd?: () => void): Promise<AnyResult> {
    const { input, send } = this.#source;
    const result = send(input, signal).then((answer) => {
      onEnd?.();
      if (this.#result === result) this.#wanted++;
      // Of what an odd middleware made there may be no copy.
      if (isPage(answer) && Array.isArray(answer.data))
        this.#kept = { data: [...answer.data], pagination: { ...answer.pagination } };
      return answer;
    });
    return result;
  }
}

/** Claims the call of a list for a walk by `src/walks`. Throws a `TypeError` for anything else. */
export function claimCall(call: unknown): WalkSource {
  return ListCallPromise.claim(call);
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
  const source = { input: {}, operationId: operation.id, paged: operation.paged, route };
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
