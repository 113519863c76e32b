import { writeSync } from "node:fs";
import { createAuth, type TokenStore } from "../../../src/index.ts";
import type { RedisAddress } from "../redis-server.ts";

/** Nobody is killed here: however busy the machine is, no lock runs out, and no wait ends before its time. */
const noHurryMs = 600_000;

/** Where processes find a store that they share. */
export type SharedPlace = { readonly kind: "file"; readonly path: string } | RedisPlace;

interface RedisPlace {
  readonly kind: "redis" | "ioredis";
  readonly address: RedisAddress;
  readonly key: string;
}

interface OpenSharedStore {
  readonly store: TokenStore;
  /** Lets go of the connections, which the store leaves open. */
  close(): Promise<void>;
}

/** Opens it. Loads only what this kind needs, as a process of a test has to start soon. */
async function openSharedStore(place: SharedPlace): Promise<OpenSharedStore> {
  if (place.kind !== "file") return openRedis(place);
  const { fileStore } = await import("../../../src/stores/file/file-store.ts");
  return { store: fileStore(place.path, { staleMs: noHurryMs }), close: async () => undefined };
}

async function openRedis({ kind, address, key }: RedisPlace): Promise<OpenSharedStore> {
  const { redisStore } = await import("../../../src/stores/redis/redis-store.ts");
  const { redisPackages } = await import("../redis-server.ts");
  const open = new Map(redisPackages).get(kind);
  if (open === undefined) throw new Error(`no package ${kind}`);
  const { client, close } = await open(address);
  return { store: redisStore({ client, key, leaseMs: noHurryMs, timeoutMs: noHurryMs }), close };
}

// One process that starts a session when told to, makes a call, and says how it was answered.
const [place = "", baseUrl = ""] = process.argv.slice(2);
const { store, close } = await openSharedStore(JSON.parse(place));
{
  await using session = createAuth({
    baseUrl,
    store,
    credentials: { username: "demo", password: "p" },
    timeoutMs: noHurryMs,
  });
  writeSync(1, "ready\n");
  await new Promise((resolve) => process.stdin.once("data", resolve));
  process.stdin.destroy();
  const { status } = await session.fetch(`${baseUrl}/units`);
  await session.flush();
  writeSync(1, `${status} ${session.stats().logins}\n`);
}
await close();
