import type { AuthError } from "../errors.ts";
import type { Events } from "../events.ts";
import { fingerprint } from "../fingerprint.ts";
import type { Platform } from "../platform.ts";
import { type HeldToken, type NewToken, noToken, withSuperseded } from "./held-token.ts";
import { loginRequired } from "./session-errors.ts";
import { type NewSession, noSession, type SessionInfo } from "./session-info.ts";

/** What is remembered of a call until its response comes: enough to judge the token in that response. */
export interface CallStamp {
  /** Epoch of the session in which the call was sent; responses of an earlier one change nothing. */
  readonly epoch: number;
  /** Whose call it was. */
  readonly userEpoch: number;
  /** Where it was sent to. */
  readonly url: string;
  /** The token that was sent. */
  readonly sent: string | undefined;
  /** Logical time at which the call was sent. */
  readonly at: number;
}

/**
 * What a session knows of its token and its user. Every change goes through a method, happens at once, and emits its event.
 * Nothing is shared between two sessions, and nothing of it leaves the package.
 */
export class SessionState {
  readonly #platform: Platform;
  readonly #events: Events;
  readonly #counts = createStats();
  #held = noToken;
  #session = noSession;
  #time = 0;
  #inFlight = 0;
  #hasToldLoginRequired = false;

  constructor(platform: Platform, events: Events) {
    this.#platform = platform;
    this.#events = events;
  }

  get held(): HeldToken {
    return this.#held;
  }

  get session(): SessionInfo {
    return this.#session;
  }

  get stats(): SessionStats {
    return { ...this.#counts };
  }

  /** The token that calls may be sent with. */
  get usableToken(): string | undefined {
    return this.#session.status === "open" ? this.#held.token : undefined;
  }

  /** Whether the service refuses the tokens that it hands out: two in a row came with a 401, and neither has worked. */
  get refusesNewTokens(): boolean {
    return this.#held.refusals > 1;
  }

  /** Calls through `fetch` that were sent and have not ended. */
  get inFlight(): number {
    return this.#inFlight;
  }

  callSent(): void {
    this.#inFlight++;
  }

  callEnded(): void {
    this.#inFlight--;
  }

  /** What to remember of a call that is sent now, to this URL and with this token. */
  stamp(url: string, sent: string | undefined): CallStamp {
    const { epoch, userEpoch } = this.#session;
    return { epoch, userEpoch, url, sent, at: this.tick() };
  }

  /** Logical time: counts calls and arrivals, because no clock would order them. */
  tick(): number {
    return ++this.#time;
  }

  count(what: keyof SessionStats): void {
    this.#counts[what]++;
  }

  /** Replaces the session by another one, which holds no token yet. */
  begin({ sid, user, sameUser, by, stop = false }: NewSession): void {
    const { sid: before, epoch, userEpoch, acceptedUser, replacedToken } = this.#session;
    // The store can hold another user than the options name before the first session has begun.
    const hasChanged = !sameUser && (before !== undefined || by === "store");
    this.#session = {
      sid,
      user,
      replacedToken: stop ? (this.usableToken ?? replacedToken) : undefined,
      acceptedUser: stop ? acceptedUser : user,
      userEpoch: sameUser ? userEpoch : userEpoch + 1,
      epoch: epoch + 1,
      status: stop ? "stopped" : "open",
      begunBy: by,
      begunAt: this.#platform.steady(),
      endedBy: undefined,
    };
    this.#forget();
    if (hasChanged) this.#events.emit({ type: "user_changed", by });
  }

  /** Holds a token from now on. */
  hold(token: string, { why, ambiguous = false, refusals = 0, responseDate }: NewToken): void {
    const { token: previous, superseded, isProven } = this.#held;
    const now = this.#platform.steady();
    this.#held = {
      token,
      previous,
      superseded: superseded.filter((old) => old !== token),
      ambiguous,
      takenAt: this.tick(),
      since: now,
      confirmedAt: now,
      // A token that comes with a 401 proves nothing.
      isProven: why !== "login" && (isProven || refusals === 0),
      refusals,
      responseDate,
    };
    if (why !== "adopted") this.count(why === "login" ? "logins" : "rotations");
    this.#events.emit({ type: "token", why, fingerprint: fingerprint(token) });
  }

  /** The held token was seen to be current at this steady time. Default: now. */
  confirm(confirmedAt = this.#platform.steady()): void {
    this.#held = { ...this.#held, confirmedAt };
  }

  /** The service has just shown that the held token is current, at this time by its own clock. */
  dateHeldToken(responseDate: number | undefined): void {
    this.#held = { ...this.#held, responseDate };
  }

  /** The held token works. */
  prove(): void {
    const { isProven, refusals } = this.#held;
    if (!isProven || refusals > 0) this.#held = { ...this.#held, isProven: true, refusals: 0 };
  }

  /** Notes tokens that are proven superseded. */
  supersede(...tokens: readonly (string | undefined)[]): void {
    const known = tokens.filter((token) => token !== undefined);
    if (known.length > 0) this.#held = withSuperseded(this.#held, known);
  }

  /** Whether the order of the held token and another one is open. */
  setAmbiguous(ambiguous: boolean): void {
    if (this.#held.ambiguous !== ambiguous) this.#held = { ...this.#held, ambiguous };
  }

  /** The token of a response is ignored. */
  drop(token: string, why: "superseded" | "session" | "cached" | "redirected"): void {
    this.count("staleDropped");
    this.#events.emit({ type: "stale_dropped", why, fingerprint: fingerprint(token) });
  }

  /** Ends the session, unless it has ended already. */
  end(by: "here" | "store"): void {
    const { status, epoch, sid } = this.#session;
    if (status === "ended") return;
    this.#session = {
      ...this.#session,
      // The session of another user does not end with this one.
      sid: status === "stopped" ? undefined : sid,
      replacedToken: undefined,
      epoch: epoch + 1,
      status: "ended",
      endedBy: by,
    };
    this.#forget();
    this.#events.emit({ type: "logged_out", by });
  }

  /** The session that has ended is this one, as the store shows. */
  nameEnded(sid: string, user: string): void {
    this.#session = { ...this.#session, sid, user };
  }

  /** The application accepts the user that the store brought. */
  accept(): void {
    const { status, user } = this.#session;
    if (status !== "stopped") return;
    this.#session = { ...this.#session, status: "open", acceptedUser: user, replacedToken: undefined };
  }

  /** There is nothing to log in with: the error for the caller. */
  requireLogin(why?: string): AuthError {
    if (!this.#hasToldLoginRequired) this.#events.emit({ type: "login_required" });
    this.#hasToldLoginRequired = true;
    return loginRequired(why);
  }

  #forget(): void {
    this.#held = noToken;
    this.#hasToldLoginRequired = false;
  }
}

/** Counters since the session object was made. */
export interface SessionStats {
  /** Calls that carried the session's token, replays not counted. */
  requests: number;
  /** Newer tokens that were stored from responses. */
  rotations: number;
  /** Tokens in responses that were ignored. */
  staleDropped: number;
  /** Successful logins. */
  logins: number;
  /** Calls sent again after a 401. */
  replays: number;
  /** Requests for the current token. */
  reconciles: number;
}

function createStats(): SessionStats {
  return { requests: 0, rotations: 0, staleDropped: 0, logins: 0, replays: 0, reconciles: 0 };
}
