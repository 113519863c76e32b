import type { Db } from "../db/db.ts";
import { oneWireCrc } from "../platform/one-wire.ts";
import type { DemoRandom } from "./demo-random.ts";
import { instant } from "./demo-units.ts";
import { demoClients } from "./organisation.ts";

const DAY = 24 * 60 * 60_000;
const HOUR = 60 * 60_000;
const DRIVERS = 140;

/** How many drivers of a client are not at work; 28 together. */
const absent = { on_leave: 14, suspended: 4, left: 10 } as const;
/** How many driving licences have expired, and how many do so within 30 days. */
const EXPIRED = 6;
const EXPIRING = 11;

/** What the demo drivers are made with. */
interface DriverSeed {
  readonly now: Date;
  readonly founded: Date;
  readonly clientIds: ReadonlyMap<string, number>;
  readonly random: DemoRandom;
}

/**
 * Adds 140 drivers: 112 are active, 6 have a licence that has expired, 11 one that expires within 30 days. Most active ones drive a
 * vehicle of their client, and drove others before. The first driver and the first vehicle of each client are free: the
 * documentation assigns them.
 */
export async function seedDrivers(tx: Db, { now, founded, clientIds, random }: DriverSeed): Promise<void> {
  const statuses = random.shuffle(
    Object.entries(absent).flatMap(([status, count]) => Array.from({ length: count }, () => status)),
  );
  const places = random.shuffle(Array.from({ length: DRIVERS - 1 }, (_, index) => index + 2));
  const statusOf = new Map(statuses.map((status, index) => [places[index], status]));
  const licences = random.shuffle(places).slice(0, EXPIRED + EXPIRING);
  const units = demoClients.reduce((total, client) => total + client.units, 0);
  let serial = 0;
  for (const client of demoClients) {
    const clientId = clientIds.get(client.key) ?? 0;
    const count = Math.min(DRIVERS - serial, Math.round((client.units / units) * DRIVERS));
    const rows = Array.from({ length: count }, () => {
      serial += 1;
      const licence = licences.indexOf(serial);
      const days = licence === -1 ? random.int(100, 2000) : licence < EXPIRED ? -random.int(1, 60) : random.int(1, 29);
      const status = statusOf.get(serial) ?? "active";
      return {
        ...driverRow(serial, { ...client, id: clientId }),
        status,
        hired_on: instant(now, -random.int(200, 2000) * DAY).slice(0, 10),
        left_on: status === "left" ? instant(now, -random.int(5, 90) * DAY).slice(0, 10) : null,
        licence_issued_on: instant(now, -random.int(2500, 4000) * DAY).slice(0, 10),
        licence_expires_on: instant(now, days * DAY).slice(0, 10),
        created_at: founded.toISOString(),
        updated_at: founded.toISOString(),
      };
    });
    if (rows.length === 0) continue;
    const columns = Object.keys(rows[0] ?? {}).join(", ");
    const made = await tx.query<{ id: number; status: string }>(
      `insert into drivers (${columns}) select ${columns} from json_populate_recordset(null::drivers, $1::json)
       returning id, status`,
      [JSON.stringify(rows)],
    );
    await tagDrivers(tx, clientId, founded);
    await certifyDrivers(
      tx,
      made.map(({ id }) => id),
      { now, founded, random },
    );
    const free = made.slice(1).filter(({ status }) => status === "active");
    await assignDrivers(
      tx,
      clientId,
      free.map(({ id }) => id),
      { now, founded, random },
    );
  }
  // Their turns are over: nobody has seen the fleet before.
  await tx.query("select announce_boundaries($1, 100000)", [now]);
}

function driverRow(serial: number, { id, country, timezone }: { id: number; country: string; timezone: string }) {
  const number = String(serial).padStart(3, "0");
  return {
    client_id: id,
    external_id: `demo-driver-${serial}`,
    first_name: "Demo",
    last_name: `Driver ${number}`,
    personnel_number: `P-${number}`,
    email: `demo-driver-${serial}@example.com`,
    phone: `+1202555${String(100 + (serial % 100)).padStart(4, "0")}`,
    timezone,
    licence_number: `L-${String(serial).padStart(6, "0")}`,
    licence_country: country,
    licence_categories: serial % 3 === 0 ? ["B", "C", "CE"] : ["B"],
    attributes: {},
    version: 1,
  };
}

