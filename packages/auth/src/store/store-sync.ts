import type { SessionContext } from "../context.ts";
import { isTimeout, orAborted, outlivingTimeout, withTimeout } from "../time-limit.ts";
import { isConfiguredUser, isUserOpen, type RecordOrder } from "./resolve-conflict.ts";
import { reportStoreError, storeUnavailable, StoreWriter } from "./store-writer.ts";
import type { SessionRecord, TokenStore } from "./token-store.ts";

/** Keeps memory and store in step. Memory leads: nothing on the request path waits for a write. */
export interface StoreSync {
  /**
   * Reads the store and takes what another session put there, if it is newer. A session at the start is left alone until it
   * is known whether it is that of the user of the credentials. Rejects with `store_unavailable`.
   */
  pull(): Promise<void>;
  /** As `pull`, but asks the credentials function for its user if need be, and rejects as the function does. */
  pullForUse(): Promise<void>;
  /** As `pullForUse`, in time or not at all. */
  pullNow(): Promise<void>;
  /** Notes that memory changed. At most one write is under way; changes meanwhile are written as one. */
  save(): void;
  /** Resolves when the store has what memory has; rejects with `store_unavailable` if it could not be written in time. */
  flush(): Promise<void>;
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
  const { state, limits } = context;
  const writer = new StoreWriter(context, store, order, onOpen);

  const pull = async (): Promise<void> => void (await writer.pull());
  const pullForUse = async (read = () => writer.pull()): Promise<void> => {
    const found = await read();
    if (state.session.sid !== undefined || !isUserOpen(context, found)) return;
    await context.credentials.identify();
    await read();
  };
  const readInTime = (): Promise<SessionRecord | undefined> =>
    withTimeout(limits, () => writer.pull()).catch((error: unknown) => {
      throw isTimeout(error) ? reportStoreError(context, "read", error) : error;
    });
  const unwatch = watchStore(context, store, () => void pull().catch(() => undefined));

  return {
    pull,
    pullForUse: () => pullForUse(),
    pullNow: () => pullForUse(readInTime),
    save: () => writer.save(),
    flush: () => writer.flush(),
    async endStoredSession() {
      const token = state.session.sid === undefined ? await readEndedSession(context, writer) : undefined;
      writer.saveEnd(token !== undefined);
      return token;
    },
    locked: (name, signal, work) => underLock(context, store, name, signal, work),
    async close(pending) {
      const finish = async (): Promise<void> => {
        await pending?.catch(() => undefined);
        await writer.flush();
      };
      await outlivingTimeout(limits, finish).catch(() => undefined);
      unwatch?.();
      await outlivingTimeout(limits, async () => store.close?.()).catch((error: unknown) => {
        throw isTimeout(error) ? storeUnavailable(context, "close", error) : error;
      });
    },
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
  if (found?.v !== 1 || found.token === null || found.sid === state.session.sid) return undefined;
  if (isUserOpen(context, found)) await context.credentials.identify();
  // Another user's session does not end with this one.
  if (!isConfiguredUser(context, found.user)) return undefined;
  const { endedBy, sid } = state.session;
  if (endedBy === "here" && sid === undefined) state.nameEnded(found.sid, found.user);
  return found.token;
}

/** Hints only make a session learn of changes earlier than its next 401 would: it works without them. */
function watchStore(context: SessionContext, store: TokenStore, changed: () => void): (() => void) | undefined {
  try {
    return store.watch?.(changed);
  } catch (error) {
    reportStoreError(context, "read", error);
    return undefined;
  }
}

async function underLock(
  context: SessionContext,
  store: TokenStore,
  name: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  let working: Promise<void> | undefined;
  try {
    const holding = store.withLock(name, { timeoutMs: context.settings.timeoutMs, signal }, () => {
      // The lock is given back in time even if the work ignores its signal.
      working = orAborted(work(), signal);
      return working;
    });
    await orAborted(holding, signal);
  } catch (error) {
    if (working) {
      await working;
      // The work is done; only giving the lock back has failed.
      reportStoreError(context, "lock", error);
      return;
    }
    // A login that was superseded, and so no longer wants the lock, says nothing about the store.
    if (!signal.aborted || isTimeout(signal.reason)) reportStoreError(context, "lock", error);
    signal.throwIfAborted();
    // Two logins are a smaller harm than none.
    await work();
  }
}
