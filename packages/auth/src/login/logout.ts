import type { SessionContext } from "../context.ts";
import { AuthError, isAuthError, nameOf } from "../errors.ts";
import { discard } from "../platform.ts";
import { abandoned, type InFlight, isOverdue, joinWork, trackWork } from "../in-flight.ts";
import { loggedOut } from "../state/session-errors.ts";
import type { StoreSync } from "../store/store-sync.ts";
import { createController, outlivingTimeout, withTimeout } from "../time-limit.ts";
import { bearer } from "../token-text.ts";
import { isFirstHand } from "../token/order.ts";
import type { TokenHolder } from "../token/token-holder.ts";
import type { SharedLogin } from "./shared-login.ts";

/** The result of a logout. */
export interface LogoutResult {
  /** Whether the service confirmed. */
  readonly remote: boolean;
}

/** Ends sessions. */
export interface Logout {
  /**
   * Ends the session: at once here, then in the store and at the service. Rejects with `store_unavailable` if the store
   * may still hold the session; then another call retries what is left. Calls at the same time share one attempt.
   */
  logOut(): Promise<LogoutResult>;
  /** Ends the session here and in the store, because the service was told otherwise. */
  end(): void;
  /** Settles with the latest logout, if there was one. */
  pending(): Promise<unknown> | undefined;
}

/** One logout: what is done and what is left to do. */
interface Progress {
  /** The epoch that began with it. */
  readonly epoch: number;
  /** The token to send to the service, once it is known. */
  token: string | undefined;
  /** The store that is to hold the end of the session. */
  readonly sync: StoreSync | undefined;
  /** The service confirmed. */
  remote: boolean;
  /** Under way, or done; absent after a failure. */
  work?: InFlight<LogoutResult> | undefined;
}

export function createLogout(
  context: SessionContext,
  holder: TokenHolder,
  login: SharedLogin,
  sync: StoreSync | undefined,
): Logout {
  const { state } = context;
  let last: Progress | undefined;

  const end = (): void => {
    holder.end();
    login.cancel(loggedOut("here"));
  };

  return {
    end,
    pending: () => last?.work?.promise,
    logOut() {
      const { status, epoch: before, replacedToken } = state.session;
      const epoch = status === "ended" ? before : before + 1;
      // A store that holds the session of another user is left alone.
      const isStopped = status === "stopped";
      if (last?.epoch !== epoch) {
        last = {
          epoch,
          token: isStopped ? replacedToken : state.held.token,
          sync: isStopped ? undefined : sync,
          remote: false,
        };
      }
      const progress = last;
      end();
      if (progress.work && isOverdue(progress.work, context.limits)) progress.work = undefined;
      progress.work ??= trackWork(complete(context, progress), context.platform);
      return joinLogout(context, progress, progress.work);
    },
  };
}

/** Resolves with the logout. After a failure, or if it cannot end any more, the next call tries again. */
async function joinLogout(
  { limits }: SessionContext,
  progress: Progress,
  work: InFlight<LogoutResult>,
): Promise<LogoutResult> {
  try {
    const result = await joinWork(work, limits);
    if (result !== abandoned) return result;
  } catch (error) {
    if (progress.work === work) progress.work = undefined;
    throw error;
  }
  if (progress.work === work) progress.work = undefined;
  throw incomplete(progress, "abandoned");
}

async function complete(context: SessionContext, progress: Progress): Promise<LogoutResult> {
  const { sync } = progress;
  let stored = false;
  let failure: unknown;
  const work = async (signal: AbortSignal): Promise<void> => {
    let request = tellService(context, progress, signal);
    try {
      const token = await sync?.endStoredSession();
      if (token && !progress.token) {
        progress.token = token;
        request = tellService(context, progress, signal);
      }
      await sync?.flush();
      stored = true;
    } catch (error) {
      failure = error;
    }
    await request;
  };
  // Disposing aborts the request, but the end of the session is still written to the store.
  await outlivingTimeout(context.limits, work).catch((error: unknown) => (failure ??= error));
  if (!stored) throw incomplete(progress, failure);
  return { remote: progress.remote };
}

/** Sends the logout request, unless the service has confirmed already or the token is not known. Never rejects. */
async function tellService(context: SessionContext, progress: Progress, overall: AbortSignal): Promise<void> {
  const { token, remote } = progress;
  if (!token || remote) return;
  const { platform, settings, limits } = context;
  const controller = createController();
  overall.addEventListener("abort", () => controller.abort(overall.reason));
  const request = async (signal: AbortSignal): Promise<void> => {
    const headers = { authorization: bearer(token) };
    const response = await platform.fetchFresh(settings.logoutUrl, { method: "POST", headers, signal });
    discard(response);
    progress.remote = response.ok && isFirstHand(response, settings.logoutUrl);
  };
  await withTimeout(limits, request, controller).catch(() => undefined);
}

function incomplete({ remote }: Progress, failure: unknown): AuthError {
  const service = remote ? "the service confirmed" : "the service did not confirm";
  const why = isAuthError(failure) ? failure.message : nameOf(failure);
  return new AuthError(
    "store_unavailable",
    `logged out here, and ${service}, but the token store may still hold the session (${why}): call logout() again`,
  );
}
