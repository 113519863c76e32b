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

  /** True when the transaction met another one and may succeed when the whole of it runs again. */
  get isSerializationFailure(): boolean {
    return this.code === "40001" || this.code === "40P01";
  }
}

/** A statement was ended before it was done: it ran longer than its limit. Its transaction, if any, is gone. */
export class DbTimeoutError extends Error {
  override readonly name = "DbTimeoutError";

  constructor(options?: ErrorOptions) {
    super("The database statement was ended after its limit.", options);
  }
}

/** The database is closed, or its memory was lost; the message says which. */
export class DbClosedError extends Error {
  override readonly name: string = "DbClosedError";
}

/** The statement waited behind one that was ended together with its thread, and had not begun. */
export class DbInterruptedError extends DbClosedError {
  override readonly name = "DbInterruptedError";

  constructor() {
    super("The database was interrupted by another statement that took too long.");
  }
}

/** No connection can be had: the server is away or refuses, or too many callers wait already. */
export class DbUnavailableError extends Error {
  override readonly name = "DbUnavailableError";
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
  return [DbError, DbTimeoutError, DbClosedError, DbUnavailableError].some((kind) => error instanceof kind);
}
