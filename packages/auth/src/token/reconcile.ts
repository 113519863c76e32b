import { nextBackoff, noBackoff } from "../backoff.ts";
import type { SessionContext } from "../context.ts";
import { letExit, withTimeout } from "../time-limit.ts";
import { bearer, parseTokenText } from "../token-text.ts";
import type { TokenOrder } from "./order.ts";
import type { TokenHolder } from "./token-holder.ts";

/** Asks the service which token is current. */
export interface Reconciler {
  /**
   * Call after every answer, and after the store brought a token: asks in the background if the order of tokens is open, at
   * once if no call is under way.
   * @param isCounted whether a call has ended that was counted in `inFlight`; the end of others may go unseen
   */
  afterResponse(isCounted: boolean): void;
  /** Asks now, or joins the question under way. Resolves to the answer, `undefined` when there was none. Never rejects. */
  ask(): Promise<Response | undefined>;
  /** Asks now if the order is open. Resolves when no question is under way. */
  settled(): Promise<void>;
  /** Steady time before which a question that failed is not repeated. */
  readonly pausedUntil: number;
}

/**
 * Under steady load no call may ever be the last one; then ask after this time anyway, or up to half of it earlier or
 * later, so that sessions which share a store do not ask together for ever.
 */
const patienceMs = 1_000;

/**
 * How often it is asked again at once when something overlapped with the question. Two sessions of one store, whose questions
 * overlap and bring a new token each, would otherwise never end.
 */
const maxRepeats = 3;

/** How many failed questions are repeated without a call. */
const maxFailures = 5;

export function createReconciler(context: SessionContext, holder: TokenHolder, order: TokenOrder): Reconciler {
  const { state, platform, settings, scope, events, closed } = context;
  let asking: Promise<Response | undefined> | undefined;
  let backoff = noBackoff;
  /** Steady time at which the order of tokens became open. */
  let openSince: number | undefined;
  let timer: unknown;
  /** Questions in a row that left the order open. */
  let repeats = 0;
  let toldNotExposed = false;

  const isOpen = (): boolean => state.held.ambiguous && settings.reconcile === "auto" && !closed.aborted;

  const question = async (sent: string, signal: AbortSignal): Promise<Response> => {
    state.count("reconciles");
    const stamp = state.stamp(sent);
    const headers = { authorization: bearer(sent) };
    const response = await platform.fetch(scope.tokenUrl, { headers, signal });
    // A header is newer than the body of the same answer.
    const header = holder.tokenIn(response, scope.tokenUrl);
    const body = header === undefined ? await readBody(response) : undefined;
    response.body?.cancel().catch(() => undefined);
    if (body !== undefined && body !== sent && response.type === "cors") tellNotExposed();
    const token = header ?? body;
    const isEvidence = !response.redirected && !order.isCached(response);
    backoff = token !== undefined && isEvidence ? noBackoff : nextBackoff(backoff, platform);
    if (token !== undefined) holder.settle(token, stamp, response);
    return response;
  };

  /** `data.token` of the envelope, with or without the scheme. */
  const readBody = async (response: Response): Promise<string | undefined> => {
    if (!response.ok || !scope.includes(response.url || scope.tokenUrl)) return undefined;
    const body: { data?: { token?: unknown } } | null = await response.json();
    return parseTokenText(body?.data?.token);
  };

  const tellNotExposed = (): void => {
    if (!toldNotExposed) events.emit({ type: "token_not_exposed" });
    toldNotExposed = true;
  };

  const ask = (): Promise<Response | undefined> => {
    const token = state.usableToken;
    if (asking !== undefined || token === undefined) return asking ?? Promise.resolve(undefined);
    openSince = undefined;
    platform.timers.clearTimeout(timer);
    timer = undefined;
    const limits = { timers: platform.timers, timeoutMs: settings.timeoutMs, closed };
    asking = withTimeout(limits, (signal) => question(token, signal))
      .catch(() => {
        backoff = nextBackoff(backoff, platform);
        return undefined;
      })
      .finally(() => {
        asking = undefined;
        repeats = isOpen() ? repeats + 1 : 0;
        // What overlapped with the question may have left the order open again.
        afterResponse(repeats <= maxRepeats);
      });
    return asking;
  };

  const afterResponse = (isCounted: boolean): void => {
    if (!isOpen() || asking !== undefined) return;
    const now = platform.steady();
    openSince ??= now;
    const isQuiet = isCounted && state.inFlight === 0;
    if (now >= backoff.until && (isQuiet || now - openSince >= patienceMs)) return void ask();
    // Where the question fails again and again, only a call leads to the next one.
    if (backoff.failures > maxFailures) return;
    timer ??= platform.timers.setTimeout(
      () => {
        timer = undefined;
        if (isOpen()) void ask();
      },
      Math.max(backoff.until - now, patienceMs * (0.5 + platform.random())),
    );
    letExit(timer);
  };
  closed.addEventListener("abort", () => platform.timers.clearTimeout(timer));

  return {
    afterResponse,
    ask,
    async settled() {
      // One question may lead to the next.
      for (let asked = 0; asked < maxRepeats && isOpen() && platform.steady() >= backoff.until; asked++) await ask();
      while (asking !== undefined) await asking;
    },
    get pausedUntil() {
      return backoff.until;
    },
  };
}
