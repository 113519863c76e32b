import type { GroupOperations, GroupParts } from "../group.ts";
import { noScope } from "../../db/index.ts";
import type { EventProducer } from "../../kernel/events.ts";
import { ProblemError } from "../../kernel/problem.ts";
import { readFeed } from "./feed.ts";
import { readHistory } from "./history.ts";
import { ingest } from "./ingest.ts";
import { countByStatus, findNearest, listLatest } from "./latest.ts";
import { streamRequest } from "./stream/stream-request.ts";
import { createStreams } from "./stream/streams.ts";

const noEvents = (): EventProducer => ({ drained: () => {}, closed: () => {} });

/** The operations of Monitoring. */
export function createOperations(parts: GroupParts) {
  const { database, clock, authorize, tickets, bus } = parts;
  const streams = createStreams(parts);
  return {
    monitoringIngest: async (work, call) => ({ data: await ingest(work, call, { clock, bus, owner: database.owner }) }),
    monitoringLatestListing: (work, { query }) => listLatest(work, query, clock.now()),
    monitoringHistory: async (work, { query, principal }) => {
      const missing =
        query.driver_id === undefined ? null : await authorize({ resource: "drivers", action: "view" }, principal);
      if (missing !== null) {
        const detail = `A history by driver needs the permission drivers.view (${missing.title}) as well.`;
        throw new ProblemError("permission_denied", detail, { required_permission: missing });
      }
      return readHistory(work, query, clock.now());
    },
    monitoringFeed: (work, { query }) => readFeed(work, query, clock.now()),
    monitoringNearest: (work, { query }) => findNearest(work, query, clock.now()),
    monitoringSummary: async (work, { query }) => ({ data: await countByStatus(work, query, clock.now()) }),
    monitoringStream: async (work, call) => {
      const wanted = streamRequest(call);
      // The response has no body, so nothing would close the stream.
      return { events: call.request.method === "HEAD" ? noEvents : await streams.open(work, wanted) };
    },
    monitoringStreamTicket: async (work, { principal }) => ({
      data: await tickets.issue(work.within(noScope), principal.session_id),
    }),
  } satisfies GroupOperations<"monitoring">;
}
