import type { Limits } from "./limits.ts";
import type { CallContext, CallState } from "./middleware.ts";
import type { AnyResult } from "./outcome.ts";

/** What middleware sees as the state of a call, and what is behind it. */
export interface RunningCall extends CallState {
  attempts: number;
  readonly limits: Limits;
  /** The context that the call began with. */
  context?: CallContext;
  /** What its newest attempt came to: made for this call, while others may be shared. */
  made?: AnyResult;
}

/** Middleware hands on the state of the call as it is; only its type shows less. */
export function runningCall({ call }: CallContext): RunningCall {
  return call as RunningCall;
}
