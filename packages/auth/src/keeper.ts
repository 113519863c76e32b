import { AuthError, nameOf } from "./errors.ts";
import type { Emitter } from "./events.ts";
import type { LockOptions, SessionRecord, TokenStore } from "./store.ts";
import type { TokenState } from "./token-state.ts";

/** Keeps memory and store in step. Memory leads: nothing on the request path waits for a write. */
export interface Keeper {
  /** Reads the store and takes over what another process put there, if it is newer. Never rejects. */
  pull(): Promise<void>;
  /** Notes that memory changed. At most one write is under way; changes meanwhile are written as one. */
  save(): void;
  /** Resolves when the store has what memory has; rejects with `store_unavailable` if it could not be written. */
  flush(): Promise<void>;
  /** Runs `work` under the store's login lock, or without it when the store cannot lock. */
  locked(options: LockOptions, work: () => Promise<void>): Promise<void>;
}

const maxConflicts = 5;

/** Connects a session's memory to its store by compare-and-swap. */
export function createKeeper(store: TokenStore, state: TokenState, emit: Emitter["emit"]): Keeper {
  let known: SessionRecord | undefined;
  let writing: Promise<void> | undefined;
  let dirty = false;

  const report = (during: "read" | "commit" | "lock", cause: unknown): AuthError => {
    const error = new AuthError("store_unavailable", `token store: ${during} failed (${nameOf(cause)})`);
    emit({ type: "storeError", during, error });
    return error;
  };

  /** Weighs a record that somebody else wrote. Returns whether ours should be written over it. */
  const absorb = (found: SessionRecord | undefined): boolean => {
    const before = known;
    known = found;
    if (found === undefined || found.v !== 1) return true;
    if (found.sid === state.sid) {
      if (found.token === null) state.end("store");
      else if (state.ended === undefined && found.token !== state.token) {
        // A store that lost its last write, in a failover for example, does not set memory back.
        return found.rev < (before?.rev ?? 0) || state.weigh(found.token, before?.token);
      }
      return state.ended === "here" && found.token !== null;
    }
    // A login here that the store has not seen is the latest act; otherwise the latest act is the other's.
    if (state.sid !== undefined && before?.sid !== state.sid) return state.ended === undefined;
    if (state.ended !== undefined) return false;
    if (found.token !== null) state.adopt({ ...found, token: found.token });
    else if (state.sid !== undefined) state.end("store");
    return false;
  };

  const commit = async (): Promise<void> => {
    for (let conflicts = 0; conflicts < maxConflicts; conflicts++) {
      const next = state.record((known?.rev ?? 0) + 1);
      if (next === undefined) return;
      if (await store.commit(next.rev - 1, next)) return void (known = next);
      if (!absorb(await store.read())) return;
    }
    throw new Error("too many conflicts");
  };

  const drain = async (): Promise<void> => {
    try {
      while (dirty) {
        dirty = false;
        await commit();
      }
    } catch (error) {
      // Still dirty: the next change, or the next flush, tries again.
      dirty = true;
      throw report("commit", error);
    } finally {
      writing = undefined;
    }
  };

  const write = (): Promise<void> => (writing ??= Promise.resolve().then(drain));

  const pull = async (): Promise<void> => {
    try {
      const found = await store.read();
      // Overtaken by a write of ours that finished meanwhile.
      if (found !== undefined && found.rev < (known?.rev ?? 0)) return;
      if (absorb(found) && state.sid !== undefined) save();
    } catch (error) {
      report("read", error);
    }
  };

  const save = (): void => {
    dirty = true;
    write().catch(() => undefined);
  };

  return {
    pull,
    save,
    flush: async () => {
      if (dirty || writing !== undefined) await write();
    },
    async locked(options, work) {
      let entered = false;
      const enter = (): Promise<void> => {
        entered = true;
        return work();
      };
      try {
        await store.withLock("login", options, enter);
      } catch (error) {
        if (entered) throw error;
        // Two logins are a smaller harm than none.
        report("lock", error);
        options.signal.throwIfAborted();
        await work();
      }
    },
  };
}
