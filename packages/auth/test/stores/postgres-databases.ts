import { PGlite } from "@electric-sql/pglite";
import { Client, Pool } from "pg";
import { listenWith, type PostgresListen, type PostgresQuery } from "../../src/stores/postgres/postgres-store.ts";
import { startPostgres, whyNoPostgres, type PostgresAddress } from "@fleet-api-tools/test-postgres";

/** A database, as two processes would reach it. */
export interface OpenDatabase {
  /** One for each of two processes; the same where there can be only one. */
  readonly queries: readonly [PostgresQuery, PostgresQuery];
  readonly listen: PostgresListen;
  /** How other processes reach it; `undefined` where none can. */
  readonly address: PostgresAddress | undefined;
  close(): Promise<void>;
}

async function openPglite(): Promise<OpenDatabase> {
  const db = await PGlite.create();
  const query: PostgresQuery = (sql, params) => db.query(sql, params);
  return {
    queries: [query, query],
    listen: (channel, heard) => db.listen(channel, heard),
    address: undefined,
    close: () => db.close(),
  };
}

async function openServer(): Promise<OpenDatabase> {
  const server = await startPostgres();
  const pools = [new Pool(server.address), new Pool(server.address)] as const;
  const listener = new Client(server.address);
  await listener.connect();
  const queryOf =
    (pool: Pool): PostgresQuery =>
    (sql, params) =>
      pool.query(sql, params);
  return {
    queries: [queryOf(pools[0]), queryOf(pools[1])],
    listen: listenWith(listener),
    address: server.address,
    async close() {
      await Promise.all([listener.end(), ...pools.map((pool) => pool.end())]);
      await server.stop();
    },
  };
}

/** Both kinds, by name, and why one cannot run here. */
export const databases: readonly {
  readonly name: string;
  readonly open: () => Promise<OpenDatabase>;
  readonly reason: string | undefined;
}[] = [
  { name: "PGlite", open: openPglite, reason: undefined },
  { name: "a PostgreSQL server", open: openServer, reason: whyNoPostgres() },
];
