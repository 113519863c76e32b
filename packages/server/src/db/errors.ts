import { meaningOf } from "./sqlstates.ts";

/** What a database error carries beside its message; names follow PostgreSQL's error fields. */
export interface DbErrorFields {
  /** SQLSTATE, for example `23505` for a unique violation. */
  code: string;
  detail?: string;
  hint?: string;
  table?: string;
  column?: string;
  constraint?: string;
  /** Character in the statement, 1-based. */
  position?: string;
  /** The routine of PostgreSQL's source that reported it. */
  routine?: string;
}

/** The database refused a statement. `detail` may quote data: log it, never send it. */
export class DbError extends Error {
  override readonly name: string = "DbError";
  readonly code: string;
  readonly fields: Readonly<DbErrorFields>;

  constructor(message: string, fields: DbErrorFields) {
    super(message);
    this.code = fields.code;
    this.fields = fields;
  }

  /** True for a violated unique index; `fields.constraint` names it. */
  get isUniqueViolation(): boolean {
    return this.code === "23505";
  }

  /** True for a violated constraint, also one that a trigger checks: the statements before it were right. */
  get isViolation(): boolean {
    return this.code.startsWith("23");
  }

  /** True when it says that the statement is wrong, not that the database was busy. */
  get isDefect(): boolean {
    return meaningOf(this.fields).kind === "defect";
  }

  /** True when the transaction met another one and may succeed when the whole of it runs again. */
  get isSerializationFailure(): boolean {
    return meaningOf(this.fields).kind === "conflict";
  }
}

/** A statement was ended before it was done: it ran longer than its limit. Its transaction, if any, is gone. */
export class DbTimeoutError extends Error {
  override readonly name = "DbTimeoutError";

  constructor(options?: ErrorOptions) {
    super("The database statement was ended after its limit.", options);
  }
}

/** How a database is unavailable. */
interface UnavailableOptions extends ErrorOptions {
  /** SQLSTATE, where the server itself said so. */
  readonly code?: string;
  /** Whether the server is not ready until a probe could write. @default true */
  readonly failsReadiness?: boolean;
  /** Whether a commit that ends so may have been carried out all the same. @default false */
  readonly losesAnswer?: boolean;
}

/** The database cannot do its work now: it is away, refuses, does not answer, or has no connection left. */
export class DbUnavailableError extends Error {
  override readonly name: string = "DbUnavailableError";
  readonly code: string | null;
  readonly failsReadiness: boolean;
  readonly losesAnswer: boolean;

  constructor(message: string, options: UnavailableOptions = {}) {
    super(message, options);
    this.code = options.code ?? null;
    this.failsReadiness = options.failsReadiness ?? true;
    this.losesAnswer = options.losesAnswer ?? false;
  }
}

/** Too many callers wait for a connection, or others kept this one waiting for too long. */
export class DbBusyError extends DbUnavailableError {
  override readonly name = "DbBusyError";

  constructor() {
    super("Too many requests wait for a connection to the database.", { failsReadiness: false });
  }
}

/** The answer to a commit was lost: nobody knows whether the changes were made. */
export class DbUnconfirmedError extends DbUnavailableError {
  override readonly name = "DbUnconfirmedError";
}

/** A search was ended because it ran longer than its limit. */
export class DbSearchTimeoutError extends Error {
  override readonly name = "DbSearchTimeoutError";

  constructor(options?: ErrorOptions) {
    super("The search was ended after its limit.", options);
  }
}

/** The database is closed, or its memory was lost; the message says which. */
export class DbClosedError extends DbUnavailableError {
  override readonly name: string = "DbClosedError";
}

/** The statement waited behind one that was ended together with its thread, and had not begun. */
export class DbInterruptedError extends DbClosedError {
  override readonly name = "DbInterruptedError";

  constructor() {
    super("The database was interrupted by another statement that took too long.", { failsReadiness: false });
  }
}

/** The caller no longer wants the answer; a statement under way was cancelled where the database can do that. */
export class DbAbortedError extends Error {
  override readonly name = "DbAbortedError";

  constructor() {
    super("The request was aborted.");
  }
}

/** The data directory is held by another process. */
export class DataDirectoryInUseError extends Error {
  override readonly name = "DataDirectoryInUseError";
  readonly directory: string;
  /** Process id of the holder; null when it left no note. */
  readonly pid: number | null;

  constructor(directory: string, pid: number | null) {
    const holder = pid === null ? "another process" : `process ${pid}`;
    const stop = pid === null ? "Stop that process" : `Stop it (kill ${pid})`;
    super(
      `The data directory ${directory} is in use by ${holder}. ${stop} or choose another directory (--data or FLEET_DATA).`,
    );
    this.directory = directory;
    this.pid = pid;
  }
}

/** The directory cannot serve as a data directory; nothing in it was touched. */
export class DataDirectoryError extends Error {
  override readonly name = "DataDirectoryError";
  readonly directory: string;

  constructor(directory: string, message: string) {
    super(message);
    this.directory = directory;
  }
}

/** The migrations of this program and those recorded in the database do not fit together. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** Whether the database refused, failed or could not be reached; not that the caller gave up. */
export function isDatabaseFailure(error: unknown): boolean {
  return [DbError, DbTimeoutError, DbSearchTimeoutError, DbUnavailableError].some((kind) => error instanceof kind);
}

/** The error that the server reported with a SQLSTATE. */
export function serverError(message: string, fields: DbErrorFields, options?: ErrorOptions): Error {
  const { code } = fields;
  const meaning = meaningOf(fields);
  if (meaning.kind === "ended") return new DbTimeoutError(options);
  if (meaning.kind !== "unavailable") return new DbError(message, fields);
  return new DbUnavailableError(`The database refuses: ${message} (${code})`, { ...options, ...meaning, code });
}

/** The error of what ended with a commit: `DbUnconfirmedError` where the answer was lost. */
export function commitError(error: unknown): unknown {
  if (!(error instanceof DbUnavailableError && error.losesAnswer)) return error;
  const { failsReadiness, losesAnswer } = error;
  const message = `The database did not confirm a commit. ${error.message}`;
  return new DbUnconfirmedError(message, { cause: error, failsReadiness, losesAnswer });
}
