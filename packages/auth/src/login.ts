import { parseBearer, readTokenText } from "./bearer.ts";
import type { Core } from "./core.ts";
import { AuthError, isAuthError, nameOf } from "./errors.ts";
import { emit } from "./events.ts";
import { fingerprint } from "./fingerprint.ts";
import { loginRequired } from "./held-token.ts";
import { now, steadyTime } from "./platform.ts";
import { discard } from "./outgoing.ts";
import { endPause, lengthen, retryAfter } from "./pause.ts";
import type { RenewContext } from "./renew-with.ts";

/** What POST /auth/login takes (source description, section 4). */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** What a custom login function is given. */
export interface LoginContext extends RenewContext {
  /** The credentials of this login, if any were given or configured. */
  readonly credentials: Credentials | undefined;
}

/** How a session logs in. */
export interface LoginOptions {
  /**
   * User name and password, or a function that gets them, within `loginTimeoutMs`. Asked per login, not kept. Without
   * them, call `login(credentials)`.
   */
  readonly credentials?: Credentials | (() => Promise<Credentials> | Credentials) | undefined;
  /**
   * Replaces the login request: returns an access token, with or without `bearer `. Throw an
   * `AuthError("credentials_rejected", …)` to say that trying again is pointless; any other error pauses and tries later.
   */
  readonly login?: ((context: LoginContext) => Promise<string>) | undefined;
  /**
   * How many calls may wait for a login at the same time; more are refused with `too_many_waiters`, so that an outage
   * does not fill the memory. Default: any number.
   */
  readonly maxWaiters?: number | undefined;
}

/** What to log in with now. Rejects while automatic logins pause, and when the session was given nothing. */
export async function getCredentials(
  core: Core,
  { credentials, login }: LoginOptions,
): Promise<Credentials | undefined> {
  if (!credentials && !login) throw loginRequired(core);
  refuseWhilePaused(core);
  return typeof credentials === "function" ? credentials() : credentials;
}

/** Throws while automatic logins pause. */
export function refuseWhilePaused(core: Core): void {
  if (core.loginPause.until > steadyTime(core)) throw pausedError(core, "before");
}

/** One login; resolves to its token. `explicit` logins ignore that the same credentials were refused before. */
export async function logIn(
  core: Core,
  { login }: LoginOptions,
  given: Credentials | undefined,
  explicit: boolean,
  signal: AbortSignal,
): Promise<string> {
  // Enough to tell two passwords apart, and too little to guess one by: it may be shared through a store.
  const key = fingerprint(JSON.stringify([given])).slice(3);
  if (!explicit && core.refused === key) throw rejectedError();
  try {
    const token =
      given && !login
        ? await request(core, given, signal)
        : readTokenText(await login?.({ credentials: given, signal, fetch: core.fetch }));
    signal.throwIfAborted();
    endPause(core.loginPause);
    core.refused = undefined;
    return token;
  } catch (error) {
    signal.throwIfAborted();
    if (!isAuthError(error)) throw backOff(core, nameOf(error));
    if (error.code === "credentials_rejected") core.refused = key;
    else if (error.code !== "login_backoff") lengthen(core.loginPause, core);
    throw error;
  }
}

async function request(core: Core, { username, password }: Credentials, signal: AbortSignal): Promise<string> {
  const response = await core.fetch(core.prefix + core.loginPath, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
    // A redirect would carry the password to wherever it points.
    redirect: "manual",
    signal,
  });
  discard(response);
  signal.throwIfAborted();
  const { ok, status, headers, type } = response;
  if ([401, 403, 422].includes(status)) throw rejectedError(status);
  if (!ok) throw backOff(core, `status ${status}`, status, retryAfter(headers, now(core)));
  const header = headers.get("authorization");
  if (header) return readTokenText(parseBearer(header));
  throw type === "cors"
    ? new AuthError("token_not_exposed", "the service must send `Access-Control-Expose-Headers: Authorization`")
    : new AuthError("token_missing", "the login was answered without an Authorization header");
}

function rejectedError(status?: number): AuthError {
  return new AuthError("credentials_rejected", "the service refused this user name or password", { status });
}

/** Pauses automatic logins. */
function backOff(core: Core, why: string, status?: number, atLeast?: number): AuthError {
  lengthen(core.loginPause, core, atLeast);
  const error = pausedError(core, why, status);
  emit(core, { type: "loginBackoff", until: error.retryAt ?? 0 });
  return error;
}

function pausedError(core: Core, why: string, status?: number): AuthError {
  const wait = core.loginPause.until - steadyTime(core);
  const message = `login failed (${why}); no automatic login for ${Math.ceil(wait / 1_000)} s`;
  return new AuthError("login_backoff", message, { status, retryAt: Math.round(now(core) + wait) });
}
