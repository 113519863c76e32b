import type { Db } from "../db/db.ts";
import type { DemoRandom } from "./demo-random.ts";
import { instant } from "./demo-units.ts";
import { demoClients } from "./organisation.ts";

const DAY = 24 * 60 * 60_000;

/** What demo vehicles of a type have in common, and how many there are; 120 together. */
interface VehicleKind {
  readonly count: number;
  readonly noun: string;
  readonly model: string;
  readonly fuel_type: string;
  readonly gross_weight_kg: number;
  readonly axle_count: number;
  readonly seat_count: number;
}

const kinds: Readonly<Record<string, VehicleKind>> = {
  van: kind(46, "Van", "Courier", "diesel", [3500, 2, 3]),
  truck: kind(30, "Truck", "Hauler", "diesel", [18_000, 3, 2]),
  tractor_unit: kind(12, "Tractor", "Puller", "diesel", [20_000, 3, 2]),
  trailer: kind(10, "Trailer", "Flatbed", "none", [24_000, 3, 0]),
  car: kind(14, "Car", "Compact", "electric", [1900, 2, 5]),
  bus: kind(6, "Bus", "Liner", "diesel", [12_000, 2, 48]),
  motorcycle: kind(2, "Motorcycle", "Scout", "petrol", [300, 2, 2]),
};

function kind(
  count: number,
  noun: string,
  model: string,
  fuel_type: string,
  [gross_weight_kg = 0, axle_count = 0, seat_count = 0]: readonly number[],
): VehicleKind {
  return { count, noun, model, fuel_type, gross_weight_kg, axle_count, seat_count };
}

/** The plates of each country. They look like real ones, and are of ranges that nobody got. */
const plates: Readonly<Record<string, (serial: number) => string>> = {
  KE: (serial) => `KDA ${digits(serial, 3)}A`,
  UG: (serial) => `UBA ${digits(serial, 3)}A`,
  DE: (serial) => `B-XY ${digits(serial, 4)}`,
  KW: (serial) => `99-${digits(serial, 5)}`,
};

function digits(serial: number, length: number): string {
  return String(serial).padStart(length, "0");
}

/** What the demo vehicles are made with. */
interface VehicleSeed {
  readonly now: Date;
  readonly founded: Date;
  readonly clientIds: ReadonlyMap<string, number>;
  readonly random: DemoRandom;
}

/**
 * Adds 120 vehicles with about 560 documents, and installs the units that are in use in them, one after the other. The first
 * vehicle of each client has none yet, and trailers never have one.
 */
export async function seedVehicles(tx: Db, seed: VehicleSeed): Promise<void> {
  const { clientIds, random } = seed;
  const types = Object.entries(kinds).flatMap(([type, { count }]) => Array.from({ length: count }, () => type));
  // A van is first: the documentation installs a unit in it.
  const [first = "van", ...others] = types;
  const shuffled = [first, ...random.shuffle(others)];
  const units = demoClients.reduce((total, client) => total + client.units, 0);
  let serial = 0;
  for (const client of demoClients) {
    const share = Math.round((client.units / units) * types.length);
    const rows = shuffled.slice(serial, serial + share).map((type) => {
      serial += 1;
      return vehicleRow(type, serial, { ...client, id: clientIds.get(client.key) ?? 0 }, seed);
    });
    if (rows.length > 0) await insertVehicles(tx, rows, seed);
  }
}

interface Owner {
  readonly id: number;
  readonly country: string;
  readonly currency: string;
}

type Row = Readonly<Record<string, unknown>>;

function vehicleRow(type: string, serial: number, client: Owner, { founded, now, random }: VehicleSeed): Row {
  const { noun, model, fuel_type, gross_weight_kg, axle_count, seat_count } = kinds[type] ?? kind(0, "", "", "", []);
  const number = digits(serial, 3);
  const isSold = serial % 40 === 0;
  const status = isSold ? "sold" : serial % 20 === 5 ? "in_maintenance" : "active";
  const acquired = instant(now, -random.int(200, 1500) * DAY).slice(0, 10);
  return {
    client_id: client.id,
    external_id: `demo-vehicle-${serial}`,
    name: `${noun} ${number}`,
    fleet_number: `F-${number}`,
    plate_number: plates[client.country]?.(serial),
    plate_country: client.country,
    color_name: random.pick(["white", "blue", "silver", "red"]),
    icon: type,
    // The year code Z is of no North American vehicle; the ninth character is not always a check digit.
    vin: `9ZZFLEET${serial % 10}Z${digits(serial, 7)}`,
    engine_number: fuel_type === "none" ? null : `E-${digits(serial, 6)}`,
    make: "Demo Motors",
    model,
    model_year: Number(acquired.slice(0, 4)),
    vehicle_type: type,
    fuel_type,
    ...(fuel_type === "diesel" && { fuel_tank_capacity_l: 70, consumption_norm_l_per_100km: 8.5 }),
    ...(fuel_type === "electric" && { battery_capacity_kwh: 58.5, consumption_norm_kwh_per_100km: 16.5 }),
    gross_weight_kg,
    axle_count,
    seat_count,
    max_speed_kmh: type === "truck" || type === "tractor_unit" ? 80 : 120,
    status,
    ownership: random.pick(["owned", "owned", "leased", "financed"]),
    acquired_on: acquired,
    disposed_on: isSold ? instant(now, -random.int(5, 90) * DAY).slice(0, 10) : null,
    acquisition_amount: String(random.int(10, 90) * 1000),
    acquisition_currency: client.currency,
    cost_centre: `CC-${random.int(1, 4) * 100}`,
    attributes: {},
    version: 1,
    created_at: founded.toISOString(),
    updated_at: founded.toISOString(),
  };
}

