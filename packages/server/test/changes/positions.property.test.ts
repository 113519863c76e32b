import type { Position } from "@fleet-api/contract/types/monitoring";
import { byTier } from "@fleet-api-tools/test-tier";
import { expect, it } from "vitest";
import type { DemoRandom } from "../../src/demo/demo-random.ts";
import { demoRandom } from "../../src/demo/demo-random.ts";
import { onPostgres } from "../support/db.ts";
import { installationRequests } from "../support/installations.ts";
import type { PositionKey } from "../support/position-load.ts";
import { FeedReader, keyOf, randomKeys, storeKeys } from "../support/position-load.ts";
import type { EventReader } from "../support/event-reader.ts";
import { openStream, RefusedStream } from "../support/event-reader.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";
import type { PositionWorld } from "./support/position-world.ts";
import { connectAdministrator, startPositionWorld, untilReached } from "./support/position-world.ts";

const directory = useTemporaryDirectories();
const WRITERS = 8;
const UNITS = 12;
/** Requests of each writer. */
const REQUESTS = byTier(12, 100);
const MINUTE = 60_000;
const clients = [1, 2, 3, 4, 6] as const;

/** Who reads with which query, and the clients whose positions that shows. */
const readings: readonly (readonly [username: string, query: string, shown: readonly number[]])[] = [
  ["demo-partner-admin", "", clients],
  ["demo-partner-admin", "&client_id=2", [2]],
  ["demo-agency-admin-1", "", [1, 2]],
  ["demo-agency-admin-1", "&client_id=1", [1]],
  ["demo-agency-admin-1", "&client_id=3", []],
  ["demo-agency-admin-2", "", [3, 4, 6]],
  ["demo-client-north", "", [1]],
  ["demo-client-north", "&client_id=1", [1]],
];

/** What the writers share. */
interface Writing {
  readonly world: PositionWorld;
  readonly token: string;
  readonly units: readonly number[];
  readonly sent: PositionKey[];
  readonly onStored: (duplicates: number) => void;
}

async function write({ world, token, units, sent, onStored }: Writing, random: DemoRandom): Promise<void> {
  for (let n = 0; n < REQUESTS; n += 1) {
    const keys = randomKeys(random, { units, sent, now: world.clock.now() });
    const { duplicates } = await storeKeys(world.ask, token, keys);
    onStored(duplicates);
  }
}

/** Units of all clients, which may be given to others, and the token of a user who reaches them. */
async function prepare(world: PositionWorld) {
  const token = await world.login("demo-partner-admin");
  await world.db.query(`update clients set limits = limits || '{"max_units": null}'`);
  const call = () => Promise.reject(new Error("This test sends its own requests."));
  const requests = installationRequests({ call, clock: world.clock, db: () => world.db, token: () => token });
  const units: number[] = [];
  for (let n = 0; n < UNITS; n += 1) units.push(await requests.unit(clients[n % clients.length]));
  const moveUnit = async (random: DemoRandom): Promise<void> => {
    world.clock.advance(MINUTE);
    const [unit, client] = [units[random.int(0, UNITS - 1)] ?? 0, random.pick(clients)];
    await untilReached(() => requests.moveTo("units", unit, client));
  };
  return { token, units, moveUnit };
}

