import { AuthError } from "../../errors.ts";
import type { LockOptions, TokenStore } from "../../store/token-store.ts";
import { featureOf, isDenied, type WebPlatform } from "./web-platform.ts";

/**
 * `withLock` by the Web Locks API. Waits no longer than `waitMs`: a tab that was frozen while it held the lock may keep
 * it for hours. Never steals the lock: that would end the other's login in the middle. Where there are no Web Locks
 * (plain http, old browsers, sandboxed frames), `inTab` excludes at least the sessions of this tab.
 */
export function webLock(
  platform: WebPlatform,
  prefix: string,
  waitMs: number,
  inTab: TokenStore["withLock"],
): TokenStore["withLock"] {
  const locks = featureOf(platform, "navigator")?.locks;
  return async <T>(name: string, options: LockOptions, work: () => Promise<T>): Promise<T> => {
    const { signal, timeoutMs } = options;
    signal.throwIfAborted();
    if (!locks) return inTab(name, options, work);
    const wait = new AbortController();
    const longest = Math.min(waitMs, timeoutMs);
    const abort = (): void => wait.abort(signal.reason);
    const expire = (): void =>
      wait.abort(new AuthError("store_unavailable", `another tab did not release the lock within ${longest} ms`));
    signal.addEventListener("abort", abort);
    const timer = setTimeout(expire, longest);
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
    let working: Promise<T> | undefined;
    try {
      await locks.request(`${prefix}:${name}`, { signal: wait.signal }, () => {
        // The signal may have been aborted after the browser gave the lock.
        wait.signal.throwIfAborted();
        settle();
        working = work();
        return working;
      });
    } catch (error) {
      if (working || wait.signal.aborted || !isDenied(error, platform)) throw error;
    } finally {
      settle();
    }
    // A stand-in for the API may return before the work is done, or without having called it; then it must not call it later.
    if (!working) wait.abort(new AuthError("store_unavailable", "the lock came too late"));
    return working ?? inTab(name, options, work);
  };
}
