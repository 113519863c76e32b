import type { Unit } from "@fleet-api/contract/types/units";

/** A unit with every field set, as the demo fleet has them. */
export function demoUnit(id: number): Unit {
  const number = String(id).padStart(3, "0");
  return {
    id,
    client_id: 1,
    client: { id: 1, name: "Demo Client 1" },
    partner_id: "p-1",
    agency_id: "a-1",
    external_id: null,
    name: `Unit ${number}`,
    identifier: `001017990000${number}`,
    identifier_type: "imei",
    imei: `001017990000${number}`,
    serial_number: `SN-${number}`,
    manufacturer: "Demo Devices",
    model: "DD-100",
    protocol: "dd1",
    firmware_version: "1.4.2",
    lifecycle_status: "active",
    connection_status: "online",
    last_seen_at: "2026-01-15T08:29:30.000Z",
    last_position_at: "2026-01-15T08:29:30.000Z",
    sim_card: null,
    reporting_interval_moving_s: 30,
    reporting_interval_parked_s: 3600,
    odometer_m: 120_345_000,
    odometer_source: "gps",
    engine_hours_s: 3_600_000,
    engine_hours_source: "gps",
    installed_at: "2025-06-01T08:00:00.000Z",
    installed_by: "Workshop 1",
    warranty_expires_on: "2027-06-01",
    subscription_expires_on: "2026-12-31",
    attributes: { depot: "north" },
    notes: null,
    version: 1,
    created_at: "2025-05-20T08:00:00.000Z",
    updated_at: "2026-01-15T08:29:30.000Z",
    deleted_at: null,
  };
}
