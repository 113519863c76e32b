import type { components } from "@fleet-api/contract";
import type { Query, Statement, UnitOfWork } from "../db/index.ts";
import { firstRow, Params, scopeCondition } from "../db/index.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { RequestView } from "../kernel/types.ts";
import type { Clock } from "../platform/clock.ts";
import type { Rules } from "./constraints.ts";
import { bodyRefusal, underRules } from "./constraints.ts";
import { conditions, equals, hierarchy } from "./filters.ts";
import type { Page, PageQuery } from "./pages.ts";
import { readPage } from "./pages.ts";
import { listingPath } from "./parts.ts";
import type { SchemaName } from "./projection.ts";
import { instantOf, projection } from "./projection.ts";
import { unknownRecord } from "./statements.ts";
import type { RecordTable } from "./table.ts";

// All names follow from that of a record, such as `unit`: the table `unit_readings`, its column `unit_id`, its constraints, and
// the schemas `UnitReading` and `UnitReadingCreate`.

/** How far the clock of somebody who reads a counter may be ahead. */
const READ_AHEAD_MS = 60_000;

type Schemas = components["schemas"];

/** The body of a request that records a reading. */
export interface ReadingBody {
  readonly read_at: string;
  readonly odometer_m?: number;
  readonly engine_hours_s?: number;
  /** @default manual */
  readonly source?: string;
  readonly is_correction?: boolean;
  readonly note?: string | null;
}

/** The records whose readings the contract describes, such as `Unit`, without those whose body has more members. */
type ReadRecord = {
  [Name in SchemaName]: `${Name}ReadingCreate` extends infer Create extends keyof Schemas
    ? [keyof Schemas[Create]] extends [keyof ReadingBody]
      ? Name
      : never
    : never;
}[SchemaName];

type ReadTable = RecordTable & { readonly record: ReadRecord };
type ReadingOf<Records extends ReadTable> = Schemas[`${Records["record"]}Reading`];

interface ReadingParts<Records> {
  /** The table of the records. */
  readonly records: Records;
  readonly clock: Clock;
  /**
   * SQL that chooses the readings `o` of the chain of the wanted one `w`, which has the id and the client of its record. It
   * must choose the same readings as the columns that `make_reading_functions` gets. @default those of the record and its client
   */
  readonly chain?: string;
  /** What else the triggers of the readings refuse. */
  readonly rules?: Rules;
}

/** The operations on the readings of the counters of a record. */
export interface ReadingOperations<Noun extends string, Reading> {
  /** Records what somebody read. It never goes back between its neighbours in time, unless it is marked as a correction. */
  create(
    work: UnitOfWork,
    call: {
      readonly path: Readonly<Record<`${Noun}_id`, number>>;
      readonly body: ReadingBody;
      readonly request: Pick<RequestView, "path">;
    },
  ): Promise<{ readonly data: Reading; readonly recordId: number; readonly headers: { readonly location: string } }>;
  /** The readings in the scope, latest first. */
  listing(
    work: UnitOfWork,
    call: { readonly query: PageQuery & Readonly<Partial<Record<`${Noun}_id`, number>>> },
  ): Promise<Page<Reading>>;
}

/** Makes the operations on the readings of a record. */
export function readingOperations<const Noun extends string, Records extends ReadTable>(
  noun: Noun,
  { records, clock, chain = ofRecordAndClient(noun), rules = {} }: ReadingParts<Records>,
): ReadingOperations<Noun, ReadingOf<Records>> {
  const table = `${noun}_readings`;
  const idColumn = `${noun}_id` as const;
  const schema: SchemaName = `${records.record}Reading`;
  const allRules = { ...readingRules(table, records.noun, chain), ...rules };
  const filters = {
    ...hierarchy,
    [idColumn]: equals(idColumn, "bigint"),
    from: (value: string, params: Params) => `t.read_at >= ${params.add(instantOf(value))}::timestamptz`,
    to: (value: string, params: Params) => `t.read_at < ${params.add(instantOf(value))}::timestamptz`,
  };

  return {
    create: async (work, { path, body, request }) => {
      const now = clock.now();
      const id = path[idColumn];
      const values = valuesOf(body, now);
      const [data] = await underRules(allRules, wantedReading(noun, id, values), () =>
        work.write(insertReading<ReadingOf<Records>>(noun, work, id, values, now)),
      );
      if (data === null) throw unknownRecord(records);
      return { data, recordId: id, headers: { location: listingPath(request.path, idColumn, id) } };
    },
    listing: async (work, { query }) => {
      const params = new Params();
      const where = [scopeCondition(work.scope, params), ...conditions(filters, query, params, clock.now())];
      const list = {
        from: `${table} t`,
        where: where.join(" and "),
        orderBy: () => "t.read_at desc, t.id desc",
        show: () => `${table} t`,
        projection: projection(schema, {}),
        params,
      };
      return readPage(work, query, list, { isSearch: query[idColumn] === undefined });
    },
  };
}

function ofRecordAndClient(noun: string): string {
  return `o.${noun}_id = w.${noun}_id and o.client_id = w.client_id`;
}

interface ReadingValues {
  readonly read_at: Date;
  readonly odometer_m: number | null;
  readonly engine_hours_s: number | null;
  readonly source: string;
  readonly is_correction: boolean;
  readonly note: string | null;
}

