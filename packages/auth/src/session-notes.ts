import type { Core } from "./core.ts";
import { now, steadyTime } from "./platform.ts";
import type { Pause } from "./pause.ts";
import type { SessionRecord, StoredPause } from "./store/token-store.ts";

/** What the sessions of one store tell each other beside the token. Stores need not know: they keep every field. */
export interface SessionNotes {
  /** Milliseconds since the epoch at which the token was last seen to be current. */
  readonly confirmed?: number;
  /** Automatic logins failed, and pause. */
  readonly pause?: StoredPause | undefined;
  /** Short fingerprint of credentials that the service refused. */
  readonly refused?: string | undefined;
}

/** A record with the notes of the sessions. */
export type NotedRecord = SessionRecord & SessionNotes;

/** The state of automatic logins, in this process's steady time. */
export interface LoginState extends Pause {
  refused: string | undefined;
}

const longest = 86_400_000;

/** The state of automatic logins here. */
export function loginStateOf({ loginPause, refused }: Core): LoginState {
  return { ...loginPause, refused };
}

/** The notes about logins for a record. */
export function writeLoginState(core: Core): SessionNotes {
  const { failures, until } = core.loginPause;
  const ms = Math.max(0, Math.round(until - steadyTime(core)));
  const pause = failures > 0 ? { failures, ms, until: now(core) + ms } : undefined;
  return { pause, refused: core.refused };
}

/** The notes about logins of a record, which may come from anywhere. */
export function readLoginState(core: Core, record: NotedRecord | undefined): LoginState {
  const { failures, until, ms } = { ...record?.pause };
  const refused = typeof record?.refused === "string" ? record.refused : undefined;
  const state = { failures: count(failures), until: 0, refused };
  const left = Math.min(count(until) - now(core), count(ms), longest);
  return left > 0 ? { ...state, until: steadyTime(core) + left } : state;
}

/** How long ago the token of a record was seen to be current, in milliseconds. A time in the future counts as now. */
export function confirmedAge(core: Core, { confirmed, since }: NotedRecord): number {
  return Math.max(0, now(core) - count(confirmed ?? since));
}

/** Milliseconds since the epoch of a moment in steady time. */
export function wallTime(core: Core, steady: number): number {
  return Math.round(now(core) - (steadyTime(core) - steady));
}

function count(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}
