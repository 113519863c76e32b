import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PrivateOptions, PrivatePostgres } from "@fleet-api-tools/test-postgres";
import { startPrivatePostgres, testPassword } from "@fleet-api-tools/test-postgres";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { startServer } from "../../src/index.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { asAdministrator } from "../support/postgres.ts";
import { freeBytes, mountSmallDisk } from "../support/small-disk.ts";
import type { Caller } from "../support/caller.ts";
import { startCaller } from "../support/caller.ts";

const limit = { timeout: 30_000, interval: 20 };

async function startPostgres(options: PrivateOptions = {}): Promise<PrivatePostgres> {
  const postgres = await startPrivatePostgres(options);
  onTestFinished(() => postgres.stop());
  return postgres;
}

/** The service works again: it is ready, changes pass, and none that was confirmed is missing. */
async function expectRecovery(caller: Caller): Promise<void> {
  await expect.poll(() => caller.ready(), limit).toBe(200);
  const answers = await Promise.all(Array.from({ length: 12 }, () => caller.write()));
  expect(new Set(answers)).toEqual(new Set(["201"]));
  expect(await caller.missing()).toEqual([]);
}

/** Whoever called all the time met success and 503 alone; that there was a 503 is seen by each test itself. */
async function expectNothingElse(load: ReturnType<Caller["load"]>): Promise<void> {
  expect(["200", "201", "503 1"]).toEqual(expect.arrayContaining(await load.end()));
}

describe("while PostgreSQL takes no changes", () => {
  it.each([
    ["for all connections", "alter system set default_transaction_read_only = on", "alter system reset all"],
    // Connections keep for as long as they live what a database had when they were opened.
    [
      "for new connections",
      "alter database postgres set default_transaction_read_only = on",
      "alter database postgres reset all",
    ],
  ])("because it is read-only %s, they are 503, it is not ready, and recovers by itself", async (_name, set, reset) => {
    const postgres = await startPostgres();
    const log: string[] = [];
    const caller = await startCaller({ database_url: postgres.url }, log);
    expect(await caller.write()).toBe("201");
    const load = caller.load(6);
    for (let round = 0; round < 2; round += 1) {
      await asAdministrator(postgres.address, set);
      await asAdministrator(postgres.address, "select pg_reload_conf()");
      await asAdministrator(postgres.address, endRequests);
      await expect.poll(() => caller.write(), limit).toBe("503 1");
      expect(await caller.ready()).toBe(503);
      expect(await caller.read()).toBe("200");
      await asAdministrator(postgres.address, reset);
      await asAdministrator(postgres.address, "select pg_reload_conf()");
      await expectRecovery(caller);
    }
    await expectNothingElse(load);
    expect(log.some((line) => /database not ready.*(25006|57P01)/.test(line))).toBe(true);
    expect(log.some((line) => line.includes("database ready again"))).toBe(true);
  });

  it("because it is read-only, and the login may make no temporary table", async () => {
    const postgres = await startPostgres();
    const caller = await startCaller(await separateLogins(postgres));
    expect(await caller.write()).toBe("201");
    await asAdministrator(postgres.address, "alter database fleet set default_transaction_read_only = on");
    await asAdministrator(postgres.address, endRequests);
    await expect.poll(() => caller.write(), limit).toBe("503 1");
    expect(await caller.ready()).toBe(503);
    await asAdministrator(postgres.address, "alter database fleet reset all");
    await expectRecovery(caller);
  });

  it("because it is a standby, until that is promoted", async () => {
    const primary = await startPostgres();
    const proxy = await startDatabaseProxy(primary.address);
    onTestFinished(() => proxy.close());
    const standby = await primary.startStandby();
    onTestFinished(() => standby.stop());
    const caller = await startCaller({ database_url: proxy.url() });
    expect(await caller.write()).toBe("201");
    const feed = async (path: string): Promise<{ status: number; cursor: string; code: string }> => {
      const response = await caller.send("GET", path);
      const { data, code } = await response.json();
      return { status: response.status, cursor: data?.next_cursor, code };
    };
    const feeds = [
      `/units/changes?cursor=${(await feed("/units/changes?from=now")).cursor}`,
      `/monitoring/feed?cursor=${(await feed("/monitoring/feed")).cursor}`,
    ];
    const load = caller.load(6);
    await caughtUp(primary);
    // A commit that began before the change of servers may wait for the standby for ever, and the primary for it.
    onTestFinished(() => asAdministrator(primary.address, endRequests));
    proxy.leadTo(standby.address);
    await asAdministrator(primary.address, endRequests);
    await expect.poll(() => caller.write(), limit).toBe("503 1");
    expect(await caller.ready()).toBe(503);
    expect(await caller.read()).toBe("200");
    for (const path of feeds) expect(await feed(path)).toMatchObject({ status: 200 });
    const second = await startServer({ settings: { port: 0, log_level: "silent", database_url: proxy.url() } });
    onTestFinished(() => second.close());
    const secondReady = async (): Promise<number> => (await fetch(new URL("/readyz", second.baseUrl))).status;
    expect(await secondReady()).toBe(503);
    standby.promote();
    await expectRecovery(caller);
    await expect.poll(secondReady, limit).toBe(200);
    // The standby may lack changes that the cursor is behind of, and gives their numbers to others.
    for (const path of feeds) expect(await feed(path)).toMatchObject({ status: 410, code: "cursor_expired" });
    await expectNothingElse(load);
  });

  it("because its disk is full, until there is space", async (context) => {
    const folder = mountSmallDisk(context, 160);
    const data = join(folder, "data");
    mkdirSync(data);
    const postgres = await startPostgres({ dataFolder: data });
    const caller = await startCaller({ database_url: postgres.url });
    const load = caller.load(4);
    const ballast = join(folder, "ballast");
    for (let round = 0; round < 2; round += 1) {
      writeFileSync(ballast, Buffer.alloc(freeBytes(folder) - 64 * 1024));
      await expect.poll(() => caller.write(), { ...limit, interval: 0 }).toBe("503 1");
      await expect.poll(() => caller.ready(), limit).toBe(503);
      rmSync(ballast);
      await expectRecovery(caller);
    }
    await expectNothingElse(load);
  });
});

