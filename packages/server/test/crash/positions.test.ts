/** Positions that were acknowledged are there once, whoever was killed: the server, and in turn with it PostgreSQL. */
import type { Position, PositionHistory } from "@fleet-api/contract/types/monitoring";
import { startPrivatePostgres } from "@fleet-api-tools/test-postgres";
import { byTier } from "@fleet-api-tools/test-tier";
import { expect, it, onTestFinished } from "vitest";
import { demoRandom } from "../../src/demo/demo-random.ts";
import { demoLogins } from "../../src/index.ts";
import type { Child } from "../support/child.ts";
import { startChild } from "../support/child.ts";
import { onPostgres } from "../support/db.ts";
import type { Ask, PositionKey } from "../support/position-load.ts";
import { askUntilDone, FeedReader, keyOf, randomKeys, storeKeys } from "../support/position-load.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";

const directory = useTemporaryDirectories();
const ROUNDS = byTier(onPostgres ? 2 : 1, 10, 200);
const WRITERS = 4;
/** Of the demo fleet. */
const units = [1, 2, 3, 4, 5, 6, 7, 8];
const [login] = demoLogins;
const DAY = 24 * 60 * 60_000;

/** A server, and what can be killed. */
interface Killable {
  readonly ask: Ask;
  readonly token: () => string;
  /** Each kills something and starts it again. */
  readonly kills: readonly (() => Promise<void>)[];
}

async function start(): Promise<Killable> {
  const postgres = onPostgres ? await startPrivatePostgres() : null;
  onTestFinished(async () => postgres?.stop());
  const settings = JSON.stringify(postgres === null ? { data: directory() } : { database_url: postgres.url });
  let [child, baseUrl, recovered]: [Child | null, string, Promise<void>] = [null, "", Promise.resolve()];
  onTestFinished(async () => child?.kill());
  const serve = async (): Promise<void> => {
    child = startChild("child-serves", settings);
    baseUrl = await child.line("serving");
  };
  await serve();
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: login?.username, password: login?.password }),
  });
  const token = response.headers.get("authorization") ?? "";
  const killServer = async (): Promise<void> => {
    await child?.kill();
    await serve();
  };
  const killDatabase = async (): Promise<void> => {
    await postgres?.crash();
    await postgres?.restart();
  };
  const kills = postgres === null ? [killServer] : [killServer, killDatabase];
  return {
    ask: askUntilDone(
      () => baseUrl,
      () => recovered,
    ),
    token: () => token,
    kills: kills.map((kill) => () => (recovered = kill())),
  };
}

/** All positions of the last 21 days of the units. */
async function readHistories(ask: Ask, token: string): Promise<PositionKey[]> {
  const now = Date.now();
  const period = `from=${new Date(now - 21 * DAY).toISOString()}&to=${new Date(now + DAY).toISOString()}`;
  const all: PositionKey[] = [];
  for (const unit of units) {
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
  return units.flatMap((unit) =>
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
    const { ask, token, kills } = await start();
    const reader = new FeedReader(ask, token());
    await reader.read(1);
    const first = reader.copy();
    // Those of the demo fleet.
    const before = await readHistories(ask, token());
    const acknowledged = new Set<PositionKey>();
    const sent: PositionKey[] = [];

    for (let round = 0; round < ROUNDS; round += 1) {
      const inRound = reader.copy();
      const known = reader.found.length;
      let [stored, isOver]: [number, boolean] = [0, false];
      let killed: Promise<void> | undefined;
      const write = async (_: unknown, index: number): Promise<void> => {
        const random = demoRandom(round * WRITERS + index);
        while (!isOver) {
          const keys = randomKeys(random, { units, sent, now: new Date() });
          await storeKeys(ask, token(), keys);
          for (const key of keys) acknowledged.add(key);
          stored += 1;
          if (stored >= 4 + 7 * (round % 10)) {
            killed ??= kills[round % kills.length]?.().finally(() => (isOver = true));
          }
        }
      };
      const read = async (): Promise<void> => {
        while (!isOver) await reader.read(25);
      };
      await Promise.all([...Array.from({ length: WRITERS }, write), read()]);
      await killed;
      while (await reader.read(25));
      while (await inRound.read(1000));
      // The order is what it was before the crash, and nothing came twice or was left out.
      expect(inRound.found.map(keyOf)).toEqual(reader.found.slice(known).map(keyOf));
      const found = new Set(reader.found.map(keyOf));
      expect(found.size).toBe(reader.found.length);
      expect([...acknowledged].filter((key) => !found.has(key))).toEqual([]);
      const table = await readHistories(ask, token());
      expect(table.toSorted()).toEqual([...new Set([...before, ...found])].toSorted());
      const latest = await ask<Position[]>("GET", `/monitoring/positions/latest?unit_ids=${units}`, { token: token() });
      expect(latest.map(keyOf)).toEqual(newestOf(table));
      if ((round + 1) % 20 === 0) console.log(`${round + 1} of ${ROUNDS} crashes survived`);
    }
    while (await first.read(1000));
    expect(first.found).toEqual(reader.found);
    expect(acknowledged.size).toBeGreaterThan(20 * ROUNDS);
  },
);
