import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoLogins, manualClock, startServer } from "../../src/index.ts";
import type { OutboxMessage, RunningServer } from "../../src/index.ts";
import { newDatabase } from "../support/db.ts";

const clock = manualClock(new Date("2026-03-01T12:00:00.000Z"));
const messages: OutboxMessage[] = [];
const servers: RunningServer[] = [];
let remove = async (): Promise<void> => {};
const MINUTE = 60_000;

beforeAll(async () => {
  const database = await newDatabase();
  remove = database.remove;
  const settings = { ...database.settings, port: 0, demo: true, log_level: "silent" };
  const options = { settings, clock, onMessage: (message: OutboxMessage) => void messages.push(message) };
  servers.push(...(await Promise.all([startServer(options), startServer(options)])));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await remove();
});

interface Answer {
  readonly status: number;
  readonly authorization: string | null;
  readonly body: { readonly code?: string; readonly data: unknown; readonly pagination?: { readonly total: number } };
}

/** Sends a request to the first or the second server. */
async function call(server: 0 | 1, method: string, path: string, token?: string, body?: object): Promise<Answer> {
  const response = await fetch(`${servers[server]?.baseUrl}${path}`, {
    method,
    headers: { ...(token && { authorization: token }), ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  return { status, authorization: headers.get("authorization"), body: await response.json() };
}

async function logIn(server: 0 | 1, username: string): Promise<string> {
  const password = demoLogins.find((login) => login.username === username)?.password;
  const { authorization } = await call(server, "POST", "/auth/login", undefined, { username, password });
  if (authorization === null) throw new Error(`${username} was not logged in.`);
  return authorization;
}

it("any number of servers may start at the same time, on a new database and on one that needs nothing", async () => {
  const database = await newDatabase();
  const settings = { ...database.settings, port: 0, log_level: "silent" };
  for (let round = 0; round < 3; round += 1) {
    const started = await Promise.all(Array.from({ length: 6 }, () => startServer({ settings })));
    const held = "select has_database_privilege('fleet_app', current_database(), 'temporary') as held";
    expect(await started[0]?.db.query(held)).toEqual([{ held: false }]);
    // The next ones take it away again.
    await started[0]?.db.script(`do $$ begin
      execute format('grant temporary on database %I to public', current_database()); end $$`);
    await Promise.all(started.map((server) => server.close()));
  }
  await database.remove();
});

const query = (sql: string): Promise<object[]> => servers[0]?.db.query(sql) ?? Promise.resolve([]);
const list = (token: string): Promise<Answer> => call(1, "GET", "/units/listing", token);
const seen = async (token: string): Promise<unknown[]> => {
  const { status, body } = await list(token);
  return [status, body.code ?? body.pagination?.total];
};

describe("two servers on one database", () => {
  it("load the demo once", async () => {
    expect(await query("select count(*) as users from users")).toEqual([{ users: demoLogins.length }]);
  });

  it("accept each other's tokens, and refuse them as soon as either ended the session", async () => {
    const token = await logIn(0, "demo-partner-admin");
    expect(await seen(token)).toEqual([200, 126]);
    expect((await call(0, "POST", "/auth/logout", token)).status).toBe(200);
    expect(await seen(token)).toEqual([401, "token_revoked"]);
  });

  it("lead any use of a superseded token to one successor, from both", async () => {
    const token = await logIn(0, "demo-partner-admin");
    await list(token);
    clock.advance(3 * MINUTE);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => call(n % 2 === 0 ? 0 : 1, "GET", "/auth/token", token)),
    );
    const successors = new Set(answers.map(({ authorization }) => authorization));
    expect(successors.size).toBe(1);
    expect([...successors][0]).toMatch(/^bearer f1\.2\./);
  });

  it("see a changed role, another role, a changed scope and a disabled user at once", async () => {
    const token = await logIn(1, "demo-client-north");
    const user = "username = 'demo-client-north'";
    expect(await seen(token)).toEqual([200, 40]);
    await query(`insert into user_clients select id, 2 from users where ${user}`);
    expect(await seen(token)).toEqual([200, 74]);
    await query(`delete from user_clients where user_id = (select id from users where ${user})`);
    expect(await seen(token)).toEqual([200, 0]);
    await query(`update users set scope_level = 'agency' where ${user}`);
    expect(await seen(token)).toEqual([200, 84]);
    await query(`delete from role_permissions where resource = 'units' and action = 'view'
      and role_id = (select role_id from users where ${user})`);
    expect(await seen(token)).toEqual([403, "permission_denied"]);
    await query("insert into role_permissions select id, 'units', 'view' from roles on conflict do nothing");
    expect(await seen(token)).toEqual([200, 84]);
    await query("delete from role_permissions where role_id = (select id from roles where name = 'client_user')");
    expect(await seen(token)).toEqual([403, "permission_denied"]);
    await query(`update users set role_id = (select id from roles where name = 'read_only') where ${user}`);
    expect(await seen(token)).toEqual([200, 84]);
    await query(`update users set disabled_at = now() where ${user}`);
    expect(await seen(token)).toEqual([401, "token_revoked"]);
    await query(`update users set disabled_at = null where ${user}`);
    expect(await seen(token)).toEqual([401, "token_revoked"]);
  });

  it("end all sessions of a user whose password is set on the other one", async () => {
    const token = await logIn(1, "demo-agency-admin-2");
    expect(await seen(token)).toEqual([200, 42]);
    await call(0, "POST", "/auth/password/reset/request", undefined, { email: "demo-agency-admin-2@example.com" });
    const reset = messages.findLast(({ kind }) => kind === "password_reset")?.payload.token;
    const body = { token: reset, password: "a-new-password-for-the-demo" };
    expect((await call(0, "POST", "/auth/password/reset", undefined, body)).status).toBe(200);
    expect(await seen(token)).toEqual([401, "token_revoked"]);
    expect((await call(1, "POST", "/auth/password/reset", undefined, body)).body.code).toBe("gone");
  });
});
