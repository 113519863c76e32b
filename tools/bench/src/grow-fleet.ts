/**
 * `FLEET_DATA=./large node tools/bench/src/grow-fleet.ts`, or with `DATABASE_URL`: makes the demo fleet of a database
 * larger, by `--units` (100,000) and `--clients` (10,000). No server may run in that data directory.
 */
import { parseArgs } from "node:util";
import { growFleet, startServer } from "@fleet-api/server";

try {
  await grow(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function grow(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { units: { type: "string", default: "100000" }, clients: { type: "string", default: "10000" } },
  });
  const growth = { clients: whole("clients", values.clients), units: whole("units", values.units) };
  const { DATABASE_URL: database_url, FLEET_DATA: data } = process.env;
  if (database_url === undefined && data === undefined) {
    throw new Error("Set DATABASE_URL or FLEET_DATA to the database that is to grow.");
  }
  const database = database_url === undefined ? { data } : { database_url };
  const server = await startServer({ settings: { ...database, demo: true, port: 0, log_level: "warn" } });
  try {
    await growFleet(server.db, growth);
    const [total] = await server.db.query<{ clients: number; units: number }>(
      "select (select count(*) from clients) as clients, (select count(*) from units) as units",
    );
    console.log(`The fleet has ${total?.clients} clients and ${total?.units} units.`);
  } finally {
    await server.close();
  }
}

function whole(name: string, text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new Error(`--${name} takes a whole number up to 9999999, not "${text}".`);
  return Number(text);
}
