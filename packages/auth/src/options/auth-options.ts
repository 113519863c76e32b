import type { Fetch, PlatformOptions } from "../platform.ts";
import type { TokenStore } from "../store/token-store.ts";

/** What POST /auth/login takes (source description, section 4). */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** What a custom login function is given. */
export interface LoginContext {
  /** Aborted after `timeoutMs`, when another login or a logout supersedes this one, and when the session is disposed. */
  readonly signal: AbortSignal;
  /** The session's transport, without the session: calls through it carry no token. */
  readonly fetch: Fetch;
  /** The credentials of this login, if any were given or configured. */
  readonly credentials: Credentials | undefined;
}

/** A token, and the name of its user. */
export interface UserToken {
  readonly token: string;
  readonly user?: string | undefined;
}

/** Why the `credentials` function is called. */
export interface CredentialsRequest {
  /**
   * `login`: to log in. `stored_session`: only to learn the user, before the first use of a session that the store holds;
   * nothing is sent with the password.
   */
  readonly reason: "login" | "stored_session";
}

/** How a session logs in. */
export interface LoginOptions {
  /**
   * User name and password, or a function that gets them, within `timeoutMs`. Called per login; the result is not
   * kept. A function that returns nothing (a prompt was cancelled) makes calls reject with `login_required`. Without
   * credentials, call `login(credentials)`.
   *
   * If the store holds a session when the first call needs one, a function is called once more, with the reason
   * `stored_session`, to learn whether the session is that of its user: otherwise `userChange` decides, before anything is
   * sent. A function that asks a person can return for this reason the name that it remembers, with any password, or
   * nothing, which accepts the session of any user. The answer counts for this use only: while no session has begun here, the
   * next use asks again. A function that returns anything else makes calls reject with `invalid_option`.
   */
  readonly credentials?:
    | Credentials
    | ((request: CredentialsRequest) => Promise<Credentials | null | undefined> | Credentials | null | undefined)
    | undefined;
  /**
   * Replaces the login request: returns an access token, with or without `bearer `, and the user whom it belongs to.
   * Without `user`, and without `credentials`, the user is unknown: sessions that share a store then take each login for
   * that of another user (`userChange`). Throw an
   * `AuthError("credentials_rejected", …)` to say that trying again is pointless; after any other error automatic logins back off.
   */
  readonly login?: ((context: LoginContext) => Promise<string | UserToken>) | undefined;
  /**
   * How many calls may wait for a login at the same time, a whole number; more are refused with `too_many_waiters`, so
   * that an outage does not fill the memory. Default: any number.
   */
  readonly maxWaiters?: number | undefined;
}

/**
 * Orders two tokens of one session: positive if the first is newer, negative if the second is, anything else if it cannot
 * say. `now` is in milliseconds since the epoch.
 */
export type Compare = (a: string, b: string, context: { readonly now: number }) => number | undefined;

/** An operation: method in capitals, path template relative to the base URL. */
export interface OptionalOperation {
  readonly method: string;
  readonly path: string;
}

/** Where a browser tells that a page was left, or that it or the network came back. `globalThis` of a page is one. */
export interface WakeSource {
  addEventListener?(type: string, listener: (event?: Event) => void): void;
  removeEventListener?(type: string, listener: (event?: Event) => void): void;
}

/** How the token of an idle session is kept alive. */
export interface KeepAliveOptions {
  /** Longest time that a token goes unconfirmed, in milliseconds: at most 3 days, well below the 7 that it lives. Default 24 h. */
  readonly everyMs?: number | undefined;
  /** Share of `everyMs` that is random, from 0 to 1, so that clients that start together do not reconcile together. Default 0.5. */
  readonly jitter?: number | undefined;
  /** Tells when the page was away: `visibilitychange`, `pagehide`, `pageshow`, `online`. Default: `globalThis`, where it does. */
  readonly wakes?: WakeSource | undefined;
}

