import { nothing, type Core } from "./core.ts";
import { emit, type TokenSource } from "./events.ts";
import { fingerprint } from "./fingerprint.ts";
import { loggedOut, sessionReplaced } from "./held-token.ts";
import { steadyTime } from "./platform.ts";

/** What is remembered of a call until its answer comes: enough to judge the token in that answer. */
export interface CallStamp {
  /** Session generation in which the call was sent; answers of an earlier one change nothing. */
  readonly epoch: number;
  /** Whose call it was. */
  readonly identity: number;
  /** The token that was sent. */
  readonly sent: string | undefined;
  /** Logical time at which the call was sent. */
  readonly at: number;
}

const historyLimit = 32;

/** Call before sending. */
export function stamp(core: Core, sent: string | undefined): CallStamp {
  return { epoch: core.epoch, identity: core.identity, sent, at: ++core.time };
}

/**
 * Judges the token of an answer. Tokens are opaque and answers overtake each other, so the order is inferred from
 * evidence:
 *
 * 1. the tokens say it themselves (`compare`);
 * 2. the offered one was proven superseded before;
 * 3. lineage: it answers a call that sent the held token, as every call does that starts after that token arrived,
 *    and the service never answers with an older token than it was sent;
 * 4. otherwise the calls overlapped. The later arrival is held, which is as good a guess as any, since both are
 *    valid for 7 days, and the state is `ambiguous` until the service is asked or a later call settles it.
 */
export function offer(core: Core, token: string, { epoch, sent, at }: CallStamp): void {
  const held = core.token;
  if (epoch !== core.epoch || !held) return drop(core, token, "session");
  if (token === held) {
    core.confirmedAt = steadyTime(core);
    if (sent !== held) supersede(core, sent);
    if (at > core.takenAt) core.ambiguous = false;
    return;
  }
  const order = core.orderOf(token);
  if (order < 0 || (order === 0 && core.history.includes(token))) {
    // Old as it is, it replaced the one that was sent.
    if (sent !== token && sent !== held) supersede(core, sent);
    return drop(core, token, "superseded");
  }
  const newer = order > 0 || sent === held;
  supersede(core, newer ? held : sent, sent);
  // Newer than the held one is not yet newer than another that was held for a while and gave way to it.
  take(core, token, "rotated", !newer || (core.ambiguous && at < core.takenAt));
}

/** Judges the answer of the service to "which token is current?": it overrules inferred history. */
export function settle(core: Core, token: string, stamped: CallStamp): void {
  const held = core.token;
  const overlapped = stamped.at < core.takenAt;
  if (!overlapped && stamped.epoch === core.epoch && held && held !== token) {
    core.ambiguous = false;
    if (core.orderOf(token) >= 0) {
      core.history = [held, ...core.history.filter((old) => old !== token)];
      drop(core, held, "superseded");
      return take(core, token, "reconciled");
    }
  }
  // A token arrived while the question was under way: the answer is one more overlapping piece of evidence.
  offer(core, token, stamped);
}

/**
 * Begins a session with a token that was just logged in for or handed over. `renewal`: the service refused the
 * old token and this one replaces it, so an unknown user is taken to be the one who logs in here.
 */
export function begin(core: Core, token: string, why: "login" | "adopted", subject = "", renewal = false): void {
  const same = subject === core.subject || (renewal && !core.subject);
  if (!subject || !same) core.identity++;
  const { newId } = core;
  reset(core, newId?.(), subject);
  take(core, token, why);
}

/** Ends the session, and the login under way. When the session has ended already, ends the login only. */
export function end(core: Core, by: "here" | "store"): void {
  const first = !core.ended;
  if (first) {
    reset(core, core.sid, core.subject);
    core.ended = by;
    if (by === "here") core.keeper?.save();
  }
  if (by === "here") core.cancelLogin?.(loggedOut(core));
  if (first) emit(core, { type: "logged_out", by });
}

/** As {@link begin}, and cancels the login under way. */
export function beginAndCancelLogin(core: Core, token: string, why: "login" | "adopted"): void {
  begin(core, token, why);
  core.cancelLogin?.(sessionReplaced());
}

/** Leaves the session behind for another, or for none. */
export function reset(core: Core, sid: string | undefined, subject: string): void {
  Object.assign(core, nothing, { epoch: core.epoch + 1, sid, subject });
}

/** Holds a token from now on, and has it stored. */
export function take(core: Core, token: string, why: TokenSource, ambiguous = false): void {
  hold(core, token, why, ambiguous);
  core.keeper?.save();
}

/** Holds a token from now on. */
export function hold(core: Core, token: string, why: TokenSource, ambiguous = false): void {
  core.token = token;
  core.ambiguous = ambiguous;
  core.takenAt = ++core.time;
  core.since = core.confirmedAt = steadyTime(core);
  if (why !== "adopted") core.count?.(why === "login" ? "logins" : "rotations");
  emit(core, { type: "token", why, fingerprint: fingerprint(token) });
}

function drop(core: Core, token: string, why: "superseded" | "session"): void {
  core.count?.("staleDropped");
  emit(core, { type: "staleDropped", why, fingerprint: fingerprint(token) });
}

function supersede(core: Core, ...tokens: (string | undefined)[]): void {
  core.history = [...tokens, ...core.history].slice(0, historyLimit);
}