/** @throws ProblemError `validation_failed` for what the contract alone cannot refuse */
function valuesOf(body: ReadingBody, now: Date): ReadingValues {
  const { odometer_m = null, engine_hours_s = null, source = "manual", is_correction = false, note = null } = body;
  if (odometer_m === null && engine_hours_s === null) {
    throw bodyRefusal("odometer_m", "is required, or engine_hours_s, or both", "required");
  }
  const readAt = instantOf(body.read_at);
  if (readAt.getTime() > now.getTime() + READ_AHEAD_MS) throw bodyRefusal("read_at", "must not be in the future");
  return { read_at: readAt, odometer_m, engine_hours_s, source, is_correction, note };
}

/** Null where the record is not in the scope. */
function insertReading<Reading extends object>(
  noun: string,
  { scope }: UnitOfWork,
  id: number,
  { read_at, odometer_m, engine_hours_s, source, is_correction, note }: ReadingValues,
  now: Date,
): Query<Reading | null> {
  const params = new Params([id, read_at, odometer_m, engine_hours_s, is_correction, note, now, source]);
  return firstRow<Reading>(
    `insert into ${noun}_readings
       (${noun}_id, client_id, read_at, odometer_m, engine_hours_s, source, is_correction, note, created_by_id, created_at)
     select id, client_id, $2::timestamptz, $3::bigint, $4::bigint, $8::text, $5::boolean, $6::text, request_user(),
       $7::timestamptz
     from ${noun}s where id = $1::bigint and deleted_at is null and ${scopeCondition(scope, params)}
     returning id, ${noun}_id, client_id, read_at, odometer_m, engine_hours_s, source, is_correction, note, created_by_id,
       created_at`,
    params.values,
  );
}

/** The reading as it would be. */
function wantedReading(
  noun: string,
  id: number,
  { read_at, odometer_m, engine_hours_s, is_correction }: ReadingValues,
): Statement {
  return {
    sql: `select id as ${noun}_id, client_id, $2::timestamptz as read_at, $3::bigint as odometer_m,
      $4::bigint as engine_hours_s, $5::boolean as is_correction from ${noun}s where id = $1::bigint`,
    params: [id, read_at, odometer_m, engine_hours_s, is_correction],
  };
}

type Counter = "odometer_m" | "engine_hours_s";

/** A reading in the way of the wanted one. */
interface OtherReading extends Readonly<Record<Counter, number | null>> {
  readonly id: number;
  readonly read_at: string;
}

/**
 * Finds the reading `o` that `which` chooses in the chain of the wanted one `w`; null if `condition` does not hold for it.
 */
type FindReading = (
  work: UnitOfWork,
  wanted: Statement,
  which: string,
  condition?: string,
) => Promise<OtherReading | null>;

/** What the database refuses, by the names of its rules. */
function readingRules(table: string, noun: string, chain: string): Rules {
  const find: FindReading = async (work, wanted, which, condition = "true") => {
    const params = new Params(wanted.params);
    const inScope = scopeCondition(work.scope, params, "client_id", "o.");
    const [found] = await work.read(
      firstRow<OtherReading>(
        `select o.* from (${wanted.sql}) w cross join lateral (
           select o.* from ${table} o where ${chain} and ${inScope} and ${which}) o
         where ${condition}`,
        params.values,
      ),
    );
    return found;
  };
  return {
    [`${table}_odometer`]: rollback(find, "odometer_rollback", "odometer_m", "odometer", "m"),
    [`${table}_engine_hours`]: rollback(find, "engine_hours_rollback", "engine_hours_s", "engine hours", "s"),
    [`${table}_odometer_once`]: sameInstant(find, noun, "odometer_m", "odometer"),
    [`${table}_engine_hours_once`]: sameInstant(find, noun, "engine_hours_s", "engine hours"),
  };
}

/** 422, with the reading before or after the wanted one that it does not fit. */
function rollback(
  find: FindReading,
  code: ProblemError["code"],
  counter: Counter,
  name: string,
  unit: string,
): Rules[string] {
  const latestBefore = `o.read_at < w.read_at and o.${counter} is not null order by o.read_at desc limit 1`;
  const firstAfter = `o.read_at > w.read_at and o.${counter} is not null order by o.read_at limit 1`;
  return async (work, wanted) => {
    const before = await find(work, wanted, latestBefore, `o.${counter} > w.${counter} and not w.is_correction`);
    const after = await find(work, wanted, firstAfter, `o.${counter} < w.${counter} and not o.is_correction`);
    const other = before ?? after;
    const seen = other === null ? "" : `: the reading of ${other.read_at} has ${other[counter]} ${unit}`;
    // What is recorded never changes: only the wanted reading can become a correction.
    const advice = before === null ? "" : ", or mark this reading with is_correction";
    return new ProblemError(code, `The ${name} would go back${seen}. Correct the value or read_at${advice}.`);
  };
}

/** 409: the counter has a reading at this instant. */
function sameInstant(find: FindReading, noun: string, counter: Counter, name: string): Rules[string] {
  return async (work, wanted) => {
    const other = await find(work, wanted, `o.read_at = w.read_at and o.${counter} is not null`);
    const detail = `The ${noun} has a reading of the ${name} at this read_at already.`;
    return new ProblemError("duplicate", detail, other === null ? {} : { existing_id: other.id });
  };
}
