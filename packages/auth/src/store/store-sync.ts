import type { SessionContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { createController, isTimeout, orAborted, outlivingTimeout } from "../time-limit.ts";
import { isConfiguredUser, mustIdentify, type RecordOrder } from "./resolve-conflict.ts";
import { reportStoreError, StoreTimer, storeUnavailable } from "./store-timer.ts";
import { StoreWriter } from "./store-writer.ts";
import { readStored } from "../session-record.ts";
import type { SessionRecord, TokenStore } from "./token-store.ts";

/** Keeps memory and store in step. Memory leads: nothing on the request path waits for a write. */
export interface StoreSync {
  /**
   * Reads the store and takes what another session put there, if it is newer. A session at the start is left alone until it
   * is known whether it is that of the user of the credentials. Rejects with `store_unavailable` after `storeTimeoutMs`, and
   * at once while the store does not respond; what comes late is taken then.
   */
  pull(): Promise<void>;
  /** As `pull`, but asks the credentials function for its user if need be, and rejects as the function does. */
  pullForUse(): Promise<void>;
  /** As `pullForUse`, but waits also for a store that did not respond a moment ago. */
  pullNow(): Promise<void>;
  /** Notes that memory changed. At most one write is under way; changes meanwhile are written as one. */
  save(): void;
  /** Resolves when the store has what memory has; rejects with `store_unavailable` if it could not be written in time. */
  flush(): Promise<void>;
  /** As `flush`, but never rejects, and does not wait for a store that does not respond. */
  settleWrites(): Promise<void>;
  /**
   * For a logout: makes the next flush write the end of the session. If this process does not know the session, ends the
   * stored one and resolves to its token. Rejects with `store_unavailable` if the store cannot be read.
   */
  endStoredSession(): Promise<string | undefined>;
  /** Runs `work` under a lock of the store, or without it when the store cannot lock. */
  locked(name: "login" | "keep-alive", signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Writes what is to be written once `pending` has settled, if both happen in time; stops listening; closes the store. */
  close(pending: Promise<unknown> | undefined): Promise<void>;
}

/**
 * Keeps a session and its store in step by compare-and-swap.
 *
 * @param onOpen called after the store brought a token whose order is open
 */
export function createStoreSync(
  context: SessionContext,
  store: TokenStore,
  order: RecordOrder,
  onOpen: () => void,
): StoreSync {
  const { state, settings, platform, limits } = context;
  const timer = new StoreTimer(context);
  const writer = new StoreWriter(context, checkedStore(context, store), timer, order, onOpen);
  const storeLimits = { timers: platform.timers, timeoutMs: settings.storeTimeoutMs };

  const read = (): Promise<SessionRecord | undefined> => writer.pull();
  const readInTime = async (): Promise<SessionRecord | undefined> => {
    if (!timer.isStalled("read")) return read();
    // Whether the store is back is found out meanwhile.
    if (!timer.isWaiting("read")) read().catch(() => undefined);
    throw storeUnavailable(context, "read", new AuthError("timeout", "no response"));
  };
  const pullForUse = async (pull: typeof read): Promise<void> => {
    const found = await pull();
    const { sid, status } = state.session;
    if (sid !== undefined || status === "ended" || !mustIdentify(context, found)) return;
    await identified(context, pull);
  };
  const flush = (): Promise<void> =>
    outlivingTimeout(storeLimits, () => writer.flush()).catch((error: unknown) => {
      throw isTimeout(error) ? storeUnavailable(context, "commit", error) : error;
    });
  const unwatch = watchStore(context, store, () => void read().catch(() => undefined));

  return {
    pull: async () => void (await readInTime()),
    pullForUse: () => pullForUse(readInTime),
    pullNow: () => pullForUse(read),
    save: () => writer.save(),
    flush,
    async settleWrites() {
      const writing = flush().catch(() => undefined);
      if (!timer.isStalled("commit")) await writing;
    },
    async endStoredSession() {
      const token = state.session.sid === undefined ? await readEndedSession(context, writer) : undefined;
      writer.saveEnd(token !== undefined);
      return token;
    },
    locked: (name, signal, work) => underLock({ context, store, timer }, name, signal, work),
    async close(pending) {
      // The logout under way writes, too, and has waited for a store that does not respond.
      if (pending) await outlivingTimeout(limits, () => pending).catch(() => undefined);
      const writing = flush().catch(() => undefined);
      if (!pending || !timer.isStalled("commit")) await writing;
      unwatch();
      const wasStalled = timer.isStalled("release");
      const closing = timer
        .run("release", async () => store.close?.())
        .catch((error: unknown) => {
          throw storeUnavailable(context, "close", error);
        });
      if (wasStalled) closing.catch(() => undefined);
      else await closing;
    },
  };
}

/** The store, whose records are checked: one of the application may return anything. */
function checkedStore({ settings }: SessionContext, store: TokenStore): TokenStore {
  const { serviceId } = settings;
  const { watch } = store;
  return {
    async read() {
      // `JSON.parse` gives null for an item that is not there.
      const found = (await store.read({ serviceId })) ?? undefined;
      if (found !== undefined && readStored(found).kind === "corrupt") {
        throw new AuthError("store_corrupt", "the store returned what is not a session record");
      }
      return found;
    },
    commit: (expectedRev, next) => store.commit(expectedRev, next),
    withLock: (name, options, work) => store.withLock(name, options, work),
    ...(watch && { watch: (changed: () => void) => watch.call(store, changed) }),
  };
}

/**
 * For a logout in a process that does not know the session: reads it from the store and makes it the session that has
 * ended. Resolves to its token.
 */
async function readEndedSession(context: SessionContext, writer: StoreWriter): Promise<string | undefined> {
  const { state } = context;
  const found = await writer.pull();
  // If a login here has begun another session meanwhile, that session stays.
  if (found === undefined || found.token === null || found.sid === state.session.sid) return undefined;
  const isOwn = async (): Promise<boolean> => isConfiguredUser(context, found.user);
  // Another user's session does not end with this one.
  if (!(await (mustIdentify(context, found) ? identified(context, isOwn) : isOwn()))) return undefined;
  const { endedBy, sid } = state.session;
  if (endedBy === "here" && sid === undefined) state.nameEnded(found.sid, found.user);
  return found.token;
}

/** Runs `work` while the user of the credentials is known. A function names nobody for longer: its user may change. */
async function identified<T>({ credentials }: SessionContext, work: () => Promise<T>): Promise<T> {
  await credentials.identify();
  try {
    return await work();
  } finally {
    credentials.forget();
  }
}

/**
 * Hints only make a session learn of changes earlier than its next 401 would: it works without them. Returns the way to stop,
 * which never throws.
 */
function watchStore(context: SessionContext, store: TokenStore, changed: () => void): () => void {
  // A store of the application may do this asynchronously, and fail at any time.
  const report = (act: () => unknown): void =>
    void (async () => act())().catch((error: unknown) => reportStoreError(context, "read", error));
  let stop: unknown;
  report(() => (stop = store.watch?.(changed)));
  const end = (given: unknown): unknown => (typeof given === "function" ? given() : undefined);
  return () => report(() => (typeof stop === "function" ? end(stop) : Promise.resolve(stop).then(end)));
}

/** What a lock needs of the store. */
interface LockParts {
  readonly context: SessionContext;
  readonly store: TokenStore;
  readonly timer: StoreTimer;
}

async function underLock(
  parts: LockParts,
  name: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const { context, timer } = parts;
  let lock: Lock;
  if (timer.isStalled("lock")) return work();
  try {
    lock = await takeLock(parts, name, signal);
  } catch (error) {
    // A login that was superseded, and so no longer wants the lock, says nothing about the store.
    if (!signal.aborted || isTimeout(signal.reason)) reportStoreError(context, "lock", error);
    signal.throwIfAborted();
    // Two logins are a smaller harm than none.
    return work();
  }
  try {
    // The lock is given back in time even if the work ignores its signal.
    await orAborted(work(), signal);
  } finally {
    lock.release();
    const released = timer
      .run("release", () => lock.released)
      .catch((error: unknown) => {
        // The work is done; only giving the lock back has failed.
        context.events.emit({
          type: "store_error",
          during: "lock",
          error: storeUnavailable(context, "release", error),
        });
      });
    if (!timer.isStalled("release")) await orAborted(released, signal).catch(() => undefined);
  }
}

/** A lock that is held. */
interface Lock {
  release(): void;
  /** Settles when the store has it back. */
  readonly released: Promise<void>;
}

/** Takes a lock of the store, in time or not at all: one that is given later is given back at once. */
async function takeLock({ context, store, timer }: LockParts, name: string, outer: AbortSignal): Promise<Lock> {
  const controller = createController();
  const { signal } = controller;
  const abort = (): void => controller.abort(outer.reason);
  if (outer.aborted) abort();
  outer.addEventListener("abort", abort);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let released = Promise.resolve();
  const wait = { timeoutMs: context.settings.storeTimeoutMs, signal };
  try {
    await timer.run(
      "lock",
      () =>
        new Promise<void>((given, refused) => {
          const hold = async (): Promise<void> => {
            signal.throwIfAborted();
            given();
            await held;
          };
          released = (async () => store.withLock(name, wait, hold))();
          released.then(given, refused);
        }),
      controller,
    );
  } catch (error) {
    // The store may have given it in this very moment.
    release();
    throw error;
  } finally {
    outer.removeEventListener("abort", abort);
  }
  return { release, released };
}
