/** The fields of a record by which the sessions of one store share the results of logins. */
import { longestBackoffMs } from "../backoff.ts";
import type { SessionContext } from "../context.ts";
import type { Platform } from "../platform.ts";
import { forgetMs, freeLogins, type LoginHistory } from "../state/login-state.ts";
import type { SessionRecord } from "./token-store.ts";

/** A change that this process sees counts as recent for so long at least: the longest backoff that a service does not ask for. */
const longestOwnBackoffMs = 600_000;

/** Keeps the results of logins in step with the record. */
export class LoginNotes {
  readonly #context: SessionContext;
  #synced: LoginHistory;
  /** Whether this process has seen the store before, so that what differs now was written since. */
  #hasLooked = false;

  constructor(context: SessionContext) {
    this.#context = context;
    this.#synced = context.logins.history;
  }

  /** Whether the store lacks the result of a login here. */
  get isUnwritten(): boolean {
    return !isSameHistory(this.#synced, this.#context.logins.history);
  }

  /** Takes what another process noted. Failures here that it could not know of are added. */
  merge(found: SessionRecord | undefined, before: SessionRecord | undefined): void {
    const isFirst = !this.#hasLooked;
    this.#hasLooked = true;
    if (noteText(found) === noteText(before)) return;
    const { logins, platform } = this.#context;
    const theirs = readLoginNotes(found, platform, isFirst);
    const { backoff, unproven, doubts, forgivenAt, refused } = this.isUnwritten
      ? logins.history
      : { ...theirs, refused: [] };
    logins.replace({
      backoff: {
        failures: Math.max(backoff.failures, theirs.backoff.failures),
        until: Math.max(backoff.until, theirs.backoff.until),
      },
      unproven: Math.max(unproven, theirs.unproven),
      doubts: Math.max(doubts, theirs.doubts),
      forgivenAt: Math.max(forgivenAt, theirs.forgivenAt),
      refused: [...new Set([...refused, ...theirs.refused])],
    });
    this.#synced = theirs;
  }

  /** The next record with the notes; call `written` when it is in the store. */
  write(session: SessionRecord, known: SessionRecord | undefined): { record: SessionRecord; written(): void } {
    const { logins, platform } = this.#context;
    const history = logins.history;
    const { backoff, refused } = this.isUnwritten ? writeLoginNotes(history, platform) : { ...known };
    return {
      record: { ...session, rev: (known?.rev ?? 0) + 1, backoff, refused },
      written: () => {
        this.#synced = history;
        this.#hasLooked = true;
      },
    };
  }
}

/** The login history as fields of a record. */
function writeLoginNotes(
  { backoff, unproven, doubts, forgivenAt, refused }: LoginHistory,
  { now, steady }: Platform,
): Pick<SessionRecord, "backoff" | "refused"> {
  const { failures, until } = backoff;
  const ms = Math.max(0, Math.round(until - steady()));
  const hasNotes = failures > 0 || unproven > 0;
  const marks = { doubts: doubts > 0 ? doubts : undefined, forgiven: forgivenAt > 0 ? forgivenAt : undefined };
  return {
    backoff: hasNotes ? { failures, unproven, ...marks, ms, until: now() + ms } : undefined,
    refused: refused.length > 0 ? refused : undefined,
  };
}

/**
 * The login history of a record, which may come from anywhere. The wall clocks of processes differ, so the record's `until`
 * is trusted only on the first look of a process, and never to end the count of logins.
 */
function readLoginNotes(
  record: SessionRecord | undefined,
  { now, steady }: Platform,
  isFirstLook: boolean,
): LoginHistory {
  const { failures, unproven, doubts, forgiven, until, ms } = { ...record?.backoff };
  const refused = Array.isArray(record?.refused) ? record.refused.filter((key) => typeof key === "string") : [];
  const most = Math.min(positive(ms), longestBackoffMs);
  const least = isFirstLook ? 0 : Math.min(most, longestOwnBackoffMs);
  const left = positive(until) - now();
  const count = positive(unproven);
  // A program that runs once a day never sees its tokens work for long: its next token is replaced at once. A clock that is
  // wrong makes a program that starts every minute look like that, so this happens only so often.
  const isForgiven = isFirstLook && -left > forgetMs && now() - positive(forgiven) > forgetMs;
  return {
    backoff: { failures: positive(failures), until: steady() + Math.max(least, Math.min(left, most)) },
    unproven: isForgiven ? Math.min(count, freeLogins - 1) : count,
    doubts: positive(doubts),
    forgivenAt: isForgiven ? now() : positive(forgiven),
    refused,
  };
}

/** Whether two login histories say the same. */
function isSameHistory(a: LoginHistory, b: LoginHistory): boolean {
  const isSameBackoff = a.backoff.failures === b.backoff.failures && a.backoff.until === b.backoff.until;
  return isSameBackoff && a.unproven === b.unproven && a.doubts === b.doubts && String(a.refused) === String(b.refused);
}

/** The notes of a record as a string. */
export function noteText({ backoff, refused }: Partial<SessionRecord> = {}): string {
  return JSON.stringify([backoff?.failures, backoff?.unproven, backoff?.doubts, backoff?.until, backoff?.ms, refused]);
}

/** A number above 0, or 0. */
export function positive(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}
