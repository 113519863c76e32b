import type { FleetError } from "../errors/fleet-error.ts";
import type { ReconnectOptions } from "./reconnect.ts";
import type { StreamSource } from "./source.ts";

/** Options of `openEvents`. */
export interface EventsOptions extends StreamSource {
  /** Where to resume: the `id` of the last event that was dealt with. Sent as `Last-Event-ID`. */
  readonly lastEventId?: string | undefined;
  /**
   * Reconnects when nothing came for that many milliseconds, neither the head of the response nor a comment: three times
   * the heartbeat of the service is a good value. Default 0: waits for ever, also on a connection that died silently.
   */
  readonly idleMs?: number | undefined;
  /** The longest event, in bytes of its data in UTF-8. A longer one ends the stream. Default 1 048 576. */
  readonly maxEventBytes?: number | undefined;
  /** How long it waits before it connects again, and how often it tries. */
  readonly reconnect?: ReconnectOptions | undefined;
  /** Told about each connection that is open. It only watches: what it throws or rejects with is dropped. */
  readonly onOpen?: ((connection: { readonly lastEventId: string }) => void) | undefined;
  /** Told before the pause in front of each reconnect. It only watches: what it throws or rejects with is dropped. */
  readonly onReconnect?: ((reconnect: Reconnect) => void) | undefined;
}

/** Why and when a stream connects again. */
export interface Reconnect {
  /** What ended the connection; null when the service ended it in an orderly way. */
  readonly error: FleetError | null;
  /** Connections in a row that gave no event and did not last a minute. */
  readonly failures: number;
  /** Milliseconds until the next try. */
  readonly delayMs: number;
  readonly lastEventId: string;
}
