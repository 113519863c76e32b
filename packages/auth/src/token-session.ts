import type { Credentials } from "./login.ts";
import type { AuthMiddleware } from "./middleware.ts";
import type { Fetch } from "./outgoing.ts";
import type { Session } from "./session.ts";

/** Counters since the session object was made. */
export interface SessionStats {
  /** Calls that carried the session's token, replays not counted. */
  readonly requests: number;
  /** Newer tokens taken up from answers. */
  readonly rotations: number;
  /** Tokens in answers that were passed over because they were superseded or of an ended session. */
  readonly staleDropped: number;
  /** Successful logins. */
  readonly logins: number;
  /** Calls sent again after a 401. */
  readonly replays: number;
  /** Times the service was asked which token is current. */
  readonly reconciles: number;
}

/** The state of the session, safe to print. */
export interface SessionSnapshot {
  /** `empty`: no token yet. `active`: a token is held. `logged_out`: requests are refused until the next login. */
  readonly status: "empty" | "active" | "logged_out";
  /** Grows whenever the session is replaced or ended. */
  readonly epoch: number;
  /** Names the held token without telling it. */
  readonly fingerprint: string | undefined;
  /** Milliseconds since the token was taken up. */
  readonly ageMs: number | undefined;
  /** Milliseconds since the service last showed that the token is current. */
  readonly confirmedAgeMs: number | undefined;
  /** Calls sent and not yet answered. */
  readonly inFlight: number;
  /** Whether the order of overlapping tokens is still open. */
  readonly ambiguous: boolean;
}

/** A {@link Session} that logs in, logs out, replays bodies, and tells its state. */
export interface TokenSession extends Session {
  /** `Request` class that remembers its body, so that calls made from it can be sent again. */
  readonly Request: typeof Request;
  /** `fetch` and `Request`, to spread into client options: `createClient({ baseUrl, ...session.bind() })`. */
  bind(): { readonly fetch: Fetch; readonly Request: typeof Request };
  /**
   * Middleware for openapi-fetch. Prefer `bind()`: a middleware puts the token on the `Request` object, where other
   * middleware can see it, and can repeat a call with a body only if the client was also given `session.Request`.
   */
  middleware(): AuthMiddleware;
  /**
   * Logs in now, with these credentials or the configured ones. A login with explicit credentials ignores the pause after
   * failed logins and supersedes a login under way: that login is aborted, and the calls that wait for it wait for this
   * one. Rejects with an `AuthError`: with `session_replaced` if a login with other
   * credentials supersedes this one, with `logged_out` if a logout does.
   */
  login(credentials?: Credentials): Promise<void>;
  /**
   * Ends the session: at once here, then in the store and at the service. `remote` says whether the service confirmed.
   * Supersedes a login under way, and answers that are still under way change nothing any more. Rejects with
   * `store_unavailable` if the store may still hold the session, so that the next process would be logged in; in this
   * process the session has ended. Another call then tries again; after a success it does nothing.
   */
  logout(): Promise<{ readonly remote: boolean }>;
  /** As of every session. `fresh`: asks the service first. */
  getToken(options?: { readonly fresh?: boolean }): Promise<string>;
  /** Asks the service which token is current. Resolves to whether it answered; logs in if it refused the token. */
  refresh(): Promise<boolean>;
  /**
   * Resolves when background work is done and the store is up to date. Rejects with `store_unavailable` when the store
   * fails, or takes longer than `loginTimeoutMs` for one write.
   */
  flush(): Promise<void>;
  /** Counters. */
  stats(): SessionStats;
  /** The state, without secrets. */
  snapshot(): SessionSnapshot;
}
