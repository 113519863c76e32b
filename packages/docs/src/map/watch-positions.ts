/** New positions as they arrive. */
import type { FleetClient, FleetError } from "@fleet-api/client";
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

/** Somebody looks at the page: a service that is back must not go unnoticed for a minute. */
const LONGEST_PAUSE_MS = 10_000;

/**
 * Positions in the order of their arrival, for as long as they are iterated.
 * @throws FleetError for what does not pass, such as 401 and 403, and what `onReset` throws
 */
export async function* watchPositions(fleet: FleetClient, options: WatchOptions): AsyncGenerator<readonly Position[]> {
  const { clientId, signal, onReset, onRetry } = options;
  let failed: { readonly error: unknown } | undefined;
  let reading: Promise<void> | undefined;
  const read = (): Promise<void> =>
    (reading = onReset().catch((error: unknown) => {
      failed = { error };
      stream.close();
    }));
  const stream = fleet.monitoring.stream(
    { query: { channels: ["telemetry"], client_id: clientId ?? undefined } },
    {
      signal,
      reconnect: { capMs: LONGEST_PAUSE_MS },
      // Later connections continue where the one before them ended.
      onOpen: () => void (reading ?? read()),
      onReconnect: ({ error, delayMs }) => {
        if (error !== null) onRetry({ error, delayMs });
      },
    },
  );
  for await (const event of stream) {
    await reading;
    if (event.event === "reset") await read();
    if (event.event === "positions" && failed === undefined) yield event.data;
  }
  await reading;
  if (failed !== undefined) throw failed.error;
}
