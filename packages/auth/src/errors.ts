const brand: unique symbol = Symbol.for("fleet-api.auth-error");

/**
 * What went wrong, as a stable word that programs switch on.
 *
 * - `login_required`: there is no usable token and nothing to log in with; call `login(credentials)` or `adopt(token)`.
 * - `credentials_rejected`: the service refused the user name or password (`status` 401, 403 or 422). Not tried again
 *   automatically until the credentials change.
 * - `login_backoff`: the service could not process the login (network, 429, 5xx), the `login` function or `fetch` of the
 *   application threw, or the service refuses the tokens of its own logins, as the message says; `retryAt` says when the next
 *   automatic login is allowed.
 * - `login_timeout`: the login, with everything that it waits for, took longer than `timeoutMs`. If the service or the
 *   `login` function did not respond, automatic logins back off.
 * - `timeout`: a reconcile, a logout or the store took longer than `timeoutMs`: the reason of their aborted signals.
 * - `too_many_waiters`: more calls than `maxWaiters` wait for a login already.
 * - `replay_impossible`: a call with a stream for a body failed, and the token had been refused; a login followed, so send it
 *   again. Or the body of a call was changed while the call waited for a login: it was not sent.
 * - `token_missing`, `token_not_exposed`, `token_malformed`: the login succeeded but gave no token that can be used.
 * - `login_cached`: the response to the login came from a cache, so its token may be another user's; it was not accepted.
 * - `logged_out`: the session was ended, here or by another process that shares the store.
 * - `session_replaced`: another user logged in while the call was under way, so it was not repeated in their name; or
 *   another login superseded this one.
 * - `user_changed`: the store brought the session of another user; calls are refused until the application calls
 *   `acceptUser()`, `login()`, `adopt()` or `logout()`.
 * - `token_unconfirmed`: `getToken({ fresh: true })` could not find out which token is current.
 * - `store_unavailable`: the token store could not be read or written. From `logout()`: it may still hold the session.
 * - `store_corrupt`: the stored record could not be understood and was put aside; the store now counts as empty.
 * - `store_newer`: a later version of this package wrote the stored record; it is left alone, and the session runs from memory.
 * - `insecure_permissions`: others than the owner may read the stored token; the message names the `chmod` that fixes it.
 * - `store_key`: the stored token was encrypted with a key that is not at hand, or was changed.
 * - `store_closed`: the token store was used after it was closed.
 * - `insecure_base_url`, `invalid_option`: `createAuth` was given something that it must refuse, or a function of its options
 *   returned it.
 * - `disposed`: the session was used after it was disposed.
 */
export type AuthErrorCode =
  | "login_required"
  | "credentials_rejected"
  | "login_backoff"
  | "login_timeout"
  | "timeout"
  | "too_many_waiters"
  | "replay_impossible"
  | "token_missing"
  | "token_not_exposed"
  | "token_malformed"
  | "login_cached"
  | "logged_out"
  | "session_replaced"
  | "user_changed"
  | "token_unconfirmed"
  | "store_unavailable"
  | "store_corrupt"
  | "store_newer"
  | "insecure_permissions"
  | "store_key"
  | "store_closed"
  | "insecure_base_url"
  | "invalid_option"
  | "disposed";

/** Facts that some errors carry beside their code. */
export interface AuthErrorFacts {
  /** HTTP status of the response to the login. */
  readonly status?: number | undefined;
  /** Milliseconds since the epoch: the moment from which an automatic login is allowed again. */
  readonly retryAt?: number | undefined;
}

/**
 * The one error class of this package. Holds a code, a message and numbers: never a token, a password,
 * a `Request`, a `Response` or `Headers`, because printing any of these would print the token.
 */
export class AuthError extends Error {
  /** Makes two installed copies of this package recognise each other's errors, which `instanceof` would not. */
  readonly [brand] = true;
  override readonly name = "AuthError";
  /** Stable word for programs. */
  declare readonly code: AuthErrorCode;
  /** HTTP status of the response to the login, where there was one. */
  declare readonly status: number | undefined;
  /** Milliseconds since the epoch, for `login_backoff`. */
  declare readonly retryAt: number | undefined;

  constructor(code: AuthErrorCode, message: string, facts?: AuthErrorFacts) {
    super(message);
    Object.assign(this, { code }, facts);
  }
}

/** True for an `AuthError` of any installed copy of this package; narrows to it, optionally to one code. */
export function isAuthError(value: unknown, code?: AuthErrorCode): value is AuthError {
  // Anything may be asked for the brand but null and undefined.
  const error = value as AuthError | null | undefined;
  return error?.[brand] === true && (code === undefined || error.code === code);
}

/**
 * Name and system code of a foreign error. Its message is left out: an adapter may have put a secret there, as it may have
 * in a name or a code that does not look like one.
 */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const source = error.cause instanceof Error ? error.cause : error;
  const name = /^[A-Z]\w{0,49}$/.test(error.name) ? error.name : "Error";
  return "code" in source && /^\w{1,50}$/.test(String(source.code)) ? `${name} ${String(source.code)}` : name;
}
