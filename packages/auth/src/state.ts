import { AuthError } from "./errors.ts";
import type { Events, TokenSource } from "./events.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Platform } from "./platform.ts";

/** The token that is held, and what is known of it. */
export interface HeldToken {
  readonly token: string | undefined;
  /** The token that this one replaced in the same session. */
  readonly previous: string | undefined;
  /** Tokens of this session that are proven superseded, the latest first. */
  readonly superseded: readonly string[];
  /** Whether the order of this token and another one is open. */
  readonly ambiguous: boolean;
  /** Logical time at which it arrived. */
  readonly takenAt: number;
  /** Steady time at which it arrived, and at which it was last seen to be current. */
  readonly since: number;
  readonly confirmedAt: number;
  /** Whether it worked at least once; a token from a login may not. */
  readonly isProven: boolean;
  /** The `Date` of the answer that it came with, in milliseconds since the epoch. */
  readonly answeredAt: number | undefined;
}

/** Whose session it is, and whether it can be used. */
export interface SessionIdentity {
  /** Names the login; `undefined` before the first one. */
  readonly sid: string | undefined;
  /** Fingerprint of the user; empty while unknown, as after `adopt`. */
  readonly subject: string;
  /** The token of the session that the store replaced by one of another user, until the application accepts that. */
  readonly replacedToken: string | undefined;
  /** The user as whom the application last acted: fingerprint, empty while unknown. */
  readonly acceptedSubject: string;
  /** Grows when the session passes to a user who is not known to be the same. */
  readonly identity: number;
  /** Grows whenever the session is replaced or ended. */
  readonly epoch: number;
  /** `ended`: logged out. `stopped`: the store brought another user, and the application has not accepted that. */
  readonly status: "open" | "ended" | "stopped";
  /** Who began it. */
  readonly begunBy: "here" | "store";
  /** Who ended it. */
  readonly endedBy: "here" | "store" | undefined;
}

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

/** What a session is begun with. */
export interface NewSession {
  readonly sid: string;
  readonly subject: string;
  /** The user is known to be the one of the session before. */
  readonly sameUser: boolean;
  readonly by: "here" | "store";
  /** Refuse calls until the application accepts the user. */
  readonly stop?: boolean;
}

/** What is known of a token that is held from now on. */
export interface NewToken {
  readonly why: TokenSource;
  readonly ambiguous?: boolean;
  readonly answeredAt?: number | undefined;
}

/** Counters since the session object was made. */
export interface SessionStats {
  /** Calls that carried the session's token, replays not counted. */
  requests: number;
  /** Newer tokens that were stored from answers. */
  rotations: number;
  /** Tokens in answers that were ignored. */
  staleDropped: number;
  /** Successful logins. */
  logins: number;
  /** Calls sent again after a 401. */
  replays: number;
  /** Times the service was asked which token is current. */
  reconciles: number;
}

const nothingHeld: HeldToken = {
  token: undefined,
  previous: undefined,
  superseded: [],
  ambiguous: false,
  takenAt: 0,
  since: 0,
  confirmedAt: 0,
  isProven: true,
  answeredAt: undefined,
};

const historyLimit = 32;

/**
 * What a session knows of its token and its user. Every change goes through a method, happens at once, and emits its event.
 * Nothing is shared between two sessions, and nothing of it leaves the package.
 */
