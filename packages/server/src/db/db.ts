import type { Query, Results, SqlValue } from "./query.ts";
import type { Scope } from "./scope.ts";

/** Who writes, in which request: for the audit log. */
export interface Author {
  readonly userId: number;
  readonly requestId: string;
}

/** Whose request it is, and when it ends. */
export interface WorkRequest {
  /** After it aborts, calls of the unit of work reject with DbAbortedError. */
  readonly signal?: AbortSignal | undefined;
  /** Who writes. @default nobody */
  readonly author?: Author | undefined;
  /** The permission resources that the caller may view: only then are names of people shown. @default none */
  readonly views?: readonly string[] | undefined;
  /** Callers take turns; requests with the same caller share its turns. @default each call is one of a new caller */
  readonly caller?: string | undefined;
}

/** An open transaction. */
export interface Transaction {
  /** Runs the statements as one message and returns what their queries make of the answers, in order. */
  run<const Queries extends readonly Query<unknown>[]>(...queries: Queries): Promise<Results<Queries>>;
  /**
   * Runs `work` under a savepoint. If it rejects, its changes are undone and the error is passed on; the caller may catch it
   * and go on with the transaction. That holds for a violated constraint and for what `work` throws itself: any other error
   * of the database, such as a serialization failure, ends the whole transaction, even if it is caught. While a savepoint is
   * open, only its own `tx` may be used.
   */
  savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/**
 * The database as one request sees it: bound to a scope, which row-level security enforces, and ended with the request.
 * It holds a connection only while one of its functions runs, so never call one of them around work that is not the
 * database's.
 * @throws DbError for an error of the database; DbTimeoutError, DbClosedError, DbUnavailableError and DbAbortedError
 */
export interface UnitOfWork {
  readonly scope: Scope;
  /** Reads in one read-only snapshot, sent as one message. */
  read<const Queries extends readonly Query<unknown>[]>(...queries: Queries): Promise<Results<Queries>>;
  /**
   * As `read`, for statements that may look at every row of the scope: each caller has one at a time, and a shorter limit.
   * @throws DbSearchTimeoutError over the limit
   */
  search<const Queries extends readonly Query<unknown>[]>(...queries: Queries): Promise<Results<Queries>>;
  /** Writes in one transaction, sent as one message: for statements that do not need each other's answers. */
  write<const Queries extends readonly Query<unknown>[]>(...queries: Queries): Promise<Results<Queries>>;
  /**
   * Appends telemetry in one read-committed transaction, sent as one message: it has no author, and nothing of it is in the audit
   * log. Each statement sees what was committed before it began. Two run at the same time, whoever the callers are.
   */
  append<const Queries extends readonly Query<unknown>[]>(...queries: Queries): Promise<Results<Queries>>;
  /**
   * Runs `work` in a transaction with one snapshot: commits when it resolves, rolls back when it rejects. After a
   * serialization failure the whole of `work` runs again, so it must have no effects besides its statements.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The same request for another scope: that of a user who just logged in. */
  within(scope: Scope): UnitOfWork;
}

/**
 * The database with all rights of its owner, for migrations, demo data, maintenance and tests; no request gets it.
 * Column values are those of `ResultSet`.
 */
export interface Db {
  /** Runs one statement and returns its rows. The caller names the row type; it must fit the SQL. */
  query<T extends object = Record<string, unknown>>(sql: string, params?: readonly SqlValue[]): Promise<T[]>;
  /** Runs one statement whose answer is a single text value; null when there is no row or the value is null. */
  queryText(sql: string, params?: readonly SqlValue[]): Promise<string | null>;
  /** Runs a script of several statements without parameters or results. */
  script(sql: string): Promise<void>;
  /** Runs one statement outside of any transaction, as some need it. It waits for a lock for a moment only (55P03). */
  outsideTransaction(sql: string): Promise<void>;
  /** Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. Inside, use `tx` only. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
}

/** A database that is open and migrated. */
export interface Database {
  /** A unit of work for one request. */
  unitOfWork(scope: Scope, request?: WorkRequest): UnitOfWork;
  readonly owner: Db;
  /**
   * Calls back when something changed that access depends on: roles, users, their scope. Null where another process can
   * change the database without this one noticing in time.
   */
  readonly onAccessChange: ((listener: () => void) => void) | null;
  /** Rejects when it cannot carry out changes now: it is away, read-only or full. It is tried again without being asked. */
  ready(): Promise<void>;
  /** Flushes, releases what the driver holds, and may be called twice. */
  close(): Promise<void>;
}
