import type { SessionContext } from "../context.ts";
import { AuthError, isAuthError, nameOf } from "../errors.ts";
import type { LoginHistory } from "../login-state.ts";
import { orAborted, withTimeout } from "../time-limit.ts";
import { hasSameNotes, isSameHistory, readLoginNotes, writeLoginNotes } from "./login-notes.ts";
import { resolveConflict, type RecordOrder } from "./resolve-conflict.ts";
import type { SessionRecord, TokenStore } from "./token-store.ts";

/** Keeps memory and store in step. Memory leads: nothing on the request path waits for a write. */
export interface StoreSync {
  /** Reads the store and takes what another session put there, if it is newer. Rejects with `store_unavailable`. */
  pull(): Promise<void>;
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

const maxConflicts = 5;

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
  const { state, settings, platform } = context;
  const limits = { timers: platform.timers, timeoutMs: settings.timeoutMs };
  const bounded = <T>(work: () => Promise<T>): Promise<T> => withTimeout(limits, work);
  const writer = createWriter(context, store, order, bounded, onOpen);

  const pull = async (): Promise<void> => {
    let found;
    try {
      found = await store.read();
    } catch (error) {
      throw report(context, "read", error);
    }
    writer.take(found);
  };
  const unwatch = store.watch?.(() => void pull().catch(() => undefined));

  return {
    pull,
    save: writer.save,
    flush: writer.flush,
    async endStoredSession() {
      const token = state.session.sid === undefined ? await readEndedSession(context, store, writer.take) : undefined;
      writer.saveEnd();
      return token;
    },
    locked: (name, signal, work) => underLock(context, store, name, signal, work),
    async close(pending) {
      const finish = async (): Promise<void> => {
        await pending?.catch(() => undefined);
        await writer.flush();
      };
      await bounded(finish).catch(() => undefined);
      unwatch?.();
      await bounded(async () => store.close?.()).catch((error: unknown) => {
        throw isAuthError(error, "login_timeout") ? unavailable(context, "close", error) : error;
      });
    },
  };
}

/** Writes the changes of a session, one commit at a time, and merges what it finds in the store. */
interface Writer {
  /** Takes a record that was read, unless a write of this process overtook it. */
  take(found: SessionRecord | undefined): void;
  save(): void;
  /** Makes the next flush write the end of the session, unless the store holds it. */
  saveEnd(): void;
  flush(): Promise<void>;
}

function createWriter(
  context: SessionContext,
  store: TokenStore,
  order: RecordOrder,
  bounded: <T>(work: () => Promise<T>) => Promise<T>,
  onOpen: () => void,
): Writer {
  const { state } = context;
  const notes = createLoginNotes(context);
  let known: SessionRecord | undefined;
  /** The latest session of this process that the store is known to have held. */
  let storedSid: string | undefined;
  /** The session that it replaced there. */
  let replacedSid: string | undefined;
  let writing: Promise<void> | undefined;
  let dirty = false;

  const merge = (found: SessionRecord | undefined): boolean => {
    const before = known;
    known = found;
    notes.merge(found, before);
    const mustWrite = resolveConflict(context, order, {
      found,
      before,
      wasStored: storedSid === state.session.sid,
      replacedSid,
    });
    if (found?.sid === state.session.sid) storedSid = found?.sid;
    if (state.held.ambiguous) onOpen();
    return mustWrite;
  };

  /** Writes the session if it `isOurs` to write, and in any case what came of logins. */
  const commit = async (isOurs: boolean): Promise<void> => {
    let writesSession = isOurs;
    for (let conflicts = 0; conflicts < maxConflicts; conflicts++) {
      const { sid } = state.session;
      const session = writesSession && sid !== undefined ? recordOf(context, sid) : known;
      if (session === undefined && !notes.isUnwritten()) return;
      const before = known;
      const { record, written } = notes.write(session ?? recordOf(context, ""), before);
      // A call that hangs does not block the later ones.
      if (await bounded(() => store.commit(record.rev - 1, record))) {
        if (before && before.sid !== record.sid) replacedSid = before.sid;
        known = record;
        if (record.sid === state.session.sid) storedSid = record.sid;
        return written();
      }
      writesSession = merge(await bounded(() => store.read()));
      if (!writesSession && !notes.isUnwritten()) return;
    }
    throw new Error("too many conflicts");
  };

  const drain = async (): Promise<void> => {
    try {
      // What changes in the same turn is written together.
      await undefined;
      while (dirty || notes.isUnwritten()) {
        const isOurs = dirty;
        dirty = false;
        await commit(isOurs).catch((error: unknown) => {
          const hasChanged = dirty;
          // The next change, or the next flush, tries again.
          dirty ||= isOurs;
          const failure = report(context, "commit", error);
          if (!hasChanged) throw failure;
        });
      }
    } finally {
      writing = undefined;
    }
  };

  const flush = (): Promise<void> => (writing ??= drain());
  const save = (): void => {
    dirty = true;
    flush().catch(() => undefined);
  };
  return {
    take(found) {
      // A lower revision was overtaken by a write of this process that finished meanwhile.
      if ((!found || found.rev >= (known?.rev ?? 0)) && merge(found)) save();
    },
    save,
    saveEnd() {
      const { sid, endedBy } = state.session;
      const isWritten = known?.sid === sid && known?.token === null;
      if (endedBy === "here" && sid !== undefined && !isWritten) dirty = true;
    },
    flush,
  };
}

