import type { SessionRecord } from "../../../src/index.ts";

/** A record of one session. */
export function record(rev: number, changes: Partial<SessionRecord> = {}): SessionRecord {
  return { v: 1, sid: "s", rev, token: `T${rev}`, user: "0badcafe", since: 0, ...changes };
}

/** Lock options of a test that has no hurry. */
export const wait = { timeoutMs: 60_000, signal: new AbortController().signal };

/** A token that tells its order. */
export const ordered = (serial: number): string => `f1.${serial}.x`;
