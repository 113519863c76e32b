import { nextBackoff, noBackoff } from "../backoff.ts";
import type { SessionContext } from "../context.ts";
import { abandoned, type InFlight, type InFlightLimits, isOverdue, joinWork, trackWork } from "../in-flight.ts";
import { isRedirected } from "../platform.ts";
import { createTimer, withTimeout } from "../time-limit.ts";
import { requestCurrentToken } from "./response-token.ts";
import { isFirstHand } from "./order.ts";
import type { TokenHolder } from "./token-holder.ts";

/** Reconciles: settles by one `GET /auth/token` which token is current. */
export interface Reconciler {
  /**
   * Call after every response, and after the store brought a token: reconciles in the background if the order of tokens is
   * open, at once if no call is under way.
   * @param isCounted whether a call has ended that was counted in `inFlight`; the end of others may go unseen
   */
  afterResponse(isCounted: boolean): void;
  /** Reconciles now, or joins the reconcile under way. Never rejects. */
  reconcile(): Promise<ReconcileResult>;
  /** Reconciles now if the order is open. Resolves when no reconcile is under way. */
  settled(): Promise<void>;
  /** Steady time before which a reconcile that failed is not repeated. */
  readonly backoffUntil: number;
}

/** The service said which token is current, accepted the held one without saying so, refused it, or none of these. */
export type ReconcileResult = "confirmed" | "accepted" | "refused" | "failed";

/** A reconcile under way. */
interface Underway {
  readonly work: InFlight<ReconcileResult>;
  /** The session that it asks for. */
  readonly epoch: number;
}

/**
 * Under steady load no call may ever be the last one; then reconcile after this time anyway, or up to half of it earlier or
 * later, so that sessions that share a store do not reconcile together for ever.
 */
const patienceMs = 1_000;

/**
 * How often to reconcile again at once when something overlapped. Two sessions of one store, whose reconciles overlap and
 * bring a new token each, would otherwise never end.
 */
const maxRepeats = 3;

/** How many failed reconciles are repeated without a call. */
const maxFailures = 5;

/** Holds the reconcile under way, and forgets one that cannot end any more. */
function createSlot(limits: InFlightLimits) {
  let underWay: Underway | undefined;
  return {
    current(): Underway | undefined {
      if (underWay && isOverdue(underWay.work, limits)) underWay = undefined;
      return underWay;
    },
    async join(current: Underway): Promise<ReconcileResult | typeof abandoned> {
      const result = await joinWork(current.work, limits);
      if (result === abandoned) this.end(current);
      return result;
    },
    begin(promise: Promise<ReconcileResult>, epoch: number): Underway {
      return (underWay = { work: trackWork(promise, limits), epoch });
    },
    /** Returns whether it was under way until now. */
    end(ended: Underway): boolean {
      if (underWay !== ended) return false;
      underWay = undefined;
      return true;
    },
  };
}

/** @param isSettled whether the response named the current token, and counts as evidence */
function interpretResponse(response: Response, sentTo: string, isSettled: boolean): ReconcileResult {
  // A token that comes with a 401 may be refused as well.
  if (response.status === 401 && !isRedirected(response, sentTo)) return "refused";
  if (isSettled) return "confirmed";
  return response.ok && isFirstHand(response, sentTo) ? "accepted" : "failed";
}

export function createReconciler(context: SessionContext, holder: TokenHolder): Reconciler {
  const { state, platform, settings, events, closed, limits } = context;
  const slot = createSlot(limits);
  let backoff = noBackoff;
  /** Steady time at which the order of tokens became open. */
  let openSince: number | undefined;
  const timer = createTimer(platform);
  /** Reconciles in a row that left the order open. */
  let repeats = 0;
  let hasToldNotExposed = false;

  const isOpen = (): boolean => state.held.ambiguous && settings.reconcile === "auto" && !closed.aborted;

  const send = async (sent: string, signal: AbortSignal): Promise<ReconcileResult> => {
    state.count("reconciles");
    const call = state.stamp(settings.tokenUrl, sent);
    const { response, token, isHidden } = await requestCurrentToken(context, sent, signal);
    if (isHidden && !hasToldNotExposed) events.emit({ type: "token_not_exposed" });
    hasToldNotExposed ||= isHidden;
    const result = interpretResponse(response, call.url, token !== undefined && holder.settle(token, call, response));
    backoff = result === "confirmed" ? noBackoff : nextBackoff(backoff, platform);
    return result;
  };

  const reconcile = (): Promise<ReconcileResult> => {
    const token = state.usableToken;
    const { epoch } = state.session;
    // The response to a reconcile of an earlier session says nothing of this one.
    const current = slot.current();
    if (current !== undefined) {
      return slot
        .join(current)
        .then((result) => (result === abandoned || epoch !== current.epoch ? reconcile() : result));
    }
    if (token === undefined) return Promise.resolve("failed");
    openSince = undefined;
    timer.stop();
    const promise = withTimeout(limits, (signal) => send(token, signal))
      .catch(() => {
        backoff = nextBackoff(backoff, platform);
        return "failed" as const;
      })
      .finally(() => {
        if (!slot.end(started)) return;
        repeats = isOpen() ? repeats + 1 : 0;
        // What overlapped with the reconcile may have left the order open again.
        afterResponse(repeats <= maxRepeats);
      });
    const started = slot.begin(promise, epoch);
    return promise;
  };

  const afterResponse = (isCounted: boolean): void => {
    if (!isOpen() || slot.current() !== undefined) return;
    const now = platform.steady();
    openSince ??= now;
    const isQuiet = isCounted && state.inFlight === 0;
    if (now >= backoff.until && (isQuiet || now - openSince >= patienceMs)) return void reconcile();
    // Where it fails again and again, only a call leads to the next one.
    if (backoff.failures > maxFailures) return;
    timer.start(Math.max(backoff.until - now, patienceMs * (0.5 + platform.random())), () => {
      if (isOpen()) void reconcile();
    });
  };
  closed.addEventListener("abort", timer.stop);

  return {
    afterResponse,
    reconcile,
    async settled() {
      // One reconcile may lead to the next.
      for (let tries = 0; tries < maxRepeats && isOpen() && platform.steady() >= backoff.until; tries++)
        await reconcile();
      for (let current = slot.current(); current !== undefined; current = slot.current()) await slot.join(current);
    },
    get backoffUntil() {
      return backoff.until;
    },
  };
}