async function insertVehicles(tx: Db, rows: readonly Row[], seed: VehicleSeed): Promise<void> {
  const columns = Object.keys(Object.assign({}, ...rows)).join(", ");
  const ids = await tx.query<{ id: number; vehicle_type: string; status: string }>(
    `insert into vehicles (${columns}) select ${columns} from json_populate_recordset(null::vehicles, $1::json)
     returning id, vehicle_type, status`,
    [JSON.stringify(rows.map((row) => ({ fuel_tank_capacity_l: null, battery_capacity_kwh: null, ...row })))],
  );
  const [clientId, createdAt] = [rows[0]?.["client_id"] ?? 0, seed.founded];
  const free = ids.slice(1).filter(({ vehicle_type, status }) => vehicle_type !== "trailer" && status !== "sold");
  await installUnits(
    tx,
    Number(clientId),
    free.map(({ id }) => id),
    createdAt,
  );
  await insertDocuments(
    tx,
    ids.map(({ id }) => id),
    seed,
  );
}

/**
 * Installs the units of a client that are in use, but for the first, which the documentation installs. The oldest of them was in the
 * vehicle of the newest one for a while before.
 */
async function installUnits(tx: Db, clientId: number, vehicleIds: readonly number[], createdAt: Date): Promise<void> {
  await tx.query(
    `with installed as (
       select u.id as unit_id, v.id as vehicle_id, u.installed_at as at
       from (select id, installed_at, row_number() over (order by id) as place from units
             where client_id = $1 and lifecycle_status = 'active' offset 1) u
       join unnest($2::bigint[]) with ordinality v (id, place) on v.place = u.place
     ), ends as (
       select first.unit_id, last.vehicle_id, first.at, least(first.at + interval '20 days', last.at - interval '1 day') as until
       from (select * from installed order by at limit 1) first, (select * from installed order by at desc limit 1) last
       where first.at < last.at - interval '2 days'
     )
     insert into vehicle_unit_assignments
       (client_id, vehicle_id, unit_id, installed_at, removed_at, removal_reason, created_at, updated_at)
     select $1, vehicle_id, unit_id, at, until, reason, greatest($3, at), greatest($3, at) from (
       select vehicle_id, unit_id, at, until, 'Moved to another vehicle' as reason from ends
       union all
       select i.vehicle_id, i.unit_id, coalesce(e.until + interval '1 hour', i.at), null, null
       from installed i left join ends e using (unit_id)) all_of_them
     order by at`,
    [clientId, vehicleIds, createdAt],
  );
  // What somebody read then is what was read from the unit.
  await tx.query(
    `insert into vehicle_readings
       (client_id, vehicle_id, read_at, odometer_m, engine_hours_s, source, note, created_at)
     select a.client_id, a.vehicle_id, r.read_at, r.odometer_m, r.engine_hours_s, 'workshop', 'Installation', r.read_at
     from vehicle_unit_assignments a join unit_readings r on r.unit_id = a.unit_id
     where a.client_id = $1 and a.removed_at is null order by r.read_at, a.id`,
    [clientId],
  );
}

const documentTypes = ["registration", "insurance", "inspection", "road_tax"] as const;

/** Documents of each vehicle: most expire within a year, some soon, and a few have expired. Half of them also have a permit. */
async function insertDocuments(
  tx: Db,
  vehicleIds: readonly number[],
  { now, founded, random }: VehicleSeed,
): Promise<void> {
  const rows = vehicleIds.flatMap((vehicleId) => {
    const types = random.int(0, 2) < 2 ? [...documentTypes, "permit"] : documentTypes;
    return types.map((type, index) => {
      const issued = instant(now, -random.int(20, 300) * DAY).slice(0, 10);
      // 5 of 100 have expired, and 9 do so within 30 days.
      const chance = random.int(1, 100);
      const days = chance <= 5 ? -random.int(1, 15) : chance <= 14 ? random.int(1, 29) : random.int(60, 360);
      return {
        vehicle_id: vehicleId,
        type,
        number: `DEMO-${type.slice(0, 3).toUpperCase()}-${vehicleId}${index}`,
        issuer: type === "insurance" ? "Demo Insurance" : "Demo Authority",
        issued_on: issued,
        expires_on: type === "registration" ? null : instant(now, days * DAY).slice(0, 10),
        reminder_days: type === "registration" ? [] : [30, 7],
        attachments:
          type === "insurance"
            ? [{ name: "policy.pdf", url: `https://files.example.com/policy-${vehicleId}.pdf` }]
            : [],
        version: 1,
        created_at: founded.toISOString(),
        updated_at: founded.toISOString(),
      };
    });
  });
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  await tx.query(
    `insert into vehicle_documents (${columns})
     select ${columns} from json_populate_recordset(null::vehicle_documents, $1::json)`,
    [JSON.stringify(rows)],
  );
}
