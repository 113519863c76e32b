/** Follows a fleet on any runtime: sends positions, loses the connection, continues where it was, and stops. */
import type { FleetClient } from "@fleet-api/client";

/** What happened to the streams. */
export interface FollowReport {
  /** The positions in the order of their arrival, each by its number. The connection is lost after the first one. */
  readonly received: readonly number[];
  /** Why the client reconnected. */
  readonly lost: readonly string[];
  /** Whether it reconnected with the id of the last event, and with the newest token. */
  readonly resumed: { readonly lastEventId: boolean; readonly token: boolean };
  /** Streams that were opened and ended, one after the other: a user can have ten at the same time. */
  readonly ended: Readonly<Record<"break" | "abort", number>>;
  /** The same positions by `EventSource` with a ticket; null where that is missing. */
  readonly byTicket: readonly number[] | null;
}

/** The request that opened a stream. */
interface OpenedStream {
  readonly lastEventId: string | null;
  readonly token: string | null;
  /** The newest token that the service had sent by then. */
  readonly newestToken: string | null;
}

interface StreamRecorder {
  readonly fetch: typeof fetch;
  readonly streams: readonly OpenedStream[];
}

/** Notes with what streams are opened. */
export function recordStreams(ask: typeof fetch): StreamRecorder {
  const streams: OpenedStream[] = [];
  let newestToken: string | null = null;
  return {
    streams,
    fetch: async (input, init) => {
      if (String(input).includes("/monitoring/stream?")) {
        const headers = new Headers(init?.headers);
        streams.push({ lastEventId: headers.get("last-event-id"), token: headers.get("authorization"), newestToken });
      }
      const response = await ask(input, init);
      newestToken = response.headers.get("authorization") ?? newestToken;
      return response;
    },
  };
}

interface Followed {
  readonly fleet: FleetClient;
  /** Nobody else sends positions of it. */
  readonly unitId: number;
  readonly streams: readonly OpenedStream[];
  /** Address of the service for `EventSource`; null where it is not reached through the network. */
  readonly eventSourceUrl: string | null;
}

/** More than the ten streams that a user can have open. */
const STREAMS = 12;

/** Rejects when a stream fails that must not. */
export async function followFleet({ fleet, unitId, streams, eventSourceUrl }: Followed): Promise<FollowReport> {
  const query = { unit_ids: [unitId] };
  const received: number[] = [];
  const lost: string[] = [];
  let firstId = "";
  const stream = fleet.monitoring.stream(
    { query },
    {
      onOpen: ({ lastEventId }) => {
        if (lastEventId === "") void send(fleet, unitId, 1);
      },
      onReconnect: ({ error }) => lost.push(error?.kind ?? "end"),
    },
  );
  for await (const event of stream) {
    if (event.event !== "positions") continue;
    received.push(...event.data.map(numberOf));
    firstId ||= event.id;
    if (received.length === 3) break;
    await send(fleet, unitId, received.length + 1);
  }
  const [, second] = streams;
  const ended = { break: 0, abort: 0 };
  for (let count = 0; count < STREAMS; count++) ended[await endStream(fleet, unitId, firstId, count)] += 1;
  return {
    received,
    lost,
    resumed: { lastEventId: second?.lastEventId === firstId, token: second?.token === second?.newestToken },
    ended,
    byTicket: eventSourceUrl === null ? null : await followByTicket(fleet, unitId, eventSourceUrl),
  };
}

/** Opens a stream that begins with a position, and ends it there. */
async function endStream(
  fleet: FleetClient,
  unitId: number,
  lastEventId: string,
  count: number,
): Promise<"break" | "abort"> {
  const controller = new AbortController();
  // The service may notice the end of another one late, and asks to try again then.
  const options = { signal: controller.signal, lastEventId, reconnect: { maxFailures: 1 } };
  try {
    for await (const { event } of fleet.monitoring.stream({ query: { unit_ids: [unitId] } }, options)) {
      if (event !== "positions") continue;
      if (count % 2 === 0) return "break";
      controller.abort();
    }
  } catch (error) {
    if (!controller.signal.aborted) throw error;
  }
  return "abort";
}

/** As a page does without the client. */
async function followByTicket(fleet: FleetClient, unitId: number, baseUrl: string): Promise<number[]> {
  const { ticket } = (await fleet.monitoring.streamTicket().orThrow()).data;
  const source = new EventSource(`${baseUrl}/monitoring/stream?ticket=${ticket}&unit_ids=${unitId}`);
  const received: number[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      source.addEventListener("open", () => void send(fleet, unitId, 1).catch(reject), { once: true });
      source.addEventListener("error", () => {
        if (source.readyState === EventSource.CLOSED) reject(new Error("EventSource gave up"));
      });
      source.addEventListener("positions", ({ data }) => {
        received.push(...JSON.parse(data).map(numberOf));
        if (received.length === 3) resolve();
        else void send(fleet, unitId, received.length + 1).catch(reject);
      });
    });
  } finally {
    source.close();
  }
  return received;
}

/** Sends a position that carries its number as its speed. */
async function send(fleet: FleetClient, unit_id: number, number: number): Promise<void> {
  const recorded_at = new Date(Date.now() + number).toISOString();
  const item = { unit_id, recorded_at, latitude: 0.1, longitude: -30, speed_kmh: number };
  await fleet.monitoring.ingest({ body: { items: [item] } }).orThrow();
}

function numberOf({ speed_kmh }: { readonly speed_kmh: number | null }): number {
  return speed_kmh ?? 0;
}
