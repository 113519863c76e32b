import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Database, UnitOfWork } from "../../src/db/index.ts";
import { createScope, DbAbortedError, DbError, firstRow, rows } from "../../src/db/index.ts";
import { slope } from "../memory/measure-growth.ts";
import { openNewDatabase } from "../support/db.ts";
import { insertClient, insertUser } from "../support/user.ts";

const ROUNDS = 100_000;
const STEP = 2500;
const WARM_UP = 5000;
const LANES = 8;
const CONNECTIONS = 4;
const ROWS = 100;
const scope = createScope({ partners: ["p1"] });
const one = rows("select 1 as x");

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** What a round does, and the SQLSTATE with which it fails, if it does; each stands for a tenth of the rounds. */
interface Kind {
  readonly run: (work: UnitOfWork, round: number) => Promise<unknown>;
  readonly fails?: string;
}

const duplicate = rows("insert into noted values (1)");
const division = rows("select 1 / $1::int as x", [0]);
/** Rounds that may meet write different rows. */
const rename = (round: number) =>
  rows("update clients set name = $1 where id = $2 returning id", [`client ${round}`, (round % ROWS) + 1]);
const kinds: readonly Kind[] = [
  { run: (work) => work.read(one) },
  { run: (work, round) => work.read(rows("select $1::text as x, id, name from clients", [`${round}`]), one) },
  // Text that was never sent before: no plan is kept of it when there are many.
  { run: (work, round) => work.read(rows(`select ${round} as x`)) },
  { run: (work, round) => work.write(rename(round), one) },
  { run: (work) => work.read(division), fails: "22012" },
  { run: (work) => work.write(one, duplicate), fails: "23505" },
  { run: (work, round) => work.transaction((tx) => tx.run(rename(round))) },
  { run: (work) => work.transaction(async (tx) => [await tx.run(one), await tx.run(duplicate)]), fails: "23505" },
  // An error that is not passed on: the transaction cannot be committed.
  { run: (work) => work.transaction((tx) => tx.run(division).catch(() => undefined)), fails: "25P02" },
];

// In the rounds `assert`, because `expect` keeps something of every call.

/** Requests whose client goes: before, while a statement runs, and between two of a transaction. */
async function leave(database: Database, round: number): Promise<void> {
  const leaving = new AbortController();
  const work = database.unitOfWork(scope, { signal: leaving.signal });
  const sleep = rows("select pg_sleep(10)");
  const ways = [
    () => work.read(sleep),
    () => work.write(sleep, one),
    () => work.transaction((tx) => tx.run(sleep)),
    () => work.transaction(async (tx) => [await tx.run(one), await new Promise(() => {})]),
  ];
  const gone = ways[round % ways.length]?.();
  await wait(Math.floor(round / 10) % 5);
  leaving.abort();
  const outcome = await gone?.catch((error: unknown) => error);
  assert.ok(outcome instanceof DbAbortedError, String(outcome));
  assert.deepEqual(getEventListeners(leaving.signal, "abort"), []);
}

async function play(database: Database, round: number): Promise<void> {
  const kind = kinds[round % 10];
  if (kind === undefined) return leave(database, Math.floor(round / 10));
  const staying = new AbortController();
  const outcome = await kind
    .run(database.unitOfWork(scope, { signal: staying.signal }), round)
    .catch((error: unknown) => error);
  const failure = outcome instanceof DbError ? outcome.code : undefined;
  assert.equal(outcome instanceof Error ? (failure ?? String(outcome)) : undefined, kind.fails);
  assert.deepEqual(getEventListeners(staying.signal, "abort"), []);
}

/** Plays rounds in several lanes at once. */
async function playAll(database: Database, from: number, count: number): Promise<void> {
  let next = from;
  const lane = async (): Promise<void> => {
    while (next < from + count) await play(database, next++);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Connections that were made from now on, and are open; `forget` drops what the spy keeps of all that ever were. */
function watchClients(): { readonly open: ReadonlySet<pg.Client>; readonly forget: () => void } {
  const open = new Set<pg.Client>();
  const connect: (this: pg.Client, ...args: unknown[]) => unknown = pg.Client.prototype.connect;
  const spy = vi.spyOn(pg.Client.prototype, "connect").mockImplementation(function connected(this: pg.Client, ...args) {
    open.add(this);
    this.once("end", () => open.delete(this));
    return Reflect.apply(connect, this, args);
  });
  onTestFinished(() => spy.mockRestore());
  return { open, forget: () => void spy.mockClear() };
}

const listeners = (emitter: EventEmitter): number =>
  emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);

/** Most listeners of a connection and what it is made of. */
function mostListeners(
  clients: Iterable<pg.Client & { readonly connection?: EventEmitter & { stream: EventEmitter } }>,
) {
  const counts = [...clients].map((client) => {
    const { connection } = client;
    return connection === undefined
      ? Number.NaN
      : listeners(client) + listeners(connection) + listeners(connection.stream);
  });
  return Math.max(...counts);
}

/** Waits until every connection is free of what was aborted; returns the most plans that one has on the server. */
async function settle(database: Database): Promise<number> {
  // All at once, so that each connection answers.
  const plans = firstRow<{ count: number }>("select count(*)::int as count from pg_prepared_statements, pg_sleep(0.2)");
  const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => database.unitOfWork(scope).read(plans)));
  return Math.max(...answers.map(([row]) => row?.count ?? Number.NaN));
}

async function prepare(): Promise<Database> {
  const database = await openNewDatabase({}, { maxConnections: CONNECTIONS });
  await insertUser(database.owner);
  for (let row = 1; row <= ROWS; row += 1) await insertClient(database.owner, `one ${row}`);
  await database.owner.script(
    "create table noted (n int primary key); insert into noted values (1); grant all on noted to fleet_app",
  );
  return database;
}

it(`${ROUNDS} rounds of all kinds leave nothing behind`, async () => {
  const clients = watchClients();
  const database = await prepare();
  // Fills the plans of every connection.
  await playAll(database, 0, WARM_UP);
  await settle(database);
  const before = { listeners: mostListeners(clients.open), process: listeners(process) };
  const [resident, live]: [number[], number[]] = [[], []];
  let plans = 0;
  const begun = performance.now();
  for (let round = 0; round < ROUNDS; round += STEP) {
    await playAll(database, round + WARM_UP, STEP);
    plans = Math.max(plans, await settle(database));
    const open = await database.owner.query<{ state: string; query: string }>(
      `select state, query from pg_stat_activity where datname = current_database()
       and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`,
    );
    expect(open).toEqual([]);
    clients.forget();
    collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    resident.push(rss);
    live.push(heapUsed + external);
  }
  const connections = await database.owner.queryText(
    "select count(*) from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  const after = { listeners: mostListeners(clients.open), process: listeners(process) };
  const growth = { resident: perTenThousand(resident), live: perTenThousand(live) };
  console.log({ seconds: (performance.now() - begun) / 1000, growth, plans, before, connections });
  expect(after).toEqual(before);
  expect(plans).toBeLessThanOrEqual(256);
  expect(Number(connections)).toBeLessThanOrEqual(CONNECTIONS + 2);
  expect(clients.open.size).toBe(Number(connections));
  expect(growth.resident).toBeLessThan(1);
  expect(growth.live).toBeLessThan(1);
}, 1_200_000);

/** By how many MB a figure grows; over the second half, when caches and arenas have their size. */
function perTenThousand(bytes: readonly number[]): number {
  return (slope(bytes.slice(Math.floor(bytes.length / 2))) * 10_000) / STEP / 1_000_000;
}
