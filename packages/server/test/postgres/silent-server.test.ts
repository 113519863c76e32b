import type { PrivatePostgres } from "@fleet-api-tools/test-postgres";
import { startPrivatePostgres } from "@fleet-api-tools/test-postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Database } from "../../src/db/index.ts";
import { DbUnavailableError, DbUnconfirmedError, noScope, rows } from "../../src/db/index.ts";
import { openDatabase } from "../../src/db/node.ts";
import { problemOf } from "../../src/problem-of.ts";
import type { DatabaseProxy } from "../support/database-proxy.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { asAdministrator } from "../support/postgres.ts";
import { startCaller } from "../support/caller.ts";

const limit = { timeout: 30_000, interval: 20 };

let postgres: PrivatePostgres;
let databases = 0;

beforeAll(async () => {
  postgres = await startPrivatePostgres();
});
afterAll(() => postgres.stop());

/** A proxy before the server, and the address of a new database behind it. */
async function startProxy(): Promise<DatabaseProxy & { readonly database: string }> {
  databases += 1;
  const database = `silent_${databases}`;
  await asAdministrator(postgres.address, `create database ${database}`);
  const proxy = await startDatabaseProxy(postgres.address);
  onTestFinished(() => proxy.close());
  return { ...proxy, database: proxy.url("test", database) };
}

async function open({ database: url }: { readonly database: string }): Promise<Database> {
  const database = await openDatabase({ kind: "postgres", url, ownerUrl: url, maxConnections: 2 });
  onTestFinished(() => database.close());
  await database.owner.script("create table noted (n int); grant all on noted to fleet_app");
  return database;
}

const note = (n: number) => rows("insert into noted values ($1)", [n]);
const noted = rows<{ n: number }>("select n from noted order by 1");
const sleep = (seconds: number) => rows("select pg_sleep($1::float8)", [seconds]);

describe("a PostgreSQL that nothing reaches any more and that closes no connection", () => {
  it("lets no request wait for the limit of statements, and serves again when it answers", async () => {
    const proxy = await startProxy();
    const caller = await startCaller({ database_url: proxy.database, database_connections: 10 });
    for (let round = 0; round < 2; round += 1) {
      expect(await Promise.all([caller.read(), caller.write(), caller.read(), caller.write()])).toEqual([
        "200",
        "201",
        "200",
        "201",
      ]);
      proxy.swallow("everything");
      const begun = performance.now();
      let last = 0;
      const timed = async (call: Promise<string>): Promise<string> => {
        const answer = await call;
        last = Math.max(last, performance.now() - begun);
        return answer;
      };
      const calls = Array.from({ length: 40 }, (_, index) => timed(index % 2 === 0 ? caller.read() : caller.write()));
      expect(await caller.ready()).toBe(503);
      expect(new Set(await Promise.all(calls))).toEqual(new Set(["503 1"]));
      console.log(`the last of 40 requests was answered after ${Math.round(last)} ms`);
      // Known by now: nobody waits for a connection that was open before.
      expect(await caller.read()).toBe("503 1");
      expect(await caller.ready()).toBe(503);
      proxy.pass();
      await expect.poll(() => caller.ready(), limit).toBe(200);
      expect(await caller.write()).toBe("201");
      expect(await caller.missing()).toEqual([]);
    }
  });

  it("is told from connections that a firewall forgot: they are given up, and new ones are made", async () => {
    const proxy = await startProxy();
    const caller = await startCaller({ database_url: proxy.database });
    await Promise.all(Array.from({ length: 8 }, () => caller.read()));
    proxy.swallow("open connections");
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? caller.read() : caller.write())),
    );
    expect(answers).toContain("503 1");
    await expect.poll(() => caller.ready(), limit).toBe(200);
    expect(await Promise.all(Array.from({ length: 8 }, () => caller.write()))).toEqual(
      Array.from({ length: 8 }, () => "201"),
    );
    expect(await caller.missing()).toEqual([]);
  });

  it("is told from one that works for long", async () => {
    const database = await open(await startProxy());
    const work = database.unitOfWork(noScope);
    const slow = work.read(sleep(8), rows("select 1 as x"));
    const both = work.transaction(async (tx) => {
      await tx.run(sleep(4));
      return tx.run(sleep(4), rows("select 2 as x"));
    });
    expect((await slow)[1]).toEqual([{ x: 1 }]);
    expect((await both)[1]).toEqual([{ x: 2 }]);
    await database.ready();
  });

  it("does not keep a connection whose request left", async () => {
    const proxy = await startProxy();
    const database = await open(proxy);
    proxy.swallow("everything");
    const leaving = new AbortController();
    const calls = Array.from({ length: 2 }, () => database.unitOfWork(noScope, { signal: leaving.signal }).read(noted));
    leaving.abort();
    await Promise.allSettled(calls);
    proxy.pass();
    await expect.poll(() => database.unitOfWork(noScope).read(noted).catch(String), limit).toEqual([[]]);
  });

  it("ends what the owner does, which has no limit", async () => {
    const proxy = await startProxy();
    const database = await open(proxy);
    proxy.swallow("everything");
    await expect(database.owner.query("select 1")).rejects.toBeInstanceOf(DbUnavailableError);
    proxy.pass();
    expect(await database.owner.query("select 1 as x")).toEqual([{ x: 1 }]);
  });
});

