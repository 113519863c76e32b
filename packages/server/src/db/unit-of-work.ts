import { systemRandom } from "../platform/random.ts";
import type { UnitOfWork } from "./db.ts";
import type { Driver } from "./driver.ts";
import { DbAbortedError, DbError } from "./errors.ts";
import type { Inside } from "./inside.ts";
import type { Query, Results, SqlValue, Statement } from "./query.ts";
import { APP_ROLE } from "./roles.ts";
import type { Scope } from "./scope.ts";
import { inTransaction, readResults } from "./transaction.ts";

/** What units of work are made of. */
export interface UnitOfWorkOptions {
  readonly driver: Driver;
  readonly inside: Inside;
  /** A transaction that stays open longer is rolled back, in milliseconds. */
  readonly transactionLimitMs: number;
}

/** A transaction that met others this often is given up. */
const MAX_ATTEMPTS = 8;

const beginRead = { sql: "begin isolation level repeatable read read only", params: [] };
const beginWrite = { sql: "begin isolation level repeatable read", params: [] };
const commit = { sql: "commit", params: [] };

/** A unit of work on a driver; see `Database.unitOfWork`. */
export function createUnitOfWork(options: UnitOfWorkOptions, scope: Scope, signal?: AbortSignal): UnitOfWork {
  return forRequest({ ...options, inside: options.inside.ofRequest() }, scope, signal);
}

/** `inside` is the one of the request, which all its scopes share. */
function forRequest(options: UnitOfWorkOptions, scope: Scope, signal: AbortSignal | undefined): UnitOfWork {
  const { driver, inside, transactionLimitMs } = options;
  const settings = settingsOf(scope);

  /** Begin, settings, the queries and commit as one message. */
  const whole = async <const Queries extends readonly Query<unknown>[]>(
    begin: Statement,
    queries: Queries,
  ): Promise<Results<Queries>> => {
    inside.refuse();
    const results = await driver.batch([begin, settings, ...queries, commit], signal);
    return readResults(queries, results.slice(2));
  };

  return {
    scope,
    read: (...queries) => whole(beginRead, queries),
    write: (...queries) => retried(() => whole(beginWrite, queries)),
    transaction: (work) =>
      retried(async () => {
        inside.refuse();
        return driver.hold(
          (connection) =>
            inTransaction(connection, [beginWrite, settings], async (open) => {
              // The client may have gone while the transaction was begun.
              if (signal?.aborted === true) throw new DbAbortedError();
              const run: Parameters<typeof work>[0]["run"] = async (...queries) =>
                readResults(queries, await open.batch(queries));
              return withLimit(
                inside.run(() => work({ run })),
                transactionLimitMs,
                signal,
              );
            }),
          signal,
        );
      }),
    within: (other) => forRequest(options, other, signal),
  };
}

/** Role and scope for one transaction; row-level security reads them. */
function settingsOf(scope: Scope): Statement {
  return {
    sql: `select set_config('role', '${APP_ROLE}', true), set_config('fleet.partners', $1, true),
      set_config('fleet.agencies', $2, true), set_config('fleet.clients', $3, true)`,
    params: [scope.partners, scope.agencies, scope.clients].map(arrayText),
  };
}

/** An empty setting reaches nothing, as one that was never made does. */
function arrayText(ids: readonly (string | number)[]): SqlValue {
  return ids.length === 0 ? "" : ids;
}

async function retried<T>(action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      const again = error instanceof DbError && error.isSerializationFailure && attempt < MAX_ATTEMPTS;
      if (!again) throw error;
      await pause(attempt);
    }
  }
}

/** At random up to 2, 4, 8, ... ms, so that those who met once do not meet again. */
function pause(attempt: number): Promise<void> {
  const [part = 0] = systemRandom.bytes(1);
  return new Promise((resolve) => setTimeout(resolve, (2 ** attempt * part) / 255));
}

async function withLimit<T>(work: Promise<T>, limitMs: number, signal: AbortSignal | undefined): Promise<T> {
  let end = (): void => {};
  const limit = new Promise<never>((_, reject) => {
    const message = `The transaction was rolled back: it stayed open for more than ${limitMs} ms.`;
    const timer = setTimeout(() => reject(new DbError(message, { code: "25P03" })), limitMs);
    const abort = (): void => reject(new DbAbortedError());
    signal?.addEventListener("abort", abort, { once: true });
    end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    end();
  }
}
