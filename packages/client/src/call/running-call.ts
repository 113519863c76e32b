import type { CallOptions } from "@fleet-api/contract";
import { CallError } from "../errors/call-error.ts";
import type { Platform } from "../platform.ts";
import { mergeHeaders } from "../transport/headers.ts";
import type { CallInput } from "../transport/transport.ts";
import type { CallContext, CallState } from "./middleware.ts";
import type { OperationFacts } from "./operation.ts";
import type { AnyResult } from "./result.ts";

/** One call under way, and what may end it from outside: its caller, its deadline, the end of its client. */
export class RunningCall implements CallState {
  attempts = 0;
  readonly startedAt: number;
  readonly deadlineAt: number;
  /** What its newest attempt came to: made for this call, while others may be shared. */
  newest: AnyResult | undefined;
  /** What ended it. */
  stopped: CallError | undefined;
  readonly #platform: Platform;
  /** Attempts under way. */
  readonly #attempts = new Set<(reason: CallError) => void>();
  /** Made when its signal is first read: most calls never need it. */
  #controller: AbortController | undefined;
  /** Removes the timer and the listener: a signal often lives as long as a page and must not keep each call. */
  #release: (() => void) | undefined;

  constructor(platform: Platform, signal: AbortSignal | undefined, deadlineMs: number) {
    this.#platform = platform;
    this.startedAt = platform.now();
    this.deadlineAt = deadlineMs ? this.startedAt + deadlineMs : Infinity;
    if (signal || deadlineMs) this.#stopAt(signal, deadlineMs);
  }

  #stopAt(signal: AbortSignal | undefined, deadlineMs: number): void {
    const onAbort = (): void => this.stop(abortError(signal?.reason));
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort);
    const message = `no complete response within the deadline of ${deadlineMs} ms`;
    const { timers } = this.#platform;
    const timer = deadlineMs
      ? timers.setTimeout(() => this.stop(new CallError(message, "timeout")), deadlineMs)
      : undefined;
    this.#release = () => {
      timers.clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
  }

  /** Aborted when the call is stopped; its reason is the error. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.stopped && !this.#controller.signal.aborted) this.#controller.abort(this.stopped);
    return this.#controller.signal;
  }

  /** Ends the call, whatever it is doing. */
  stop(reason: CallError): void {
    if (this.stopped) return;
    this.stopped = reason;
    for (const stop of this.#attempts) stop(reason);
    this.#controller?.abort(reason);
  }

  /** The call has its result. */
  end(): void {
    this.#release?.();
  }

  /**
   * Runs one attempt until it settles, the call is stopped, `signal` is aborted or its time is over, whichever is first;
   * rejects with a `CallError` in all but the first case, even when `work` ignores its signal.
   */
  attempt<T>(
    timeoutMs: number,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const { timers } = this.#platform;
      const controller = new AbortController();
      const end = (): void => {
        timers.clearTimeout(timer);
        this.#attempts.delete(stop);
        signal?.removeEventListener("abort", onAbort);
      };
      const stop = (reason: CallError): void => {
        end();
        reject(reason);
        controller.abort(reason.cause);
      };
      const onAbort = (): void => stop(abortError(signal?.reason));
      const onTimeout = (): void => stop(new CallError(`no complete response in ${timeoutMs} ms`, "timeout"));
      const fail = (error: unknown): void => {
        end();
        reject(error);
      };
      const timer = timeoutMs ? timers.setTimeout(onTimeout, timeoutMs) : undefined;
      if (this.stopped) return stop(this.stopped);
      if (signal?.aborted) return onAbort();
      this.#attempts.add(stop);
      signal?.addEventListener("abort", onAbort);
      try {
        work(controller.signal).then((value) => {
          end();
          resolve(value);
        }, fail);
      } catch (error) {
        fail(error);
      }
    });
  }
}

/** The error of a call that its caller has aborted. */
export function abortError(reason: unknown): CallError {
  // A middleware may hand on the signal of a call, whose reason says what has happened.
  return reason instanceof CallError ? reason : new CallError("aborted by the caller", "abort", reason);
}

/** What middleware sees of a call. A class for its getter, which an object literal makes slow. */
export class Context implements CallContext {
  readonly call: CallState;
  readonly operation: OperationFacts;
  readonly input: CallInput;
  readonly headers: Readonly<Record<string, string>>;
  readonly clientHeaders: Readonly<Record<string, string>>;
  readonly options: CallOptions;
  readonly baseUrl: string;
  readonly platform: Platform;

  constructor(facts: Omit<CallContext, "signal">) {
    this.call = facts.call;
    this.operation = facts.operation;
    this.input = facts.input;
    this.headers = facts.headers;
    this.clientHeaders = facts.clientHeaders;
    this.options = facts.options;
    this.baseUrl = facts.baseUrl;
    this.platform = facts.platform;
  }

  get signal(): AbortSignal {
    return runningCall(this).signal;
  }
}

/** Middleware hands on the state of the call as it is; only its type shows less. */
export function runningCall({ call }: Pick<CallContext, "call">): RunningCall {
  return call as RunningCall;
}

/**
 * The context that a middleware gives to the next one. A copy made with `{ ...context }` has no getter of the class, and
 * so no signal: it gets that of the call.
 * @throws CallError for headers that HTTP does not allow
 */
export function completeContext(context: CallContext): CallContext {
  if (context instanceof Context) return context;
  const copy = { ...context, headers: mergeHeaders(context.headers) };
  if ("signal" in context) return copy;
  return Object.defineProperty(copy, "signal", { get: () => runningCall(copy).signal, enumerable: true });
}

/** Throws for a time that `setTimeout` cannot keep: it fires at once beyond 2^31 - 1 milliseconds. */
export function checkTime(name: string, ms: number): void {
  if (!(ms >= 0 && ms < 2 ** 31)) throw new CallError(`${name} must be 0 (no limit) to 2147483647`);
}
