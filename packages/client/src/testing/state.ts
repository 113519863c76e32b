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
  /** The same ids in every run, so that snapshots of tests are stable. */
  readonly newRequestId: () => string;
}

export function createState(): State {
  let requests = 0;
  return {
    handlers: new Map(),
    calls: [],
    errors: [],
    failures: createPlanned(),
    delays: createPlanned(),
    sessions: createSessions(),
    newRequestId: () => `test-${String(++requests).padStart(8, "0")}`,
  };
}
