import { AuthError, type LockOptions, type SessionRecord, type TokenStore } from "../../src/index.ts";
import { canary } from "./service.ts";

/** What goes wrong with the next call of a kind. */
export interface StoreFault {
  readonly on: "read" | "commit" | "lock" | "close";
  /**
   * `fail`: rejects at once. `fail_after`: does it, then rejects. `hang`: never settles, a lock until its signal is
   * aborted. `dead`: never settles at all. `slow`: does it after a second. `late`: does it when nobody waits for it any more.
   */
  readonly kind: "fail" | "fail_after" | "hang" | "dead" | "slow" | "late";
}

/** What somebody else may put in the place of the record; `rewritten`: the token that was there before. */
export type Replacement = "nothing" | "newer_version" | "other_service" | "bad_token" | "rewritten";

/** What one session did to the store. */
export interface StoreUse {
  commits: number;
  /** Locks that it holds or waits for. */
  locks: number;
  closed: number;
}

/** A session that writes more often than this writes for ever. */
export const mostCommits = 1_000;

export type ModelStore = ReturnType<typeof createStore>;

/** Thrown by a store that fails as planned. */
class StoreDown extends Error {
  override readonly name = "StoreDown";
  readonly code = "EIO";
}

/** One record that the sessions of a run share, and that goes wrong as told. `later` runs work after virtual time. */
export function createStore(watches: boolean, later: (ms: number, run: () => void) => void) {
  let record: SessionRecord | undefined;
  let last: SessionRecord | undefined;
  let faults: StoreFault[] = [];
  let isHealthy = true;
  let hasLostSession = false;
  let foreign: string | undefined;
  const watchers = new Set<() => void>();
  const tails = new Map<string, Promise<unknown>>();

  const take = (on: StoreFault["on"]): StoreFault["kind"] | undefined => {
    const index = faults.findIndex((fault) => fault.on === on);
    return faults.splice(index, index < 0 ? 0 : 1)[0]?.kind;
  };
  const spoil = async <T>(on: StoreFault["on"], act: () => T | Promise<T>, signal?: AbortSignal): Promise<T> => {
    const kind = take(on);
    if (kind === "fail") throw new StoreDown("planned");
    if (kind === "dead") return new Promise(() => undefined);
    if (kind === "hang") {
      return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    }
    if (kind === "slow") await new Promise<void>((resolve) => later(1_000, resolve));
    if (kind === "late") await new Promise<void>((resolve) => later(20_000, resolve));
    const result = await act();
    if (kind === "fail_after") throw new StoreDown("planned");
    return result;
  };

  const lock = <T>(name: string, { signal }: LockOptions, work: () => Promise<T>): Promise<T> => {
    const before = Promise.resolve(tails.get(name));
    const turn = untilAborted(before, signal).then(work);
    tails.set(name, Promise.allSettled([before, turn]));
    return turn;
  };

  return {
    /** Whether nothing has gone wrong so far. */
    isHealthy: () => isHealthy,
    /** Whether it has forgotten that a session took the place of another. */
    hasLostSession: () => hasLostSession,
    record: () => record,
    watchers,
    plan(fault: StoreFault): void {
      isHealthy = false;
      faults.push(fault);
    },
    heal: () => void (faults = []),
    /** A failover: the last write is gone. */
    loseLastWrite(): void {
      isHealthy = false;
      hasLostSession ||= last?.sid !== record?.sid;
      record = last;
      foreign = undefined;
    },
    replace(what: Replacement): void {
      isHealthy = false;
      hasLostSession = true;
      const rev = (record?.rev ?? 0) + 1;
      const token = last?.sid === record?.sid ? last?.token : undefined;
      last = record;
      record = replacementOf(what, record, rev, token);
      foreign = what === "newer_version" || what === "other_service" ? JSON.stringify(record) : undefined;
      for (const changed of watchers) changed();
    },
    /** Whether a record that is not for these sessions is as it was put there. */
    isForeignIntact: () => foreign === undefined || foreign === JSON.stringify(record),
    /** One session's way to the record. */
    open(use: StoreUse): TokenStore {
      return {
        read: () =>
          spoil("read", () => {
            if (record && record.v > 1) throw new AuthError("store_newer", "planned");
            return record;
          }),
        commit(expectedRev, next) {
          if (++use.commits > mostCommits) return Promise.reject(new StoreDown("written without end"));
          return spoil("commit", () => {
            if ((record?.rev ?? 0) !== expectedRev) return false;
            if (record && (record.v > 1 || record.serviceId !== next.serviceId)) return false;
            last = record;
            record = next;
            for (const changed of watchers) changed();
            return true;
          });
        },
        async withLock(name, options, work) {
          use.locks++;
          try {
            return await spoil("lock", () => lock(name, options, work), options.signal);
          } finally {
            use.locks--;
          }
        },
        ...(watches && {
          watch(changed: () => void) {
            watchers.add(changed);
            return () => void watchers.delete(changed);
          },
        }),
        close: () => spoil("close", () => void use.closed++),
      };
    },
  };
}

function replacementOf(
  what: Replacement,
  record: SessionRecord | undefined,
  rev: number,
  earlierToken: string | null | undefined,
): SessionRecord | undefined {
  const serviceId = record?.serviceId ?? "https://fleet.example.com/api/v1";
  const given = { v: 1, serviceId, sid: "elsewhere", rev, token: `${canary}-elsewhere`, user: "", since: 0 } as const;
  switch (what) {
    case "nothing":
      return undefined;
    case "newer_version": {
      const later: object = { ...given, v: 2 };
      return later as SessionRecord;
    }
    case "other_service":
      return { ...given, serviceId: "https://other.example.net/api/v1" };
    case "rewritten":
      return record && earlierToken ? { ...record, rev, token: earlierToken } : record;
    case "bad_token":
      return { ...given, ...record, rev, token: "not\na token" };
  }
}

function untilAborted(before: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
    before.then(resolve, reject);
  });
}
