import type { Core } from "./core.ts";
import { AuthError, isAuthError, nameOf } from "./errors.ts";
import { describeCall, discard } from "./outgoing.ts";
import { end } from "./token-state.ts";
import { within, withinTimeout } from "./within.ts";

/** The result of a logout. */
interface LogoutResult {
  /** Whether the service confirmed. */
  readonly remote: boolean;
}

/** The logout of one session: what is done and what is left to do. */
interface Logout {
  /** The epoch that began with it. */
  readonly epoch: number;
  /** The token to send to the service, once it is known. */
  token: string | undefined;
  /** The service confirmed. */
  remote: boolean;
  /** Under way, or done; absent after a failure. */
  result?: Promise<LogoutResult> | undefined;
}

/**
 * Ends the session: at once here, then in the store and at the service. Rejects with `store_unavailable` if the store
 * may still hold the session; then another call retries what is left. Calls at the same time share one attempt.
 */
export function createLogout(core: Core): () => Promise<LogoutResult> {
  let last: Logout | undefined;
  return () => {
    const epoch = core.ended ? core.epoch : core.epoch + 1;
    if (last?.epoch !== epoch) last = { epoch, token: core.token, remote: false };
    const logout = last;
    end(core, "here");
    core.ending = logout.result ??= complete(core, logout).catch((error: unknown) => {
      logout.result = undefined;
      throw error;
    });
    return logout.result;
  };
}

async function complete(core: Core, logout: Logout): Promise<LogoutResult> {
  const { keeper } = core;
  let stored = false;
  let failure: unknown;
  const work = async (signal: AbortSignal): Promise<void> => {
    let request = logOutAtService(core, logout, signal);
    try {
      const token = await keeper?.endStoredSession();
      if (token && !logout.token) {
        logout.token = token;
        request = logOutAtService(core, logout, signal);
      }
      await keeper?.flush();
      stored = true;
    } catch (error) {
      failure = error;
    }
    await request;
  };
  // Disposing aborts the request, but the end of the session is still written to the store.
  await withinTimeout(core, work).catch((error: unknown) => (failure ??= error));
  if (!stored) throw incomplete(logout, failure);
  return { remote: logout.remote };
}

/** Sends the logout request, unless the service has confirmed already or the token is not known. Never rejects. */
async function logOutAtService(core: Core, logout: Logout, overall: AbortSignal): Promise<void> {
  const { token, remote } = logout;
  if (!token || remote) return;
  const controller = new AbortController();
  overall.addEventListener("abort", () => controller.abort(overall.reason));
  const request = async (signal: AbortSignal): Promise<void> => {
    const response = await describeCall(core, core.prefix + core.logoutPath, { method: "POST", signal }).send(token);
    discard(response);
    logout.remote = response.ok;
  };
  await within(core, request, controller).catch(() => undefined);
}

function incomplete({ remote }: Logout, failure: unknown): AuthError {
  const service = remote ? "the service confirmed" : "the service did not confirm";
  const why = isAuthError(failure) ? failure.message : nameOf(failure);
  return new AuthError(
    "store_unavailable",
    `logged out here, and ${service}, but the token store may still hold the session (${why}): call logout() again`,
  );
}
