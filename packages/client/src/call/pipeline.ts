import type { CallOptions, EventStream, StreamOptions } from "@fleet-api/contract";
import { CallError, describeError, type ErrorFacts } from "../errors.ts";
import { describeFetchError } from "../fetch-errors.ts";
import { cancelQuietly, checkTime } from "../platform.ts";
import { type CoreOptions, type Settings, settingsOf } from "../options.ts";
import { callHeaders, type HeaderRecord, mergeHeaders } from "../transport/serialize-parameters.ts";
import { fetchTransport, isRead, refuseRedirect } from "../transport/fetch.ts";
import type { CallInput, Fetch, Transport } from "../transport/transport.ts";
import { type AnyCall, copyInput, createCall } from "./call.ts";
import type { AnyEvent, OpenStream } from "./event-stream.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import { interpretResponse } from "./interpret-response.ts";
import type { CallContext, Middleware, Next } from "./middleware.ts";
import { notify } from "./notify.ts";
import type { OperationFacts } from "./operation.ts";
import { type AnyResult, failureResult, responseOf, withMeta, withResponse } from "./result.ts";
import { RunningCall, runningCall } from "./running-call.ts";

/** What sends the calls of one service. The operations are functions that take it: `unitsListing(core)`. */
export interface Core {
  /** Calls an operation. A list is iterated by its function only. */
  call(operation: OperationFacts, input?: CallInput, options?: CallOptions): AnyCall;
  /** The result of a call, through all that `use` does to it. Never rejects. */
  send(operation: OperationFacts, input: CallInput, options: CallOptions): Promise<AnyResult>;
  /** Opens a stream with `open`, which is only in programs that have one. The middleware does not see it. */
  stream(
    open: OpenStream,
    operation: OperationFacts,
    input?: CallInput,
    options?: StreamOptions,
  ): EventStream<AnyEvent>;
  /** Ends it: calls under way give `abort`, later ones `request`, and streams end. */
  close(): void;
}

/** Makes a core. Throws a `TypeError` for options that cannot work. */
export function createCore(options: CoreOptions): Core {
  const pipeline = new Pipeline(options);
  // Without the settings, which hold headers: whoever prints a core must not print a token.
  return {
    call: (operation, input, own) => pipeline.call(operation, input, own),
    send: (operation, input, own) => pipeline.send(operation, input, own),
    stream: (open, operation, input, own) => pipeline.stream(open, operation, input, own),
    close: () => pipeline.close(),
  };
}

/** From a call to its result: the middleware, the outermost first, and behind it one attempt by the transport. */
export class Pipeline implements Core {
  readonly settings: Settings;
  readonly transport: Transport;
  readonly #chain: Next;
  readonly #running = new Set<RunningCall>();
  #isClosed = false;
  /** Ends the streams. */
  #closing: AbortController | undefined;

  /** @param retries - the client's own middleware, which is inside of `use`, never throws and heeds every signal */
  constructor(options: CoreOptions, retries?: Middleware) {
    this.settings = settingsOf(options);
    this.transport = (options.transport ?? fetchTransport)(this.settings);
    const attempt: Next = (context) => this.#attempt(context);
    const inner: Next = retries ? (context) => retries(context, attempt) : attempt;
    this.#chain = this.settings.use.reduceRight((next: Next, each) => guarded(each, next), inner);
  }

  /** Sends at once, so that what the caller does to the input afterwards changes nothing. */
  call(operation: OperationFacts, input?: CallInput | null, options?: CallOptions | null): AnyCall {
    // An untyped caller may leave something out with null.
    return createCall(this.send(operation, input ?? {}, options ?? {}));
  }

  stream(
    open: OpenStream,
    operation: OperationFacts,
    input?: CallInput | null,
    options?: StreamOptions | null,
  ): EventStream<AnyEvent> {
    this.#closing ??= new AbortController();
    if (this.#isClosed) this.#closing.abort();
    const { signal: closing } = this.#closing;
    return open(this.settings, operation, { input: input ?? {}, options: options ?? {}, closing });
  }

  async send(operation: OperationFacts, input: CallInput, options: CallOptions): Promise<AnyResult> {
    try {
      return await this.#run(operation, copyInput(input), { ...options });
    } catch (error) {
      return failureResult(operation.id, describeError(error, "the call failed"));
    }
  }

  async #run(operation: OperationFacts, input: CallInput, options: CallOptions): Promise<AnyResult> {
    const { platform, deadlineMs, onNotice } = this.settings;
    if (options.deadlineMs !== undefined) checkTime("deadlineMs", options.deadlineMs);
    const call = new RunningCall(platform, options.signal, options.deadlineMs ?? deadlineMs);
    this.#running.add(call);
    let result: AnyResult;
    try {
      result = await this.#chain(this.#contextOf(call, operation, input, options));
    } finally {
      this.#running.delete(call);
      call.end();
    }
    // A result that a middleware had from elsewhere may belong to another call, too, or it has frozen it.
    if (result !== call.newest || Object.isFrozen(result.meta))
      result = withMeta(result, { ...result.meta, attempts: call.attempts });
    result.meta.durationMs = platform.monotonic() - call.startedAt;
    if (result.ok && onNotice) for (const notice of result.notices) notify(() => onNotice(notice, operation.id));
    return result;
  }

