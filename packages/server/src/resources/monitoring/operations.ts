import type { GroupOperations, GroupParts } from "../group.ts";
import { ProblemError } from "../../kernel/problem.ts";
import { readFeed } from "./feed.ts";
import { readHistory } from "./history.ts";
import { ingest } from "./ingest.ts";
import { countByStatus, findNearest, listLatest } from "./latest.ts";

/** The operations of Monitoring. */
export function createOperations({ database, clock, authorize }: GroupParts) {
  return {
    monitoringIngest: async (work, call) => ({ data: await ingest(work, call, { clock, owner: database.owner }) }),
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
  } satisfies GroupOperations<"monitoring">;
}
