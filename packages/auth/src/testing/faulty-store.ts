import type { LockOptions, SessionRecord, TokenStore } from "../store/token-store.ts";

/** The calls that can be made to fail. */
export type FaultyCall = "read" | "commit" | "lock";

/** How a call fails. */
export type StoreFault =
  /** Rejects without calling the store. Default error: code `EIO`. */
  | { readonly kind: "fail"; readonly error?: unknown }
  /** Calls the store, then rejects all the same: the caller cannot know the outcome. For `lock`: after the work. */
  | { readonly kind: "fail_after"; readonly error?: unknown }
  /** Never settles; a lock settles with the signal's reason when it is aborted. */
  | { readonly kind: "hang" }
  /** Calls the store when `until` has settled. */
  | { readonly kind: "delay"; readonly until: Promise<unknown> }
  /** Resolves to this without calling the store: for `read` a record or `undefined`, for `commit` whether it was written. */
  | { readonly kind: "lie"; readonly result: SessionRecord | undefined | boolean };

/** One planned failure. */
export interface PlannedFault {
  readonly on: FaultyCall;
  /** Which call fails, counted from 1 per kind of call. Default: every one. */
  readonly nth?: number;
  readonly fault: StoreFault;
}

/** A store that fails as planned. */
export interface FaultyStore extends TokenStore {
  /** How often each call was made. */
  readonly calls: Readonly<Record<FaultyCall, number>>;
}

/**
 * Wraps a store so that it fails as planned; the first entry that matches a call applies. The plan is read at every
 * call, so a test may change the array while it runs, for example to empty it when the disk has room again.
 */
export function faultyStore(store: TokenStore, plan: readonly PlannedFault[]): FaultyStore {
  const calls: Record<FaultyCall, number> = { read: 0, commit: 0, lock: 0 };
  const next = (on: FaultyCall): StoreFault | undefined => {
    const count = ++calls[on];
    return plan.find((line) => line.on === on && (line.nth ?? count) === count)?.fault;
  };
  const { watch, close } = store;
  return {
    calls,
    read: () => inject(next("read"), () => store.read(), isRecord),
    commit: (expectedRev, record) =>
      inject(
        next("commit"),
        () => store.commit(expectedRev, record),
        (result) => result === true,
      ),
    withLock: (name, options, work) => injectIntoLock(next("lock"), options, () => store.withLock(name, options, work)),
    ...(watch && { watch: (changed: () => void) => watch.call(store, changed) }),
    ...(close && { close: () => close.call(store) }),
  };
}

const isRecord = (result: SessionRecord | undefined | boolean): SessionRecord | undefined =>
  typeof result === "object" ? result : undefined;

async function inject<T>(
  fault: StoreFault | undefined,
  act: () => Promise<T>,
  read: (result: SessionRecord | undefined | boolean) => T,
): Promise<T> {
  switch (fault?.kind) {
    case "fail":
      throw errorOf(fault);
    case "fail_after":
      await act();
      throw errorOf(fault);
    case "hang":
      return new Promise<T>(() => undefined);
    case "delay":
      await fault.until;
      return act();
    case "lie":
      return read(fault.result);
    default:
      return act();
  }
}

async function injectIntoLock<T>(
  fault: StoreFault | undefined,
  { signal }: LockOptions,
  act: () => Promise<T>,
): Promise<T> {
  if (fault?.kind === "hang") {
    return new Promise<T>((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  }
  // A lock resolves to what the work does, so it cannot lie: it fails.
  const own: StoreFault | undefined = fault?.kind === "lie" ? { kind: "fail" } : fault;
  return inject(own, act, () => {
    throw errorOf(undefined);
  });
}

function errorOf(fault: { readonly error?: unknown } | undefined): unknown {
  return fault?.error ?? Object.assign(new Error("planned fault"), { code: "EIO" });
}
