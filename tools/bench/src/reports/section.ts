import { startPostgres, whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { growFleet, startServer } from "@fleet-api/server";
import { median } from "../race.ts";
import { type Effort, type Section, table } from "../report.ts";
import { databaseUrl } from "../server/child.ts";

type Db = Awaited<ReturnType<typeof startServer>>["db"];

/** What a device reports. */
interface UnitReport {
  readonly unit_id: number;
  readonly received_at: Date;
  readonly recorded_at: Date;
  readonly has_position: boolean;
  readonly movement_status: string;
  readonly odometer: { readonly value: number; readonly source: string };
  readonly engine_hours: { readonly value: number; readonly source: string };
}

/** The server does not export this function: it is for the ingest to come. */
const reports: { readonly reportUnitStates: (db: Db, reports: readonly UnitReport[]) => Promise<void> } = await import(
  new URL("telemetry/unit-reports.ts", import.meta.resolve("@fleet-api/server")).href
);

interface Scale {
  readonly units: number;
  readonly rounds: number;
  /** Changes of records take seconds each. */
  readonly changeRounds: number;
}

const SCALES: Readonly<Record<Effort, Scale>> = {
  full: { units: 4000, rounds: 15, changeRounds: 3 },
  quick: { units: 50, rounds: 2, changeRounds: 1 },
};

/** One way to store a report of each unit. */
interface ReportResult {
  readonly database: string;
  readonly way: string;
  /** Milliseconds for all units, the median of the rounds. */
  readonly ms: number;
  /** Time over that of the bare upsert, the median of the rounds. */
  readonly ratio: number;
  /** What the audit log grew by in a round. */
  readonly auditBytes: number;
}

/** A report of each of 4,000 units: what the server does, the same rows without it, and a change of each record. */
export const reportsSection: Section = {
  name: "reports",
  doing: "reports of 4,000 devices",
  async run(effort) {
    const scale = SCALES[effort];
    const results = await measure("PGlite", { memory: true }, scale);
    const reason = whyNoPostgres();
    if (reason !== undefined) return [report(results, scale, [`skipped: ${reason}`])];
    const postgres = await startPostgres();
    try {
      results.push(...(await measure("PostgreSQL", { database_url: databaseUrl(postgres.address) }, scale)));
    } finally {
      await postgres.stop();
    }
    return [report(results, scale, [])];
  },
};

async function measure(database: string, settings: object, scale: Scale): Promise<ReportResult[]> {
  const server = await startServer({ settings: { ...settings, demo: true, port: 0, log_level: "error" } });
  try {
    const { db } = server;
    await growFleet(db, { units: scale.units });
    const units = await db.query<{ id: number }>("select id from units order by id desc limit $1", [scale.units]);
    await db.script(bareTable);
    const ids = units.map(({ id }) => id);
    const runs = { bare: new Array<Run>(), reports: new Array<Run>(), changes: new Array<Run>() };
    for (let round = -1; round < scale.rounds; round += 1) {
      const at = new Date(Date.now() + round * 1000);
      const sent = ids.map((id) => reportOf(id, at));
      const turns = [
        async () => ({ to: runs.bare, run: await timed(db, () => upsertBare(db, sent)) }),
        async () => ({ to: runs.reports, run: await timed(db, () => reports.reportUnitStates(db, sent)) }),
      ];
      if (round < scale.changeRounds && round >= 0)
        turns.push(async () => ({ to: runs.changes, run: await timed(db, () => changeRecords(db, ids, at)) }));
      // The first one changes, so that no way always meets the cache of another one.
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
        const { to, run } = await turn();
        if (round >= 0) to.push(run);
      }
    }
    return [
      summary(database, "bare upsert", runs.bare, runs.bare),
      summary(database, "reports of devices", runs.reports, runs.bare),
      summary(database, "changes of records", runs.changes, runs.bare),
    ];
  } finally {
    await server.close();
  }
}

