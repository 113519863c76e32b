import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, Query } from "../../src/db/index.ts";
import {
  DbError,
  DbTimeoutError,
  DbUnavailableError,
  firstRow,
  isDatabaseFailure,
  noScope,
  rows,
} from "../../src/db/index.ts";
import { problemOf } from "../../src/problem-of.ts";
import { newDatabase, onPostgres, openNewDatabase, openTestDatabase } from "../support/db.ts";

const one = rows<{ x: number }>("select 1 as x");
const backend = firstRow<{ pid: number }>("select pg_backend_pid() as pid");

const fail = (code: string): Query<object[]> => rows("select public.fail($1)", [code]);

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

const kinds = { DbError, DbTimeoutError, DbUnavailableError };

/** SQLSTATE, the error that callers see, the status of the response, whether the connection stays, whether readiness fails. */
const meanings: [string, keyof typeof kinds, 500 | 503, "stays" | "goes", "ready" | "not ready"][] = [
  ["08006", "DbUnavailableError", 503, "goes", "not ready"], // connection_failure
  ["08P01", "DbUnavailableError", 503, "goes", "not ready"], // protocol_violation, which poolers also say
  ["0A000", "DbError", 500, "stays", "ready"], // feature_not_supported
  ["22021", "DbError", 500, "stays", "ready"], // character_not_in_repertoire
  ["22P05", "DbError", 500, "stays", "ready"], // untranslatable_character
  ["23505", "DbError", 500, "stays", "ready"], // unique_violation, which no rule explains
  ["25006", "DbUnavailableError", 503, "goes", "not ready"], // read_only_sql_transaction
  ["25P03", "DbError", 503, "goes", "ready"], // idle_in_transaction_session_timeout
  ["25P04", "DbError", 503, "goes", "ready"], // transaction_timeout
  ["26000", "DbUnavailableError", 503, "goes", "ready"], // invalid_sql_statement_name
  ["28P01", "DbUnavailableError", 503, "goes", "not ready"], // invalid_password
  ["3D000", "DbUnavailableError", 503, "goes", "not ready"], // invalid_catalog_name
  ["40003", "DbUnavailableError", 503, "goes", "not ready"], // statement_completion_unknown
  ["42501", "DbError", 500, "stays", "ready"], // insufficient_privilege
  ["42P05", "DbUnavailableError", 503, "goes", "ready"], // duplicate_prepared_statement
  ["53100", "DbUnavailableError", 503, "goes", "not ready"], // disk_full
  ["53200", "DbUnavailableError", 503, "goes", "not ready"], // out_of_memory
  ["53300", "DbUnavailableError", 503, "goes", "not ready"], // too_many_connections
  ["53400", "DbUnavailableError", 503, "goes", "not ready"], // configuration_limit_exceeded
  ["54000", "DbError", 500, "stays", "ready"], // program_limit_exceeded
  ["55P03", "DbError", 503, "stays", "ready"], // lock_not_available
  ["57014", "DbTimeoutError", 503, "stays", "ready"], // query_canceled
  ["57P01", "DbUnavailableError", 503, "goes", "not ready"], // admin_shutdown
  ["57P02", "DbUnavailableError", 503, "goes", "not ready"], // crash_shutdown
  ["57P03", "DbUnavailableError", 503, "goes", "not ready"], // cannot_connect_now
  ["57P04", "DbUnavailableError", 503, "goes", "not ready"], // database_dropped
  ["57P05", "DbUnavailableError", 503, "goes", "ready"], // idle_session_timeout
  ["58000", "DbUnavailableError", 503, "goes", "not ready"], // system_error
  ["58030", "DbUnavailableError", 503, "goes", "not ready"], // io_error
  ["F0000", "DbUnavailableError", 503, "goes", "not ready"], // config_file_error
  ["P0001", "DbError", 500, "stays", "ready"], // raise_exception
  ["XX000", "DbError", 500, "goes", "ready"], // internal_error
  ["XX001", "DbError", 500, "goes", "ready"], // data_corrupted
];

