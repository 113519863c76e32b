import { createBackoff, retryAfter, type Backoff } from "./backoff.ts";
import { parseBearer, parseTokenText } from "./bearer.ts";
import { AuthError, isAuthError, nameOf } from "./errors.ts";
import type { Emitter } from "./events.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Credentials, Settings } from "./options.ts";

/** A token and whom it belongs to. */
export interface LoginResult {
  readonly token: string;
  /** Fingerprint of the user name, or of the configured login function. */
  readonly subject: string;
}

/** Performs logins, and refuses those that would only do harm. */
export interface Login {
  /** Whether the session was given anything to log in with. */
  readonly configured: boolean;
  /** Rejects with `login_backoff` while automatic logins pause. */
  admit(): void;
  /** What to log in with now; `undefined` when a custom login function needs nothing. */
  credentials(): Promise<Credentials | undefined>;
  /** One login. `explicit` logins ignore earlier failures. */
  perform(given: Credentials | undefined, explicit: boolean, signal: AbortSignal): Promise<LoginResult>;
}

const rejected = new Set([401, 403, 422]);

/** The login of one session: its breaker, and the memory of which credentials were refused. */
export function createLogin(settings: Settings, emit: Emitter["emit"]): Login {
  const { clock, random } = settings;
  const backoff: Backoff = createBackoff(clock.monotonic, random);
  // Salted, so that this memory is worth nothing outside this process.
  const salt = String(random());
  let refused: string | undefined;

  const pause = (why: string, facts: { status?: number; atLeast?: number }): AuthError => {
    const retryAt = Math.round(clock.now() + backoff.fail(facts.atLeast));
    emit({ type: "loginBackoff", until: retryAt });
    return backoffError(why, retryAt, facts.status);
  };

  const request = async (given: Credentials, signal: AbortSignal): Promise<string> => {
    const response = await settings.fetch(settings.scope.resolve(settings.loginPath), {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ username: given.username, password: given.password }),
      // A redirect would carry the password to wherever it points.
      redirect: "manual",
      signal,
    });
    response.body?.cancel().catch(() => undefined);
    if (response.ok) return readToken(response);
    const { status } = response;
    if (rejected.has(status)) {
      throw new AuthError("credentials_rejected", "the service refused the user name or password", { status });
    }
    throw pause(`login was answered with status ${status}`, {
      status,
      atLeast: retryAfter(response.headers, clock.now()),
    });
  };

  const custom = async (given: Credentials | undefined, signal: AbortSignal): Promise<string> => {
    const answer = await settings.login?.({ credentials: given, signal, fetch: settings.fetch });
    const token = parseTokenText(answer);
    if (token === undefined)
      throw new AuthError("token_malformed", "the login function did not return an access token");
    return token;
  };

  return {
    configured: settings.login !== undefined || settings.credentials !== undefined,
    admit() {
      const wait = backoff.remaining();
      if (wait > 0) throw backoffError("automatic logins pause after a failure", Math.round(clock.now() + wait));
    },
    async credentials() {
      const { credentials } = settings;
      return typeof credentials === "function" ? await credentials() : credentials;
    },
    async perform(given, explicit, signal) {
      const key = fingerprint(salt + JSON.stringify([given?.username, given?.password]));
      if (!explicit && refused === key) {
        throw new AuthError(
          "credentials_rejected",
          "these credentials were refused before; change them or call login()",
        );
      }
      try {
        const token = await (settings.login || !given ? custom(given, signal) : request(given, signal));
        backoff.reset();
        refused = undefined;
        return { token, subject: fingerprint(given?.username ?? "") };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (!isAuthError(error)) throw pause(`login could not be sent (${nameOf(error)})`, {});
        if (error.code === "credentials_rejected") refused = key;
        else if (error.code !== "login_backoff") backoff.fail();
        throw error;
      }
    },
  };
}

function backoffError(why: string, retryAt: number, status?: number): AuthError {
  const message = `${why}; the next automatic login is allowed at ${new Date(retryAt).toISOString()}`;
  return new AuthError("login_backoff", message, status === undefined ? { retryAt } : { retryAt, status });
}

function readToken(response: Response): string {
  const value = response.headers.get("authorization");
  const token = parseBearer(value);
  if (token !== undefined) return token;
  if (value?.trim())
    throw new AuthError("token_malformed", "login: the Authorization header is not `bearer <ACCESS_TOKEN>`");
  if (value === null && response.type === "cors") {
    const remedy = "the service must answer with `Access-Control-Expose-Headers: Authorization`, by name";
    throw new AuthError(
      "token_not_exposed",
      `login succeeded, but the browser hides its Authorization header; ${remedy}`,
    );
  }
  throw new AuthError("token_missing", "login succeeded, but its answer has no token in the Authorization header");
}
