/** Streams lose no position and repeat none, whatever is interrupted: a server, the bus or PostgreSQL, killed, stopped or paused. */
import type { PrivatePostgres } from "@fleet-api-tools/test-postgres";
import { startPrivatePostgres } from "@fleet-api-tools/test-postgres";
import { byTier } from "@fleet-api-tools/test-tier";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Broker } from "../bus/brokers.ts";
import { brokerKinds } from "../bus/brokers.ts";
import { eventually } from "../bus/test-bus.ts";
import { onPostgres } from "../support/db.ts";
import type { KillableServer, KillableServers } from "../support/killable-servers.ts";
import { startKillableServers } from "../support/killable-servers.ts";
import { PositionWriters } from "../support/position-load.ts";
import { StreamFollower } from "../support/stream-follower.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";

const directory = useTemporaryDirectories();
const ROUNDS = byTier(onPostgres ? 2 : 1, 10, 200);

/** What the readers of streams depend on. */
interface World {
  readonly servers: KillableServers;
  readonly postgres: PrivatePostgres | null;
  /** A program of its own. */
  readonly broker: Broker | null;
  readonly followers: readonly StreamFollower[];
}

/** Interrupts the readers, while positions are stored all the time. */
type Interrupt = (world: World, untilStored: (batches: number) => Promise<void>) => Promise<void>;

/** How the servers of a test tell each other of new positions. */
interface Bus {
  readonly name: string;
  /** Starts what is needed; resolves with the `bus_url`. */
  readonly start: () => Promise<{ readonly url: string; readonly broker: Broker | null }>;
  readonly interrupts: readonly Interrupt[];
}

/** The server that a follower reads from. */
function serverOf({ followers }: World, index: number): KillableServer {
  const server = followers[index]?.server;
  if (server == null) throw new Error("There is no such follower.");
  return server;
}

const killServer =
  (index: number): Interrupt =>
  async (world) =>
    serverOf(world, index).restart();

const stopServer: Interrupt = async (world) => {
  await serverOf(world, 0).restart("SIGTERM");
  await eventually(() => expect(world.followers[0]?.reasons).toContain("shutdown"));
};

const killDatabase: Interrupt = async ({ postgres }) => {
  await postgres?.crash();
  await postgres?.restart();
};

/** It lasts for several seconds, in which servers keep nothing for later. */
const pauseDatabase: Interrupt = async (world) => {
  const { all } = world.servers;
  const memory = (): Promise<number[]> => Promise.all(all.map((server) => server.memory()));
  const before = await memory();
  const hasFailed = logged([serverOf(world, 0)], "streams could not be checked", 3);
  world.postgres?.pause();
  try {
    await hasFailed();
    const growth = (await memory()).map((bytes, index) => bytes - (before[index] ?? 0));
    expect(Math.max(...growth)).toBeLessThan(5_000_000);
  } finally {
    world.postgres?.resume();
  }
};

/** The broker of these tests is not there from the start. */
const killBroker: Interrupt = async ({ broker }, untilStored) => {
  await broker?.kill();
  await untilStored(10);
  await broker?.restart();
};

const pauseBroker: Interrupt = async ({ broker, servers: { all } }) => {
  const isDisconnected = logged(all, "bus disconnected");
  broker?.pause();
  try {
    await isDisconnected();
  } finally {
    broker?.resume();
  }
};

/** As when the power fails. */
const killAll: Interrupt = async ({ servers: { all }, postgres, broker }) => {
  await Promise.all([...all.map((server) => server.end()), postgres?.crash(), broker?.kill()]);
  await Promise.all([postgres?.restart(), broker?.restart()]);
  for (const server of all) await server.start();
};

/** What waits until each server has logged a message so many times more. */
function logged(servers: readonly KillableServer[], message: string, times = 1): () => Promise<void> {
  const count = ({ lines }: KillableServer): number => lines.filter((line) => line.includes(message)).length;
  const wanted = servers.map((server) => [server, count(server) + times] as const);
  return () => eventually(() => expect(wanted.filter(([server, least]) => count(server) < least)).toEqual([]));
}

const alone: Bus = {
  name: "one server",
  start: async () => ({ url: "", broker: null }),
  interrupts: [killServer(0), stopServer],
};

const brokers = onPostgres ? brokerKinds.filter(({ name }) => name !== "PostgreSQL") : [];
for (const reason of brokers.map(({ whyNot }) => whyNot())) {
  if (reason !== undefined) console.warn(`skipped: ${reason}`);
}

const overBrokers = brokers
  .filter(({ whyNot }) => whyNot() === undefined)
  .map((kind): Bus => ({
    name: `two servers with ${kind.name}`,
    start: async () => {
      const broker = await kind.start();
      onTestFinished(broker.stop);
      await broker.kill();
      return { url: broker.target.url, broker };
    },
    interrupts: [
      killBroker,
      killServer(0),
      killDatabase,
      killServer(1),
      killBroker,
      stopServer,
      pauseBroker,
      pauseDatabase,
      killAll,
    ],
  }));

const overPostgres: Bus = {
  name: "two servers with LISTEN",
  start: async () => ({ url: "postgres", broker: null }),
  interrupts: [killServer(0), killDatabase, killServer(1), stopServer, pauseDatabase, killAll],
};

const all = onPostgres ? [...overBrokers, overPostgres] : [alone];
const buses = byTier(all.slice(0, 1), all);

async function start(bus: Bus): Promise<World> {
  const postgres = onPostgres ? await startPrivatePostgres() : null;
  onTestFinished(async () => postgres?.stop());
  const { url, broker } = await bus.start();
  const servers = postgres
    ? await startKillableServers(2, { database_url: postgres.url, bus_url: url, log_level: "warn" })
    : await startKillableServers(1, { data: directory() });
  const followers = [
    { turn: 0 },
    { turn: 1 },
    { turn: 0, leavesAfter: 3, channels: "units,telemetry" },
    { turn: 1, leavesAfter: 2, query: "&client_id=1" },
  ].map((options) => new StreamFollower(servers, options));
  for (const follower of followers) await follower.start();
  return { servers, postgres, broker, followers };
}

describe.each(buses)("$name", (bus) => {
  it(`streams have each position once in ${ROUNDS} interruptions`, { timeout: 600_000 + ROUNDS * 30_000 }, async () => {
    const world = await start(bus);
    const { servers, followers } = world;
    const writers = new PositionWriters(servers.ask, servers.token);
    for (let round = 0; round < ROUNDS; round += 1) {
      await writers.during(async (untilStored) => {
        await untilStored(4 + 7 * (round % 10));
        await bus.interrupts[round % bus.interrupts.length]?.(world, untilStored);
        await untilStored(20);
      });
      for (const follower of followers) {
        const { stream, feed } = await follower.catchUp();
        expect(stream).toEqual(feed);
        expect(stream).not.toEqual([]);
        expect(new Set(follower.found).size).toBe(follower.found.length);
      }
      const seen = new Set(followers[0]?.found);
      expect([...writers.acknowledged].filter((key) => !seen.has(key))).toEqual([]);
      if ((round + 1) % 20 === 0) console.log(`${round + 1} of ${ROUNDS} interruptions survived`);
    }
    for (const follower of followers) {
      expect(follower.found).toEqual(await follower.readFeed());
      expect([...follower.reasons].filter((reason) => !["shutdown", "renewal"].includes(reason))).toEqual([]);
    }
    expect(followers[0]?.connections).toBeGreaterThan(1);
    expect(writers.acknowledged.size).toBeGreaterThan(20 * ROUNDS);
  });
});
