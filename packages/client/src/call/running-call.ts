import { CallError } from "../errors.ts";
import type { Platform } from "../platform.ts";
import { type JsonCodec, serializeBody } from "../transport/json.ts";
import type { CallContext, CallState } from "./middleware.ts";
import type { AnyResult } from "./result.ts";

/** One call under way, and what may end it from outside: its caller, its deadline, the end of its client. */
export class RunningCall implements CallState {
  attempts = 0;
  readonly startedAt: number;
  readonly deadlineAt: number;
  /** What its newest attempt came to: made for this call, while others may be shared. */
  newest: AnyResult | undefined;
  /** The responses of the attempts under way, or of those that were stopped; known before their bodies are read. */
  readonly responses = new Set<Response>();
  /** Its body as text, which every attempt sends alike, whatever its caller does with the object meanwhile. */
  #body: { readonly of: unknown; readonly text: string } | undefined;
  /** What ended it. */
  stopped: CallError | undefined;
  readonly #platform: Platform;
  /** What is under way and must be told. */
  readonly #stops = new Set<(reason: CallError) => void>();
  /** Made when its signal is first read: most calls never need it. */
  #controller: AbortController | undefined;
  /** Removes the timer and the listener: a signal often lives as long as a page and must not keep each call. */
  #release: (() => void) | undefined;

  constructor(platform: Platform, signal: AbortSignal | undefined, deadlineMs: number) {
    this.#platform = platform;
    this.startedAt = platform.monotonic();
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

  /** The text of a body, made once unless a middleware gives another. */
  bodyText(body: unknown, json: JsonCodec): string | undefined {
    if (body === undefined) return undefined;
    if (this.#body?.of !== body) this.#body = { of: body, text: serializeBody(body, json) };
    return this.#body.text;
  }

  /** Ends the call, whatever it is doing. */
  stop(reason: CallError): void {
    if (this.stopped) return;
    this.stopped = reason;
    for (const stop of this.#stops) stop(reason);
    this.#controller?.abort(reason);
  }

  /** Settles as the work does, or rejects when the call is stopped, even if the work goes on. */
  untilStopped<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.stopped) reject(this.stopped);
      this.#stops.add(reject);
      const end = (): void => void this.#stops.delete(reject);
      work.then(resolve, reject).then(end);
    });
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
        this.#stops.delete(stop);
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
      this.#stops.add(stop);
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
  if (reason instanceof CallError) return reason;
  // That of `AbortSignal.timeout()`.
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout
    ? new CallError("no complete response in the time of the caller's signal", "timeout", reason)
    : new CallError("aborted by the caller", "abort", reason);
}

/** Middleware hands on the state of the call as it is; only its type shows less. */
export function runningCall({ call }: Pick<CallContext, "call">): RunningCall {
  if (call instanceof RunningCall) return call;
  throw new CallError("a middleware gave next a context with another call");
}
