import { byTier } from "@fleet-api-tools/test-tier";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../src/db/index.ts";
import type { RunningServer } from "../../src/index.ts";
import { demoLogins, manualClock, startServer } from "../../src/index.ts";
import { argon2Passwords } from "../../src/platform/node.ts";
import { newDatabase, onPostgres } from "../support/db.ts";
import { start } from "../support/service.ts";
import { runCallers } from "./callers.ts";
import { violations } from "./check-history.ts";
import type { Call, History, ShownGroup } from "./history.ts";
import { Recorder, problemOf } from "./history.ts";
import type { Facts, World } from "./world.ts";
import { countChanges, makeWorlds, readFacts } from "./world.ts";

/** Histories whose rows are read together. */
const BATCH = 100;

/** What a history left behind. */
type Left = Facts & Pick<History, "listed">;

/** Only ends what hangs, on a busy machine too. */
const BATCH_LIMIT_MS = 10 * 60_000;

/** Runs histories of 8 callers, on PostgreSQL against two servers with one database, and checks each. */
function defineHistories(count: number): void {
  const servers: RunningServer[] = [];
  let remove = async (): Promise<void> => {};
  let token = "";
  beforeAll(async () => {
    const database = await newDatabase();
    remove = database.remove;
    const settings = { ...database.settings, ...(onPostgres && { database_connections: 8 }) };
    const options = {
      settings: { ...settings, port: 0, demo: true, log_level: "silent" },
      clock: manualClock(start),
      passwords: argon2Passwords({ cost: { memoryCost: 64, timeCost: 1, parallelism: 1 } }),
    };
    for (let server = 0; server < (onPostgres ? 2 : 1); server += 1) servers.push(await startServer(options));
    token = await logIn(servers[0]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await remove();
  });

  const run = async (world: World, seed: number): Promise<Call[]> => {
    const recorder = new Recorder(
      `seed-${seed}`,
      servers.map(({ baseUrl }) => baseUrl),
      token,
    );
    await runCallers(recorder, world, seed);
    return recorder.calls;
  };
  const listed = async ({ clientId }: World): Promise<Left["listed"]> => {
    const path = `/unit_groups/listing?client_id=${clientId}&include_deleted=true&per_page=100`;
    const answer = await fetch(`${servers.at(-1)?.baseUrl}${path}`, { headers: { authorization: token } });
    const { data }: { data: ShownGroup[] } = await answer.json();
    return new Map(data.map((group) => [group.id, group]));
  };

  /** Again if something changed meanwhile: a request whose caller has given up may still be carried out. */
  const readWhatIsLeft = async (db: Db, worlds: readonly World[]): Promise<(world: World) => Left> => {
    for (;;) {
      const before = await countChanges(db, worlds);
      const factsOf = await readFacts(db, worlds);
      const counts = new Map<World, Left["listed"]>();
      for (const world of worlds) counts.set(world, await listed(world));
      if ((await countChanges(db, worlds)) !== before) continue;
      return (world) => ({ ...factsOf(world), listed: counts.get(world) ?? new Map() });
    }
  };

  const outcomes = new Map<string, number>();
  afterAll(() => console.info(Object.fromEntries([...outcomes].toSorted())));

  describe("callers at the same time lose no update, make nothing twice and keep the forest whole", () => {
    it.each(batchesOf(count))(
      "in the histories %i to %i",
      async (first, last) => {
        const db = servers[0]?.db;
        if (db === undefined) throw new Error("The server has not started.");
        const recorded = [];
        for (const [index, world] of (await makeWorlds(db, first, last)).entries()) {
          recorded.push({ world, seed: first + index, calls: await run(world, first + index) });
        }
        const leftOf = await readWhatIsLeft(
          db,
          recorded.map(({ world }) => world),
        );
        const found: string[] = [];
        for (const { world, seed, calls } of recorded) {
          for (const call of calls) add(outcomes, outcomeOf(call));
          const history = { calls, ...leftOf(world) };
          found.push(...violations(history).map((violation) => `seed ${seed}: ${violation}`));
        }
        expect(found).toEqual([]);
      },
      BATCH_LIMIT_MS,
    );
  });
}

/** First and last seed of each batch. */
function batchesOf(count: number): [number, number][] {
  return Array.from({ length: Math.ceil(count / BATCH) }, (_, index) => {
    const before = index * BATCH;
    return [before + 1, Math.min(before + BATCH, count)];
  });
}

function outcomeOf(call: Call): string {
  return problemOf(call)?.code ?? (call.answer === null ? "no answer" : "success");
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

async function logIn(server: RunningServer | undefined): Promise<string> {
  const { username, password } = demoLogins.find((login) => login.username === "demo-partner-admin") ?? {};
  const response = await fetch(`${server?.baseUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  const token = response.headers.get("authorization");
  if (token === null) throw new Error(`The login was answered ${response.status}.`);
  return token;
}

defineHistories(byTier(20, 200, 10_000));
