import type { PostgresAddress } from "@fleet-api-tools/test-postgres";

/** The address as `DATABASE_URL` has it. */
export function databaseUrl(address: PostgresAddress): string {
  if ("connectionString" in address) return address.connectionString;
  return `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.host)}`;
}
