import type { TokenState } from "./session-store.ts";

/** The state of sessions that is known without asking the database, by the hash of a token. */
export interface AccessCache {
  /** The known state, else what `read` resolves with. */
  find(hash: string, read: () => Promise<TokenState | null>): Promise<TokenState | null>;
  /** Forgets one session: it was rotated or ended. */
  forget(sessionId: number): void;
  /** Forgets everything: access changed. */
  clear(): void;
}

const MAX_ENTRIES = 10_000;

/**
 * Keeps the state of sessions in memory, for the one process that owns its database. It is told of every change in the
 * moment that the change is acknowledged.
 */
export function createAccessCache(onChange: (listener: () => void) => void): AccessCache {
  const states = new Map<string, TokenState>();
  const hashes = new Map<number, Set<string>>();
  /** Moves with every change, so that a state that was read before one is not kept after it. */
  let generation = 0;

  const remove = (hash: string, { session_id }: TokenState): void => {
    states.delete(hash);
    const known = hashes.get(session_id);
    known?.delete(hash);
    if (known?.size === 0) hashes.delete(session_id);
  };
  const keep = (hash: string, state: TokenState): void => {
    states.set(hash, state);
    hashes.set(state.session_id, (hashes.get(state.session_id) ?? new Set()).add(hash));
    const [oldest] = states.size > MAX_ENTRIES ? states : [];
    if (oldest !== undefined) remove(...oldest);
  };
  const clear = (): void => {
    generation += 1;
    states.clear();
    hashes.clear();
  };
  onChange(clear);

  return {
    clear,
    forget: (sessionId) => {
      generation += 1;
      for (const hash of hashes.get(sessionId) ?? []) states.delete(hash);
      hashes.delete(sessionId);
    },
    find: async (hash, read) => {
      const known = states.get(hash);
      if (known !== undefined) {
        // The last one of the map is the one that was used last.
        states.delete(hash);
        states.set(hash, known);
        return known;
      }
      const before = generation;
      const state = await read();
      if (state !== null && generation === before) keep(hash, state);
      return state;
    },
  };
}

/** For a database that other processes change as well: every request reads. */
export const noAccessCache: AccessCache = { find: (_hash, read) => read(), forget: () => {}, clear: () => {} };
