import type { PositionFeed } from "@fleet-api/contract/types/monitoring";
import type { UnitOfWork } from "../../db/index.ts";
import type { RawJson } from "../../kernel/reply.ts";
import { rawJson } from "../../kernel/reply.ts";
import type { QueryOf } from "../../kernel/types.ts";
import { queryRefusal } from "../../records/index.ts";
import type { Arrival } from "./arrivals.ts";
import { head, readArrivals } from "./arrivals.ts";
import type { Cursor } from "./feed-cursor.ts";
import { END_OF_BATCH, readCursor, writeCursor } from "./feed-cursor.ts";

/** Reads one page of the feed of positions. */
export async function readFeed(
  work: UnitOfWork,
  query: QueryOf<"monitoringFeed">,
  at: Date,
): Promise<{ readonly json: RawJson<PositionFeed> }> {
  const { per_page: size, client_id: clientId = null } = query;
  if (query.cursor === undefined) {
    const [{ epoch, batch }] = await work.read(head);
    return reply([], { epoch, clientId, batch, n: END_OF_BATCH }, false);
  }
  const cursor = readCursor(query.cursor, clientId, (detail) => queryRefusal("cursor", detail));
  const { arrivals, epoch, place, hasMore } = await readArrivals(work, cursor, { size, at });
  return reply(arrivals, { epoch, clientId, ...place }, hasMore);
}

function reply(found: readonly Arrival[], cursor: Cursor, hasMore: boolean): { readonly json: RawJson<PositionFeed> } {
  const positions = found.flatMap(({ json }) => json ?? []).join(",");
  return { json: rawJson(`{"positions":[${positions}],"next_cursor":"${writeCursor(cursor)}","has_more":${hasMore}}`) };
}
