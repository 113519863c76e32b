import type { Core } from "./core.ts";
import type { Outgoing } from "./outgoing.ts";
import type { CallStamp } from "./token-state.ts";

/** A call that concerns the session, from its sending to its answer. */
export interface Passage {
  /** A login or logout that the application sends itself begins or ends the session; all others use it. */
  readonly kind: "login" | "logout" | "ours";
  readonly call: Outgoing;
  readonly stamp: CallStamp;
}

/** The way of every call through the session, the same for each face. */
export interface Gate {
  /** Calls that carried the token. */
  readonly requests: number;
  /** Before sending. `undefined`: the call is none of our business. May wait for a login. */
  enter(call: Outgoing): Promise<Passage | undefined>;
  /** After the answer. Returns what the caller gets. */
  leave(passage: Passage, response: Response): Promise<Response>;
  /** Instead of `leave`, when there was no answer. */
  fail(passage: Passage): void;
}

/** The gate of one session. */
export function createGate({ settings, state, traffic, renewal, ladder, closing }: Core): Gate {
  const { scope } = settings;
  let requests = 0;

  const kindOf = (call: Outgoing): Passage["kind"] | undefined => {
    const path = scope.pathOf(call.url);
    if (path === undefined || call.claimed) return undefined;
    const operation = `${call.method} ${path}`;
    if (operation === `POST ${settings.loginPath}`) return "login";
    if (scope.isPublic(operation)) return undefined;
    return operation === `POST ${settings.logoutPath}` ? "logout" : "ours";
  };

  /** The answer to a login or logout that the application sent itself. */
  const conclude = ({ kind, call, stamp }: Passage, response: Response): void => {
    if (stamp.epoch !== state.epoch) return;
    if (kind === "logout") {
      if (response.ok || response.status === 401) state.end("here");
    } else if (response.ok) {
      const token = traffic.tokenOf(response, call.url);
      if (token !== undefined) state.start(token, "login");
    }
  };

  return {
    get requests() {
      return requests;
    },
    async enter(call) {
      closing.signal.throwIfAborted();
      const kind = kindOf(call);
      if (kind === undefined) return undefined;
      if (kind === "login") return { kind, call, stamp: state.stamp(undefined) };
      if (kind === "logout")
        return state.token === undefined ? undefined : { kind, call, stamp: state.stamp(state.token) };
      const token = state.token ?? (await renewal.acquire(call.signal()));
      requests++;
      return { kind, call, stamp: traffic.begin(token) };
    },
    async leave(passage, response) {
      const { kind, call, stamp } = passage;
      if (kind !== "ours") {
        conclude(passage, response);
        return response;
      }
      traffic.finish(stamp, response, call.url);
      return response.status === 401 ? ladder.climb(call, stamp, response) : response;
    },
    fail({ kind, call, stamp }) {
      if (kind === "ours") traffic.finish(stamp, undefined, call.url);
    },
  };
}
