import { dateOf } from "@fleet-api/http";
import type { SessionContext } from "../context.ts";
import type { TokenSource } from "../events.ts";
import type { CallStamp } from "../state/session-state.ts";
import type { StoreSync } from "../store/store-sync.ts";
import { isFirstHand, type TokenOrder } from "./order.ts";

/** How a session begins. */
export interface SessionStart {
  readonly why: "login" | "adopted";
  /** Fingerprint of the user; empty when unknown. */
  readonly user: string;
  /**
   * The service refused the old token and this one replaces it, so an unknown user is taken to be the one who logs in.
   */
  readonly isRenewal?: boolean;
  /** The response to the login. */
  readonly response?: Response | undefined;
}

/** How long after a rotation the token before it is tried when the new one is refused. */
const previousMs = 5_000;

/** Changes the held token of a session, and has it stored. `order.ts` decides which token is newer. */
export class TokenHolder {
  readonly #context: SessionContext;
  readonly #order: TokenOrder;
  readonly #sync: StoreSync | undefined;
  /** Logical time at which the latest response arrived that proves nothing. */
  #doubtedAt = 0;

  constructor(context: SessionContext, order: TokenOrder, sync: StoreSync | undefined) {
    this.#context = context;
    this.#order = order;
    this.#sync = sync;
  }

  /** The token that the held one replaced a moment ago, while other servers may not know the held one. */
  get previousToken(): string | undefined {
    const { state, platform } = this.#context;
    const { previous, since } = state.held;
    return platform.steady() - since < previousMs ? previous : undefined;
  }

  /** Takes the token of a response, unless it is older than the held one. */
  offer(token: string, call: CallStamp, response: Response): void {
    const { state, closed } = this.#context;
    const { token: held, ambiguous, takenAt } = state.held;
    if (closed.aborted) return;
    if (call.epoch !== state.session.epoch || held === undefined) return state.drop(token, "session");
    const verdict = this.#order.judge(token, { call, response });
    // The application's `compare` may have called the session.
    if (state.held.token !== held || call.epoch !== state.session.epoch) return this.offer(token, call, response);
    switch (verdict) {
      case "held":
        return this.#confirm(call, response);
      case "older":
        // Old as it is, it replaced the one that was sent.
        if (call.sent !== token && call.sent !== held) state.supersede(call.sent);
        return state.drop(token, "superseded");
      case "newer":
        state.supersede(held, call.sent);
        // Newer than the held one is not yet newer than another that gave way to it, or that was ignored, meanwhile.
        return this.#take(
          token,
          "rotated",
          ambiguous && call.at < Math.max(takenAt, this.#doubtedAt),
          response,
          call.sent,
        );
      case "overlap":
        // The later arrival is as good a guess as any: both are valid for 7 days.
        state.supersede(call.sent);
        return this.#take(token, "rotated", true, response, call.sent);
      default:
        this.#doubtedAt = state.tick();
        state.setAmbiguous(true);
        return state.drop(token, verdict);
    }
  }

  /**
   * Takes the token of a reconcile: it overrules what was inferred, unless it came from a cache, over a redirect, or for an
   * earlier session. Returns whether it counts.
   */
  settle(token: string, call: CallStamp, response: Response): boolean {
    const { state } = this.#context;
    const { token: held, takenAt } = state.held;
    const isEvidence = isFirstHand(response, call.url) && call.epoch === state.session.epoch;
    if (!isEvidence || call.at < takenAt || held === undefined) {
      // A token arrived during the reconcile: its response is one more overlapping piece of evidence.
      this.offer(token, call, response);
      return isEvidence;
    }
    // A response that proved nothing may be newer than the reconcile.
    const isOpen = this.#doubtedAt > call.at;
    const verdict = this.#order.judgeReconciled(token);
    // The application's `compare` may have called the session.
    if (state.held.token !== held || call.epoch !== state.session.epoch) return this.settle(token, call, response);
    state.setAmbiguous(isOpen);
    if (verdict === "held") {
      // The store may hold the token that was in doubt.
      this.#sync?.save();
      state.confirm();
      if (call.sent !== held) state.supersede(call.sent);
      // Where the clocks of servers differ, the response to the reconcile counts.
      state.dateHeldToken(this.#dateOf(response));
    } else if (verdict === "newer") {
      state.supersede(held);
      state.drop(held, "superseded");
      this.#take(token, "reconciled", isOpen, response, call.sent);
    } else this.offer(token, call, response);
    return true;
  }

  /** Begins a session with a token that was just logged in for or handed over. */
  begin(token: string, { why, user, isRenewal = false, response }: SessionStart): void {
    const { state, platform } = this.#context;
    const { user: before, begunBy } = state.session;
    // A token that was adopted here and is refused is taken to be of the user who logs in.
    const isOwnRenewal = isRenewal && before === "" && begunBy === "here";
    const sameUser = isOwnRenewal || (user !== "" && user === before);
    state.begin({ sid: platform.newId(), user, sameUser, by: "here" });
    this.#take(token, why, false, response);
  }

  /** Ends the session here, and in the store. */
  end(): void {
    const { state } = this.#context;
    const { status } = state.session;
    state.end("here");
    if (status === "open") this.#sync?.save();
  }

  #take(token: string, why: TokenSource, ambiguous: boolean, response?: Response, sent?: string): void {
    const { state } = this.#context;
    const { token: held, refusals } = state.held;
    const isRefusal = response?.status === 401;
    // Each 401 to calls at the same time may bring a token: these do not count as consecutive.
    const inRow = sent === held ? refusals + 1 : Math.max(1, refusals);
    const responseDate = response && this.#dateOf(response);
    state.hold(token, { why, ambiguous, refusals: isRefusal ? inRow : 0, responseDate });
    this.#sync?.save();
  }

  #dateOf({ headers }: Response): number | undefined {
    return dateOf(headers, this.#context.platform.now());
  }

  #confirm({ sent, url, at }: CallStamp, response: Response): void {
    const { state } = this.#context;
    const { token, takenAt } = state.held;
    if (sent !== token) state.supersede(sent);
    if (!isFirstHand(response, url)) return;
    state.confirm();
    if (at > Math.max(takenAt, this.#doubtedAt)) state.setAmbiguous(false);
  }
}
