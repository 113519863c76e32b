import { isAuthError } from "../../errors.ts";
import type { SessionRecord, TokenStore } from "../../store/token-store.ts";

/** One place to keep a session: a file, a database, a key. */
export interface StoreBacking {
  /** Another handle on the same place, as another process would open one. */
  open(): TokenStore | Promise<TokenStore>;
  /** Damages the stored record, as a broken disk or a careless person would: then the cases about damage run as well. */
  damage?(): Promise<void> | void;
  /** Removes what the case left behind; the handles have been closed before. */
  remove?(): Promise<void> | void;
}

/** A store that is to be tested. */
export interface StoreSubject {
  /** Makes an empty place. Every case asks for its own. */
  create(): StoreBacking | Promise<StoreBacking>;
  /**
   * `shared`: all handles of one place see the same record and exclude each other. `single`: one handle is the whole
   * world, as with a cookie of one request; then cases use one handle. Default `shared`.
   */
  readonly handles?: "shared" | "single";
  /** A case that has not ended by then has failed. Milliseconds, default 30 000. */
  readonly timeoutMs?: number;
  /** Length of the longest token that must fit. Default 8 192. */
  readonly longestToken?: number;
  /** Calls per handle in the linearizability case. Default 12. */
  readonly rounds?: number;
  /** Seed of the linearizability case. Default 1. */
  readonly seed?: number;
}

/** What a case works with. */
export interface CaseContext {
  readonly subject: StoreSubject;
  /** Opens a handle; with `single` stores always the same one. */
  open(): Promise<TokenStore>;
  /** Damages the stored record; absent where the subject cannot. */
  readonly damage: (() => Promise<void> | void) | undefined;
}

/** A record as a session would write it, with some fields changed. */
export function sampleRecord(
  rev: number,
  changes: Partial<SessionRecord> & Record<string, unknown> = {},
): SessionRecord {
  return {
    v: 1,
    serviceId: "https://fleet.example.com/api/v1",
    sid: "1-2-3-4",
    rev,
    token: `f1.${rev}.x`,
    user: "0badcafe",
    since: 1_900_000_000_000,
    ...changes,
  };
}

/** A record as a later version might write it: with other fields, of other types. */
export function newerRecord(rev: number): SessionRecord {
  const { serviceId } = sampleRecord(rev);
  const record: object = { v: 2, serviceId, rev, token: { sealed: "x" }, sessions: [1, "two"] };
  // No store may rely on more than `v` and `rev`.
  return record as SessionRecord;
}

/** A wait for a lock that nobody ends. */
export const longWait = { timeoutMs: 60_000, signal: new AbortController().signal };

/** A promise and the function that resolves it. */
export function deferred(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: () => resolve() };
}

/** Throws unless `condition` holds. */
export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Throws unless both say the same as JSON, whatever the order of keys. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [canonical(actual), canonical(expected)];
  check(got === wanted, `${what}: got ${got}, expected ${wanted}`);
}

/** Throws unless the promise rejects; returns the reason. */
export async function rejection(promise: Promise<unknown>, what: string): Promise<unknown> {
  const outcome = await promise.then(
    () => undefined,
    (reason: unknown) => ({ reason }),
  );
  check(outcome !== undefined, `${what}: expected a rejection`);
  return outcome.reason;
}

/** Throws unless the promise rejects with an `AuthError` of this code. */
export async function rejectsAs(
  code: Parameters<typeof isAuthError>[1],
  promise: Promise<unknown>,
  what: string,
): Promise<void> {
  const reason = await rejection(promise, what);
  check(isAuthError(reason, code), `${what}: expected an AuthError with code ${code}, got ${String(reason)}`);
}

function canonical(value: unknown): string {
  const sorted = (_key: string, part: unknown): unknown =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted) ?? "undefined";
}
