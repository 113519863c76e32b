import { FleetError } from "../errors.ts";
import type { Settings } from "./source.ts";

/** Ends waiting: when the caller aborts, when the work is given up, or when nothing happens for too long. */
export interface Guard {
  /** Aborted when all is over. Its reason is a `FleetError`, unless `end` was called. */
  readonly signal: AbortSignal;
  /**
   * Settles as `work` does. Rejects before it, even if `work` heeds no signal, when the guard has ended or when
   * `silenceMs` have passed (0 for no limit).
   */
  wait<T>(work: Promise<T>, silenceMs?: number): Promise<T>;
  /** Resolves after that many milliseconds; rejects as `wait` does. */
  pause(ms: number): Promise<void>;
  /** Ends all waiting, and stops listening to the caller's signal: it often lives as long as a page. */
  end(): void;
}

/** A guard over one stream. It listens to the caller's signal from now on until `end`. */
export function guardOf({ operationId, platform: { timers } }: Settings, outer: AbortSignal | undefined): Guard {
  const controller = new AbortController();
  const { signal } = controller;
  const onAbort = (): void =>
    controller.abort(new FleetError("aborted by the caller", { kind: "abort", operationId, cause: outer?.reason }));
  if (outer?.aborted) onAbort();
  outer?.addEventListener("abort", onAbort);

  const wait: Guard["wait"] = (work, silenceMs = 0) =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        timers.clearTimeout(timer);
        signal.removeEventListener("abort", onEnd);
      };
      const stop = (reason: unknown): void => {
        settle();
        reject(reason);
      };
      const onEnd = (): void => stop(signal.reason);
      const silent = (): void =>
        stop(new FleetError(`nothing came for ${silenceMs} ms`, { kind: "timeout", operationId }));
      const timer = silenceMs ? timers.setTimeout(silent, silenceMs) : undefined;
      signal.addEventListener("abort", onEnd);
      work.then(resolve, reject).then(settle);
      if (signal.aborted) onEnd();
    });

  return {
    signal,
    wait,
    async pause(ms) {
      let timer: unknown;
      const over = new Promise<void>((resolve) => (timer = timers.setTimeout(resolve, ms)));
      await wait(over).finally(() => timers.clearTimeout(timer));
    },
    end() {
      outer?.removeEventListener("abort", onAbort);
      controller.abort();
    },
  };
}
