/** The fields of a record by which the sessions of one store share what came of logins. */
import type { LoginHistory } from "../login-state.ts";
import { longestBackoffMs } from "../backoff.ts";
import type { Platform } from "../platform.ts";
import type { SessionRecord } from "./token-store.ts";

/** The login history as fields of a record. */
export function writeLoginNotes(
  { backoff, refused }: LoginHistory,
  { now, steady }: Platform,
): Pick<SessionRecord, "pause" | "refused"> {
  const { failures, until } = backoff;
  const ms = Math.max(0, Math.round(until - steady()));
  return { pause: failures > 0 ? { failures, ms, until: now() + ms } : undefined, refused };
}

/** The login history of a record, which may come from anywhere. */
export function readLoginNotes(record: SessionRecord | undefined, { now, steady }: Platform): LoginHistory {
  const { failures, until, ms } = { ...record?.pause };
  const refused = typeof record?.refused === "string" ? record.refused : undefined;
  const left = Math.min(positive(until) - now(), positive(ms), longestBackoffMs);
  return { backoff: { failures: positive(failures), until: left > 0 ? steady() + left : 0 }, refused };
}

/** Whether two login histories say the same. */
export function isSameHistory(a: LoginHistory, b: LoginHistory): boolean {
  return a.backoff.failures === b.backoff.failures && a.backoff.until === b.backoff.until && a.refused === b.refused;
}

/** Whether two records say the same of logins. */
export function hasSameNotes(a: SessionRecord | undefined, b: SessionRecord | undefined): boolean {
  return noteText(a) === noteText(b);
}

function noteText({ pause, refused }: Partial<SessionRecord> = {}): string {
  return JSON.stringify([pause?.failures, pause?.until, pause?.ms, refused]);
}

/** A number above 0, or 0. */
export function positive(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}
