import { AuthError } from "./errors.ts";

/** The longest delay of `setTimeout`; with a longer one it fires at once. */
const longestMs = 2_147_483_647;

/**
 * Returns `value` if it is a length of time that timers accept. Throws an `AuthError` with code `invalid_option`
 * otherwise: NaN, infinite, zero, negative, longer than `setTimeout` can wait, or not a number.
 */
export function checkMs(option: string, value: number): number {
  if (typeof value === "number" && value > 0 && value <= longestMs) return value;
  const given = typeof value === "number" ? String(value) : `a value of type ${typeof value}`;
  throw new AuthError("invalid_option", `${option}: use a number above 0 and at most ${longestMs}, not ${given}`);
}

/** Settles as `shared` does, or rejects with the signal's reason if that comes first. `shared` itself continues. */
export function orAborted<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return shared;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    const done = (): void => signal.removeEventListener("abort", abort);
    shared.then(resolve, reject).then(done);
  });
}
