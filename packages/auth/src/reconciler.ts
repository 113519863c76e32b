import { createBackoff } from "./backoff.ts";
import { bearer, parseTokenText } from "./bearer.ts";
import type { Deadline } from "./deadline.ts";
import { AuthError } from "./errors.ts";
import type { Settings } from "./options.ts";
import type { TokenState } from "./token-state.ts";
import type { Traffic } from "./traffic.ts";

/** Asks the service which token is current (GET /auth/token). */
export interface Reconciler {
  /** Questions asked. */
  readonly count: number;
  /** Asks in the background, if the state is ambiguous and the moment is quiet. Cheap; call after every answer. */
  consider(): void;
  /** Asks now, or joins the question under way. Resolves to the status of the answer, 0 when there was none. Never rejects. */
  ask(): Promise<number>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** Under steady load a quiet moment may never come; then ask after this time anyway. */
const patienceMs = 1_000;

/** The reconciler of one session. */
export function createReconciler(
  settings: Settings,
  state: TokenState,
  traffic: Traffic,
  deadline: Deadline,
): Reconciler {
  const { clock } = settings;
  const backoff = createBackoff(clock.monotonic, settings.random);
  const url = settings.scope.resolve(settings.tokenPath);
  let asking: Promise<number> | undefined;
  let unclearSince: number | undefined;
  let count = 0;

  const question = async (token: string, signal: AbortSignal): Promise<number> => {
    const stamp = state.stamp(token);
    const headers = { authorization: bearer(token), accept: "application/json" };
    const response = await settings.fetch(url, { headers, signal });
    const rotated = traffic.tokenOf(response, url);
    const inScope = settings.scope.pathOf(response.url || url) !== undefined;
    const answer = rotated ?? (response.ok && inScope ? readBody(await response.text()) : undefined);
    response.body?.cancel().catch(() => undefined);
    if (answer === undefined) backoff.fail();
    else {
      backoff.reset();
      state.settle(answer, stamp);
    }
    return response.status;
  };

  const ask = (): Promise<number> => {
    const { token } = state;
    if (asking !== undefined || token === undefined) return asking ?? Promise.resolve(0);
    count++;
    unclearSince = undefined;
    const late = (): AuthError => new AuthError("login_timeout", "reading the current token took too long");
    asking = deadline((signal) => question(token, signal), late)
      .catch(() => {
        backoff.fail();
        return 0;
      })
      .finally(() => {
        asking = undefined;
        // Calls that overlapped with the question may have left the order open again.
        consider();
      });
    return asking;
  };

  const consider = (): void => {
    if (!state.ambiguous || !settings.reconcile || asking !== undefined) return;
    unclearSince ??= clock.monotonic();
    const patient = traffic.inFlight > 0 && clock.monotonic() - unclearSince < patienceMs;
    if (!patient && backoff.remaining() === 0) void ask();
  };

  const idle = async (): Promise<void> => {
    if (asking === undefined) return;
    await asking;
    // One question may have led to the next.
    await idle();
  };

  return {
    get count() {
      return count;
    },
    ask,
    consider,
    idle,
  };
}

/** `data.token` of the envelope, with or without the scheme. A header of the same answer is newer and goes first. */
function readBody(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const data = typeof body === "object" && body !== null && "data" in body ? body.data : undefined;
    return typeof data === "object" && data !== null && "token" in data ? parseTokenText(data.token) : undefined;
  } catch {
    return undefined;
  }
}
