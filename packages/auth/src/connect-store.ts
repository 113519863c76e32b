import type { Core } from "./core.ts";
import { AuthError, nameOf } from "./errors.ts";
import { emit } from "./events.ts";
import type { Keeper, SessionRecord, TokenStore } from "./store.ts";
import { end, orderOf, reset, take } from "./token-state.ts";
import { orAborted } from "./within.ts";

const maxConflicts = 5;

/**
 * Keeps a session and its store in step by compare-and-swap. Every store has this as its `connect`, so that sessions
 * without a store do not carry it.
 */
export function connectStore(store: TokenStore, core: Core): Keeper {
  let known: SessionRecord | undefined;
  let writing: Promise<void> | undefined;
  let dirty = false;

  const absorb = (found: SessionRecord | undefined): boolean => {
    const before = known;
    known = found;
    return weigh(core, found, before);
  };

  const commit = async (): Promise<void> => {
    for (let conflicts = 0; conflicts < maxConflicts; conflicts++) {
      const { sid, since, subject, token = null } = core;
      const rev = known?.rev ?? 0;
      if (!sid) return;
      const next: SessionRecord = { v: 1, sid, rev: rev + 1, token, subject, since };
      if (await store.commit(rev, next)) return void (known = next);
      if (!absorb(await store.read())) return;
    }
    throw new Error("too many conflicts");
  };

  const drain = async (): Promise<void> => {
    try {
      // What changes in the same turn is written together.
      await undefined;
      while (dirty) {
        dirty = false;
        await commit();
      }
    } catch (error) {
      // The next change, or the next flush, tries again.
      dirty = true;
      throw report(core, "commit", error);
    } finally {
      writing = undefined;
    }
  };

  const flush = (): Promise<void> => (writing ??= drain());
  const save = (): void => {
    dirty = true;
    flush().catch(() => undefined);
  };
  const pull = async (): Promise<void> => {
    try {
      const found = await store.read();
      // A lower revision was overtaken by a write of ours that finished meanwhile.
      if ((!found || found.rev >= (known?.rev ?? 0)) && absorb(found)) save();
    } catch (error) {
      report(core, "read", error);
    }
  };
  const unwatch = store.watch?.(() => void pull());
  const close = async (): Promise<void> => {
    unwatch?.();
    await store.close?.();
  };
  return { pull, save, flush, locked: (signal, work) => underLock(store, core, signal, work), close };
}

async function underLock(store: TokenStore, core: Core, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  let entered = false;
  try {
    await store.withLock("login", { timeoutMs: core.loginTimeoutMs, signal }, () => {
      entered = true;
      // The lock is given back in time even if the work ignores its signal.
      return orAborted(work(), signal);
    });
  } catch (error) {
    if (entered) throw error;
    report(core, "lock", error);
    signal.throwIfAborted();
    // Two logins are a smaller harm than none.
    await work();
  }
}

function report(core: Core, during: "read" | "commit" | "lock", cause: unknown): AuthError {
  const error = new AuthError("store_unavailable", `token store: ${during} failed (${nameOf(cause)})`);
  emit(core, { type: "storeError", during, error });
  return error;
}

/** Weighs a record that somebody else wrote. Returns whether ours should be written over it. */
function weigh(core: Core, found: SessionRecord | undefined, before: SessionRecord | undefined): boolean {
  if (found?.v !== 1) return true;
  const { sid, rev, token } = found;
  if (sid === core.sid && token !== null) {
    if (core.ended || token === core.token) return core.ended === "here";
    // A store that lost its last write, in a failover for example, does not set memory back.
    return rev < (before?.rev ?? 0) || weighToken(core, token, before?.token);
  }
  // A login here that the store has not seen is the latest act; otherwise the latest act is the other's.
  if (core.sid && sid !== core.sid && core.sid !== before?.sid) return !core.ended;
  if (token === null) {
    if (core.sid) end(core, "store");
  } else if (!core.ended) takeOver(core, found, token);
  return false;
}

/** Another process's token of the same session. Whoever still has `base`, the last that we saw stored, has nothing newer. */
function weighToken(core: Core, token: string, base: string | null | undefined): boolean {
  const order = orderOf(core, token);
  if (order < 0 || (order === 0 && (token === base || core.history.includes(token)))) return true;
  take(core, token, "adopted", order === 0 && core.token !== base);
  return false;
}

function takeOver(core: Core, { sid, subject }: SessionRecord, token: string): void {
  if (subject !== core.subject && subject && core.subject) core.identity++;
  reset(core, sid, subject);
  take(core, token, "adopted");
}