/** Locks one unit after the other for a moment, so that batches wait; ends the connections of the servers. */
async function startDisturbances(world: PositionWorld, units: readonly number[]) {
  if (!onPostgres) return { lockUnits: async () => {}, endConnections: async () => {} };
  const [locker, administrator, elsewhere] = [
    await connectAdministrator(world),
    await connectAdministrator(world),
    await connectAdministrator(world, { elsewhere: true }),
  ];
  // Whatever waits for the oldest transaction of the cluster waits until the end of the test.
  await elsewhere.query("begin; select pg_current_xact_id()");
  return {
    lockUnits: async (isOver: () => boolean): Promise<void> => {
      for (let n = 0; !isOver(); n += 1) {
        await locker.query("begin");
        await locker.query("select from units where id = $1 for update", [units[n % units.length]]);
        await locker.query("select pg_sleep(0.05)");
        await locker.query("commit");
      }
    },
    endConnections: async (): Promise<void> => {
      const ofServers = "datname = current_database() and application_name = 'fleet-server'";
      await administrator.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ofServers}`);
    },
  };
}

/** Follows the fleet on one server after the other. Each stream is left after some events, wherever that is, or ended by its server. */
async function beginStream(world: PositionWorld, token: string, query: string) {
  const found: Position[] = [];
  let id: string | undefined;
  const open = async (): Promise<EventReader> => {
    for (;;) {
      try {
        const options = { token, ...(id !== undefined && { lastEventId: id }) };
        return await openStream(`${world.nextServer()}/monitoring/stream?${query}`, options);
      } catch (error) {
        // A server that is being restarted, or whose connections were just ended.
        const isPassing =
          error instanceof TypeError || (error instanceof RefusedStream && [429, 503].includes(error.status));
        if (!isPassing) throw error;
      }
    }
  };
  /** Reads one stream for so many events. */
  const readOne = async (events: number, isOver: () => boolean, over?: Promise<unknown>): Promise<void> => {
    const stream = await open();
    id = stream.id;
    // Some are shown nothing for as long as it takes.
    void over?.then(stream.close);
    for (let n = 0; n < events && !isOver(); n += 1) {
      const event = await stream.next().catch(() => null);
      if (event === null) break;
      if (event.event === "reset") throw new Error("A stream began anew.");
      if (event.event === "positions") found.push(...event.data);
      ({ id } = event);
    }
    stream.close();
  };
  await readOne(0, () => false);
  return {
    read: async (random: DemoRandom, isOver: () => boolean, over: Promise<unknown>): Promise<void> => {
      while (!isOver()) await readOne(random.int(1, 20), isOver, over);
    },
    readUntil: async (count: number): Promise<readonly Position[]> => {
      while (found.length < count) await readOne(1000, () => found.length >= count);
      return found;
    },
  };
}

/** The embedded database carries out one request after the other: that is left to the full run. */
const isTried = onPostgres || byTier(false, true);

it.runIf(isTried)(
  `a reader gets what ${WRITERS} writers send exactly once, in one order, and nothing of others`,
  async () => {
    const world = await startPositionWorld(directory);
    const { token, units, moveUnit } = await prepare(world);
    const readers: FeedReader[] = [];
    for (const [username, query] of readings) {
      const reader = new FeedReader(world.ask, await world.login(username), { query });
      await reader.read(1);
      readers.push(reader);
    }
    const again = readers[0]?.copy();
    const streams = await Promise.all(
      readings.map(async ([username, query], index) => {
        // What units are now comes between the positions for every second of them.
        const channels = index % 2 === 0 ? "&channels=telemetry,units" : "";
        return beginStream(world, await world.login(username), `${query}${channels}`);
      }),
    );
    const { lockUnits, endConnections } = await startDisturbances(world, units);

    const random = demoRandom(36);
    const sent: PositionKey[] = [];
    const counts = { stored: 0, duplicates: 0, disturbances: 0 };
    let isOver = false;
    let disturbed = Promise.resolve();
    const disturbances = [() => world.restart(), endConnections, () => moveUnit(random)];
    const onStored = (duplicates: number): void => {
      counts.stored += 1;
      counts.duplicates += duplicates;
      const disturb = disturbances[(counts.stored / Math.floor((WRITERS * REQUESTS) / 12)) % disturbances.length];
      if (disturb === undefined) return;
      counts.disturbances += 1;
      disturbed = disturbed.then(disturb);
    };
    const writing = { world, token, units, sent, onStored };
    const writers = Array.from({ length: WRITERS }, (_, index) => write(writing, demoRandom(index)));
    const written = Promise.all(writers).finally(() => void (isOver = true));
    const reading = readers.map(async (reader, index) => {
      const sizes = demoRandom(100 + index);
      while (!isOver) await reader.read(sizes.int(1, 60));
    });
    const listening = streams.map((stream, index) => stream.read(demoRandom(200 + index), () => isOver, written));
    await Promise.all([written, lockUnits(() => isOver), ...reading, ...listening]);
    await disturbed;
    for (const reader of readers) while (await reader.read(random.int(1, 60)));
    while (again !== undefined && (await again.read(1000)));

    const rows = await untilReached(() =>
      world.db.query<{ unit_id: number; recorded_at: string; client_id: number }>(
        "select unit_id, recorded_at, client_id from positions where unit_id = any($1::bigint[])",
        [units],
      ),
    );
    const owners = new Map(rows.map((row) => [keyOf(row), row.client_id]));
    expect(rows.map(keyOf).toSorted()).toEqual([...new Set(sent)].toSorted());
    const order = again?.found.map(keyOf) ?? [];
    expect(order.toSorted()).toEqual(rows.map(keyOf).toSorted());
    for (const [index, [username, query, shown]] of readings.entries()) {
      const found = readers[index]?.found ?? [];
      const own = order.filter((key) => shown.includes(owners.get(key) ?? 0));
      expect([username, query, found.map(keyOf)]).toEqual([username, query, own]);
      const streamed = (await streams[index]?.readUntil(own.length)) ?? [];
      expect([username, query, streamed.map(keyOf)]).toEqual([username, query, own]);
      expect(new Set(found.map(({ client_id }) => client_id))).toEqual(new Set(shown));
    }
    expect(counts.duplicates).toBeGreaterThan(10);
    expect(counts.disturbances).toBeGreaterThanOrEqual(12);
  },
);