export class SessionState {
  readonly #platform: Platform;
  readonly #events: Events;
  readonly #counts: SessionStats = { requests: 0, rotations: 0, staleDropped: 0, logins: 0, replays: 0, reconciles: 0 };
  #held: HeldToken = nothingHeld;
  #session: SessionIdentity = {
    sid: undefined,
    subject: "",
    replacedToken: undefined,
    acceptedSubject: "",
    identity: 0,
    epoch: 0,
    status: "open",
    begunBy: "here",
    endedBy: undefined,
  };
  #time = 0;
  #inFlight = 0;
  #toldLoginRequired = false;

  constructor(platform: Platform, events: Events) {
    this.#platform = platform;
    this.#events = events;
  }

  get held(): HeldToken {
    return this.#held;
  }

  get session(): SessionIdentity {
    return this.#session;
  }

  get stats(): SessionStats {
    return { ...this.#counts };
  }

  /** The token that calls may be sent with. */
  get usableToken(): string | undefined {
    return this.#session.status === "open" ? this.#held.token : undefined;
  }

  /** Calls through `fetch` that were sent and are not yet answered. */
  get inFlight(): number {
    return this.#inFlight;
  }

  callSent(): void {
    this.#inFlight++;
  }

  callAnswered(): void {
    this.#inFlight--;
  }

  /** What to remember of a call that is sent now with this token. */
  stamp(sent: string | undefined): CallStamp {
    const { epoch, identity } = this.#session;
    return { epoch, identity, sent, at: this.tick() };
  }

  /** Logical time: counts calls and arrivals, because no clock would order them. */
  tick(): number {
    return ++this.#time;
  }

  count(what: keyof SessionStats): void {
    this.#counts[what]++;
  }

  /** Replaces the session by another one, which holds no token yet. */
  begin({ sid, subject, sameUser, by, stop = false }: NewSession): void {
    const { sid: before, epoch, identity, acceptedSubject, replacedToken } = this.#session;
    // The store can hold another user than the options name before the first session has begun.
    const changed = !sameUser && (before !== undefined || by === "store");
    this.#session = {
      sid,
      subject,
      replacedToken: stop ? (this.usableToken ?? replacedToken) : undefined,
      acceptedSubject: stop ? acceptedSubject : subject,
      identity: sameUser ? identity : identity + 1,
      epoch: epoch + 1,
      status: stop ? "stopped" : "open",
      begunBy: by,
      endedBy: undefined,
    };
    this.#held = nothingHeld;
    this.#toldLoginRequired = false;
    if (changed) this.#events.emit({ type: "identity_changed", by });
  }

  /** Holds a token from now on. */
  hold(token: string, { why, ambiguous = false, answeredAt }: NewToken): void {
    const { token: previous } = this.#held;
    const superseded = this.#held.superseded.filter((old) => old !== token);
    const now = this.#platform.steady();
    const takenAt = this.tick();
    const isProven = why !== "login";
    this.#held = {
      token,
      previous,
      superseded,
      ambiguous,
      takenAt,
      since: now,
      confirmedAt: now,
      isProven,
      answeredAt,
    };
    if (why !== "adopted") this.count(why === "login" ? "logins" : "rotations");
    this.#events.emit({ type: "token", why, fingerprint: fingerprint(token) });
  }

  /** The held token was seen to be current at this steady time. Default: now. */
  confirm(confirmedAt = this.#platform.steady()): void {
    this.#held = { ...this.#held, confirmedAt };
  }

  /** The service has just shown that the held token is current, at this time by its own clock. */
  dateHeldToken(answeredAt: number | undefined): void {
    this.#held = { ...this.#held, answeredAt };
  }

  /** The held token works. */
  prove(): void {
    if (!this.#held.isProven) this.#held = { ...this.#held, isProven: true };
  }

  /** Notes tokens that are proven superseded. */
  supersede(...tokens: readonly (string | undefined)[]): void {
    const known = tokens.filter((token) => token !== undefined);
    if (known.length === 0) return;
    const older = this.#held.superseded.filter((token) => !known.includes(token));
    this.#held = { ...this.#held, superseded: [...known, ...older].slice(0, historyLimit) };
  }

  /** Whether the order of the held token and another one is open. */
  setAmbiguous(ambiguous: boolean): void {
    if (this.#held.ambiguous !== ambiguous) this.#held = { ...this.#held, ambiguous };
  }

  /** A token of an answer is ignored. */
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
    this.#held = nothingHeld;
    this.#toldLoginRequired = false;
    this.#events.emit({ type: "logged_out", by });
  }

  /** The session that has ended is this one, as the store shows. */
  nameEnded(sid: string, subject: string): void {
    this.#session = { ...this.#session, sid, subject };
  }

  /** The application accepts the user that the store brought. */
  accept(): void {
    const { status, subject } = this.#session;
    if (status === "stopped")
      this.#session = { ...this.#session, status: "open", acceptedSubject: subject, replacedToken: undefined };
  }

  /** The error of a session that has no token and no way to get one. */
  loginRequired(): AuthError {
    if (!this.#toldLoginRequired) this.#events.emit({ type: "login_required" });
    this.#toldLoginRequired = true;
    return new AuthError("login_required", "no access token: call login(credentials) or adopt(token)");
  }

  /** Throws `logged_out` or `identity_changed` if the session cannot be used. */
  assertUsable(): void {
    const { status, endedBy } = this.#session;
    if (status === "ended") {
      const where = endedBy === "here" ? "in this session" : "by another session that shares the store";
      throw new AuthError("logged_out", `logged out ${where}: call login()`);
    }
    if (status === "stopped") {
      throw new AuthError(
        "identity_changed",
        "the store holds the session of another user: call acceptIdentity() to go on as that user, or login() or adopt()",
      );
    }
  }

  /** Throws as {@link assertUsable} does, and `session_replaced` unless the user of a call is still the same. */
  assertSameUser(identity: number): void {
    this.assertUsable();
    if (identity !== this.#session.identity) throw sessionReplaced();
  }
}

/** The error of a call or login of an earlier session. */
export function sessionReplaced(): AuthError {
  return new AuthError("session_replaced", "another session began meanwhile");
}
