/** Why a call got no answer that it could use, and what the reader can do about it. */
import { isAuthError } from "@fleet-api/auth";
import { isFleetError } from "@fleet-api/client";
import { SANDBOX_RESET } from "../sandbox/protocol.ts";

/** What went wrong, in words for the person in front of the page. */
export interface Explanation {
  readonly title: string;
  readonly text: string;
}

/** Where a call was made from and to. */
export interface CallPlace {
  readonly baseUrl: string;
  /** The origin of the page. */
  readonly origin: string;
  /** Whether the service is the sandbox. */
  readonly inPage: boolean;
  /** Whether a request that asks for no answer arrived; null where that was not tried. */
  readonly reachable: boolean | null;
}

/** The service does not know the token that it gave. */
export const REFUSED: Explanation = {
  title: "The service does not accept the token any more",
  text: "The session has ended there: somebody logged out, or the token has expired. Log in again.",
};

/** The explanation of an error of the client, of the session, or of `fetch`. */
export function explain(error: unknown, place: CallPlace): Explanation {
  if (isFleetError(error) && error.status === 401) return REFUSED;
  if (isFleetError(error) && error.problem !== null) return { title: error.problem.title, text: error.problem.detail };
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (isAuthError(cause)) {
    if (cause.code === "login_backoff" && cause.status !== undefined && NO_LOGIN.has(cause.status)) {
      return {
        title: "There is no login at this URL",
        text: `${place.baseUrl}/auth/login answers with status ${cause.status}. The base URL of a service usually ends with /api/v1.`,
      };
    }
    // No status: the login got no answer that this page may read.
    if (cause.code === "login_backoff" && cause.status === undefined && place.reachable !== null)
      return explainNetwork(place);
    const known = AUTH[cause.code];
    if (known !== undefined) return known(place);
    return { title: "The session refused the call", text: cause.message };
  }
  if (isAbort(error) || isAbort(cause))
    return { title: "Stopped", text: "The request was stopped before its response was complete." };
  if (cause instanceof TypeError && place.inPage) return explainSandbox(cause.message);
  if (cause instanceof TypeError) return explainNetwork(place);
  return { title: "The call failed", text: error instanceof Error ? error.message : String(error) };
}

/** Statuses of a path that the service does not have. */
const NO_LOGIN: ReadonlySet<number> = new Set([404, 405, 410]);

const AUTH: Readonly<Record<string, (place: CallPlace) => Explanation>> = {
  login_required: () => ({
    title: "Log in first",
    text: "This operation needs an access token. Log in above, or start the sandbox, which has demo logins.",
  }),
  logged_out: () => ({ title: "Logged out", text: "The session has ended. Log in again." }),
  credentials_rejected: () => ({
    title: "The service refused the login",
    text: "The username or the password is wrong, or the account may not log in. Check both; after too many attempts the service asks you to wait.",
  }),
  login_backoff: () => ({
    title: "The login has to wait",
    text: "A login failed a moment ago, or its token was refused. Try again in a few seconds.",
  }),
  disposed: () => ({ title: "Stopped", text: "Another service was chosen while this one was still at it." }),
  login_timeout: () => ({ title: "The login took too long", text: "The service did not answer in time. Try again." }),
  token_not_exposed: tokenHidden,
  token_missing: tokenHidden,
  insecure_base_url: ({ baseUrl }) => ({
    title: "A password would be sent without encryption",
    text: `${baseUrl} is neither https nor on this machine. Use an https address.`,
  }),
};

function tokenHidden({ origin }: CallPlace): Explanation {
  return {
    title: "The login worked, but the browser hides the token",
    text: `The token is in the Authorization header of the response, which pages of another origin may read only if the service sends Access-Control-Expose-Headers: Authorization. Ask its operator to send that for ${origin}; the reference server does so for the origins in cors_origins.`,
  };
}

function explainSandbox(message: string): Explanation {
  if (message === SANDBOX_RESET)
    return { title: "The sandbox was reset", text: "It starts again as it was at first, without your changes." };
  const text = `${message.replace(/\.?$/, ".")} Reset the sandbox to start it again.`;
  return { title: "The sandbox does not answer", text };
}

function explainNetwork({ baseUrl, origin, reachable }: CallPlace): Explanation {
  const target = new URL(baseUrl);
  if (origin.startsWith("https:") && target.protocol === "http:" && !isThisMachine(target.hostname)) {
    return {
      title: "The browser blocks this address",
      text: `A page that was loaded with https may not call ${target.origin}, which is http. Use an https address, or open the documentation from the server itself.`,
    };
  }
  if (reachable === true) {
    return {
      title: "The server does not allow calls from this page",
      text: `${target.origin} answers, but not to pages of ${origin}: its responses lack Access-Control-Allow-Origin, it refused the preflight request, or it redirects to a place that does. On the reference server, add ${origin} to cors_origins.`,
    };
  }
  return {
    title: "No answer",
    text: `Nothing answers at ${target.origin}. Check that the server runs and that the address and the port are right. For the reference server on this machine: npx -y pnpm@12 start.`,
  };
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.") || host.endsWith(".localhost");
}

function isAbort(error: unknown): boolean {
  if (isFleetError(error) && error.kind === "abort") return true;
  return error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");
}
