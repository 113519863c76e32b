import type { StoreRuntime } from "../../../src/stores/shared/runtime.ts";

/** Real timers, but for one wait that they cut to a millisecond. */
export function hastyTimers(hastyMs: number): StoreRuntime["timers"] {
  return {
    setTimeout: (callback, ms) => setTimeout(callback, ms === hastyMs ? 1 : ms),
    clearTimeout: (handle: ReturnType<typeof setTimeout>) => clearTimeout(handle),
  };
}
