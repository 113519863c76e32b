import { onTestFinished } from "vitest";
import type { RunningServer } from "../../../src/index.ts";
import { demoLogins, manualClock, startServer } from "../../../src/index.ts";
import type { ManualClock } from "../../../src/index.ts";
import { newDatabase, onPostgres } from "../../support/db.ts";
import type { Answer, Service } from "../../support/service.ts";
import { checkAnswer, cheapPasswords, start } from "../../support/service.ts";
import type { Get } from "./mirror.ts";

/** One database with the demo fleet: on PostgreSQL behind two servers. */
export interface FeedWorld {
  readonly clock: ManualClock;
  readonly db: RunningServer["db"];
  /** Sends requests to the servers in turn. */
  readonly service: Pick<Service, "call">;
  login(username?: string): Promise<string>;
  reader(token: string): Get;
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
    db: first.db,
    service: { call },
    reader: (token) => (path) => call("GET", path, { token }),
    login: async (username = "demo-partner-admin") => {
      const password = demoLogins.find((login) => login.username === username)?.password;
      const { headers } = await call("POST", "/auth/login", { body: { username, password } });
      return headers.get("authorization") ?? "";
    },
  };
}
