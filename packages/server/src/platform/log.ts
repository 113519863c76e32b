/** Severity, rising. `silent` is a threshold only. */
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Named values of a log line. Values of secret-looking names are replaced. */
export type LogFields = Readonly<Record<string, unknown>>;

/** A leveled logger. Lines are one line each; secrets are redacted by name and by shape. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds `fields` to every line. */
  with(fields: LogFields): Log;
}
