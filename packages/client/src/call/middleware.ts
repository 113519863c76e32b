import type { CallOptions } from "@fleet-api/contract";
import type { Platform } from "../platform.ts";
import type { CallInput } from "../transport/transport.ts";
import type { OperationFacts } from "./operation.ts";
import type { AnyResult } from "./result.ts";

/** What stays the same for all attempts of one call. As an object it is a key: a WeakMap can keep things by call. */
export interface CallState {
  /** Requests sent for this call so far. */
  readonly attempts: number;
  /** When the call began, on the client's clock (`platform.monotonic()`), in milliseconds. */
  readonly startedAt: number;
  /** When the call must be over, on the same clock; Infinity without a deadline. */
  readonly deadlineAt: number;
  /** Aborted by the caller, by the deadline, or when the client is closed. Whatever waits must heed it. */
  readonly signal: AbortSignal;
}

/** One call on its way down. It is never changed: to change something, give `next` a copy: `{ ...context, headers }`. */
export interface CallContext {
  readonly call: CallState;
  readonly operation: OperationFacts;
  /** Parameters and body. Serialised anew by each `next`, so that a call can be sent again. */
  readonly input: CallInput;
  /** Headers of this call with lower-case names, over those of the client. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of every call of the client, with lower-case names. */
  readonly clientHeaders: Readonly<Record<string, string>>;
  /** The options that the caller gave to this call. */
  readonly options: CallOptions;
  /** A signal by which a middleware ends the attempts below it; that of the call is `call.signal`. */
  readonly signal?: AbortSignal | undefined;
  /** Base URL of the client, without a slash at the end. */
  readonly baseUrl: string;
  /** Clock, timers and randomness of the client. */
  readonly platform: Platform;
}

/** Sends the call on, to the next middleware and at last to the service. May be called again. It never rejects. */
export type Next = (context: CallContext) => Promise<AnyResult>;

/**
 * Stands between a call and the service: it can change the context, answer without the service, or send the call again.
 * What it sees are results, which never reject; bytes are seen by the `fetch` that a client is given. A middleware that
 * throws makes the result a failure: `request` if nothing was sent, else `unexpected`.
 */
export type Middleware = (context: CallContext, next: Next) => Promise<AnyResult>;
