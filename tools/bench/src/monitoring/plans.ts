import { startPostgres } from "@fleet-api-tools/test-postgres";
import { growFleet, startServer } from "@fleet-api/server";
import { median } from "../race.ts";
import { databaseUrl } from "../server/child.ts";

type Db = Awaited<ReturnType<typeof startServer>>["db"];

/** How much there is. */
export interface PlanScale {
  readonly rows: number;
  readonly units: number;
  readonly backlog: number;
}

/** How one statement is carried out. */
export interface PlanResult {
  readonly statement: string;
  /** How many partitions there are. */
  readonly partitions: number;
  /** Milliseconds, of the first time and of later ones. */
  readonly planningMs: number;
  readonly laterPlanningMs: number;
  readonly executionMs: number;
  readonly rows: number;
  readonly partitionsRead: number;
}

interface Statement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** A unit of work that only takes down what it is asked. */
interface Recorder {
  readonly scope: unknown;
  readonly read: (...queries: readonly Statement[]) => Promise<never>;
  readonly search: (...queries: readonly Statement[]) => Promise<never>;
}

type Read = (work: Recorder, query: object, now: Date) => Promise<unknown>;

/** What the server does not export: nobody but its own handlers needs it. */
interface Internals {
  readonly makePartitions: (owner: Db, now: Date, instants: readonly Date[]) => Promise<void>;
  readonly createScope: (cover: { readonly partners: readonly string[] }) => unknown;
  readonly readHistory: Read;
  readonly listLatest: Read;
  readonly readFeed: Read;
}

const internals: Internals = Object.assign(
  {},
  ...(await Promise.all(
    [
      "db/partitions.ts",
      "db/scope.ts",
      "resources/monitoring/history.ts",
      "resources/monitoring/latest.ts",
      "resources/monitoring/feed.ts",
    ].map((file) => import(new URL(file, import.meta.resolve("@fleet-api/server")).href)),
  )),
);

const CLASSES = [0, 30, 90, 365, 1825];
const MONTHS = 24;

/** Fills the partitions of two years and all classes of retention, and explains what requests do. */
export async function measurePlans(scale: PlanScale): Promise<PlanResult[]> {
  const postgres = await startPostgres();
  try {
    const settings = { database_url: databaseUrl(postgres.address), demo: true, port: 0, log_level: "error" };
    const server = await startServer({ settings });
    try {
      return await explainAll(server.db, scale);
    } finally {
      await server.close();
    }
  } finally {
    await postgres.stop();
  }
}

async function explainAll(db: Db, scale: PlanScale): Promise<PlanResult[]> {
  const now = new Date();
  await fill(db, scale, now);
  const [unit] = await db.query<{ id: number }>("select min(unit_id) as id from latest_positions where class = 1825");
  const [{ count = 0 } = {}] = await db.query<{ count: number }>(
    "select count(*) as count from pg_inherits where inhparent::regclass::text ~ '^positions_[0-9]+$'",
  );
  const cursor = await feedCursor(db, scale.backlog);
  const [from, to] = [ago(now, 90), ago(now, 62)].map((at) => at.toISOString());
  const history = { unit_id: unit?.id, from, to };
  const page = { page: 1, per_page: 50 };
  const cases: readonly [string, Read, object][] = [
    ["history of a unit, 500 of 28 days", internals.readHistory, { ...history, per_page: 500 }],
    ["history of a unit, 1,000 of 28 days", internals.readHistory, { ...history, per_page: 1000 }],
    ["history of a vehicle, 500 of 28 days", internals.readHistory, { vehicle_id: 2, from, to, per_page: 500 }],
    ["latest, page of 50", internals.listLatest, page],
    ["latest of one unit", internals.listLatest, { ...page, unit_ids: [unit?.id] }],
    ["feed of a partner, page of 500", internals.readFeed, { per_page: 500, cursor }],
  ];
  const results: PlanResult[] = [];
  for (const [title, read, query] of cases) {
    const statements = await statementsOf(read, query, now);
    for (const [index, statement] of statements.entries()) {
      const name = statements.length === 1 ? title : `${title}, ${index + 1} of ${statements.length}`;
      results.push({ statement: name, partitions: count, ...(await explain(db, name, statement)) });
    }
  }
  return results;
}

/** The statements of a request of somebody who has the whole partner. */
async function statementsOf(read: Read, query: object, now: Date): Promise<readonly Statement[]> {
  const recorded: Statement[] = [];
  const stop = new Error("recorded");
  const record = (...queries: readonly Statement[]): Promise<never> => {
    recorded.push(...queries);
    return Promise.reject(stop);
  };
  const work = { scope: internals.createScope({ partners: ["demo-partner"] }), read: record, search: record };
  await read(work, query, now).catch((error: unknown) => {
    if (error !== stop) throw error;
  });
  return recorded;
}

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Node[];
}

interface Explained {
  readonly Plan: Node;
  readonly "Planning Time": number;
  readonly "Execution Time": number;
}

const REPEATS = 5;

