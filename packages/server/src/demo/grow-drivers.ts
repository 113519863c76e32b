import type { Db } from "../db/db.ts";

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** What drivers are added with: how many, and to which clients and vehicles in turn. */
interface DriverGrowth {
  readonly count: number;
  /** About how many assignments they get to the vehicles from this id on, one after the other until now. */
  readonly assignments: number;
  readonly firstVehicle: number;
  readonly owners: readonly number[];
  readonly now: Date;
}

/** Adds drivers, whose licences expire within five years, and their assignments. Every driver has a vehicle at any time. */
export async function addDrivers(
  db: Db,
  { count, assignments, firstVehicle, owners, now }: DriverGrowth,
): Promise<void> {
  const [last] = await db.query<{ id: number }>("select coalesce(max(id), 0) as id from drivers");
  const first = (last?.id ?? 0) + 1;
  await db.query(
    `insert into drivers (client_id, first_name, last_name, personnel_number, licence_expires_on, created_at, updated_at)
     select ($3::bigint[])[1 + n % cardinality($3::bigint[])], 'Demo', 'Driver ' || n, 'G-' || n,
       ($4::timestamptz)::date + (n * 37 % 1825)::int, $4::timestamptz, $4::timestamptz
     from generate_series($1::bigint, $2::bigint) n`,
    [first, first + count - 1, owners, now],
  );
  const weeks = Math.ceil(assignments / count);
  await db.transaction(async (tx) => {
    // They would write and announce each vehicle and driver once for each assignment.
    await tx.query("alter table driver_assignments disable trigger user");
    // It takes less time to build their indexes at the end.
    const exclusions = await tx.query<{ name: string; definition: string }>(
      `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = 'driver_assignments'::regclass and contype = 'x'`,
    );
    for (const { name } of exclusions) await tx.query(`alter table driver_assignments drop constraint ${name}`);
    // The planner knows nothing about numbered rows, and would compare each vehicle with each driver.
    await tx.query("set local enable_nestloop = off");
    // In each week, every driver has one of so many vehicles: the next one.
    for (let week = 0; week < weeks; week += 1) {
      const began = new Date(now.getTime() - (weeks - week) * WEEK_MS);
      await tx.query(
        `with vehicle as (select *, row_number() over (partition by client_id order by id) - 1 as place
             from vehicles where id >= $1),
           driver as (select *, row_number() over (partition by client_id order by id) - 1 as place,
               count(*) over (partition by client_id) as others
             from drivers where id >= $2),
           shared as (select ceil((select count(*) from vehicle) / $3::float8)::bigint as many)
         insert into driver_assignments
           (client_id, agency_id, partner_id, driver_id, vehicle_id, started_at, ended_at, source, created_at, updated_at)
         select v.client_id, v.agency_id, v.partner_id, d.id, v.id, $5::timestamptz, $6::timestamptz, 'schedule', $5, $5
         from shared join vehicle v on v.place % shared.many = $4::bigint % shared.many
           join driver d on d.client_id = v.client_id and d.place = (v.place / shared.many + $4::bigint) % d.others
         order by v.id`,
        [firstVehicle, first, count, week, began, week < weeks - 1 ? new Date(began.getTime() + WEEK_MS - 1) : null],
      );
    }
    for (const { name, definition } of exclusions) {
      await tx.query(`alter table driver_assignments add constraint ${name} ${definition}`);
    }
    await tx.query("alter table driver_assignments enable trigger user");
  });
}
