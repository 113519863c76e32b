/** New positions as they arrive. */
import type { FleetClient, FleetError } from "@fleet-api/client";
import { follow } from "@fleet-api/client/paginate";
import type { Position } from "./unit-set.ts";

interface WatchOptions {
  /** Only this client; null for all of the scope. */
  readonly clientId: number | null;
  readonly signal: AbortSignal;
  /** Called at the beginning, and after a gap: read the latest positions here. What arrives meanwhile comes next. */
  onReset(): Promise<void>;
  /** Called when the service does not answer, before the pause until the next request. */
  onRetry(retry: { readonly error: FleetError; readonly delayMs: number }): void;
}

const POLL_MS = 1000;

/**
 * Batches of positions in the order of their arrival, for as long as they are iterated.
 * @throws FleetError for what does not pass, such as 401 and 403, and what `onReset` throws
 */
export async function* watchPositions(fleet: FleetClient, options: WatchOptions): AsyncGenerator<readonly Position[]> {
  const { clientId, signal, onReset, onRetry } = options;
  const query = { client_id: clientId ?? undefined };
  const pages = follow(fleet.monitoring.feed, { query, signal, pollIntervalMs: POLL_MS, onReset, onRetry });
  for await (const { positions } of pages) yield positions;
}
