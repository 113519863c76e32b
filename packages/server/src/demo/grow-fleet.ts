import type { Db } from "../db/db.ts";
import type { Clock } from "../platform/clock.ts";
import { systemClock } from "../platform/clock.ts";
import { demoRandom } from "./demo-random.ts";
import { insertUnits, makeUnit } from "./demo-units.ts";
import { addDrivers } from "./grow-drivers.ts";
import { demoAgencies } from "./organisation.ts";

const BATCH = 1000;

/** What is added to a demo fleet. */
export interface FleetGrowth {
  /** @default 0 */
  readonly clients?: number;
  readonly units: number;
  /** Each with a document that expires within two years. @default 0 */
  readonly vehicles?: number;
  /** At most as many as vehicles. @default 0 */
  readonly drivers?: number;
  /** About how many times these drivers were assigned to these vehicles. @default 0 */
  readonly assignments?: number;
  /** @default that of the system */
  readonly clock?: Clock;
}

/**
 * Makes the demo fleet larger, for tests and benchmarks at scale: adds clients, and reporting units in turn to these, or to
 * the clients without a limit when none are added. The same calls give the same fleet.
 */
export async function growFleet(
  db: Db,
  { clients = 0, units, vehicles = 0, drivers = 0, assignments = 0, clock = systemClock }: FleetGrowth,
): Promise<void> {
  const now = clock.now();
  const owners = clients > 0 ? await addClients(db, clients, now) : await clientsWithoutLimit(db);
  const [last] = await db.query<{ id: number }>("select coalesce(max(id), 0) as id from units");
  const first = (last?.id ?? 0) + 1;
  const random = demoRandom(first);
  for (let done = 0; done < units; done += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, units - done) }, (_, index) => {
      const clientId = owners[(done + index) % owners.length] ?? 0;
      return makeUnit({ clientId, serial: first + done + index, kind: "reporting", sim: true, now }, random);
    });
    await insertUnits(db, rows);
  }
  const firstVehicle = await addVehicles(db, owners, vehicles, now);
  if (drivers > 0) await addDrivers(db, { count: drivers, assignments, firstVehicle, owners, now });
  // The planner of a database without autovacuum believes in empty tables otherwise.
  for (const table of [
    "clients",
    "units",
    "client_usage",
    "unit_ownerships",
    "unit_states",
    "unit_readings",
    "vehicles",
    "vehicle_documents",
    "drivers",
    "driver_assignments",
  ])
    await db.query(`vacuum (analyze) ${table}`);
}

/** Returns the id of the first. */
async function addVehicles(db: Db, owners: readonly number[], count: number, now: Date): Promise<number> {
  const [last] = await db.query<{ id: number }>("select coalesce(max(id), 0) as id from vehicles");
  const first = (last?.id ?? 0) + 1;
  for (let from = first; from < first + count; from += BATCH) {
    const to = Math.min(from + BATCH, first + count) - 1;
    await db.query(
      `with added as (
         insert into vehicles
           (client_id, name, fleet_number, plate_number, plate_country, vin, vehicle_type, created_at, updated_at)
         select ($3::bigint[])[1 + n % cardinality($3::bigint[])], 'Demo Vehicle ' || n, 'G-' || n, 'KDX ' || n, 'KE',
           '9ZZFLEETG' || lpad(n::text, 8, '0'), 'van', $4::timestamptz, $4::timestamptz
         from generate_series($1::bigint, $2::bigint) n returning id)
       insert into vehicle_documents (vehicle_id, type, expires_on, created_at, updated_at)
       select id, 'insurance', ($4::timestamptz)::date + (id * 37 % 730)::int, $4::timestamptz, $4::timestamptz from added`,
      [from, to, owners, now],
    );
  }
  return first;
}

async function addClients(db: Db, count: number, now: Date): Promise<number[]> {
  const added = await db.query<{ id: number }>(
    `insert into clients (agency_id, name, timezone, currency, created_at, updated_at)
     select ($1::text[])[1 + n % cardinality($1::text[])], 'Demo Client ' || n, 'UTC', 'EUR', $2, $2
     from (select coalesce(max(id), 0) as last from clients) c, generate_series(c.last + 1, c.last + $3) n
     order by n returning id`,
    [demoAgencies.map(({ id }) => id), now, count],
  );
  return added.map(({ id }) => id);
}

async function clientsWithoutLimit(db: Db): Promise<number[]> {
  const found = await db.query<{ id: number }>(
    `select id from clients where limits ->> 'max_units' is null and deleted_at is null and status = 'active' order by id`,
  );
  return found.map(({ id }) => id);
}
