import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { DbUnavailableError } from "../../../src/db/index.ts";
import type { ManualClock, RunningServer } from "../../../src/index.ts";
import { demoLogins, manualClock, startServer } from "../../../src/index.ts";
import { newDatabase, onPostgres } from "../../support/db.ts";
import type { Ask } from "../../support/position-load.ts";
import { askUntilDone } from "../../support/position-load.ts";
import { checkAnswer, cheapPasswords, start } from "../../support/service.ts";

/** Servers on one database with the demo fleet that can be restarted while requests come: two on PostgreSQL. */
export interface PositionWorld {
  readonly clock: ManualClock;
  readonly db: RunningServer["db"];
  /** Sends requests to the servers in turn. */
  readonly ask: Ask;
  /** The address of one server after the other. */
  nextServer(): string;
  login(username: string): Promise<string>;
  /** Closes the last server, which carries out what it has begun, and starts it again. */
  restart(): Promise<void>;
}

/** Starts the servers for one test. `directory` is that of an embedded database. */
export async function startPositionWorld(directory: () => string): Promise<PositionWorld> {
  const database = onPostgres ? await newDatabase() : { settings: { data: directory() }, remove: async () => {} };
  const clock = manualClock(start);
  const settings = { ...database.settings, port: 0, demo: true, log_level: "silent" };
  const serve = (): Promise<RunningServer> =>
    startServer({ settings, clock, checkResponse: checkAnswer, passwords: cheapPasswords });
  const servers: RunningServer[] = [];
  for (let index = 0; index < (onPostgres ? 2 : 1); index += 1) servers.push(await serve());
  let restarted: Promise<void> = Promise.resolve();
  onTestFinished(async () => {
    await restarted;
    await Promise.all(servers.map((server) => server.close()));
    await database.remove();
  });
  let calls = 0;
  const inTurn = (): string => {
    calls += 1;
    return servers[calls % servers.length]?.baseUrl ?? "";
  };
  return {
    clock,
    get db() {
      const [first] = servers;
      if (first === undefined) throw new Error("No server was started.");
      return first.db;
    },
    nextServer: inTurn,
    ask: askUntilDone(inTurn, () => restarted),
    login: async (username) => {
      const password = demoLogins.find((login) => login.username === username)?.password;
      const response = await fetch(`${servers[0]?.baseUrl}/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username, password }),
      });
      return response.headers.get("authorization") ?? "";
    },
    restart: () => {
      const restart = async (): Promise<void> => {
        await servers.at(-1)?.close();
        servers.splice(-1, 1, await serve());
      };
      restarted = restart();
      return restarted;
    },
  };
}

/** Runs a statement of the owner again whose connection was ended before it began: the pool finds out by using it. */
export async function untilReached<T>(statement: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await statement();
    } catch (error) {
      if (!(error instanceof DbUnavailableError)) throw error;
    }
  }
}

/** A connection of an administrator for one test: to the database of the servers, or to another one of the cluster. */
export async function connectAdministrator(world: PositionWorld, { elsewhere = false } = {}): Promise<pg.Client> {
  const { address } = inject("postgres");
  const database = elsewhere ? null : await world.db.queryText("select current_database()");
  const client = new pg.Client({ ...address, ...(database !== null && { database }) });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
