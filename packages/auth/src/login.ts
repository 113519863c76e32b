import type { Core } from "./core.ts";
import { parseBearer, parseTokenText } from "./bearer.ts";
import { AuthError, isAuthError, nameOf } from "./errors.ts";
import { emit } from "./events.ts";
import { fingerprint } from "./fingerprint.ts";
import { steadyTime, type Credentials } from "./options.ts";
import { discard } from "./outgoing.ts";
import { endPause, lengthen, retryAfter } from "./pause.ts";

/** What to log in with now. Rejects while automatic logins pause, and when the session was given nothing. */
export async function getCredentials(core: Core): Promise<Credentials | undefined> {
  const { credentials } = core;
  if (!credentials && !core.login) throw loginRequired(core);
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
  given: Credentials | undefined,
  explicit: boolean,
  signal: AbortSignal,
): Promise<string> {
  const { login, fetch } = core;
  // Enough to tell two passwords apart, and too little to guess one by: it may be shared through a store.
  const key = fingerprint(JSON.stringify([given])).slice(3);
  if (!explicit && core.refused === key) throw rejectedError();
  try {
    const token =
      given && !login
        ? await request(core, given, signal)
        : readTokenText(await login?.({ credentials: given, signal, fetch }));
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

/** The error of a session that has no token and no way to get one. */
export function loginRequired(core: Core): AuthError {
  if (!core.told) emit(core, { type: "loginRequired" });
  core.told = true;
  return new AuthError("login_required", "no access token; call login(credentials) or adopt(token)");
}

/** The token of a text that the application gave. Throws `token_malformed`. */
export function readTokenText(text: unknown): string {
  const token = parseTokenText(text);
  if (!token) throw new AuthError("token_malformed", "not an access token");
  return token;
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
  const { ok, status, headers } = response;
  if ([401, 403, 422].includes(status)) throw rejectedError(status);
  if (!ok) throw backOff(core, `status ${status}`, status, retryAfter(headers, core.clock.now()));
  const header = headers.get("authorization");
  return parseBearer(header) ?? refuseHeader(header, response.type);
}

function refuseHeader(header: string | null, type: ResponseType): never {
  if (header) throw new AuthError("token_malformed", "login: Authorization is not `bearer <ACCESS_TOKEN>`");
  if (type !== "cors") throw new AuthError("token_missing", "login: the answer has no Authorization header");
  throw new AuthError(
    "token_not_exposed",
    "login: the service must send `Access-Control-Expose-Headers: Authorization`",
  );
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
  return new AuthError("login_backoff", message, { status, retryAt: Math.round(core.clock.now() + wait) });
}
