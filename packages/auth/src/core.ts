import type { AuthListener } from "./events.ts";
import type { Settings } from "./options.ts";
import type { Pause } from "./pause.ts";
import type { Keeper } from "./store.ts";
import type { SessionStats } from "./token-session.ts";

/**
 * Everything that one session knows; the functions of this package read and change it. Nothing is shared between two
 * sessions. It never leaves the package, so no secret can be printed by way of it.
 */
export interface Core extends Settings {
  /** The token that is held. */
  token?: string | undefined;
  /** Whether it was chosen among overlapping answers. */
  ambiguous: boolean;
  /** Tokens of this session that are proven superseded, the latest first. */
  history: readonly (string | undefined)[];
  /** Logical time: counts calls and arrivals, because no clock would do. */
  time: number;
  /** Logical time at which the held token arrived. */
  takenAt: number;
  /** Steady time at which the token was taken up, and last seen to be current. */
  since: number;
  confirmedAt: number;

  /** Identifies the login; `undefined` before the first one. */
  sid?: string | undefined;
  /** Fingerprint of the user; empty while unknown, as after `adopt`. */
  subject: string;
  /** Grows when the session passes to somebody who is not known to be the same. */
  identity: number;
  /** Grows whenever the session is replaced or ended. */
  epoch: number;
  /** Logged out, and by whom; requests are refused until the next login. */
  ended?: "here" | "store" | undefined;
  /** Steady time until which a token from a login is not given up for another login; 0 once it worked. */
  freshUntil: number;
  /** `loginRequired` was told in this epoch. */
  told: boolean;

  /** Calls sent and not yet answered. */
  inFlight: number;
  /** The login under way, which all join who need one. */
  flight?: Promise<void> | undefined;
  /** Calls that wait for it. */
  waiters: number;
  /** Short fingerprint of credentials that the service refused. */
  refused?: string | undefined;
  readonly loginPause: Pause;
  /** The question under way: which token is current? */
  asking?: Promise<number> | undefined;
  /** Steady time at which it became unclear which token is current. */
  unclearSince?: number | undefined;
  readonly askPause: Pause;
  ending?: Promise<{ readonly remote: boolean }> | undefined;

  /** Aborted when the session is disposed. */
  readonly closing: AbortController;
  readonly counters: { -readonly [Name in keyof SessionStats]: number };
  readonly listeners: Map<AuthListener, "sound" | "faulty">;
  /** Keeps the store in step; `undefined` for a session that lives in memory only. */
  keeper?: Keeper | undefined;
}

/** The beginning of a session. */
export function createCore(settings: Settings): Core {
  const { store, keepAlive } = settings;
  const core: Core = {
    ...settings,
    ambiguous: false,
    history: [],
    time: 0,
    takenAt: 0,
    since: 0,
    confirmedAt: 0,
    subject: "",
    identity: 0,
    epoch: 0,
    freshUntil: 0,
    told: false,
    inFlight: 0,
    waiters: 0,
    loginPause: { failures: 0, until: 0 },
    askPause: { failures: 0, until: 0 },
    closing: new AbortController(),
    counters: { requests: 0, rotations: 0, staleDropped: 0, logins: 0, replays: 0, reconciles: 0 },
    listeners: new Map(),
  };
  core.keeper = store?.connect(store, core);
  keepAlive?.(core);
  return core;
}
