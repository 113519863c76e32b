import type { Core } from "./core.ts";
import { AuthError, isAuthError, nameOf } from "./errors.ts";
import { emit } from "./events.ts";
import { newId, steadyTime } from "./platform.ts";
import { confirmedAge, loginStateOf, readLoginState, wallTime, writeLoginState } from "./session-notes.ts";
import type { LoginState, NotedRecord, SessionNotes } from "./session-notes.ts";
import type { Keeper, SessionRecord, TokenStore } from "./store.ts";
import { end, hold, reset } from "./token-state.ts";
import { orAborted } from "./time-limit.ts";
import { longestMs, withinTimeout } from "./within.ts";

const maxConflicts = 5;

/**
 * Keeps a session and its store in step by compare-and-swap.
 */
export function connectStore(store: TokenStore, core: Core): Keeper {
  // Only who shares a store needs to tell sessions apart.
  core.newId ??= newId;
  const { take, save, saveEnd, flush } = createWriter(store, core);

  const pull = async (): Promise<void> => {
    try {
      take(await store.read());
    } catch (error) {
      report(core, "read", error);
    }
  };
  const endStoredSession = async (): Promise<string | undefined> => {
    const token = core.sid ? undefined : await readSession(store, core, take);
    saveEnd();
    return token;
  };
  const unwatch = store.watch?.(() => void pull());
  const close = async (): Promise<void> => {
    const rest = async (): Promise<void> => {
      await core.ending?.catch(() => undefined);
      await flush();
    };
    await withinTimeout(core, rest).catch(() => undefined);
    unwatch?.();
    await withinTimeout(core, async () => store.close?.()).catch((error: unknown) => {
      throw isAuthError(error, "login_timeout") ? unavailable(core, "close", error) : error;
    });
  };
  const locked: Keeper["locked"] = (signal, work, name = "login") => underLock(store, core, name, signal, work);
  return { pull, save, flush, endStoredSession, locked, close };
}

