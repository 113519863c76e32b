import type { OperationId } from "@fleet-api/contract";
import type { Exact, FailureOf, Handlers } from "./handler.ts";
import { operationOf } from "./operation-table.ts";
import type { RecordedCall } from "./recorded-call.ts";
import { serve } from "./serve.ts";
import type { Session } from "./sessions.ts";
import { type State, type Target, createState } from "./state.ts";
import { TestServerError } from "./test-server-error.ts";

/** Options of `createTestServer`. */
export interface TestServerOptions {
  /** Absolute address below which `fetch` answers. Default `https://fleet.test/api/v1`. */
  readonly baseUrl?: string;
  /** Whether protected operations need the token of a login, as in the service. Default false: any caller is let in. */
  readonly sessions?: boolean;
}

/** How often something is to happen. */
export interface Times {
  /** How many calls; a whole number, or `Infinity` for all until `reset()`. Default 1. */
  readonly times?: number;
}

/** A service of the contract, in memory. */
export interface TestServer {
  /** For the `baseUrl` of a client. */
  readonly baseUrl: string;
  /** For the `fetch` of a client. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Adds handlers; a later one replaces an earlier one of the same operation. */
  use<Given extends Handlers>(handlers: Given & Exact<Given>): void;
  /** Makes the next calls of an operation, or with `"*"` of any, fail. Comes before handlers, sessions and validation. */
  failNext<Id extends Target>(target: Id, failure: FailureOf<Id>, options?: Times): void;
  /** Answers the next calls only when the promise of `until` is fulfilled; `until` is called when a call arrives. */
  delayNext(target: Target, until: () => PromiseLike<unknown>, options?: Times): void;
  /** The requests that reached an operation, in order of arrival. */
  readonly calls: readonly RecordedCall[];
  /** Those of one operation. */
  callsOf<Id extends OperationId>(operationId: Id): readonly RecordedCall<Id>[];
  /**
   * What went wrong in the test rather than in the service: answers of handlers that break the contract, handlers that
   * threw, and requests to other origins, unknown paths and unknown methods.
   */
  readonly errors: readonly Error[];
  /** Throws what is in `errors`. For the end of each test: an application may hide the failed call. */
  assertNoErrors(): void;
  /** With sessions: the next answer to each session has a newer token. Superseded tokens stay valid. */
  rotate(): void;
  /** With sessions: ends all sessions; their tokens are answered with `token_revoked`. */
  revoke(): void;
  /** With sessions: the tokens handed out so far are answered with `token_expired`. */
  expire(): void;
  /** Forgets handlers, failures, delays, calls, errors and sessions. */
  reset(): void;
}

/**
 * Makes a service of the contract in memory. Every operation answers with the example of the contract until a handler
 * says otherwise; requests and answers are checked with the validators of the contract. Nothing is global.
 */
export function createTestServer(options: TestServerOptions = {}): TestServer {
  const { sessions = false } = options;
  const baseUrl = new URL((options.baseUrl ?? "https://fleet.test/api/v1").replace(/\/+$/, ""));
  let state: State = createState();
  const liveSessions = (): Session[] => {
    if (!sessions) throw new TestServerError("there are no sessions; use createTestServer({ sessions: true })");
    return state.sessions.all.filter(({ ended }) => ended === null);
  };
  const endSessions = (reason: NonNullable<Session["ended"]>): void => {
    for (const session of liveSessions()) session.ended = reason;
  };
  return {
    baseUrl: baseUrl.href,
    async fetch(input, init) {
      const request = new Request(input, init);
      const arrived = state;
      return untilAborted(request.signal, () =>
        serve({ baseUrl, sessions }, arrived, request).catch((error: unknown) => {
          // After an abort, a handler may well have failed because of it.
          if (error instanceof TestServerError && !request.signal.aborted) arrived.errors.push(error);
          throw error;
        }),
      );
    },
    use(handlers) {
      for (const [id, handler] of Object.entries(handlers)) {
        if (typeof handler === "function") state.handlers.set(operationOf(id).id, handler);
      }
    },
    failNext: (target, failure, { times = 1 } = {}) => state.failures.add(known(target), failure, times),
    delayNext: (target, until, { times = 1 } = {}) => state.delays.add(known(target), until, times),
    get calls() {
      return state.calls;
    },
    callsOf(operationId) {
      known(operationId);
      return state.calls.filter((call) => isCallOf(operationId, call));
    },
    get errors() {
      return state.errors;
    },
    assertNoErrors() {
      const [first, ...others] = state.errors;
      if (others.length === 0 && first !== undefined) throw first;
      if (first !== undefined) throw new AggregateError(state.errors, state.errors.map(String).join("\n"));
    },
    rotate() {
      for (const session of liveSessions()) session.rotates = true;
    },
    revoke: () => endSessions("token_revoked"),
    expire: () => endSessions("token_expired"),
    reset() {
      state = createState();
    },
  };
}

/** The target itself, if the contract has it: not every test is typed. */
function known(target: Target): Target {
  return target === "*" ? target : operationOf(target).id;
}

function isCallOf<Id extends OperationId>(id: Id, call: RecordedCall): call is RecordedCall & RecordedCall<Id> {
  return call.operationId === id;
}

/** Rejects with the reason of the signal as soon as it aborts, whatever the work does then. */
function untilAborted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}