/** Explains a statement as the server has it planned: once for each connection, without its parameters. */
async function explain(
  db: Db,
  name: string,
  { sql, params }: Statement,
): Promise<Omit<PlanResult, "statement" | "partitions">> {
  const execute = params.length === 0 ? "page" : `page(${params.map(literal).join(", ")})`;
  const all = await db.transaction(async (tx) => {
    await tx.query(
      `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('role', 'fleet_app', true),
         set_config('fleet.partners', '{demo-partner}', true)`,
    );
    await tx.script(`prepare page as ${sql}`);
    const found: Explained[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const [row] = await tx.query<{ "QUERY PLAN": [Explained] }>(
        `explain (analyze, timing off, summary, format json) execute ${execute}`,
      );
      found.push(...(row?.["QUERY PLAN"] ?? []));
    }
    await tx.script("deallocate page");
    return found;
  });
  const [first, ...others] = all;
  if (first === undefined) throw new Error(`"${name}" was not explained`);
  const scans = nodesOf(first.Plan).filter((node) => node["Relation Name"] !== undefined && node["Actual Loops"] > 0);
  const whole = scans.find((node) => node["Node Type"] === "Seq Scan" && isLarge(node["Relation Name"], sql));
  if (whole !== undefined) throw new Error(`"${name}" reads all rows of ${whole["Relation Name"]}`);
  return {
    planningMs: first["Planning Time"],
    laterPlanningMs: median(others.map((each) => each["Planning Time"])),
    executionMs: median(others.map((each) => each["Execution Time"])),
    rows: first.Plan["Actual Rows"],
    partitionsRead: new Set(
      scans.map((node) => node["Relation Name"]).filter((table) => table?.startsWith("positions_")),
    ).size,
  };
}

/** A total counts all units of the scope; whatever else is read is found by an index. */
function isLarge(table = "", sql = ""): boolean {
  const others = sql.includes(" as total") ? [] : ["latest_positions", "units", "unit_ownerships"];
  return /^(positions|arrivals)_/.test(table) || others.includes(table);
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function literal(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number") return String(value);
  const text =
    value instanceof Date ? value.toISOString() : Array.isArray(value) ? `{${value.join(",")}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

/** One client for each class of retention, whose units report at equal distances, all of the time. */
async function fill(db: Db, { rows, units, backlog }: PlanScale, now: Date): Promise<void> {
  // Otherwise a job of the server would remove the partitions that their clients do not need any more.
  await db.query("insert into maintenance_jobs (name, last_run_at) values ('partitions', clock_timestamp())");
  await growFleet(db, { clients: CLASSES.length, units });
  const clients = await db.query<{ id: number }>("select id from clients order by id desc limit $1", [CLASSES.length]);
  await db.query('update unit_ownerships set "from" = $1 where "from" > $1', [ago(now, 31 * (MONTHS + 1))]);
  const months = Array.from(
    { length: MONTHS },
    (_, index) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index)),
  );
  for (const [index, { id }] of clients.entries()) {
    const days = CLASSES[index] ?? 0;
    await db.query("update client_retentions set class = $2 where client_id = $1", [id, days]);
    await db.query(
      "update clients set limits = limits || jsonb_build_object('history_retention_days', nullif($2::integer, 0)) where id = $1",
      [id, days],
    );
  }
  // Each as of its month: what is over is not made any more.
  for (const month of [...months, now]) await internals.makePartitions(db, month, [month]);
  const perUnit = Math.round(rows / MONTHS / units);
  for (const month of months) for (const { id } of clients) await insertMonth(db, { clientId: id, month, perUnit });
  await db.query(
    `insert into latest_positions select distinct on (p.unit_id) p.*, u.agency_id, u.partner_id
     from positions p join units u on u.id = p.unit_id where p.recorded_at >= $1 order by p.unit_id, p.recorded_at desc
     on conflict do nothing`,
    [months[0] ?? now],
  );
  await insertArrivals(db, backlog, now);
  for (const table of ["positions", "arrivals", "latest_positions", "clients", "client_retentions", "unit_ownerships"])
    await db.query(`vacuum (analyze) ${table}`);
}

async function insertMonth(
  db: Db,
  { clientId, month, perUnit }: { readonly clientId: number; readonly month: Date; readonly perUnit: number },
): Promise<void> {
  await db.query(
    `insert into positions (class, unit_id, recorded_at, client_id, received_at, latitude, longitude, speed_kmh, heading_deg,
       is_valid, fix_type, ignition, movement_status, odometer_m, attributes)
     select r.class, u.id, at, u.client_id, at, n % 90, -30, n % 90, n % 360, true, 'gnss', true, 'moving', n, '{}'
     from client_retentions r join units u on u.client_id = r.client_id, generate_series(0, $3::integer - 1) n,
       lateral (select $2::timestamptz + n * (interval '28 days' / $3::integer) as at) instant
     where r.client_id = $1 order by u.id, n`,
    [clientId, month, perUnit],
  );
}

/** As if the latest positions had arrived in batches of 500. */
async function insertArrivals(db: Db, backlog: number, now: Date): Promise<void> {
  await db.query(
    `insert into arrivals
     select f.batch + 1 + p.n / 500, p.n % 500 + 1, p.client_id, p.class, p.unit_id, p.recorded_at, $2
     from position_feed f, (select *, (row_number() over (order by recorded_at, unit_id) - 1)::integer as n
       from positions where class = 1825 limit $1) p`,
    [backlog, now],
  );
  await db.query("update position_feed set batch = (select max(batch) from arrivals)");
}

/** The place in the feed before the last arrivals. */
async function feedCursor(db: Db, backlog: number): Promise<string> {
  const [head] = await db.query<{ epoch: string; batch: number }>(
    "select c.epoch || ' ' || database_timeline() as epoch, p.batch from change_feed c, position_feed p",
  );
  const place = ["positions 1", head?.epoch, null, (head?.batch ?? 0) - backlog / 500, 0];
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

function ago(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60_000);
}
