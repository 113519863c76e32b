import type { Clock } from "../platform/clock.ts";
import { systemRandom } from "../platform/random.ts";
import type { Author, Transaction, UnitOfWork, WorkRequest } from "./db.ts";
import type { Driver } from "./driver.ts";
import { commitError, DbAbortedError, DbError, DbSearchTimeoutError, DbTimeoutError } from "./errors.ts";
import type { Inside } from "./inside.ts";
import type { Query, Results, SqlValue, Statement } from "./query.ts";
import { APP_ROLE } from "./roles.ts";
import type { Scope } from "./scope.ts";
import type { OpenConnection } from "./transaction.ts";
import { inTransaction, LOCK_LIMIT, readResults } from "./transaction.ts";
import type { Turns } from "./turns.ts";

/** What units of work are made of. */
interface UnitOfWorkOptions {
  readonly driver: Driver;
  readonly inside: Inside;
  readonly turns: Turns;
  /** A transaction that stays open longer is rolled back, in milliseconds. */
  readonly transactionLimitMs: number;
  /** A search that takes longer is stopped, in milliseconds; null where the database cannot do that. */
  readonly searchLimitMs: number | null;
  /** Its present instant is that of the changes in the audit log. */
  readonly clock: Clock;
}

/** A transaction that met others this often is given up. */
const MAX_ATTEMPTS = 16;

const beginRead = { sql: "begin isolation level repeatable read read only", params: [] };
const beginAppend = { sql: "begin isolation level read committed", params: [] };
const beginWrite = { sql: "begin isolation level repeatable read", params: [] };
const commit = { sql: "commit", params: [] };

/** A unit of work on a driver; see `Database.unitOfWork`. */
export function createUnitOfWork(options: UnitOfWorkOptions, scope: Scope, request: WorkRequest): UnitOfWork {
  return forRequest({ ...options, inside: options.inside.ofRequest() }, scope, request);
}

/** `inside` is the one of the request, which all its scopes share. */
function forRequest(options: UnitOfWorkOptions, scope: Scope, request: WorkRequest): UnitOfWork {
  const { driver, inside, turns, transactionLimitMs, searchLimitMs, clock } = options;
  const { signal, author, views = [] } = request;
  const settings = scopeSettings(scope, views);
  const writeSettings = () => [beginWrite, settings, authorSettings(author, clock.now())];

  /** Begin, settings, the queries and commit as one message. */
  const whole = async <const Queries extends readonly Query<unknown>[]>(
    begin: readonly Statement[],
    queries: Queries,
  ): Promise<Results<Queries>> => {
    const results = await driver.batch([...begin, ...queries, commit], signal);
    return readResults(queries, results.slice(begin.length));
  };
  const committed: typeof whole = (begin, queries) =>
    whole(begin, queries).catch((error: unknown) => {
      throw commitError(error);
    });
  /** A turn lasts until the connection is free again; its caller may go earlier. A new object is a caller of its own. */
  const inTurn = async <T>(job: () => Promise<T>, take: Turns["take"] = turns.take): Promise<T> => {
    inside.refuse();
    return unlessAborted(signal, () => take(request.caller ?? {}, job, signal));
  };

  return {
    scope,
    read: (...queries) => inTurn(() => whole([beginRead, settings], queries)),
    search: (...queries) =>
      inTurn(async () => {
        try {
          return await whole([beginRead, settings, ...searchSettings(searchLimitMs)], queries);
        } catch (error) {
          throw error instanceof DbTimeoutError ? new DbSearchTimeoutError({ cause: error }) : error;
        }
      }, turns.takeForSearch),
    write: (...queries) => inTurn(() => retried(() => committed(writeSettings(), queries))),
    append: (...queries) =>
      inTurn(() => retried(() => committed([beginAppend, settings, lockLimit], queries)), turns.takeForAppend),
    transaction: (work) =>
      inTurn(() =>
        retried(() =>
          driver.hold(
            (connection) =>
              inTransaction(connection, writeSettings(), async (open) => {
                // The client may have gone while the transaction was begun.
                if (signal?.aborted === true) throw new DbAbortedError();
                return withLimit(
                  inside.run(() => work(transactionOn(open))),
                  transactionLimitMs,
                  signal,
                );
              }),
            signal,
          ),
        ),
      ),
    within: (other) => forRequest(options, other, request),
  };
}

