import type { PositionFeed } from "@fleet-api/contract/types/monitoring";
import type { Query, UnitOfWork } from "../../db/index.ts";
import { firstRow, Params, rows, scopeCheck, scopeCondition } from "../../db/index.ts";
import { ProblemError } from "../../kernel/problem.ts";
import type { RawJson } from "../../kernel/reply.ts";
import { rawJson } from "../../kernel/reply.ts";
import type { QueryOf } from "../../kernel/types.ts";
import { cursorParts, cursorText, queryRefusal } from "../../records/index.ts";
import { isKept, pastJoins, pastProjection } from "./position-sql.ts";

/** How many batches a page reads, of all clients. */
const BATCHES = 200;

/** A place in the feed: after the position `n` of a batch. */
interface Place {
  readonly batch: number;
  readonly n: number;
}

interface Cursor extends Place {
  readonly epoch: string;
  readonly clientId: number | null;
}

/** The feed as the snapshot of a request sees it. */
interface Head {
  readonly epoch: string;
  readonly batch: number;
  readonly kept_after: number;
}

/** Reads one page of the feed of positions. */
export async function readFeed(
  work: UnitOfWork,
  query: QueryOf<"monitoringFeed">,
  at: Date,
): Promise<{ readonly json: RawJson<PositionFeed> }> {
  const { per_page: size, client_id: clientId = null } = query;
  const cursor = cursorOf(query, clientId);
  if (cursor === null) {
    const [{ epoch, batch }] = await work.read(head);
    return reply([], { epoch, clientId, batch, n: END_OF_BATCH }, false);
  }
  const [now, found] = await work.read(head, positionsAfter(work, cursor, { size, at }));
  refuseExpired(cursor, now);
  const { epoch } = now;
  const last = found.at(-1);
  if (last !== undefined && found.length === size) {
    return reply(found, { epoch, clientId, batch: last.batch, n: last.n }, true);
  }
  const read = Math.min(now.batch, cursor.batch + BATCHES);
  const end =
    last === undefined && read < now.batch ? await lastWithout(work, { clientId, read, head: now.batch }) : read;
  return reply(found, { epoch, clientId, batch: end, n: END_OF_BATCH }, end < now.batch);
}

/** The last batch, after those that were read, up to which none has a position for the reader. */
async function lastWithout(
  work: UnitOfWork,
  { clientId, read, head: newest }: { readonly clientId: number | null; readonly read: number; readonly head: number },
): Promise<number> {
  const params = new Params([read]);
  const chosen = clientId === null ? "true" : `c.id = ${params.add(clientId)}::bigint`;
  const [next] = await work.read(
    firstRow<{ batch: number | null }>(
      `select min(a.batch) as batch from clients c, lateral (select a.batch from arrivals a
         where a.client_id = c.id and a.batch > $1::bigint order by a.batch limit 1) a
       where ${chosen} and ${scopeCondition(work.scope, params, "id", "c.")}`,
      params.values,
    ),
  );
  return next?.batch == null ? newest : Math.min(newest, next.batch - 1);
}

/** No batch has so many positions. */
const END_OF_BATCH = 1_000_000;

function reply(found: readonly Arrival[], cursor: Cursor, hasMore: boolean): { readonly json: RawJson<PositionFeed> } {
  const positions = found.flatMap(({ json }) => json ?? []).join(",");
  return { json: rawJson(`{"positions":[${positions}],"next_cursor":"${writeCursor(cursor)}","has_more":${hasMore}}`) };
}

const FORMAT = "positions 1";

function writeCursor({ epoch, clientId, batch, n }: Cursor): string {
  return cursorText([FORMAT, epoch, clientId, batch, n]);
}

/** The cursor of a query; null without one. */
function cursorOf({ cursor: text }: QueryOf<"monitoringFeed">, clientId: number | null): Cursor | null {
  if (text === undefined) return null;
  const parts = cursorParts(text) ?? [];
  const [format, epoch, client, batch, n] = parts;
  if (
    format !== FORMAT ||
    parts.length !== 5 ||
    typeof epoch !== "string" ||
    !isCount(batch) ||
    !isCount(n) ||
    n > END_OF_BATCH
  ) {
    throw queryRefusal("cursor", "is not a next_cursor of this operation");
  }
  if (client !== clientId) {
    const named = client === null ? "without client_id" : `with client_id ${String(client)}`;
    throw queryRefusal(
      "cursor",
      `is the next_cursor of requests ${named}; send those, or begin again without a cursor`,
    );
  }
  return { epoch, clientId, batch, n };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

const head: Query<Head> = {
  ...firstRow<Head>(
    `select c.epoch || ' ' || database_timeline() as epoch, p.batch, p.kept_after from change_feed c, position_feed p`,
  ),
  read: (result) => {
    const [found] = result.rows() as Head[];
    return found ?? { epoch: "", batch: 0, kept_after: 0 };
  },
};

/** Refuses a cursor after which positions could have been lost. */
function refuseExpired({ epoch, batch, n }: Cursor, now: Head): void {
  const why =
    epoch !== now.epoch || batch > now.batch
      ? "was made before the database was restored"
      : batch < now.kept_after || (batch === now.kept_after && n < END_OF_BATCH)
        ? "is older than 7 days"
        : null;
  if (why === null) return;
  throw new ProblemError(
    "cursor_expired",
    `The cursor ${why}. Begin again without a cursor, and read latest positions, and history for what you missed.`,
  );
}

interface Arrival extends Place {
  /** Null for a position that its client does not keep any more. */
  readonly json: string | null;
}

/** The next positions of the batches that a page reads, in the order of their arrival. */
function positionsAfter(
  { scope }: UnitOfWork,
  { clientId, batch, n }: Cursor,
  { size, at }: { readonly size: number; readonly at: Date },
): Query<Arrival[]> {
  const params = new Params([batch, n, size, at]);
  const ofClient = clientId === null ? "true" : `a.client_id = ${params.add(clientId)}::bigint`;
  // The limits keep the positions from being joined as a whole: a plan does not know how few arrivals there are.
  return rows(
    `select a.batch, a.n,
       case when ${isKept("$4::timestamptz")} then (select row_to_json(r)::text from (select ${pastProjection}) r) end as json
     from (select a.* from arrivals a
       where (a.batch, a.n) > ($1::bigint, $2::integer) and a.batch <= $1::bigint + ${BATCHES} and ${ofClient}
         and (select ${scopeCheck(scope, params, "id", "c.")} from clients c where c.id = a.client_id)
       order by a.batch, a.n limit $3::bigint) a
     join clients c on c.id = a.client_id
     left join lateral (select * from positions p where p.class = a.class and p.unit_id = a.unit_id
       and p.recorded_at = a.recorded_at limit 1) t on true
     ${pastJoins} order by a.batch, a.n`,
    params.values,
  );
}
