import { Fault } from "./fault.ts";
import type { Platform } from "./platform.ts";

/** Ends what is under way, with the fault that its result gets. */
export type Stop = (fault: Fault) => void;

/** What may end one call from outside: its caller, its deadline, the end of its client. */
export interface Limits {
  /** What is under way and must be told. */
  readonly stops: Set<Stop>;
  /** The fault that ended the call, once there is one. */
  stopped: Fault | undefined;
  /** Made by `signalOf` when it is first asked for: most calls never need it. */
  controller: AbortController | undefined;
  /** Removes the timer and the listener. A signal often lives as long as a page and must not keep each call. */
  end: (() => void) | undefined;
}

/** Starts the limits of one call. */
export function startLimits(platform: Platform, signal: AbortSignal | undefined, deadlineMs: number): Limits {
  const limits: Limits = { stops: new Set(), stopped: undefined, controller: undefined, end: undefined };
  if (!signal && !deadlineMs) return limits;
  const onAbort = (): void => stopCall(limits, abortFault(signal?.reason));
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort);
  const message = `no complete answer within the deadline of ${deadlineMs} ms`;
  const cancel = deadlineMs
    ? platform.after(deadlineMs, () => stopCall(limits, new Fault(message, "timeout")))
    : undefined;
  limits.end = () => {
    cancel?.();
    signal?.removeEventListener("abort", onAbort);
  };
  return limits;
}

/** Ends a call, whatever it is doing. */
export function stopCall(limits: Limits, fault: Fault): void {
  if (limits.stopped) return;
  limits.stopped = fault;
  for (const stop of limits.stops) stop(fault);
  limits.controller?.abort(fault);
}

/** A signal that is aborted when the call is stopped; its reason is the fault. */
export function signalOf(limits: Limits): AbortSignal {
  const { signal } = (limits.controller ??= new AbortController());
  if (limits.stopped && !signal.aborted) limits.controller.abort(limits.stopped);
  return signal;
}

/**
 * Runs one attempt until it settles, the call is stopped, a signal of the attempt is aborted or its time is over,
 * whichever is first; rejects with a fault in all but the first case, even when `work` ignores its signal.
 */
export function withinLimits<T>(
  platform: Platform,
  limits: Limits,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = (): void => {
      cancel?.();
      limits.stops.delete(stop);
      signal?.removeEventListener("abort", onAbort);
    };
    const stop: Stop = (fault) => {
      end();
      reject(fault);
      controller.abort(fault.cause);
    };
    const onAbort = (): void => stop(abortFault(signal?.reason));
    const late = (): void => stop(new Fault(`no complete answer in ${timeoutMs} ms`, "timeout"));
    const cancel = timeoutMs ? platform.after(timeoutMs, late) : undefined;
    if (limits.stopped) return stop(limits.stopped);
    if (signal?.aborted) return onAbort();
    limits.stops.add(stop);
    signal?.addEventListener("abort", onAbort);
    // In a function that cannot throw: a transport may, before it has a promise to reject.
    (async () => work(controller.signal))().then(
      (value) => {
        end();
        resolve(value);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
  });
}

/** The fault of a call whose caller does not want it any more. */
export function abortFault(reason: unknown): Fault {
  // The signal of a call, handed on by a middleware, says by itself what has happened.
  if (reason instanceof Fault) return reason;
  return new Fault("aborted by the caller", "abort", reason);
}