function transactionOn(open: OpenConnection): Transaction {
  return {
    run: async (...queries) => readResults(queries, await open.batch(queries)),
    savepoint: (work) => open.savepoint((inner) => work(transactionOn(inner))),
  };
}

/** Role, scope and what may be viewed for one transaction; row-level security and `may_view` read them. */
function scopeSettings(scope: Scope, views: readonly string[]): Statement {
  return {
    sql: `select set_config('role', '${APP_ROLE}', true), set_config('fleet.partners', $1, true),
      set_config('fleet.agencies', $2, true), set_config('fleet.clients', $3, true), set_config('fleet.views', $4, true)`,
    params: [...[scope.partners, scope.agencies, scope.clients].map(arrayText), views.join(",")],
  };
}

/** A shorter limit than that of the connection, for one transaction. */
function searchSettings(limitMs: number | null): Statement[] {
  if (limitMs === null) return [];
  return [{ sql: "select set_config('statement_timeout', $1, true)", params: [String(limitMs)] }];
}

const lockLimit = { sql: `select set_config('lock_timeout', '${LOCK_LIMIT}', true)`, params: [] };

/** Who changes what and when, for the audit log and the policies of what belongs to one user. */
function authorSettings(author: Author | undefined, now: Date): Statement {
  return {
    sql: `select set_config('fleet.user', $1, true), set_config('fleet.request', $2, true),
      set_config('fleet.now', $3, true), set_config('lock_timeout', '${LOCK_LIMIT}', true)`,
    params: [author === undefined ? "" : String(author.userId), author?.requestId ?? "", now.toISOString()],
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

/** At random up to 2, 4, 8, 16, then 32 ms, so that those who met once do not meet again, and none waits for long. */
function pause(attempt: number): Promise<void> {
  const [part = 0] = systemRandom.bytes(1);
  return new Promise((resolve) => setTimeout(resolve, (Math.min(2 ** attempt, 32) * part) / 255));
}

/** Rejects as soon as the signal is aborted. The action is not cancelled; its result is ignored. */
async function unlessAborted<T>(signal: AbortSignal | undefined, action: () => Promise<T>): Promise<T> {
  if (signal === undefined) return action();
  if (signal.aborted) throw new DbAbortedError();
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new DbAbortedError());
    signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([action(), aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
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

/**
 * A unit of work as its open transaction: all reads and writes are part of it. Reads that begin at the same time are one
 * message.
 */
export function workInside({ scope }: UnitOfWork, tx: Transaction): UnitOfWork {
  return {
    scope,
    read: batchReads(tx),
    search: (...queries) => tx.run(...queries),
    write: (...queries) => tx.run(...queries),
    append: () => {
      throw new Error("Telemetry is appended in a transaction of its own.");
    },
    transaction: (work) => work(tx),
    within: () => {
      throw new Error("A transaction works in one scope.");
    },
  };
}

function batchReads(tx: Transaction): Transaction["run"] {
  let waiting: Query<unknown>[] = [];
  let pending: Promise<readonly unknown[]> | null = null;
  const send = (): Promise<readonly unknown[]> => {
    const queries = waiting;
    [waiting, pending] = [[], null];
    return tx.run(...queries);
  };
  return async <const Queries extends readonly Query<unknown>[]>(...queries: Queries): Promise<Results<Queries>> => {
    const first = waiting.length;
    waiting.push(...queries);
    pending ??= Promise.resolve().then(send);
    const results = await pending;
    // One value for each query, of the type that its `read` returns.
    return results.slice(first, first + queries.length) as Results<Queries>;
  };
}
