import { onTestFinished } from "vitest";
import type { Db } from "../../../src/db/index.ts";
import { createInside } from "../../../src/db/inside.ts";
import { createOwner } from "../../../src/db/owner.ts";
import { PostgresDriver } from "../../../src/db/postgres/postgres-driver.ts";
import { demoLogins, manualClock, startServer } from "../../../src/index.ts";
import type { ManualClock } from "../../../src/index.ts";
import { newDatabase, onPostgres } from "../../support/db.ts";
import type { Answer, Service } from "../../support/service.ts";
import { checkAnswer, cheapPasswords, start } from "../../support/service.ts";
import type { Get } from "./mirror.ts";

/** One database with the demo fleet: on PostgreSQL behind two servers. */
export interface FeedWorld {
  readonly clock: ManualClock;
  readonly db: Db;
  /** Sends requests to the servers in turn. */
  readonly service: Pick<Service, "call">;
  login(username?: string): Promise<string>;
  reader(token: string): Get;
}

/** The owner with a connection for everyone who writes at once: that of a server has two for its jobs. */
function manyConnections(url: string): Db {
  const driver = new PostgresDriver({
    url,
    settings: { "fleet.owner_access": "on", timezone: "UTC", datestyle: "ISO" },
    maxConnections: 12,
    connectLimitMs: 60_000,
    statementLimitMs: 0,
    onIdleError: () => undefined,
  });
  onTestFinished(() => driver.close());
  return createOwner(driver, createInside());
}

/** Starts the servers for one test. */
export async function startFeedWorld(): Promise<FeedWorld> {
  const database = await newDatabase();
  const clock = manualClock(start);
  const settings = { ...database.settings, port: 0, demo: true, log_level: "silent" };
  const options = { settings, clock, checkResponse: checkAnswer, passwords: cheapPasswords };
  const servers = await Promise.all(Array.from({ length: onPostgres ? 2 : 1 }, () => startServer(options)));
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await database.remove();
  });
  const [first] = servers;
  if (first === undefined) throw new Error("No server was started.");
  const db = database.target.kind === "postgres" ? manyConnections(database.target.ownerUrl) : first.db;
  let calls = 0;
  const call: Service["call"] = async <Data>(method: string, path: string, init = {}) => {
    const { token, body } = init as { token?: string; body?: unknown };
    calls += 1;
    const response = await fetch(`${servers[calls % servers.length]?.baseUrl}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: token }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() } as Answer<Data>;
  };
  return {
    clock,
    db,
    service: { call },
    reader: (token) => (path) => call("GET", path, { token }),
    login: async (username = "demo-partner-admin") => {
      const password = demoLogins.find((login) => login.username === username)?.password;
      const { headers } = await call("POST", "/auth/login", { body: { username, password } });
      return headers.get("authorization") ?? "";
    },
  };
}
