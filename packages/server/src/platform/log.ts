import type { Clock } from "./clock.ts";
import { redact, redactText } from "./redact.ts";

/** Severity, rising. `silent` is a threshold only. */
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Named values of a log line. */
export type LogFields = Readonly<Record<string, unknown>>;

/** A leveled logger: one line per entry, secrets redacted by name and by shape. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds `fields` to every line. */
  with(fields: LogFields): Log;
}

/** How a log writes. */
export interface LogOptions {
  /** Entries below are dropped. */
  readonly level: LogLevel;
  /** `json`: an object per line, for machines; `pretty`: for people. */
  readonly format: "json" | "pretty";
  readonly clock: Clock;
  /** Takes a line without its line break. */
  readonly write: (line: string) => void;
}

const severity: Readonly<Record<LogLevel, number>> = {
  debug: 0,
  info: 1,
  warn: 2,
  error: 3,
  silent: 4,
};

/** Makes a log. */
export function createLog(options: LogOptions, bound: LogFields = {}): Log {
  const entry =
    (level: Exclude<LogLevel, "silent">) =>
    (message: string, fields: LogFields = {}): void => {
      if (severity[level] < severity[options.level]) return;
      const time = options.clock.now().toISOString();
      const text = redactText(message);
      const values = fieldsOf(redact({ ...bound, ...fields }));
      options.write(
        options.format === "json"
          ? JSON.stringify({ time, level, message: text, ...values })
          : pretty(time, level, text, values),
      );
    };
  return {
    debug: entry("debug"),
    info: entry("info"),
    warn: entry("warn"),
    error: entry("error"),
    with: (fields) => createLog(options, { ...bound, ...fields }),
  };
}

/** A log that drops everything; the default of tests. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  with: () => silentLog,
};

function pretty(time: string, level: string, message: string, fields: LogFields): string {
  const values = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const line = [time.slice(11, 19), level.padEnd(5), message, ...values].join(" ");
  // One entry, one line: a stack or a message must not be able to forge further lines.
  return line.replaceAll(/[\r\n]+\s*/g, " | ");
}

function fieldsOf(value: unknown): LogFields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
