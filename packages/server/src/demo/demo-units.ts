import type { Db } from "../db/db.ts";
import { luhnDigit } from "../platform/luhn.ts";
import type { UnitReport } from "../telemetry/unit-reports.ts";
import { reportUnitStates } from "../telemetry/unit-reports.ts";
import type { DemoRandom } from "./demo-random.ts";

/** The state that a demo unit is in. */
type UnitKind = "reporting" | "offline" | "in_stock" | "never_connected" | "faulty" | "decommissioned";

/** Columns of `units` as JSON; what is missing is null. */
type UnitRow = Readonly<Record<string, unknown>>;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How many demo units are in each state: 108 installed, 10 in stock, 4 faulty, 4 decommissioned. */
const unitKindCounts: Readonly<Record<UnitKind, number>> = {
  reporting: 100,
  offline: 8,
  in_stock: 7,
  never_connected: 3,
  faulty: 4,
  decommissioned: 4,
};

/** In-stock units without a SIM card, beside the decommissioned ones: 118 of 126 have one. */
const STOCK_WITHOUT_SIM = 4;

/** The states of all demo units in random order. */
export function shuffledKinds(random: DemoRandom): UnitKind[] {
  const kinds: readonly UnitKind[] = [
    "reporting",
    "offline",
    "in_stock",
    "never_connected",
    "faulty",
    "decommissioned",
  ];
  return random.shuffle(kinds.flatMap((kind) => Array.from({ length: unitKindCounts[kind] }, () => kind)));
}

/** Which units get a SIM card, by their place. */
export function simPlan(kinds: readonly UnitKind[]): boolean[] {
  let left = STOCK_WITHOUT_SIM;
  return kinds.map((kind) => {
    if (kind === "decommissioned") return false;
    if (kind === "in_stock" && left > 0) {
      left -= 1;
      return false;
    }
    return true;
  });
}

/** What a unit is made from. */
interface UnitPlan {
  readonly clientId: number;
  /** Number of the unit, from 1; its identifiers derive from it. */
  readonly serial: number;
  readonly kind: UnitKind;
  readonly sim: boolean;
  readonly now: Date;
}

/** A demo unit: its row, when its device was last heard of, and its counters then. */
export interface DemoUnit {
  readonly row: UnitRow;
  readonly seenAt: string | null;
  readonly counters: DemoCounters | null;
}

interface DemoCounters {
  readonly odometer_m: number;
  readonly odometer_source: string;
  readonly engine_hours_s: number;
  readonly engine_hours_source: string;
}

/** Makes a unit. */
export function makeUnit(plan: UnitPlan, random: DemoRandom): DemoUnit {
  const { clientId, serial, kind, sim, now } = plan;
  const number = String(serial).padStart(3, "0");
  const imei = demoImei(serial);
  const createdAt = instant(now, -random.int(120, 500) * DAY);
  const seen = kind === "never_connected" ? null : lastSeen(kind, now, random);
  const model = random.pick(["DT-100", "DT-200", "DT-300"]);
  const row = {
    client_id: clientId,
    name: `Demo Unit ${number}`,
    identifier: imei,
    identifier_type: "imei",
    imei,
    serial_number: `DEMO-${String(serial).padStart(6, "0")}`,
    manufacturer: "Demo Devices",
    model,
    protocol: "demo-tcp",
    firmware_version: `${random.int(1, 3)}.${random.int(0, 9)}.${random.int(0, 20)}`,
    lifecycle_status: lifecycleOf(kind),
    sim_card: sim ? simCard(serial, createdAt) : null,
    reporting_interval_moving_s: random.pick([10, 30, 60]),
    reporting_interval_parked_s: random.pick([600, 1800, 3600]),
  };
  const counters = makeCounters(kind, random);
  const installed = installation(kind, now, createdAt, random);
  const changed_at = installed["installed_at"] ?? createdAt;
  const rest = { attributes: {}, version: 1, created_at: createdAt, updated_at: changed_at };
  return { row: { ...row, ...installed, ...rest }, seenAt: seen, counters };
}

function lifecycleOf(kind: UnitKind): string {
  if (kind === "reporting" || kind === "offline") return "active";
  return kind === "never_connected" ? "in_stock" : kind;
}

function lastSeen(kind: UnitKind, now: Date, random: DemoRandom): string {
  if (kind !== "reporting") return instant(now, -random.int(2, 60) * DAY - random.int(0, DAY));
  // Two of three are on the road, the others parked within the last day.
  const ago = random.int(1, 3) < 3 ? random.int(5, 540) * SECOND : random.int(15, 1380) * MINUTE;
  return instant(now, -ago);
}

function simCard(serial: number, createdAt: string): UnitRow {
  return {
    iccid: demoIccid(serial),
    msisdn: demoMsisdn(serial),
    imsi: demoImsi(serial),
    carrier: "Demo Mobile",
    apn: "iot.demo.example",
    status: "active",
    activated_on: createdAt.slice(0, 10),
  };
}

function makeCounters(kind: UnitKind, random: DemoRandom): DemoCounters | null {
  if (kind === "in_stock" || kind === "never_connected") return null;
  return {
    odometer_m: random.int(2_000, 240_000) * 1000 + random.int(0, 999),
    odometer_source: random.pick(["gps", "can"]),
    engine_hours_s: random.int(100, 9000) * 3600 + random.int(0, 3599),
    engine_hours_source: random.pick(["gps", "can"]),
  };
}