describe("a login of the owner that nothing reaches any more", () => {
  it("keeps requests from nothing, whatever else fails; the server is not ready until it could write", async () => {
    const proxy = await startProxy();
    const name = new URL(proxy.database).pathname.slice(1);
    const url = postgres.url.replace(/\/postgres(?=$|\?)/, `/${name}`);
    const database = await openDatabase({ kind: "postgres", url, ownerUrl: proxy.database, maxConnections: 3 });
    onTestFinished(() => database.close());
    const work = database.unitOfWork(noScope);
    const one = rows<{ x: number }>("select 1 as x");
    let error: unknown = null;
    void work.read(sleep(20)).catch((reason: unknown) => (error = reason));
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${name}' and query like '%pg_sleep%' and pid <> pg_backend_pid()`;
    proxy.swallow("everything");
    const endSleep = async (): Promise<unknown> => {
      await asAdministrator(postgres.address, end);
      return error;
    };
    await expect.poll(endSleep, limit).toBeInstanceOf(DbUnavailableError);
    // Until a probe has failed as well: at first the reason is the connection that was ended.
    const reason = () => database.ready().then(() => "none", String);
    await expect.poll(reason, limit).toMatch(/does not answer|timeout/);
    expect(await work.read(one)).toEqual([[{ x: 1 }]]);
    proxy.pass();
    await expect.poll(() => database.ready().then(() => true, String), limit).toBe(true);
  });
});

describe("a commit whose answer is lost", () => {
  it.each(["write", "transaction"] as const)("of a %s says that the change may have been made", async (kind) => {
    const proxy = await startProxy();
    const database = await open(proxy);
    const work = database.unitOfWork(noScope);
    if (kind === "write") proxy.swallow("answers");
    const change =
      kind === "write"
        ? work.write(note(1))
        : work.transaction(async (tx) => {
            await tx.run(note(1));
            proxy.swallow("answers");
          });
    const error: unknown = await change.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DbUnconfirmedError);
    expect(problemOf(error)).toMatchObject({
      status: 503,
      message: expect.stringMatching(/it may have been made\. Look/),
    });
    proxy.pass();
    await expect.poll(() => database.ready().then(() => true, String), limit).toBe(true);
    expect(await work.read(noted)).toEqual([[{ n: 1 }]]);
  });

  it("is no such thing before the commit was sent, nor for a read", async () => {
    const proxy = await startProxy();
    const database = await open(proxy);
    const work = database.unitOfWork(noScope);
    const calls = [
      work.read(noted),
      work.transaction(async (tx) => {
        await tx.run(note(1));
        proxy.swallow("answers");
        await tx.run(note(2));
      }),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      if (outcome.status === "fulfilled") continue;
      expect(outcome.reason).toBeInstanceOf(DbUnavailableError);
      expect(outcome.reason).not.toBeInstanceOf(DbUnconfirmedError);
    }
    // Not a connection could be had: nothing was sent.
    const refused: unknown = await work.write(note(3)).catch((reason: unknown) => reason);
    expect(refused).toBeInstanceOf(DbUnavailableError);
    expect(refused).not.toBeInstanceOf(DbUnconfirmedError);
    proxy.pass();
    await expect.poll(() => database.ready().then(() => true, String), limit).toBe(true);
    expect(await work.read(noted)).toEqual([[]]);
  });

  it("is carried out once when the request is sent again with its Idempotency-Key", async () => {
    const proxy = await startProxy();
    const caller = await startCaller({ database_url: proxy.database });
    const [client] = (await (await caller.send("GET", "/clients/listing?per_page=1")).json()).data;
    const create = () =>
      caller.send("POST", "/unit_groups", {
        headers: { "idempotency-key": "key-of-this-test" },
        body: { name: "Once", client_id: client.id },
      });
    proxy.swallowAnswersAfter("Q\0\0\0\u000bcommit\0");
    const first = await create();
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await first.json()).toMatchObject({ detail: expect.stringMatching(/with an Idempotency-Key it is safe/) });
    proxy.pass();
    await expect.poll(() => caller.ready(), limit).toBe(200);
    expect((await create()).status).toBe(201);
    expect(await caller.server.db.query("select count(*) from unit_groups where name = 'Once'")).toEqual([
      { count: 1 },
    ]);
  });
});
