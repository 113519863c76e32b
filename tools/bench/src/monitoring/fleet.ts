import { startPostgres } from "@fleet-api-tools/test-postgres";
import { type Child, databaseUrl, startChild } from "../server/child.ts";

/** What is added to the demo fleet. */
export interface Fleet {
  /** Each in a vehicle. */
  readonly units: number;
  readonly clients: number;
}

/** An agency that has few of the clients. */
export const SMALL_AGENCY = { id: "bench-agency", clients: 100, username: "demo-agency-admin-2" } as const;

const large = [
  "clients",
  "units",
  "unit_states",
  "vehicle_unit_assignments",
  "latest_positions",
  "positions",
  "arrivals",
];

/** The planner of a database without autovacuum believes in empty tables otherwise. */
export async function vacuum(child: Child): Promise<void> {
  for (const table of large) await child.query(`vacuum (analyze) ${table}`);
}

export function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * 60 * 60_000);
}

/** Gives the newest clients to an agency of their own. */
export async function makeSmallAgency(child: Child): Promise<void> {
  const { id, clients, username } = SMALL_AGENCY;
  await child.query(
    "insert into agencies select $1, partner_id, 'Demo Agency Three', created_at, updated_at from agencies limit 1",
    [id],
  );
  await child.query(
    "update clients set agency_id = $1 where id = any(array(select id from clients order by id desc limit $2::bigint))",
    [id, clients],
  );
  await child.query("update users set agency_id = $1 where username = $2", [id, username]);
}

/** Installs the newest units in the newest vehicles of their clients, each for a month. Nothing else follows from it. */
export async function installUnits(child: Child): Promise<void> {
  const table = "vehicle_unit_assignments";
  await child.query(`alter table ${table} disable trigger user`);
  // Checking 100,000 installations takes a minute.
  for (const name of ["unit_once", "vehicle_once"])
    await child.query(`alter table ${table} drop constraint ${table}_${name}`);
  const numbered = (records: string): string =>
    `select *, row_number() over (partition by client_id order by id desc) as place from ${records} where deleted_at is null`;
  await child.query(
    `insert into ${table} (client_id, agency_id, partner_id, vehicle_id, unit_id, installed_at, created_at, updated_at)
     select u.client_id, u.agency_id, u.partner_id, v.id, u.id, $1, $1, $1
     from (${numbered("units")}) u join (${numbered("vehicles")}) v on v.client_id = u.client_id and v.place = u.place
     where u.client_id > 6 order by u.id`,
    [hoursAgo(30 * 24).toISOString()],
  );
  await child.query(`alter table ${table} enable trigger user`);
  await child.query(`vacuum (analyze) ${table}`);
}

/**
 * Starts a server with a fleet on a database of its own. `work` is also given the environment that further servers of that
 * database start with.
 */
export async function withFleet(
  database: string,
  { units, clients }: Fleet,
  work: (child: Child, environment: Record<string, string>) => Promise<void>,
  more: Record<string, string> = {},
): Promise<void> {
  const postgres = database === "PGlite" ? undefined : await startPostgres();
  const environment = { ...(postgres && { DATABASE_URL: databaseUrl(postgres.address) }), ...more };
  try {
    const child = await startChild("fleet-child.ts", {
      BENCH_CLIENTS: String(clients),
      BENCH_UNITS: String(units),
      BENCH_VEHICLES: String(units),
      ...environment,
    });
    try {
      await installUnits(child);
      await work(child, environment);
    } finally {
      await child.close();
    }
  } finally {
    await postgres?.stop();
  }
}
