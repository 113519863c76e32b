import type { Db } from "../db/db.ts";
import type { UnitRow } from "./demo-units.ts";

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
  "last_seen_at",
  "last_position_at",
  "sim_card",
  "reporting_interval_moving_s",
  "reporting_interval_parked_s",
  "odometer_m",
  "odometer_source",
  "engine_hours_s",
  "engine_hours_source",
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

/** Inserts units in their order with one statement. */
export async function insertUnits(db: Db, units: readonly UnitRow[]): Promise<void> {
  await db.query(
    `insert into units (${columns})
     select ${columns} from jsonb_populate_recordset(null::units, $1::jsonb)`,
    // JSON null would be a jsonb null; a missing member becomes SQL null.
    [JSON.stringify(units.map(withoutNulls))],
  );
}

function withoutNulls(row: UnitRow): UnitRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}
