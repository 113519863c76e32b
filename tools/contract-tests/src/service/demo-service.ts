import { strictResponses } from "@fleet-api/contract/validators/strict";
import type { Clock, ManualClock, OutboxMessage, RunningServer } from "@fleet-api/server";
import { contractCheck, demoLogins, manualClock, startServer } from "@fleet-api/server";

/** A demo service in memory, on a free port of the loopback, whose clock stands still until it is moved. */
export interface DemoService extends AsyncDisposable {
  readonly server: RunningServer;
  readonly clock: ManualClock;
  /** The token of the newest message of a kind; throws when there is none. */
  messageToken(kind: OutboxMessage["kind"]): string;
  /** Logs a demo user in; gives the access token with its scheme. */
  logIn(login: Credentials): Promise<string>;
  /** Takes a permission away from everybody with the role of this user. */
  withdraw(username: string, resource: string, action: string): Promise<void>;
  /** Suspends a client, or ends that. */
  setClientStatus(clientId: number, status: "active" | "suspended"): Promise<void>;
  /** Changes which clients the user of the demo's registration will reach. */
  setRegistrationClients(clientIds: readonly number[]): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a demo service is started with. */
export interface DemoServiceOptions {
  /** Puts something around the clock that the server sees, for example to make it fail. @default nothing */
  readonly around?: (clock: Clock) => Clock;
  /** An empty PostgreSQL database. @default an embedded one in memory */
  readonly databaseUrl?: string;
}

/** How a user logs in. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Starts a demo service; every answer is held to the contract. */
export async function startDemoService({
  around = (clock) => clock,
  databaseUrl,
}: DemoServiceOptions = {}): Promise<DemoService> {
  const clock = manualClock(new Date("2026-03-01T12:00:00.000Z"));
  const messages: OutboxMessage[] = [];
  const server = await startServer({
    settings: {
      ...(databaseUrl === undefined ? { memory: true } : { database_url: databaseUrl }),
      port: 0,
      demo: true,
      log_level: "silent",
    },
    clock: around(clock),
    onMessage: (message) => messages.push(message),
    checkResponse: contractCheck(strictResponses),
  });
  return {
    server,
    clock,
    messageToken(kind) {
      const message = messages.findLast((candidate) => candidate.kind === kind);
      if (message === undefined) throw new Error(`The service has sent no message of the kind ${kind}.`);
      return message.payload.token;
    },
    logIn: (login) => logIn(server.baseUrl, login),
    async withdraw(username, resource, action) {
      await server.db.query(
        `delete from role_permissions where resource = $2 and action = $3
           and role_id = (select role_id from users where username = $1)`,
        [username, resource, action],
      );
    },
    async setClientStatus(clientId, status) {
      await server.db.query("update clients set status = $2 where id = $1", [clientId, status]);
    },
    async setRegistrationClients(clientIds) {
      await server.db.query(
        "update one_time_tokens set payload = payload || jsonb_build_object('client_ids', $1::jsonb) where purpose = 'registration'",
        [JSON.stringify(clientIds)],
      );
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** The credentials of a demo user, by the part of the name after `demo-`. */
export function demoUser(key: string): Credentials {
  const login = demoLogins.find(({ username }) => username === `demo-${key}`);
  if (login === undefined) throw new Error(`There is no demo user demo-${key}.`);
  return { username: login.username, password: login.password };
}

async function logIn(baseUrl: string, { username, password }: Credentials): Promise<string> {
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  const token = response.headers.get("authorization");
  if (!response.ok || token === null) throw new Error(`The login of ${username} was answered with ${response.status}.`);
  return token;
}