describe("while PostgreSQL cannot be reached", () => {
  it.each([["crash"], ["shutDown"]] as const)("after a %s, and when it is back", async (end) => {
    const postgres = await startPostgres();
    const caller = await startCaller({ database_url: postgres.url });
    const load = caller.load(6);
    for (let round = 0; round < 2; round += 1) {
      await expect.poll(() => caller.write(), limit).toBe("201");
      await postgres[end]();
      await expect.poll(() => caller.ready(), limit).toBe(503);
      expect(await caller.read()).toBe("503 1");
      await postgres.restart();
      await expectRecovery(caller);
    }
    await expectNothingElse(load);
  });

  it("because others have all its connections", async () => {
    const postgres = await startPostgres({ settings: { max_connections: "20" } });
    const caller = await startCaller({ database_url: await urlOfOwner(postgres) });
    expect(await caller.write()).toBe("201");
    const others: pg.Client[] = [];
    onTestFinished(async () => void (await Promise.all(others.map((other) => other.end()))));
    const occupy = async (): Promise<void> => {
      const other = new pg.Client({ ...postgres.address, user: "owner", database: "fleet" });
      await other.connect();
      others.push(other);
    };
    await expect(async () => {
      for (;;) await occupy();
    }).rejects.toMatchObject({ code: "53300" });
    // As an idle limit would end them.
    await asAdministrator(postgres.address, endRequests);
    await expect(async () => {
      for (;;) await occupy();
    }).rejects.toMatchObject({ code: "53300" });
    await expect.poll(() => caller.read(), limit).toBe("503 1");
    expect(await caller.ready()).toBe(503);
    await Promise.all(others.splice(0).map((other) => other.end()));
    await expectRecovery(caller);
  });

  it("because its password was changed", async () => {
    const postgres = await startPostgres({ tcp: true });
    const { port } = postgres.address;
    const url = `postgres://test:${testPassword}@127.0.0.1:${port}/postgres`;
    const log: string[] = [];
    const caller = await startCaller({ database_url: url }, log);
    expect(await caller.write()).toBe("201");
    await asAdministrator(postgres.address, "alter role test password 'another-secret'");
    await asAdministrator(postgres.address, endRequests);
    await expect.poll(() => caller.read(), limit).toBe("503 1");
    await expect.poll(() => caller.ready(), limit).toBe(503);
    await asAdministrator(postgres.address, `alter role test password '${testPassword}'`);
    await expectRecovery(caller);
    expect(log.join("\n")).not.toContain(testPassword);
  });
});

/** Ends the connections of the server's pools. */
const endRequests = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fleet-server'";

/** Waits until a standby has all that was confirmed so far. */
async function caughtUp(primary: PrivatePostgres): Promise<void> {
  const client = new pg.Client(primary.address);
  await client.connect();
  // From now on the primary confirms nothing that the standby does not have.
  await client.query("alter system set synchronous_standby_names = '*'");
  await client.query("alter system set synchronous_commit = 'remote_apply'");
  await client.query("select pg_reload_conf()");
  const { rows } = await client.query<{ end: string }>("select pg_current_wal_insert_lsn()::text as end");
  const behind = "select count(*)::int as count from pg_stat_replication where replay_lsn >= $1::pg_lsn";
  await expect.poll(async () => (await client.query(behind, [rows[0]?.end])).rows, limit).toEqual([{ count: 1 }]);
  await client.end();
}

/** One login that owns the tables, and one for requests that has no more rights than these need. */
async function separateLogins({ address }: PrivatePostgres): Promise<Record<string, string>> {
  const roles = ["create role fleet_login nologin noinherit", "create role fleet_app nologin noinherit"];
  const logins = ["create role owner login", "create role service login"];
  const grants = ["grant fleet_login, fleet_app to owner, service", "create database fleet owner owner"];
  const all = [...roles, ...logins, ...grants, "revoke temporary on database fleet from public"];
  for (const sql of all) await asAdministrator(address, sql);
  const url = (user: string) => `postgres://${user}@localhost/fleet?host=${encodeURIComponent(address.host)}`;
  return { database_url: url("service"), database_owner_url: url("owner") };
}

/** A login that may not use the connections that are kept for administrators. */
async function urlOfOwner({ address }: PrivatePostgres): Promise<string> {
  await asAdministrator(address, "create role owner login createrole");
  await asAdministrator(address, "create database fleet owner owner");
  return `postgres://owner@localhost/fleet?host=${encodeURIComponent(address.host)}`;
}
