import { parseBearer } from "./bearer.ts";
import type { Emitter } from "./events.ts";
import type { Scope } from "./scope.ts";
import type { CallStamp, TokenState } from "./token-state.ts";

/** Accounts for calls under way and takes up the tokens in their answers. */
export interface Traffic {
  /** Calls sent and not yet answered. */
  readonly inFlight: number;
  /** Note a call about to be sent with this token. */
  begin(token: string): CallStamp;
  /** Note its answer, or `undefined` when it failed. */
  finish(stamp: CallStamp, response: Response | undefined, url: string): void;
  /** The token of an answer, if the answer came from within the scope. `url` is where the request went. */
  tokenOf(response: Response, url: string): string | undefined;
}

/** `settled` is called after each answer, when its token has been judged. */
export function createTraffic(scope: Scope, state: TokenState, emit: Emitter["emit"], settled: () => void): Traffic {
  let inFlight = 0;

  const tokenOf = (response: Response, url: string): string | undefined => {
    const token = parseBearer(response.headers.get("authorization"));
    if (token === undefined) return undefined;
    // After a redirect the header was written by whoever is at its end, which may be anybody.
    const from = response.url === "" ? url : response.url;
    if (scope.pathOf(from) !== undefined) return token;
    emit({ type: "scopeRefused", origin: new URL(from).origin });
    return undefined;
  };

  return {
    get inFlight() {
      return inFlight;
    },
    tokenOf,
    begin(token) {
      inFlight++;
      return state.stamp(token);
    },
    finish(stamp, response, url) {
      inFlight--;
      const token = response && tokenOf(response, url);
      if (token !== undefined) state.offer(token, stamp);
      if (response && response.status !== 401 && stamp.epoch === state.epoch) state.worked = true;
      settled();
    },
  };
}
