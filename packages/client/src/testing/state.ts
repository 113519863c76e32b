import type { Failure } from "./handler.ts";
import { createPlanned, type Planned } from "./planned.ts";
import type { RecordedCall } from "./recorded-call.ts";
import { createSessions, type Sessions } from "./sessions.ts";

/** A handler of any operation. Its request is typed where it is given to the server. */
export type AnyHandler = (request: never) => unknown;

/** All that a server remembers; a reset replaces it, so that a call that is still under way changes nothing new. */
export interface State {
  readonly handlers: Map<string, AnyHandler>;
  readonly calls: RecordedCall[];
  readonly errors: Error[];
  readonly failures: Planned<Failure>;
  readonly delays: Planned<() => PromiseLike<unknown>>;
  readonly sessions: Sessions;
}

export function createState(): State {
  return {
    handlers: new Map(),
    calls: [],
    errors: [],
    failures: createPlanned(),
    delays: createPlanned(),
    sessions: createSessions(),
  };
}
