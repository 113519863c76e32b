import type { TokenStore } from "../../../src/index.ts";
import type { PostgresAddress } from "@fleet-api-tools/test-postgres";
import type { RedisAddress } from "../redis-server.ts";
import { openStore } from "./open-store.ts";

/** Nobody is killed here: however busy the machine is, no lock runs out, and no wait ends before its time. */
export const noHurryMs = 600_000;

/** Where processes find a store that they share. */
export type SharedPlace =
  | { readonly kind: "file" | "sqlite"; readonly path: string }
  | RedisPlace
  | ({ readonly kind: "postgres" } & PostgresPlace);

interface RedisPlace {
  readonly kind: "redis" | "ioredis";
  readonly address: RedisAddress;
  readonly key: string;
}

interface PostgresPlace {
  readonly address: PostgresAddress;
  readonly table: string;
  readonly key: string;
}

interface OpenSharedStore {
  readonly store: TokenStore;
  /** Lets go of the connections, which the store leaves open. */
  close(): Promise<void>;
}

/** Opens it. Loads only what this kind needs, as a process of a test has to start soon. */
export async function openSharedStore(place: SharedPlace): Promise<OpenSharedStore> {
  if ("path" in place)
    return { store: await openStore(place.kind, place.path, noHurryMs), close: async () => undefined };
  return place.kind === "postgres" ? openPostgres(place) : openRedis(place);
}

async function openRedis({ kind, address, key }: RedisPlace): Promise<OpenSharedStore> {
  const { redisStore } = await import("../../../src/stores/redis/redis-store.ts");
  const { redisPackages } = await import("../redis-clients.ts");
  const open = new Map(redisPackages).get(kind);
  if (open === undefined) throw new Error(`no package ${kind}`);
  const { client, close } = await open(address);
  return { store: redisStore({ client, key, leaseMs: noHurryMs, timeoutMs: noHurryMs }), close };
}

async function openPostgres({ address, table, key }: PostgresPlace): Promise<OpenSharedStore> {
  const { postgresStore } = await import("../../../src/stores/postgres/postgres-store.ts");
  const { Pool } = await import("pg");
  // One connection each, so that fifty processes stay below what a server allows by default.
  const pool = new Pool({ ...address, max: 1 });
  const query = (sql: string, params: readonly unknown[]) => pool.query(sql, [...params]);
  return {
    store: postgresStore({ query, table, key, leaseMs: noHurryMs, timeoutMs: noHurryMs }),
    close: () => pool.end(),
  };
}