  close(): void {
    this.#isClosed = true;
    this.#closing?.abort();
    for (const call of this.#running) call.stop(new CallError("the client was closed", "abort"));
  }

  #contextOf(call: RunningCall, operation: OperationFacts, input: CallInput, options: CallOptions): CallContext {
    if (this.#isClosed) throw new CallError("the client is closed");
    for (const name of Object.keys(input))
      if (name !== "path" && name !== "query" && name !== "headers" && name !== "body")
        throw new CallError(`input has no ${name}; it has path, query, headers and body`);
    const headers = input.headers || options.headers ? callHeaders(input.headers, options.headers) : {};
    if (operation.keyed || options.idempotencyKey !== undefined || headers["idempotency-key"] !== undefined)
      addKey(headers, operation, options.idempotencyKey);
    const { headers: clientHeaders, baseUrl, platform } = this.settings;
    return { call, operation, input, headers, clientHeaders, options, baseUrl, platform };
  }

  /** Sends one request and says how it went. Never rejects. */
  async #attempt(context: CallContext): Promise<AnyResult> {
    const { platform, json, baseUrl, timeoutMs } = this.settings;
    const { operation, input, headers, options, signal } = context;
    const call = runningCall(context);
    const limit = options.timeoutMs ?? timeoutMs;
    let isSent = false;
    // A middleware may send two requests at once: each has a head of its own.
    let head: Response | null = null;
    let url = "";
    const send = options.fetch ?? this.settings.fetch;
    const onSend = (): void => {
      isSent = true;
      call.attempts += 1;
    };
    let result: AnyResult;
    try {
      if (options.timeoutMs !== undefined) checkTime("timeoutMs", options.timeoutMs);
      // `fetch` would reject it as if the network had failed.
      if (input.body !== undefined && isRead(operation.verb)) throw new CallError("the operation takes no body");
      const body = call.bodyText(input.body, json);
      const read = await call.attempt(limit, signal, (within) => {
        const onResponse = (response: Response): void => {
          try {
            checkResponse(operation, response, url);
            if (within.aborted) throw within.reason;
          } catch (error) {
            // Nobody reads it, and a fetch that ignores its signal would go on.
            cancelQuietly(response?.body);
            throw error;
          }
          head = response;
          call.responses.add(response);
        };
        const fetch: Fetch = (request, init) => {
          url = typeof request === "string" ? request : request.url;
          return send(request, init);
        };
        return this.transport.send({ operation, input, body, headers, signal: within, fetch, onSend, onResponse });
      });
      // A middleware of openapi-fetch may have put another one in its place.
      checkResponse(operation, read.response, url);
      result = interpretResponse(operation, input, read, json);
    } catch (error) {
      const what = head ? "the response was cut off" : `no response from ${baseUrl}`;
      // `fetch` says nothing of the requests before the one that failed, such as after a redirect.
      const doubt = head || isRead(operation.verb) ? "" : `; the ${operation.verb} may have been carried out or not`;
      const facts = isSent
        ? describeFetchError(error, what, doubt)
        : describeError(error, "the request failed before it was sent");
      result = failureAfter(head, operation.id, facts);
    }
    // The failure of a call that was stopped says what was known.
    if (head && !call.stopped) call.responses.delete(head);
    result.meta.attempts = call.attempts;
    result.meta.durationMs = platform.monotonic() - call.startedAt;
    return (call.newest = result);
  }
}

/** The option wins over a header that the caller set, and that over a new key. */
function addKey(headers: HeaderRecord, operation: OperationFacts, given: string | undefined): void {
  const hasOwn = given === undefined && headers["idempotency-key"] !== undefined;
  // A header may be a quoted string, which an option may not.
  if (hasOwn && operation.keyed) return;
  const key = idempotencyKey(operation, hasOwn ? headers["idempotency-key"] : given);
  if (key !== undefined) headers["idempotency-key"] = key;
}

/** Throws for a response that proves nothing about the call: sending again would not help. */
function checkResponse({ verb }: OperationFacts, response: Response, url: string): void {
  const { status, headers, text }: Partial<Response> = Object(response);
  if (typeof status !== "number" || typeof headers?.get !== "function" || typeof text !== "function")
    throw new CallError("fetch gave no Response", "unexpected");
  refuseRedirect(verb, response, url);
}

/** A failure of an attempt, with what is known of its response, if there is one. */
function failureAfter(response: Response | null, id: string, { message, ...facts }: ErrorFacts): AnyResult {
  const known = response ? `${message}; the service had answered ${response.status}` : message;
  return failureResult(id, { ...facts, message: known }, response);
}

/** A middleware that throws becomes a failure where it stands, so that those around it still see how the call ended. */
function guarded(middleware: Middleware, next: Next): Next {
  return async (context) => {
    const call = runningCall(context);
    const seen: AnyResult[] = [];
    const sendOn: Next = async (given) => {
      let result: AnyResult;
      try {
        result = await next({ ...given, headers: mergeHeaders(given.headers) });
      } catch (error) {
        result = failureResult(context.operation.id, describeError(error, "a middleware gave next no context"));
      }
      seen.push(result);
      return result;
    };
    try {
      const result: AnyResult | undefined = await call.untilStopped((async () => middleware(context, sendOn))());
      if (!result?.meta) throw new CallError("a middleware gave no result");
      return withResponse(result, seen);
    } catch (error) {
      // What waited for the signal of a call that was stopped is not what went wrong.
      const { stopped, attempts, newest, responses } = call;
      const facts = describeError(stopped ?? error, "a middleware failed", attempts === 0 ? "request" : "unexpected");
      if (stopped) return failureAfter([...responses].at(-1) ?? null, context.operation.id, facts);
      return failureResult(context.operation.id, facts, newest ? responseOf(newest) : null);
    }
  };
}