/** Options of `createAuth`. */
export interface AuthOptions extends PlatformOptions, LoginOptions {
  /**
   * Absolute base address of the service, with its version prefix: `https://fleet.example.com/api/v1`. Also the scope:
   * tokens are sent to, and taken from, this origin below this path only.
   */
  readonly baseUrl: string;
  /** Allow `http:` to another host than this machine. Default `false`. */
  readonly allowInsecure?: boolean | undefined;
  /** Path below the base URL. Default `/auth/login`. */
  readonly loginPath?: string | undefined;
  /** Where the current token can be read; path below the base URL. Default `/auth/token`. */
  readonly tokenPath?: string | undefined;
  /** Path below the base URL. Default `/auth/logout`. */
  readonly logoutPath?: string | undefined;
  /**
   * Longest time for one login with everything that it waits for (store, lock, the functions of the application, the
   * service), for reading the token, and for logging out, in milliseconds. Default 15 000.
   */
  readonly timeoutMs?: number | undefined;
  /** Where the session is kept in addition to memory. Default: nowhere. The session closes it when it is disposed. */
  readonly store?: TokenStore | undefined;
  /**
   * Names the service in the store: a session uses only records of its own service. Default: `baseUrl`, normalised. Give
   * sessions that reach one service at two addresses the same name.
   */
  readonly serviceId?: string | undefined;
  /**
   * Longest time that a caller waits for the store, in milliseconds; then the session goes on with its memory. Also the
   * longest wait for the login of another session that shares the store, and so longer than a login usually takes, and
   * than `staleMs` of a file store. Default 6 000, or two fifths of `timeoutMs` if that is less.
   */
  readonly storeTimeoutMs?: number | undefined;
  /** Operations that are called with the held token or without one. Default: {@link defaultOptionalOperations}. */
  readonly optionalOperations?: readonly OptionalOperation[] | undefined;
  /**
   * Reconciles before the held one expires unused; a superseded token is refused after 7 days. Default
   * `false`; `true` for the defaults of {@link KeepAliveOptions}.
   */
  readonly keepAlive?: boolean | KeepAliveOptions | undefined;
  /** Orders two tokens of one session. Default: `compareTokens`. If it throws, or cannot say, evidence decides. */
  readonly compare?: Compare | undefined;
  /** `auto`: when responses leave the order of tokens open, asks the service once. `off`: keep the last arrival. Default `auto`. */
  readonly reconcile?: "auto" | "off" | undefined;
  /**
   * Which calls are sent again after a 401: all that can be (`always`), only those that may be repeated by RFC 9110
   * section 9.2.2 or carry an `Idempotency-Key` (`idempotent`), or none (`never`). A 401 says that the call was not
   * carried out, so `always` is safe with a service that keeps to HTTP. Default `always`.
   */
  readonly replay?: "always" | "idempotent" | "never" | undefined;
  /**
   * What to do when the store brings the session of another user, or of one who is not known to be the same, as when
   * somebody else logs in in another tab; and when it holds another user than `credentials` name. `stop`: calls are
   * refused with `user_changed` until the application calls `acceptUser()`, `login()`, `adopt()` or `logout()`.
   * `follow`: calls go on as the new user. Either way `user_changed` is emitted. Default `stop`.
   */
  readonly userChange?: "stop" | "follow" | undefined;
}

/**
 * The operations of the service with optional authentication (`security: [{}, { bearer: [] }]` in the contract). A call
 * carries the held token, if there is one; it never causes a login and is never repeated.
 */
export const defaultOptionalOperations: readonly OptionalOperation[] = [
  { method: "POST", path: "/auth/password/reset/request" },
  { method: "POST", path: "/auth/password/reset" },
  { method: "GET", path: "/auth/registration/{registration_token}" },
  { method: "POST", path: "/auth/register/complete" },
  { method: "GET", path: "/tests/ping" },
];