interface Run {
  readonly ms: number;
  readonly auditBytes: number;
}

async function timed(db: Db, work: () => Promise<unknown>): Promise<Run> {
  const before = await auditSize(db);
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  return { ms, auditBytes: (await auditSize(db)) - before };
}

async function auditSize(db: Db): Promise<number> {
  const [row] = await db.query<{ bytes: number }>("select pg_total_relation_size('audit_log') as bytes");
  return row?.bytes ?? 0;
}

function reportOf(unit_id: number, at: Date): UnitReport {
  return {
    unit_id,
    received_at: at,
    recorded_at: at,
    has_position: true,
    movement_status: "moving",
    odometer: { value: Math.round(at.getTime() / 100), source: "gps" },
    engine_hours: { value: Math.round(at.getTime() / 1000), source: "can" },
  };
}

/** As `unit_states`, without policies, foreign keys and readings. */
const bareTable = `create table bare_states (unit_id bigint primary key, last_seen_at timestamptz, last_position_at timestamptz,
  movement_at timestamptz, movement_status text, odometer_at timestamptz, odometer_m bigint, odometer_source text,
  engine_hours_at timestamptz, engine_hours_s bigint, engine_hours_source text) with (fillfactor = 50)`;

function upsertBare(db: Db, sent: readonly UnitReport[]): Promise<unknown> {
  const at = sent.map(({ recorded_at }) => recorded_at);
  return db.query(
    `insert into bare_states select * from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[],
       $5::text[], $6::timestamptz[], $7::bigint[], $8::text[], $9::timestamptz[], $10::bigint[], $11::text[])
     on conflict (unit_id) do update set last_seen_at = excluded.last_seen_at,
       last_position_at = excluded.last_position_at, movement_at = excluded.movement_at,
       movement_status = excluded.movement_status, odometer_at = excluded.odometer_at, odometer_m = excluded.odometer_m,
       odometer_source = excluded.odometer_source, engine_hours_at = excluded.engine_hours_at,
       engine_hours_s = excluded.engine_hours_s, engine_hours_source = excluded.engine_hours_source`,
    [
      sent.map(({ unit_id }) => unit_id),
      at,
      at,
      at,
      sent.map(({ movement_status }) => movement_status),
      at,
      sent.map(({ odometer }) => odometer.value),
      sent.map(({ odometer }) => odometer.source),
      at,
      sent.map(({ engine_hours }) => engine_hours.value),
      sent.map(({ engine_hours }) => engine_hours.source),
    ],
  );
}

/** What a report costs that is a change of the record: its version, its indexes and the audit log. */
function changeRecords(db: Db, ids: readonly number[], at: Date): Promise<unknown> {
  return db.query("update units set notes = $2::text, updated_at = $3::timestamptz where id = any($1::bigint[])", [
    ids,
    at.toISOString(),
    at,
  ]);
}

function summary(database: string, way: string, runs: readonly Run[], bare: readonly Run[]): ReportResult {
  return {
    database,
    way,
    ms: median(runs.map(({ ms }) => ms)),
    ratio: median(runs.map(({ ms }, index) => ms / (bare[index]?.ms ?? ms))),
    auditBytes: median(runs.map(({ auditBytes }) => auditBytes)),
  };
}

function report(results: readonly ReportResult[], { units }: Scale, notes: readonly string[]) {
  return table<ReportResult>(
    `Reports: one of each of ${units.toLocaleString("en")} units, in one call`,
    [
      { title: "database", text: ({ database }) => database, left: true },
      { title: "stored as", text: ({ way }) => way, left: true },
      { title: "ms", text: ({ ms }) => ms.toFixed(1) },
      { title: "x bare", text: ({ ratio }) => ratio.toFixed(2) },
      { title: "audit log, kB", text: ({ auditBytes }) => (auditBytes / 1000).toFixed(0) },
    ],
    results,
    ["bare upsert: the same values into a table without policies, foreign keys and rules about order", ...notes],
  );
}
