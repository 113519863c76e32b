import type { Driver, DriverAssignment, DriverCreate } from "@fleet-api/contract/types/drivers";
import { expect } from "vitest";
import type { Db } from "../../src/db/index.ts";
import { oneWireCrc } from "../../src/platform/one-wire.ts";
import type { Answer, Service } from "./service.ts";

/** Sends the requests that suites of drivers begin with. */
export function driverRequests({
  service,
  token,
}: {
  readonly service: Pick<Service, "call">;
  readonly token: () => string;
}) {
  let serial = 0;

  function call<Data = Driver>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Data>> {
    return service.call<Data>(method, path, { token: token(), body, ...(headers && { headers }) });
  }

  async function created<Data extends { id: number }>(path: string, body: object): Promise<Data> {
    const answer = await call<Data>("POST", path, body);
    expect([path, answer.status, answer.body.detail, answer.body.errors]).toEqual([path, 201, undefined, undefined]);
    return answer.body.data;
  }

  /** What a new driver needs. */
  function fresh(more: object = {}): Record<string, unknown> {
    serial += 1;
    return { client_id: 1, first_name: "Test", last_name: `Person ${serial}`, ...more };
  }

  return {
    call,
    fresh,
    create: (more: object = {}) => created<Driver>("/drivers", fresh(more)),
    /** The id of a new vehicle. */
    vehicle: async (more: object = {}) => {
      serial += 1;
      return (await created("/vehicles", { client_id: 1, name: `Driven ${serial}`, ...more })).id;
    },
    /** The id of a new assignment, which begins now unless `more` says otherwise. */
    assign: async (driver_id: number, vehicle_id: number, more: object = {}) =>
      (await created<DriverAssignment>("/drivers/assignments", { driver_id, vehicle_id, ...more })).id,
  };
}

/** The value of an iButton with a serial number. */
export function iButton(serial: number): string {
  const digits = `01${serial.toString(16).padStart(12, "0").toUpperCase()}`;
  return digits + oneWireCrc(digits).toString(16).padStart(2, "0").toUpperCase();
}

/** A driver whose values are nowhere else. */
export function unmistakable(serial: number): Required<Omit<DriverCreate, "user_id">> {
  const text = (name: string): string => `Qzx${serial}-${name}`;
  const day = (place: number): string => `${1500 + serial * 10 + place}-07-19`;
  const phone = (place: number): string => `+99${String(serial).padStart(6, "0")}${place}31`;
  return {
    client_id: 1,
    external_id: text("external"),
    first_name: text("first"),
    middle_name: text("middle"),
    last_name: text("last"),
    personnel_number: text("personnel"),
    email: `${text("mail")}@example.com`,
    phone: phone(1),
    address: {
      line1: text("line1"),
      line2: text("line2"),
      city: text("city"),
      region: text("region"),
      postal_code: text("post"),
      country_code: "KE",
    },
    emergency_contact: { name: text("contact"), phone: phone(2) },
    birth_on: day(1),
    hired_on: day(2),
    left_on: day(3),
    status: "on_leave",
    timezone: "Pacific/Chatham",
    licence_number: text("licence"),
    licence_country: "KE",
    licence_region: `KE-${String(serial).padStart(3, "0")}`,
    licence_categories: [`QZX${serial}A`, `QZX${serial}B`],
    licence_issued_on: day(4),
    licence_expires_on: day(5),
    attributes: { [text("name").toLowerCase().replaceAll("-", "_")]: text("attribute") },
    notes: text("notes"),
  };
}

/** Strings that other records have as well. */
const common = new Set(["KE", "on_leave", "Pacific/Chatham"]);

/** The values by which such a driver, or anything else of the same kind, is recognised. */
export function tracesOf(value: unknown): string[] {
  if (typeof value === "string") return common.has(value) ? [] : [value.toLowerCase()];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    ...(/qzx/i.test(name) ? [name.toLowerCase()] : []),
    ...tracesOf(each),
  ]);
}

/** Those of the traces that are in a text. */
export function tracesIn(text: string, traces: readonly string[]): string[] {
  // Ids of requests are random, and may have a short trace in them.
  const folded = text.replaceAll(/"request_id":"[^"]*"/g, "").toLowerCase();
  return traces.filter((trace) => folded.includes(trace));
}

/** Every row of every table as text, by the name of the table. */
export async function dumpDatabase(db: Pick<Db, "query">): Promise<Map<string, string>> {
  const tables = await db.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const dump = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await db.query<{ text: string }>(
      `select coalesce(string_agg(to_json(t)::text, chr(10)), '') as text from "${name}" t`,
    );
    dump.set(name, row?.text ?? "");
  }
  return dump;
}

/** The names of the tables with any of the traces. */
export async function tablesWith(db: Pick<Db, "query">, traces: readonly string[]): Promise<string[]> {
  const dump = await dumpDatabase(db);
  return [...dump].flatMap(([name, text]) => (tracesIn(text, traces).length > 0 ? [name] : [])).toSorted();
}
