import type { Query, Scope, UnitOfWork } from "../../db/index.ts";
import { firstRow, Params, rows, scopeCheck, scopeCondition } from "../../db/index.ts";
import { ProblemError } from "../../kernel/problem.ts";
import type { Cursor, Head, Place } from "./feed-cursor.ts";
import { END_OF_BATCH, whyExpired } from "./feed-cursor.ts";
import { isKept, pastJoins, pastProjection } from "./position-sql.ts";

/** How many batches a page reads, of all clients. */
const BATCHES = 200;

/** A position in the order of arrival. */
export interface Arrival extends Place {
  /** Null for a position that its client does not keep any more. */
  readonly json: string | null;
  readonly unit_id: number;
  readonly client_id: number;
}

/** Where the feed is now. */
export const head: Query<Head> = {
  ...firstRow<Head>(
    `select c.epoch || ' ' || database_timeline() as epoch, p.batch, p.kept_after from change_feed c, position_feed p`,
  ),
  read: (result) => {
    const [found] = result.rows() as Head[];
    return found ?? { epoch: "", batch: 0, kept_after: 0 };
  },
};

/** Which positions a reader wants. */
interface Wanted {
  /** The most positions. */
  readonly size: number;
  readonly at: Date;
  /** Only these units. @default all */
  readonly unitIds?: readonly number[] | undefined;
  /** The last batch. @default the newest one */
  readonly until?: number;
}

/** The next arrivals of a reader. */
interface ArrivalPage {
  readonly arrivals: readonly Arrival[];
  readonly epoch: string;
  /** The place up to which they were read. */
  readonly place: Place;
  readonly hasMore: boolean;
}

/**
 * Reads what comes after a cursor, of at most 200 batches.
 * @throws ProblemError `cursor_expired`
 */
export async function readArrivals(work: UnitOfWork, cursor: Cursor, wanted: Wanted): Promise<ArrivalPage> {
  const { size, until = Number.MAX_SAFE_INTEGER } = wanted;
  const [now, arrivals] = await work.read(head, arrivalsAfter(work.scope, cursor, wanted));
  const why = whyExpired(cursor, now);
  if (why !== null) throw cursorExpired(why);
  const { epoch } = now;
  const last = arrivals.at(-1);
  if (last !== undefined && arrivals.length === size)
    return { arrivals, epoch, place: { batch: last.batch, n: last.n }, hasMore: true };
  const newest = Math.min(now.batch, until);
  const read = Math.min(newest, cursor.batch + BATCHES);
  const end =
    last === undefined && read < newest ? Math.min(newest, await lastWithout(work, cursor, read, now.batch)) : read;
  return { arrivals, epoch, place: { batch: end, n: END_OF_BATCH }, hasMore: end < newest };
}

function cursorExpired(why: string): ProblemError {
  return new ProblemError(
    "cursor_expired",
    `The cursor ${why}. Begin again without a cursor, and read latest positions, and history for what you missed.`,
  );
}

/** The last batch, after those that were read, up to which none has a position for the reader. */
async function lastWithout(work: UnitOfWork, { clientId }: Cursor, read: number, newest: number): Promise<number> {
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

/** The next positions of the batches that a page reads, in the order of their arrival. */
function arrivalsAfter(
  scope: Scope,
  { clientId, batch, n }: Cursor,
  { size, at, unitIds, until = Number.MAX_SAFE_INTEGER }: Wanted,
): Query<Arrival[]> {
  const params = new Params([batch, n, size, at, Math.min(until, batch + BATCHES)]);
  const chosen = [
    ...(clientId === null ? [] : [`a.client_id = ${params.add(clientId)}::bigint`]),
    ...(unitIds === undefined ? [] : [`a.unit_id = any(${params.add(unitIds)}::bigint[])`]),
    `(select ${scopeCheck(scope, params, "id", "c.")} from clients c where c.id = a.client_id)`,
  ];
  return rows(
    arrivalsSql(`(a.batch, a.n) > ($1::bigint, $2::integer) and a.batch <= $5::bigint and ${chosen.join(" and ")}`),
    [...params.values],
  );
}

/** An arrival of any client. */
export interface AnyArrival extends Arrival {
  readonly agency_id: string;
  readonly partner_id: string;
}

/** All positions of batches, for the owner of the database. */
export function allArrivals(after: number, until: number, at: Date): Query<AnyArrival[]> {
  const sql = arrivalsSql("a.batch > $1::bigint and a.batch <= $2::bigint", "c.agency_id, c.partner_id,");
  return rows(sql, [after, until, Number.MAX_SAFE_INTEGER, at]);
}

/** The limits keep the positions from being joined as a whole: a plan does not know how few arrivals there are. */
function arrivalsSql(where: string, more = ""): string {
  return `select a.batch, a.n, a.unit_id, a.client_id, ${more}
       case when ${isKept("$4::timestamptz")} then (select row_to_json(r)::text from (select ${pastProjection}) r) end as json
     from (select a.* from arrivals a where ${where} order by a.batch, a.n limit $3::bigint) a
     join clients c on c.id = a.client_id
     left join lateral (select * from positions p where p.class = a.class and p.unit_id = a.unit_id
       and p.recorded_at = a.recorded_at limit 1) t on true
     ${pastJoins} order by a.batch, a.n`;
}
