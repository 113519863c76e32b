import type { StreamOptions } from "@fleet-api/contract";
import { FleetError } from "../errors.ts";
import type { StreamState } from "./event-decoder.ts";
import { pauseOf } from "./exchange.ts";
import { type Settings, checkCount, checkMs } from "./source.ts";

/** How a stream reconnects. */
export type ReconnectOptions = NonNullable<StreamOptions["reconnect"]>;

/** Why and when a stream connects again. */
export type Reconnect = Parameters<NonNullable<StreamOptions["onReconnect"]>>[0];

/** When to connect again. */
export interface ReconnectPlan {
  /** An event came: the connection is no failure. */
  proved(): void;
  /** Something came on a connection that was open for so long. A heartbeat is as good as an event, unlike a greeting. */
  heard(openMs: number): void;
  /** After a connection that lasted so long. Throws when it was enough. */
  next(error: FleetError | null, lastedMs: number): { readonly failures: number; readonly delayMs: number };
}

/** Milliseconds below which the doubling does not start, so that `retry: 0` does not hammer a service that is down. */
const LEAST_BACKOFF_MS = 1_000;

/** Milliseconds of the least pause, whatever service and options say. */
const LEAST_PAUSE_MS = 100;

/** Milliseconds after which a connection with an event works. A service that greets and hangs up does not. */
const SETTLED_MS = 5_000;

/** The same where there was nothing to tell. */
const STEADY_MS = 60_000;

/**
 * Pauses with full jitter, so that the clients of a service that restarts do not come back together: a random time
 * below `retry` of the service, doubled with each connection in a row that ended soon, with an event or without; on top
 * of what `Retry-After` asks for.
 */
export function planOf(
  { operationId, platform: { random, now } }: Settings,
  options: ReconnectOptions,
  state: StreamState,
): ReconnectPlan {
  const { baseMs = 3_000, capMs = 60_000, maxFailures = Infinity, maxPauseMs = 600_000 } = options;
  for (const [name, ms] of Object.entries({ baseMs, capMs, maxPauseMs })) checkMs(operationId, name, ms);
  checkCount(operationId, "maxFailures", maxFailures);
  let failures = 0;
  let short = 0;
  let proved = false;
  return {
    proved() {
      proved = true;
    },
    heard(openMs) {
      proved ||= openMs >= SETTLED_MS;
    },
    next(error, lastedMs) {
      failures = proved || lastedMs >= STEADY_MS ? 0 : failures + 1;
      short = lastedMs >= (proved ? SETTLED_MS : STEADY_MS) ? 0 : short + 1;
      proved = false;
      const asked = error ? pauseOf(error, now()) : 0;
      if (failures > maxFailures || asked > maxPauseMs) throw error ?? ended(operationId);
      const base = Math.min(state.retryMs ?? baseMs, maxPauseMs);
      const backoff = Math.max(base, LEAST_BACKOFF_MS) * 2 ** (short - 1);
      const most = short ? Math.min(backoff, Math.max(capMs, base)) : base;
      return { failures, delayMs: Math.round(asked + Math.max(LEAST_PAUSE_MS, random() * most)) };
    },
  };
}

function ended(operationId: string): FleetError {
  return new FleetError("the service ends the stream without an event", { kind: "network", operationId });
}
