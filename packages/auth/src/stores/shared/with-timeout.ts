import type { StoreRuntime } from "./runtime.ts";

/**
 * Settles as `answer` does, but rejects after `ms`: clients that queue commands while their server is away, and
 * storage behind a frozen tab, might not settle for hours.
 */
export function withTimeout<T>(
  answer: PromiseLike<T>,
  ms: number,
  { timers }: Pick<StoreRuntime, "timers">,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = (): void => reject(Object.assign(new Error(`no answer within ${ms} ms`), { code: "ETIMEDOUT" }));
    const timer = timers.setTimeout(expire, ms);
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => timers.clearTimeout(timer));
  });
}
