import { sensitiveNames } from "@fleet-api/contract/sensitive";
import type { Clock } from "./clock.ts";

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

const REDACTED = "[redacted]";
const MAX_DEPTH = 6;

/** What the contract marks as secret. */
const contractNames: ReadonlySet<string> = new Set(sensitiveNames);

/** And what is secret beside it: names of the database, of headers, of third parties. */
const secretName =
  /pass(word|phrase)?$|^pwd$|secret|token|authorization|cookie|api_?key|(publish|subscribe|private|session)_?key|credential|salt|hash$/i;

/** Secrets by shape: our access tokens, bearer values, PHC strings, and links with a one-time token. */
const secretShapes: readonly (readonly [RegExp, string])[] = [
  [/\bf1\.\d+\.[A-Za-z0-9_-]+/g, REDACTED],
  [/\bbearer\s+\S+/gi, `bearer ${REDACTED}`],
  [/\$argon2[a-z]*\$\S+/g, REDACTED],
  [/(\/auth\/registration\/)[^\s/?#"]+/g, `$1${REDACTED}`],
  [/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g, REDACTED],
];

/** A text with everything that has the shape of a secret replaced. */
export function redactText(text: string): string {
  let clean = text;
  for (const [shape, replacement] of secretShapes) clean = clean.replaceAll(shape, replacement);
  return clean;
}

/**
 * A copy for logs: values of secret-looking names and texts of secret shape replaced, errors as
 * name, message and stack. Cycles and great depth end in a mark.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "[deeper]";
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecret(name) && member !== null ? REDACTED : redact(member, depth + 1),
    ]),
  );
}

function isSecret(name: string): boolean {
  return contractNames.has(name) || secretName.test(name);
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  return {
    name: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ""),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  };
}
