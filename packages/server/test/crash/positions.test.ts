/** Positions that were acknowledged are there once, whoever was killed: the server, and in turn with it PostgreSQL. */
import type { Position, PositionHistory } from "@fleet-api/contract/types/monitoring";
import { startPrivatePostgres } from "@fleet-api-tools/test-postgres";
import { byTier } from "@fleet-api-tools/test-tier";
import { expect, it, onTestFinished } from "vitest";
import { onPostgres } from "../support/db.ts";
import type { KillableServers } from "../support/killable-servers.ts";
import { startKillableServers } from "../support/killable-servers.ts";
import type { PositionKey } from "../support/position-load.ts";
import { FeedReader, keyOf, PositionWriters, writtenUnits } from "../support/position-load.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";

const directory = useTemporaryDirectories();
const ROUNDS = byTier(onPostgres ? 2 : 1, 10, 200);
const DAY = 24 * 60 * 60_000;

/** A server, and what kills something and starts it again. */
interface Killable extends KillableServers {
  readonly kills: readonly (() => Promise<void>)[];
}

async function start(): Promise<Killable> {
  const postgres = onPostgres ? await startPrivatePostgres() : null;
  onTestFinished(async () => postgres?.stop());
  const servers = await startKillableServers(
    1,
    postgres === null ? { data: directory() } : { database_url: postgres.url },
  );
  const killServer = async (): Promise<void> => servers.all[0]?.restart();
  const killDatabase = async (): Promise<void> => {
    await postgres?.crash();
    await postgres?.restart();
  };
  return { ...servers, kills: postgres === null ? [killServer] : [killServer, killDatabase] };
}

/** All positions of the last 21 days of the units. */
async function readHistories({ ask, token }: KillableServers): Promise<PositionKey[]> {
  const now = Date.now();
  const period = `from=${new Date(now - 21 * DAY).toISOString()}&to=${new Date(now + DAY).toISOString()}`;
  const all: PositionKey[] = [];
  for (const unit of writtenUnits) {
    let cursor: string | null = "";
    while (cursor !== null) {
      const at: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const path = `/monitoring/positions/history?unit_id=${unit}&per_page=1000&${period}${at}`;
      const page: PositionHistory = await ask<PositionHistory>("GET", path, { token });
      all.push(...page.positions.map(keyOf));
      cursor = page.next_cursor;
    }
  }
  return all;
}

/** The newest key of each unit. */
function newestOf(keys: readonly PositionKey[]): PositionKey[] {
  return writtenUnits.flatMap((unit) =>
    keys
      .filter((key) => key.startsWith(`${unit} `))
      .toSorted()
      .slice(-1),
  );
}

it(
  `loses no acknowledged position and stores none twice in ${ROUNDS} crashes`,
  { timeout: 600_000 + ROUNDS * 20_000 },
  async () => {
    const servers = await start();
    const { ask, token, kills } = servers;
    const reader = new FeedReader(ask, token);
    await reader.read(1);
    const first = reader.copy();
    // Those of the demo fleet.
    const before = await readHistories(servers);
    const writers = new PositionWriters(ask, token);

    for (let round = 0; round < ROUNDS; round += 1) {
      const inRound = reader.copy();
      const known = reader.found.length;
      let isOver = false;
      const read = async (): Promise<void> => {
        while (!isOver) await reader.read(25);
      };
      const write = writers.during(async (untilStored) => {
        await untilStored(4 + 7 * (round % 10));
        await kills[round % kills.length]?.();
      });
      await Promise.all([write.finally(() => (isOver = true)), read()]);
      while (await reader.read(25));
      while (await inRound.read(1000));
      // The order is what it was before the crash, and nothing came twice or was left out.
      expect(inRound.found.map(keyOf)).toEqual(reader.found.slice(known).map(keyOf));
      const found = new Set(reader.found.map(keyOf));
      expect(found.size).toBe(reader.found.length);
      expect([...writers.acknowledged].filter((key) => !found.has(key))).toEqual([]);
      const table = await readHistories(servers);
      expect(table.toSorted()).toEqual([...new Set([...before, ...found])].toSorted());
      const latest = await ask<Position[]>("GET", `/monitoring/positions/latest?unit_ids=${writtenUnits}`, { token });
      expect(latest.map(keyOf)).toEqual(newestOf(table));
      if ((round + 1) % 20 === 0) console.log(`${round + 1} of ${ROUNDS} crashes survived`);
    }
    while (await first.read(1000));
    expect(first.found).toEqual(reader.found);
    expect(writers.acknowledged.size).toBeGreaterThan(20 * ROUNDS);
  },
);
