import { retryAfter } from "@fleet-api/http";
import type { SessionContext } from "../context.ts";
import { AuthError, isAuthError, nameOf } from "../errors.ts";
import { fingerprint } from "../fingerprint.ts";
import type { Credentials, UserToken } from "../options/auth-options.ts";
import { discard, isRedirected } from "../platform.ts";
import { isFromCache } from "../token/order.ts";
import { parseBearer, readTokenText } from "../token-text.ts";

/** What a login gave. */
export interface LoginResult {
  readonly token: string;
  /** The user whom a function of the application logged in, if it names one. */
  readonly user?: string | undefined;
  /** Absent where a function of the application logged in. */
  readonly response?: Response | undefined;
}

/** What to log in with, and how. */
export interface LoginInput {
  /** Ignore that the same credentials were refused before. */
  readonly explicit: boolean;
  readonly credentials: Credentials | undefined;
  readonly signal: AbortSignal;
}

/** What to log in with now. Rejects while logins have to wait, and when the session was given nothing. */
export async function getCredentials(context: SessionContext, isExplicit: boolean): Promise<Credentials | undefined> {
  const { credentials, login } = context.settings;
  if (credentials === undefined && login === undefined) throw context.state.requireLogin();
  if (!isExplicit) assertOwnUser(context);
  assertMayLogIn(context, isExplicit);
  if (credentials === undefined) return undefined;
  const given = await context.credentials.get("login");
  // A prompt that was cancelled gives nothing.
  if (given === undefined) throw context.state.requireLogin();
  return given;
}

/**
 * Throws `login_required` if the session is of another user than the option `credentials`, unless the application follows. A
 * credentials function is asked each time, so it may name another user.
 */
function assertOwnUser({ settings, state, credentials }: SessionContext): void {
  const { user } = state.session;
  const isOther = user !== "" && credentials.user !== "" && user !== credentials.user;
  if (!isOther || credentials.isFunction || settings.userChange === "follow") return;
  throw state.requireLogin("the session is of another user than the option credentials");
}

/** Throws `login_backoff` while logins have to wait: after failures, and if `isExplicit` is false after refused tokens. */
export function assertMayLogIn(context: SessionContext, isExplicit: boolean): void {
  const { logins, state } = context;
  if (!logins.mustWait(state.held.isProven) || (isExplicit && logins.hasSucceeded)) return;
  if (logins.hasSucceeded) logins.reportRefused();
  throw backoffError(context, `login failed earlier${logins.mistake === undefined ? "" : ` (${logins.mistake})`}`);
}

/** Logs in once, at the service or by the function of the application. */
export async function logIn(context: SessionContext, input: LoginInput): Promise<LoginResult> {
  const { logins, platform } = context;
  const { login } = context.settings;
  const { credentials, explicit, signal } = input;
  // Enough to tell two passwords apart, and too little to guess one by: it may be shared through a store.
  const isOwn = credentials !== undefined && login === undefined;
  const key = credentials ? fingerprint(JSON.stringify([credentials])).slice(3) : undefined;
  if (!explicit && logins.isRefused(key)) throw rejectedError();
  try {
    const result = isOwn
      ? await request(context, credentials, signal)
      : readLoginResult(await login?.({ credentials, signal, fetch: platform.fetch }));
    signal.throwIfAborted();
    logins.succeeded(explicit, key);
    return result;
  } catch (error) {
    signal.throwIfAborted();
    const mistake = mistakeName(error);
    if (mistake !== undefined) {
      // It may come from the response in an outage, and a request may have been sent.
      logins.failed({ mistake });
      throw error;
    }
    if (!isAuthError(error)) throw backOff(context, `login failed (no response: ${nameOf(error)})`);
    if (error.code === "credentials_rejected") logins.rejected(key);
    // The function of the application may log in by another session, which backs off.
    else if (!isOwn || error.code !== "login_backoff") {
      logins.failed({ atLeast: error.retryAt && error.retryAt - platform.now() });
    }
    throw error;
  }
}

/**
 * Messages by which engines and platforms tell a mistake in a program. The class of the error does not tell: platforms
 * reject with a TypeError when the network fails, too.
 */
const mistakes =
  /\b(undefined|null|is not (a function|a constructor|an object|iterable)|Illegal invocation|Invalid URL)\b|^Cannot |^Failed to (parse|construct|execute)/;

/** The name of an error that is a mistake in the application, its `login` function or its `fetch`. */
function mistakeName(error: unknown): string | undefined {
  const { name, message }: { name?: unknown; message?: unknown } = Object(error);
  const kind = String(name);
  const isMistake =
    /^(Range|Reference|URI)Error$/.test(kind) || (kind === "TypeError" && mistakes.test(String(message)));
  return isMistake ? kind : undefined;
}

function readLoginResult(given: string | UserToken | undefined): LoginResult {
  if (typeof given !== "object" || given === null) return { token: readTokenText(given) };
  return { token: readTokenText(given.token), user: given.user };
}

async function request(
  context: SessionContext,
  { username, password }: Credentials,
  signal: AbortSignal,
): Promise<LoginResult> {
  const { platform, scope, settings } = context;
  const response = await platform.fetchFresh(settings.loginUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
    // A redirect would carry the password to wherever it points.
    redirect: "manual",
    signal,
  });
  discard(response);
  signal.throwIfAborted();
  const { ok, status, headers, type, url } = response;
  // Not every `fetch` keeps to `redirect`, and a service worker may respond with anything.
  if (isRedirected(response, settings.loginUrl) || !scope.includes(url || settings.loginUrl)) {
    throw backOff(context, "login failed (the response came from another address)", status);
  }
  if (isFromCache(response)) {
    throw new AuthError(
      "login_cached",
      "the response to the login came from a cache: the service must send `Cache-Control: no-store`, and no cache may store it",
      { status },
    );
  }
  // A page of a gateway in between says nothing of the credentials.
  const isForbidden = status === 403 && /\bjson\b/i.test(headers.get("content-type") ?? "");
  if (status === 401 || isForbidden || status === 422) throw rejectedError(status);
  if (!ok) throw backOff(context, `login failed (status ${status})`, status, retryAfter(headers, platform.now()));
  const header = headers.get("authorization");
  if (header) return { token: readTokenText(parseBearer(header) ?? header), response };
  throw type === "cors"
    ? new AuthError("token_not_exposed", "the service must send `Access-Control-Expose-Headers: Authorization`")
    : new AuthError("token_missing", "the response to the login has no Authorization header");
}

function rejectedError(status?: number): AuthError {
  return new AuthError("credentials_rejected", "the service refused this user name or password", { status });
}

/** Makes automatic logins back off. */
function backOff(context: SessionContext, why: string, status?: number, atLeast?: number): AuthError {
  context.logins.failed({ atLeast });
  return backoffError(context, why, status);
}

function backoffError({ logins }: SessionContext, why: string, status?: number): AuthError {
  const { backoffMs, allowedAt, hasSucceeded } = logins;
  const reason = hasSucceeded ? "the service refuses the tokens of its own logins" : why;
  const message = `${reason}; the next automatic login is in ${Math.ceil(backoffMs / 1_000)} s`;
  return new AuthError("login_backoff", message, { status, retryAt: allowedAt });
}
