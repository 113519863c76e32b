import type { CallContext, Middleware } from "../call/middleware.ts";
import type { AnyResult } from "../call/result.ts";
import { notify } from "../call/notify.ts";
import { type CallEnd, type CallSubject, endOf, subjectOf } from "./call-record.ts";
import { ownSecrets, redactDeep, redactHeaders, redactMembers } from "./redact.ts";

/** How grave a record is, from the least. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** One line of the log: plain JSON. */
export interface LogRecord extends CallSubject, CallEnd {
  readonly event: "call" | "failure";
  /** Parameters of the query, if there are any. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Headers of this call; with level `debug`. Values that may hold a credential are left out. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** The same of the response. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** With `bodies`: what was sent, redacted and cut. */
  readonly requestBody?: unknown;
  /** With `bodies`: `data` of a success, or the problem; redacted and cut. */
  readonly responseBody?: unknown;
}

/** Options of {@link logger}. */
export interface LoggerOptions {
  /** Takes a record. What it throws, or a promise of it that rejects, changes nothing for the call. */
  readonly log: (record: LogRecord, level: LogLevel) => unknown;
  /**
   * The least grave records that are wanted. Default `info`: a success is `info`, a problem below 500 and an abort are
   * `warn`, every other failure is `error`. `debug` adds headers to all of them.
   */
  readonly level?: LogLevel | undefined;
  /** Adds bodies. Default false: even redacted, they are data of people. */
  readonly bodies?: boolean | undefined;
}

/**
 * Logs each call once, when it is over, without its secrets: what the contract marks as secret is left out of path,
 * query and bodies, and so is every header that is not known to be harmless. Outside of `retry()` it logs calls, inside
 * of it attempts.
 */
export function logger({ log, level: least = "info", bodies = false }: LoggerOptions): Middleware {
  if (typeof log !== "function" || !Object.hasOwn(grave, least))
    throw new TypeError("logger needs log, and a level that exists");
  return async (context, next) => {
    const begin = context.platform.monotonic();
    const result = await next(context);
    const level = levelOf(result);
    if (grave[level] < grave[least] && least !== "debug") return result;
    notify(() =>
      log(recordOf(context, result, context.platform.monotonic() - begin, least === "debug", bodies), level),
    );
    return result;
  };
}

const grave: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

function levelOf(result: AnyResult): LogLevel {
  if (result.ok) return "info";
  return result.kind === "abort" || (result.kind === "http" && result.status < 500) ? "warn" : "error";
}

function recordOf(
  context: CallContext,
  result: AnyResult,
  durationMs: number,
  headers: boolean,
  bodies: boolean,
): LogRecord {
  const { query, body } = context.input;
  const secrets = ownSecrets(context.input);
  return {
    event: result.ok ? "call" : "failure",
    ...subjectOf(context),
    ...endOf(context, result, durationMs, secrets),
    ...(query && { query: redactMembers(query, secrets) }),
    ...(headers && {
      requestHeaders: redactHeaders(Object.entries(context.headers), secrets),
      responseHeaders: redactHeaders(result.headers ?? [], secrets),
    }),
    ...(bodies && {
      requestBody: redactDeep(body, secrets),
      responseBody: redactDeep(bodyOf(result), secrets),
    }),
  };
}

/** What was answered. `instance` of a problem is the path that was asked for, secrets included. */
function bodyOf(result: AnyResult): unknown {
  if (result.ok) return result.data;
  return result.kind === "http" ? { ...result.error, instance: undefined } : undefined;
}