/**
 * For a logout in a process that does not know the session: reads it from the store and makes it the session that has
 * ended. Resolves to its token.
 */
async function readEndedSession(
  context: SessionContext,
  store: TokenStore,
  take: (found: SessionRecord | undefined) => void,
): Promise<string | undefined> {
  const { state } = context;
  const found = await store.read().catch((error: unknown) => {
    throw report(context, "read", error);
  });
  take(found);
  // If a login here has begun another session meanwhile, that session stays.
  if (found?.v !== 1 || found.token === null || found.sid === state.session.sid) return undefined;
  const { endedBy, sid } = state.session;
  if (endedBy === "here" && sid === undefined) state.nameEnded(found.sid, found.subject);
  return found.token;
}

/** The session as it is here, without revision. */
function recordOf({ state, platform }: SessionContext, sid: string): SessionRecord {
  const { token = null, since, confirmedAt } = state.held;
  const wallTime = (steady: number): number => Math.round(platform.now() - (platform.steady() - steady));
  const record = { v: 1, sid, rev: 0, token, subject: state.session.subject, since: wallTime(since) } as const;
  return token === null ? record : { ...record, confirmed: wallTime(confirmedAt) };
}

/** Keeps what came of logins in step with the record. */
function createLoginNotes({ logins, platform }: SessionContext) {
  let synced: LoginHistory = logins.history;
  const isUnwritten = (): boolean => !isSameHistory(synced, logins.history);
  return {
    isUnwritten,
    /** Takes what another process noted. Failures here that it could not know of are added. */
    merge(found: SessionRecord | undefined, before: SessionRecord | undefined): void {
      if (hasSameNotes(found, before)) return;
      const theirs = readLoginNotes(found, platform);
      const { backoff, refused } = isUnwritten() ? logins.history : { ...theirs, refused: undefined };
      logins.replace({
        backoff: {
          failures: Math.max(backoff.failures, theirs.backoff.failures),
          until: Math.max(backoff.until, theirs.backoff.until),
        },
        refused: refused ?? theirs.refused,
      });
      synced = theirs;
    },
    /** The next record with the notes; call `written` when it is in the store. */
    write(session: SessionRecord, known: SessionRecord | undefined): { record: SessionRecord; written(): void } {
      const history = logins.history;
      const { pause, refused } = isUnwritten() ? writeLoginNotes(history, platform) : { ...known };
      return {
        record: { ...session, rev: (known?.rev ?? 0) + 1, pause, refused },
        written: () => void (synced = history),
      };
    },
  };
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
      report(context, "lock", error);
      return;
    }
    // A login that was superseded, and so no longer wants the lock, says nothing about the store.
    if (!signal.aborted || isAuthError(signal.reason, "login_timeout")) report(context, "lock", error);
    signal.throwIfAborted();
    // Two logins are a smaller harm than none.
    await work();
  }
}

type StoreStep = "read" | "commit" | "lock";

function unavailable({ settings }: SessionContext, during: StoreStep | "close", cause: unknown): AuthError {
  const late = during === "lock" ? "was not given in time" : `took longer than ${settings.timeoutMs} ms`;
  const what = isAuthError(cause, "login_timeout") ? late : `failed (${nameOf(cause)})`;
  return new AuthError("store_unavailable", `token store: ${during} ${what}`);
}

function report(context: SessionContext, during: StoreStep, cause: unknown): AuthError {
  const error = unavailable(context, during, cause);
  context.events.emit({ type: "store_error", during, error });
  return error;
}
