import { records } from "@fleet-api/contract/records";
import type { SchemaName } from "./projection.ts";

const earliest = Date.parse("0001-01-01T00:00:00.000Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * The instant that a text of RFC 3339 means, as close as the database can store it: PostgreSQL itself refuses the year 0
 * and offsets from 16 hours on. `Date` does not know leap seconds; they are the second after the one before them.
 */
export function instantOf(text: string): Date {
  const upper = text.toUpperCase();
  const usual = upper.replace(/:60(?=[.Z+-])/, ":59");
  const time = Date.parse(usual) + (usual === upper ? 0 : 1000);
  return new Date(Math.min(Math.max(time, earliest), latest));
}

/** A body as JSON text that the database can read: members that are instants in the record, as it can store them. */
export function bodyJson(record: SchemaName, body: object): string {
  const kinds: Readonly<Record<string, string>> = records[record];
  const members = Object.entries(body).map(([name, value]: [string, unknown]) => [
    name,
    kinds[name] === "instant" && typeof value === "string" ? instantOf(value).toISOString() : value,
  ]);
  return JSON.stringify(Object.fromEntries(members));
}