function installation(kind: UnitKind, now: Date, createdAt: string, random: DemoRandom): UnitRow {
  const warranty = { warranty_expires_on: instant(now, random.int(30, 700) * DAY).slice(0, 10) };
  if (kind === "in_stock" || kind === "never_connected") return warranty;
  const installedAt = new Date(Date.parse(createdAt) + random.int(1, 30) * DAY);
  return {
    ...warranty,
    installed_at: installedAt.toISOString(),
    installed_by: "Demo Workshop",
    subscription_expires_on: instant(now, random.int(10, 360) * DAY).slice(0, 10),
  };
}

/** To the second: demo data should not pretend to know milliseconds. */
export function instant(now: Date, offsetMs: number): string {
  return new Date(Math.floor((now.getTime() + offsetMs) / SECOND) * SECOND).toISOString();
}

/** An IMEI that no real device has: reporting body 00 (test equipment), then Luhn. */
export function demoImei(serial: number): string {
  const body = `00${String(101_799_000_000 + serial).padStart(12, "0")}`;
  return body + luhnDigit(body);
}

/** An ICCID that no real SIM has: telecom 89, the unassigned country code 999, 19 digits with Luhn. */
export function demoIccid(serial: number): string {
  const body = `8999900${String(serial).padStart(11, "0")}`;
  return body + luhnDigit(body);
}

/** An IMSI of the test network 001-01 (ITU-T E.212). */
function demoImsi(serial: number): string {
  return `00101${String(serial).padStart(10, "0")}`;
}

/** A number of the range that is reserved for fiction in the United Kingdom. */
function demoMsisdn(serial: number): string {
  return `+447700900${String(serial % 1000).padStart(3, "0")}`;
}

const columns = [
  "client_id",
  "external_id",
  "name",
  "identifier",
  "identifier_type",
  "imei",
  "serial_number",
  "manufacturer",
  "model",
  "protocol",
  "firmware_version",
  "lifecycle_status",
  "sim_card",
  "reporting_interval_moving_s",
  "reporting_interval_parked_s",
  "installed_at",
  "installed_by",
  "warranty_expires_on",
  "subscription_expires_on",
  "attributes",
  "notes",
  "version",
  "created_at",
  "updated_at",
].join(", ");

/** Inserts units in their order, with the readings of their installation and what their devices reported last. */
export async function insertUnits(db: Db, units: readonly DemoUnit[]): Promise<void> {
  const ids = await db.query<{ id: number }>(
    `insert into units (${columns})
     select ${columns} from jsonb_populate_recordset(null::units, $1::jsonb) returning id`,
    // JSON null would be a jsonb null; a missing member becomes SQL null.
    [JSON.stringify(units.map(({ row }) => withoutNulls(row)))],
  );
  const inserted = units.map((unit, index) => ({ id: ids[index]?.id ?? 0, ...unit }));
  await reportUnitStates(db, inserted.flatMap(firstReport));
  await insertReadings(db, inserted);
  await reportUnitStates(db, inserted.flatMap(lastReport));
}

type InsertedUnit = DemoUnit & { readonly id: number };

/** Three fifths of what a vehicle has driven it had when its device was installed. */
function atInstallation(value: number): number {
  return Math.floor((value * 3) / 5);
}

/** The counters of a device begin with its installation. */
function firstReport({ id, row, counters }: InsertedUnit): UnitReport[] {
  if (counters === null) return [];
  const at = new Date(String(row["installed_at"]));
  return [{ unit_id: id, received_at: at, recorded_at: at, ...deviceCounters(counters, () => 0) }];
}

function lastReport({ id, seenAt, counters }: InsertedUnit): UnitReport[] {
  if (seenAt === null) return [];
  const at = new Date(seenAt);
  const reported = counters === null ? {} : deviceCounters(counters, (value) => value - atInstallation(value));
  return [{ unit_id: id, received_at: at, recorded_at: at, has_position: true, ...reported }];
}

function deviceCounters(
  counters: DemoCounters,
  deviceValue: (value: number) => number,
): Pick<UnitReport, "odometer" | "engine_hours"> {
  return {
    odometer: { value: deviceValue(counters.odometer_m), source: counters.odometer_source },
    engine_hours: { value: deviceValue(counters.engine_hours_s), source: counters.engine_hours_source },
  };
}

/** What somebody read from the counters of the vehicles when the devices were installed. */
async function insertReadings(db: Db, units: readonly InsertedUnit[]): Promise<void> {
  const readings = units.flatMap(({ id, row, counters }) =>
    counters === null
      ? []
      : {
          unit_id: id,
          client_id: row["client_id"],
          read_at: row["installed_at"],
          odometer_m: atInstallation(counters.odometer_m),
          engine_hours_s: atInstallation(counters.engine_hours_s),
        },
  );
  await db.query(
    `insert into unit_readings (unit_id, client_id, read_at, odometer_m, engine_hours_s, source, note, created_at)
     select unit_id, client_id, read_at, odometer_m, engine_hours_s, 'manual', 'Installation', read_at
     from jsonb_populate_recordset(null::unit_readings, $1::jsonb)`,
    [JSON.stringify(readings)],
  );
}

function withoutNulls(row: UnitRow): UnitRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}
