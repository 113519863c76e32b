import { nextBackoff, noBackoff } from "../backoff.ts";
import type { SessionContext } from "../context.ts";
import { discard, type Platform } from "../platform.ts";
import { letExit, withTimeout } from "../time-limit.ts";
import { bearer, parseTokenText } from "../token-text.ts";
import { readAnswerToken } from "./answer-token.ts";
import type { TokenHolder } from "./token-holder.ts";

/** Asks the service which token is current. */
export interface Reconciler {
  /**
   * Call after every answer, and after the store brought a token: asks in the background if the order of tokens is open, at
   * once if no call is under way.
   * @param isCounted whether a call has ended that was counted in `inFlight`; the end of others may go unseen
   */
  afterResponse(isCounted: boolean): void;
  /** Asks now, or joins the question under way. Never rejects. */
  ask(): Promise<QuestionResult>;
  /** Asks now if the order is open. Resolves when no question is under way. */
  settled(): Promise<void>;
  /** Steady time before which a question that failed is not repeated. */
  readonly pausedUntil: number;
}

/** The service said which token is current, refused the held one, or neither. */
export type QuestionResult = "answered" | "refused" | "unanswered";

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

export function createReconciler(context: SessionContext, holder: TokenHolder): Reconciler {
  const { state, platform, settings, events, closed, limits } = context;
  let asking: Promise<QuestionResult> | undefined;
  let askedEpoch = 0;
  let backoff = noBackoff;
  /** Steady time at which the order of tokens became open. */
  let openSince: number | undefined;
  const timer = createTimer(platform);
  /** Questions in a row that left the order open. */
  let repeats = 0;
  const tellNotExposed = once(() => events.emit({ type: "token_not_exposed" }));

  const isOpen = (): boolean => state.held.ambiguous && settings.reconcile === "auto" && !closed.aborted;

  const question = async (sent: string, signal: AbortSignal): Promise<QuestionResult> => {
    state.count("reconciles");
    const call = state.stamp(sent);
    const { response, token, isHidden } = await requestCurrentToken(context, sent, signal);
    if (isHidden) tellNotExposed();
    const isAnswered = token !== undefined && holder.settle(token, call, response);
    backoff = isAnswered ? noBackoff : nextBackoff(backoff, platform);
    if (isAnswered) return "answered";
    return response.status === 401 && !response.redirected ? "refused" : "unanswered";
  };

  const ask = (): Promise<QuestionResult> => {
    const token = state.usableToken;
    const { epoch } = state.session;
    // The answer to a question of an earlier session says nothing of this one.
    if (asking !== undefined) return epoch === askedEpoch ? asking : asking.then(ask);
    if (token === undefined) return Promise.resolve("unanswered");
    askedEpoch = epoch;
    openSince = undefined;
    timer.stop();
    asking = withTimeout(limits, (signal) => question(token, signal))
      .catch(() => {
        backoff = nextBackoff(backoff, platform);
        return "unanswered" as const;
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
    timer.start(Math.max(backoff.until - now, patienceMs * (0.5 + platform.random())), () => {
      if (isOpen()) void ask();
    });
  };
  closed.addEventListener("abort", timer.stop);

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

/** A timer that runs once at a time. */
function createTimer({ timers }: Platform): { start(ms: number, act: () => void): void; stop(): void } {
  let handle: unknown;
  return {
    start(ms, act) {
      if (handle !== undefined) return;
      handle = timers.setTimeout(() => {
        handle = undefined;
        act();
      }, ms);
      letExit(handle);
    },
    stop() {
      timers.clearTimeout(handle);
      handle = undefined;
    },
  };
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** The answer of the service to "which token is current?". */
interface CurrentToken {
  readonly response: Response;
  readonly token: string | undefined;
  /** The body names a newer token, and the browser hides the header that must name it as well. */
  readonly isHidden: boolean;
}

async function requestCurrentToken(context: SessionContext, sent: string, signal: AbortSignal): Promise<CurrentToken> {
  const { platform, scope } = context;
  const headers = { authorization: bearer(sent) };
  const response = await platform.fetch(scope.tokenUrl, { headers, signal, ...noStore() });
  const isInside = scope.includes(response.url || scope.tokenUrl);
  // A header is newer than the body of the same answer.
  const header = readAnswerToken(context, response, scope.tokenUrl);
  const body = header === undefined && response.ok && isInside ? await readBody(context, response) : undefined;
  discard(response);
  const isHidden = body !== undefined && body !== sent && response.type === "cors";
  return { response, token: header ?? body, isHidden };
}

/** `data.token` of the envelope, with or without the scheme. */
async function readBody({ events }: SessionContext, response: Response): Promise<string | undefined> {
  const body: { data?: { token?: unknown } } | null = await response.json();
  const text = body?.data?.token;
  const token = parseTokenText(text);
  if (token === undefined && typeof text === "string") events.emit({ type: "token_malformed", length: text.length });
  return token;
}

/**
 * A cached answer is no evidence, and a browser that may use its cache keeps the question back for up to 20 s while
 * another tab waits for the answer to the same one. Workers without caches throw for the option.
 */
function noStore(): RequestInit {
  return "cache" in Request.prototype ? { cache: "no-store" } : {};
}