/** Gives every driver of a client a key, an iButton with the id of the driver as its serial number. */
async function tagDrivers(tx: Db, clientId: number, at: Date): Promise<void> {
  const drivers = await tx.query<{ id: number }>("select id from drivers where client_id = $1 order by id", [clientId]);
  const tags = drivers.map(({ id }) => ({ driver_id: id, type: "ibutton", value: demoKey(id), label: "Key" }));
  await tx.query(
    `insert into driver_id_tags (driver_id, type, value, label, created_at, updated_at)
     select driver_id, type, value, label, $2, $2 from json_populate_recordset(null::driver_id_tags, $1::json)`,
    [JSON.stringify(tags), at],
  );
}

/** Gives every driver a medical certificate, of which a few expire soon. */
async function certifyDrivers(
  tx: Db,
  driverIds: readonly number[],
  { now, founded, random }: Omit<DriverSeed, "clientIds">,
): Promise<void> {
  const rows = driverIds.map((driver_id) => ({
    driver_id,
    type: "medical",
    issuer: "Demo Clinic",
    issued_on: instant(now, -random.int(30, 300) * DAY).slice(0, 10),
    expires_on: instant(now, random.int(10, 400) * DAY).slice(0, 10),
    reminder_days: [30],
    attachments: [],
    version: 1,
  }));
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  await tx.query(
    `insert into driver_documents (${columns}, created_at, updated_at)
     select ${columns}, $2, $2 from json_populate_recordset(null::driver_documents, $1::json)`,
    [JSON.stringify(rows), founded],
  );
}

/**
 * Each driver drove another vehicle of the client for a while, then got one to keep. One in ten has a co-driver, and one in ten
 * changes the vehicle tomorrow.
 */
async function assignDrivers(
  tx: Db,
  clientId: number,
  driverIds: readonly number[],
  { now, founded, random }: Omit<DriverSeed, "clientIds">,
): Promise<void> {
  const vehicles = await tx.query<{ id: number }>(
    `select id from vehicles where client_id = $1 and status = 'active' and vehicle_type <> 'trailer'
     order by id offset 1`,
    [clientId],
  );
  const pairs = driverIds.slice(0, vehicles.length).map((driverId, index) => {
    const at = (place: number): number => vehicles[place % vehicles.length]?.id ?? 0;
    return { driverId, before: at(index + 1), vehicleId: at(index) };
  });
  // All change at the same instants, so that nobody is in two vehicles.
  const [began, changed, tomorrow] = [-90 * DAY, -random.int(20, 40) * DAY, DAY - (now.getTime() % DAY)];
  const rows = pairs.flatMap(({ driverId, before, vehicleId }, index) => {
    const row = (vehicle_id: number, from: number, to: number | null, role = "primary") => ({
      driver_id: driverId,
      vehicle_id,
      role,
      started_at: instant(now, from),
      ended_at: to === null ? null : instant(now, to),
    });
    const leavesTomorrow = index % 10 === 9;
    return [
      ...(before === vehicleId ? [] : [row(before, began, changed)]),
      row(vehicleId, changed + HOUR, leavesTomorrow ? tomorrow : null),
      ...(index % 10 === 4 && before !== vehicleId ? [row(before, changed + 2 * HOUR, null, "co_driver")] : []),
    ];
  });
  await tx.query(
    `insert into driver_assignments (driver_id, vehicle_id, role, started_at, ended_at, source, created_at, updated_at)
     select driver_id, vehicle_id, role, started_at, ended_at, 'schedule', $2, $2
     from json_populate_recordset(null::driver_assignments, $1::json)`,
    [JSON.stringify(rows), founded],
  );
}

/** The 1-Wire ROM of an iButton: family 01, the serial number, and the CRC. */
export function demoKey(serial: number): string {
  const digits = `01${serial.toString(16).padStart(12, "0").toUpperCase()}`;
  return digits + oneWireCrc(digits).toString(16).padStart(2, "0").toUpperCase();
}