describe("an error of the database", () => {
  let database: Database;
  let remove = async (): Promise<void> => {};

  // One function reports any SQLSTATE, as the server itself would.
  beforeAll(async () => {
    const made = await newDatabase();
    remove = made.remove;
    database = await openTestDatabase(
      {},
      made.target.kind === "postgres" ? { ...made.target, maxConnections: 1 } : made.target,
    );
    await database.owner.script(`create function fail(state text) returns void language plpgsql as
      $$ begin raise exception 'it failed' using errcode = state; end $$`);
  });
  afterAll(async () => {
    await database.close();
    await remove();
  });

  it.each(meanings)("%s: %s, %i, its connection %s, the server is %s", async (...row) => {
    const [code, kind, status, connection, readiness] = row;
    const work = database.unitOfWork(noScope);
    const [before] = await work.read(backend);
    const reads = code === "25006" ? [] : [work.read(fail(code))];
    for (const call of [...reads, work.write(fail(code)), work.transaction((tx) => tx.run(fail(code)))]) {
      const error = await errorOf(call);
      expect(error).toBeInstanceOf(kinds[kind]);
      expect(isDatabaseFailure(error)).toBe(true);
      const problem = problemOf(error);
      expect([problem?.status ?? 500, problem?.extra.retry_after_s ?? null]).toEqual([
        status,
        status === 503 ? 1 : null,
      ]);
    }
    if (readiness === "ready") await database.ready();
    else await expect(database.ready()).rejects.toThrow(code);
    await expect.poll(() => errorOf(database.ready()), { timeout: 10_000 }).toBe(null);
    const [after] = await work.read(backend);
    // PGlite has one connection, which is its server.
    if (onPostgres) expect(after?.pid === before?.pid ? "stays" : "goes").toBe(connection);
    expect(await work.read(one)).toEqual([[{ x: 1 }]]);
  });

  it("25006 is our mistake where a read changes something: the database may be well", async () => {
    await database.owner.script("create table if not exists noted (n int); grant all on noted to fleet_app");
    const error = await errorOf(database.unitOfWork(noScope).read(rows("insert into noted values (1)")));
    expect(error).toBeInstanceOf(DbError);
    expect(problemOf(error)).toBe(null);
    await database.ready();
  });

  it.each(["40001", "40P01"])("%s runs a change again, which is 503 when that does not help", async (code) => {
    const error = await errorOf(database.unitOfWork(noScope).write(fail(code)));
    expect(error).toMatchObject({ isSerializationFailure: true });
    expect(problemOf(error)).toMatchObject({ status: 503, extra: { retry_after_s: 1 } });
    await database.ready();
  });
});

describe("a parameter that cannot be encoded", () => {
  const unencodable: [string, Query<object[]>][] = [
    ["is no instant", rows("select $1::timestamptz", [new Date(Number.NaN)])],
    [
      "is one too many",
      rows(
        "select 1",
        Array.from({ length: 65_536 }, () => 1),
      ),
    ],
    ["is no instant in a list", rows("select $1::timestamptz[]", [[new Date(0), new Date(Number.NaN)]])],
  ];

  it.each(unencodable)("because it %s is our error, and takes no connection away", async (_name, query) => {
    const database = await openNewDatabase({}, { maxConnections: 2 });
    const work = database.unitOfWork(noScope);
    const pids = async (): Promise<number[]> => {
      const both = await Promise.all([work.read(rows("select pg_sleep(0.05)"), backend), work.read(backend)]);
      return both
        .map((answers) => answers.at(-1))
        .flatMap((answer) => Object(answer).pid)
        .toSorted();
    };
    const before = await pids();
    const calls = Array.from({ length: 10 }, () => [
      work.read(query),
      work.write(one, query),
      work.transaction(async (tx) => {
        await tx.run(one);
        await tx.run(query);
      }),
    ]).flat();
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(RangeError) });
      if (outcome.status === "rejected") expect(problemOf(outcome.reason)).toBe(null);
    }
    expect(await pids()).toEqual(before);
    await database.ready();
  });
});
