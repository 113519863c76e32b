import { requireCrypto } from "../../platform.ts";

/** Time and randomness as stores use them; each can be replaced in tests. */
export interface StoreRuntime {
  /** Milliseconds that no change of the clock makes jump. Default: `performance.now`. */
  readonly monotonic: () => number;
  /** Default: the global `setTimeout` and `clearTimeout`. */
  readonly timers: {
    setTimeout(callback: () => void, ms: number): unknown;
    clearTimeout(handle: unknown): void;
  };
  /** A name that nobody else uses. Default: 128 random bits in hexadecimal. */
  readonly newId: () => string;
}

/** The given functions, called without a receiver, and the platform's for those that are not given. */
export function runtimeOf(given: Partial<StoreRuntime> = {}): StoreRuntime {
  const { monotonic = defaultRuntime.monotonic, timers = defaultRuntime.timers, newId = defaultRuntime.newId } = given;
  return { monotonic: () => monotonic(), timers, newId: () => newId() };
}

const hex = (byte: number): string => byte.toString(16).padStart(2, "0");

/** What the platform offers. */
export const defaultRuntime: StoreRuntime = {
  monotonic: () => performance.now(),
  timers: globalThis,
  newId: () => Array.from(randomBytes(16), hex).join(""),
};

/** Bytes that nobody can guess: also the nonces of `encrypted`, which no caller may choose. */
export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return requireCrypto().getRandomValues(new Uint8Array(length));
}

/** Waits, or rejects with the signal's reason if that comes first. */
export function delay({ timers }: StoreRuntime, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const settle = (): void => {
      timers.clearTimeout(timer);
      signal?.removeEventListener("abort", settle);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = timers.setTimeout(settle, ms);
    signal?.addEventListener("abort", settle);
  });
}

/**
 * Settles as `call` does, but rejects after `ms`: clients that queue commands while their server is away, and
 * storage behind a frozen tab, might not settle for hours.
 */
export function withTimeout<T>(call: PromiseLike<T>, ms: number, { timers }: Pick<StoreRuntime, "timers">): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = (): void => reject(Object.assign(new Error(`no response within ${ms} ms`), { code: "ETIMEDOUT" }));
    const timer = timers.setTimeout(expire, ms);
    Promise.resolve(call)
      .then(resolve, reject)
      .finally(() => timers.clearTimeout(timer));
  });
}
