import type { OperationId } from "@fleet-api/contract";
import type { Failure } from "./handler.ts";
import type { RecordedCall } from "./recorded-call.ts";
import { type Sessions, createSessions } from "./sessions.ts";
import { TestServerError } from "./test-server-error.ts";

/** A handler of any operation. Its request is typed where it is given to the server. */
type AnyHandler = (request: never) => unknown;

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

/** One operation, or all of them. */
export type Target = OperationId | "*";

/** What is to happen to the next calls, in the order in which it was planned. */
interface Planned<What> {
  add(target: Target, what: What, times: number): void;
  /** What happens to this call; undefined for nothing. */
  take(id: OperationId): What | undefined;
}

function createPlanned<What>(): Planned<What> {
  const plans: { target: Target; what: What; left: number }[] = [];
  return {
    add(target, what, times) {
      if (!(times === Infinity || (Number.isInteger(times) && times > 0)))
        throw new TestServerError("times must be a whole number of at least 1, or Infinity");
      plans.push({ target, what, left: times });
    },
    take(id) {
      const plan = plans.find(({ target, left }) => left > 0 && (target === "*" || target === id));
      if (plan !== undefined) plan.left -= 1;
      return plan?.what;
    },
  };
}
