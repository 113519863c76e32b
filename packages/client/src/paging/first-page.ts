import { type AnyResult, isPage } from "../outcome.ts";
import { follow } from "./follow.ts";
import { withRows } from "./with-rows.ts";

/**
 * The result of a call, which those who await the call share with the walks over it. It is sent when the first of them
 * asks. A walk asks with its signal: the request is aborted when all who asked were walks, and all of them have ended.
 * Nobody else gets that abort: who asks later sends anew. `own` is the signal of the call.
 */
export function shareFirst(
  send: (signal: AbortSignal | undefined) => Promise<AnyResult>,
  own: AbortSignal | undefined,
): (walk?: AbortSignal) => Promise<AnyResult> {
  let result: Promise<AnyResult> | undefined;
  /** The same for walks: those who await the result may change it. */
  let kept: Promise<AnyResult>;
  /** Ends the request, if a walk has sent it. */
  let request: AbortController | undefined;
  /** Who wants it. Only a walk can leave: an await stays, and so does the result itself when it has come. */
  let wanted = 0;
  return (walk) => {
    if (!result) {
      request = walk && new AbortController();
      const unlink = request && follow(request, own);
      const sent = (result = send(request?.signal ?? own));
      // Made before anybody else gets the result.
      kept = sent.then((answer) => {
        unlink?.();
        if (result === sent) wanted++;
        return isPage(answer) ? withRows(answer) : answer;
      });
      // Of what an odd middleware made there may be no copy: that is for walks.
      kept.catch(() => {});
    }
    wanted++;
    walk?.addEventListener("abort", () => {
      if (--wanted) return;
      result = undefined;
      request?.abort(walk.reason);
    });
    return walk ? kept : result;
  };
}
