/// <reference lib="esnext.disposable" preserve="true" />
import type { AuthMiddleware, MiddlewareOptions } from "./call/middleware.ts";
import type { AuthListener } from "./events.ts";
import type { LogoutResult } from "./login/logout.ts";
import type { Credentials } from "./options/auth-options.ts";
import type { Fetch } from "./platform.ts";
import type { SessionStats } from "./state/session-state.ts";

/** The state of the session, safe to print. */
export interface SessionSnapshot {
  /**
   * `empty`: no token yet. `active`: a token is held. `logged_out`: requests are refused until the next login.
   * `user_changed`: requests are refused until the application accepts the user, see `userChange`.
   */
  readonly status: "empty" | "active" | "logged_out" | "user_changed";
  /** Grows whenever the session is replaced or ended. */
  readonly epoch: number;
  /** Names the held token without telling it. */
  readonly fingerprint: string | undefined;
  /** Milliseconds since the token was stored. */
  readonly ageMs: number | undefined;
  /** Milliseconds since the service last showed that the token is current. */
  readonly confirmedAgeMs: number | undefined;
  /** Calls through `fetch` that were sent and have not ended. Calls through `middleware()` are not counted. */
  readonly inFlight: number;
  /** Whether the order of overlapping tokens is open. */
  readonly ambiguous: boolean;
}

/**
 * One user's session with one service: holds the newest access token, sends it with every call in scope, stores newer
 * ones from responses, and logs in again when the service refuses it. Make one per user; on a server that acts for
 * several users, one per request.
 */
export interface TokenSession {
  /**
   * Drop-in `fetch`. Calls outside the base URL, logins, and calls with an Authorization header of their own pass through;
   * operations with optional authentication carry the token only if one is held. Rejects with an `AuthError` when no token
   * can be had, and as `fetch` does otherwise. A login or logout that is sent through it begins or ends the session.
   */
  readonly fetch: Fetch;
  /** `Request` class that remembers its body, so that calls made from it can be sent again. */
  readonly Request: typeof Request;
  /** `fetch` and `Request`, to spread into client options: `createClient({ baseUrl, ...session.bind() })`. */
  bind(): { readonly fetch: Fetch; readonly Request: typeof Request };
  /**
   * Middleware for openapi-fetch. Prefer `bind()`: a middleware puts the token on the `Request` object, where other
   * middleware can see it, and can repeat a call with a body only if the client was also given `session.Request`. Order
   * matters: see {@link MiddlewareOptions.after} for middleware that needs the token.
   */
  middleware(options?: MiddlewareOptions): AuthMiddleware;
  /**
   * Logs in now, with these credentials or the configured ones, also if the service refused them before. A login with
   * credentials ignores the backoff after failed logins and supersedes a login under way: that login is aborted, and the
   * calls that wait for it wait for this one. Rejects with an `AuthError`: with `session_replaced` if a login with other
   * credentials supersedes this one, with `logged_out` if a logout does, with `invalid_option` if what it is given is no
   * credentials.
   */
  login(credentials?: Credentials): Promise<void>;
  /**
   * Ends the session: at once here, then in the store and at the service. `remote` says whether the service confirmed.
   * Supersedes a login under way, and responses that are still under way change nothing any more. Rejects with
   * `store_unavailable` if the store may still hold the session, so that the next process would be logged in; in this
   * process the session has ended. Another call then tries again; after a success it does nothing. While the status is
   * `user_changed`, the session of the other user stays in the store and at the service.
   */
  logout(): Promise<LogoutResult>;
  /**
   * Begins a session with a token from elsewhere, with or without `bearer `. Throws `token_malformed`. Adopting the held
   * token changes nothing. `user` names whose token it is (it is stored as a fingerprint); without it the user is unknown,
   * and counts as another one than before.
   */
  adopt(token: string, options?: { readonly user?: string | undefined }): void;
  /**
   * Resolves to whether somebody is logged in, by what the store holds: for the start of an application. Sends nothing, so
   * the service may still refuse the token; `refresh()` finds out. Asks a `credentials` function whose session it is, and
   * rejects as the function does, or with `timeout`. Rejects with `store_unavailable` when the store cannot be read within
   * `storeTimeoutMs`.
   */
  ready(): Promise<boolean>;
  /** Goes on as the user whom the store brought: see the option `userChange`. Does nothing in other states. */
  acceptUser(): void;
  /**
   * The token, without scheme, for places that no fetch reaches (EventSource, WebSocket). `fresh`: reconciles first, and
   * rejects with `token_unconfirmed` if the service does not confirm a token.
   */
  getToken(options?: { readonly fresh?: boolean }): Promise<string>;
  /** Reconciles: asks the service which token is current. Resolves to whether it said so; logs in if it refused the token. */
  refresh(): Promise<boolean>;
  /**
   * Resolves when background work is done and the store is up to date, or holds a record that is not for this session
   * (event `store_ignored`). Rejects with `store_unavailable` when the store fails, or takes longer than `storeTimeoutMs`.
   */
  flush(): Promise<void>;
  /** Receives events until the returned function is called. */
  subscribe(listener: AuthListener): () => void;
  /** Counters. */
  stats(): Readonly<SessionStats>;
  /** The state, without secrets. */
  snapshot(): SessionSnapshot;
  /** Writes what is to be written, ends what is under way, closes the store. The session at the service lives on. */
  [Symbol.asyncDispose](): Promise<void>;
}