/** Writes the changes of a session, one commit at a time, and merges what it finds in the store. */
function createWriter(store: TokenStore, core: Core) {
  const notes = shareLoginState(core);
  let known: NotedRecord | undefined;
  /** The latest session of this process that the store is known to have held. */
  let storedSid: string | undefined;
  let writing: Promise<void> | undefined;
  let dirty = false;

  const absorb = (found: SessionRecord | undefined): boolean => {
    const before = known;
    known = found;
    notes.absorb(known, before);
    const mustWrite = weigh(core, found, before, storedSid === core.sid);
    if (found?.sid === core.sid) storedSid = core.sid;
    return mustWrite;
  };

  /** Writes the session if it is `mine` to write, and in any case what happened to logins. */
  const commit = async (mine: boolean): Promise<void> => {
    let ours = mine;
    for (let conflicts = 0; conflicts < maxConflicts; conflicts++) {
      const session = ours && core.sid ? recordOf(core, core.sid) : known;
      if (!session && !notes.owed()) return;
      const { record, written } = notes.write(
        { ...(session ?? recordOf(core, "")), rev: (known?.rev ?? 0) + 1 },
        known,
      );
      // A call that hangs does not block the later ones.
      if (await withinTimeout(core, () => store.commit(record.rev - 1, record))) {
        known = record;
        if (record.sid === core.sid) storedSid = core.sid;
        return written();
      }
      ours = absorb(await withinTimeout(core, () => store.read()));
      if (!ours && !notes.owed()) return;
    }
    throw new Error("too many conflicts");
  };

  const drain = async (): Promise<void> => {
    try {
      // What changes in the same turn is written together.
      await undefined;
      while (dirty || notes.owed()) {
        const mine = dirty;
        dirty = false;
        await commit(mine).catch((error: unknown) => {
          const changed = dirty;
          // The next change, or the next flush, tries again.
          dirty ||= mine;
          const failure = report(core, "commit", error);
          if (!changed) throw failure;
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
  /** A lower revision was overtaken by a write of this process that finished meanwhile. */
  const take = (found: SessionRecord | undefined): void => {
    if ((!found || found.rev >= (known?.rev ?? 0)) && absorb(found)) save();
  };
  /** Makes the next flush write the end of the session, unless the store holds it. */
  const saveEnd = (): void => {
    const isWritten = known?.sid === core.sid && known?.token === null;
    if (core.ended === "here" && core.sid && !isWritten) dirty = true;
  };
  return { take, save, saveEnd, flush };
}

/**
 * For a logout in a process that does not know the session: reads it from the store and makes it the session that has
 * ended. Resolves to its token.
 */
async function readSession(
  store: TokenStore,
  core: Core,
  take: (found: SessionRecord | undefined) => void,
): Promise<string | undefined> {
  const found = await store.read().catch((error: unknown) => {
    throw report(core, "read", error);
  });
  take(found);
  // If a login here has begun another session meanwhile, that session stays.
  if (found?.v !== 1 || found.token === null || found.sid === core.sid) return undefined;
  if (core.ended === "here" && !core.sid) Object.assign(core, { sid: found.sid, subject: found.subject });
  return found.token;
}

/** The session as it is here. */
function recordOf(core: Core, sid: string): NotedRecord {
  const { subject, token = null } = core;
  const since = wallTime(core, core.since);
  const record = { v: 1, sid, rev: 0, token, subject, since } as const;
  return token === null ? record : { ...record, confirmed: wallTime(core, core.confirmedAt) };
}

/** Keeps the pause after failed logins, and what was refused, in step with the record. */
function shareLoginState(core: Core) {
  let synced = loginStateOf(core);
  const noted = ({ pause, refused }: SessionNotes = {}): string =>
    JSON.stringify([pause?.failures, pause?.until, pause?.ms, refused]);
  const owed = (): boolean => differ(synced, loginStateOf(core));
  return {
    owed,
    /** Takes over what another process noted. Failures here that it could not know of are added. */
    absorb(found: NotedRecord | undefined, before: NotedRecord | undefined): void {
      if (noted(found) === noted(before)) return;
      const theirs = readLoginState(core, found);
      const { failures, until, refused } = owed() ? loginStateOf(core) : { ...theirs, refused: undefined };
      core.loginPause.failures = Math.max(failures, theirs.failures);
      core.loginPause.until = Math.max(until, theirs.until);
      core.refused = refused ?? theirs.refused;
      synced = theirs;
    },
    /** The record with the notes; call `written` when it is in the store. */
    write(session: NotedRecord, known: NotedRecord | undefined): { record: NotedRecord; written(): void } {
      const state = loginStateOf(core);
      const { pause, refused } = owed() ? writeLoginState(core) : { ...known };
      return {
        record: { ...session, pause, refused },
        written: () => void (synced = state),
      };
    },
  };
}

const differ = (a: LoginState, b: LoginState): boolean =>
  a.failures !== b.failures || a.until !== b.until || a.refused !== b.refused;

async function underLock(
  store: TokenStore,
  core: Core,
  name: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  let entered = false;
  try {
    const holding = store.withLock(name, { timeoutMs: core.loginTimeoutMs ?? longestMs, signal }, () => {
      entered = true;
      // The lock is given back in time even if the work ignores its signal.
      return orAborted(work(), signal);
    });
    await orAborted(holding, signal);
  } catch (error) {
    if (entered) throw error;
    // A login that was superseded, and so no longer wants the lock, says nothing about the store.
    if (!signal.aborted || isAuthError(signal.reason, "login_timeout")) report(core, "lock", error);
    signal.throwIfAborted();
    // Two logins are a smaller harm than none.
    await work();
  }
}

function unavailable(core: Core, during: "read" | "commit" | "lock" | "close", cause: unknown): AuthError {
  const late = during === "lock" ? "was not given in time" : `took longer than ${core.loginTimeoutMs ?? longestMs} ms`;
  const what = isAuthError(cause, "login_timeout") ? late : `failed (${nameOf(cause)})`;
  return new AuthError("store_unavailable", `token store: ${during} ${what}`);
}

function report(core: Core, during: "read" | "commit" | "lock", cause: unknown): AuthError {
  const error = unavailable(core, during, cause);
  emit(core, { type: "store_error", during, error });
  return error;
}

/** Weighs a record that somebody else wrote. Returns whether ours should be written over it. */
function weigh(
  core: Core,
  found: NotedRecord | undefined,
  before: NotedRecord | undefined,
  wasStored: boolean,
): boolean {
  if (found?.v !== 1) return true;
  const { sid, rev, token } = found;
  if (sid === core.sid && token !== null) {
    // The same note twice proves nothing new, whatever the clock has done meanwhile.
    if (token === core.token && found.confirmed !== before?.confirmed) confirm(core, found, core.confirmedAt);
    if (core.ended || token === core.token) return core.ended === "here";
    // A store that lost its last write, in a failover for example, does not set memory back.
    return rev < (before?.rev ?? 0) || weighToken(core, found, token, before?.token);
  }
  // A login here that the store has not seen is the latest act; otherwise the latest act is that of the other process.
  // If a logout followed before the store saw the login, it also ends the session that the login would have replaced.
  if (core.sid && sid !== core.sid && core.sid !== before?.sid) {
    return !core.ended || (core.ended === "here" && !wasStored);
  }
  if (token === null) {
    if (core.sid) end(core, "store");
  } else if (!core.ended) takeOver(core, found, token);
  return false;
}

/** Another process's token of the same session. Whoever still has `base`, the last that we saw stored, has nothing newer. */
function weighToken(core: Core, found: NotedRecord, token: string, base: string | null | undefined): boolean {
  const order = core.orderOf(token);
  if (order < 0 || (order === 0 && (token === base || core.history.includes(token)))) return true;
  hold(core, token, "adopted", core.ambiguous || (order === 0 && core.token !== base));
  confirm(core, found);
  return false;
}

function takeOver(core: Core, found: NotedRecord, token: string): void {
  const { sid, subject } = found;
  if (subject !== core.subject && subject && core.subject) core.identity++;
  reset(core, sid, subject);
  hold(core, token, "adopted");
  confirm(core, found);
}

/** The token was seen to be current when the record says so: by another process, or before this one began. */
function confirm(core: Core, found: NotedRecord, atLeast = -Infinity): void {
  core.confirmedAt = Math.max(atLeast, steadyTime(core) - confirmedAge(core, found));
}
