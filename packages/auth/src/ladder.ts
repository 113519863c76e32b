import type { Emitter } from "./events.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Renewal } from "./renewal.ts";
import type { CallStamp } from "./token-state.ts";
import type { Traffic } from "./traffic.ts";

/** Answers a 401 at most once per call: another token if there is one, else one shared login, then a replay. */
export interface Ladder {
  /** Calls sent again. */
  readonly replays: number;
  /** Takes a call that was refused, and returns what its caller gets. */
  climb(call: Outgoing, stamp: CallStamp, refused: Response): Promise<Response>;
}

/** The ladder of one session. */
export function createLadder(traffic: Traffic, renewal: Renewal, emit: Emitter["emit"]): Ladder {
  let replays = 0;

  const replay = async (call: Outgoing, token: string): Promise<Response> => {
    replays++;
    const stamp = traffic.begin(token);
    let response: Response | undefined;
    try {
      response = await call.send(token);
      return response;
    } finally {
      traffic.finish(stamp, response, call.url);
    }
  };

  return {
    get replays() {
      return replays;
    },
    async climb(call, stamp, refused) {
      if (!call.replayable()) {
        // A stream cannot be sent twice, but the next call should find a token that works.
        await renewal.replace(stamp, call.signal()).catch(() => undefined);
        emit({ type: "replaySkipped", why: "stream" });
        return refused;
      }
      // Whatever comes of it, an unread body must not hold its connection.
      const discard = (): void => void refused.body?.cancel().catch(() => undefined);
      try {
        const token = await renewal.replace(stamp, call.signal());
        if (token === undefined) return refused;
        call.signal()?.throwIfAborted();
        discard();
        return await replay(call, token);
      } catch (error) {
        discard();
        throw error;
      }
    },
  };
}
