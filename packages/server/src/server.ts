import { validators } from "@fleet-api/contract/validators";
import type { Database, Db } from "./db/index.ts";
import { openDatabase } from "./db/node.ts";
import { createHost } from "./http/index.ts";
import type { CheckResponse } from "./kernel/index.ts";
import type { Clock, Log, Passwords, Random } from "./platform/index.ts";
import { createLog, systemClock, systemRandom } from "./platform/index.ts";
import { argon2Passwords, nodeCrypto, parseConfig } from "./platform/node.ts";
import type { Config } from "./platform/node.ts";
import type { Integrations } from "./platform/integrations.ts";
import { noIntegrations } from "./platform/integrations.ts";
import { BASE_PATH, openService } from "./open-service.ts";
import type { OutboxMessage } from "./outbox.ts";
import { readSecretKey } from "./platform/secret-key.ts";

/** The header parameters of all operations. */
const headerParameters = [
  ...new Set(Object.values(validators).flatMap(({ parameters }) => Object.keys(parameters.header))),
];

/** What a server is started with; everything has a default. */
export interface ServerOptions {
  /** Settings by name, as texts or values; see `Config`. Unknown names are refused. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Directory of the built reference; served at `/docs/`. @default none */
  readonly docsDir?: string;
  readonly integrations?: Integrations;
  /** Sees every message to a person, the one-time token included. @default messages only wait in the outbox table */
  readonly onMessage?: (message: OutboxMessage) => void;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Hashes and checks passwords; tests use a cheaper cost. @default argon2id at OWASP's minimum cost */
  readonly passwords?: Passwords;
  /** Takes log lines. @default standard error */
  readonly writeLog?: (line: string) => void;
  /** Looks at every answer before it is sent and throws to stop it, for tests: see `contractCheck`. @default none */
  readonly checkResponse?: CheckResponse;
}

/** A server that listens. */
export interface RunningServer {
  /** Base address for clients, ends with `/api/v1`. */
  readonly baseUrl: string;
  /** Address of the reference. */
  readonly docsUrl: string;
  readonly port: number;
  /** The database, for tests and benches: with all rights, and with `close`, after which requests are answered with 503. */
  readonly db: Db & Pick<Database, "close">;
  /** Changes the age at which tokens are replaced, in ms; "default" is the configured one. */
  rotateAfter(ms: number | "default"): void;
  /**
   * Resolves when the server has stopped: with null after `close()`, else with the error that stopped it. A server in
   * memory stops when its database is lost, because nothing can bring the data back.
   */
  readonly stopped: Promise<Error | null>;
  /** Finishes the requests under way, then closes the database. May be called twice. */
  close(): Promise<void>;
}

/**
 * Starts the reference server.
 * @throws ConfigError, DataDirectoryInUseError, DataDirectoryError, MigrationError, ListenError
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const config = parseConfig(options.settings);
  const { clock = systemClock } = options;
  const log = logOf(config, clock, options.writeLog);
  const lost = new AbortController();
  const database = await openDatabase(config.database, { clock, log, onLost: (error) => lost.abort(error) });
  try {
    return stopWhenLost(await listen(config, { ...options, clock, log, database }), lost.signal, log);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Without its database a server could only refuse requests, so it stops, and a supervisor can start it again. */
function stopWhenLost(server: Omit<RunningServer, "stopped">, lost: AbortSignal, log: Log): RunningServer {
  let tell = (_reason: Error | null): void => {};
  const stopped = new Promise<Error | null>((resolve) => {
    tell = resolve;
  });
  let closing: Promise<void> | undefined;
  const stop = (reason: Error | null): Promise<void> => (closing ??= server.close().finally(() => tell(reason)));
  const giveUp = (): void => {
    log.error("server stops", { error: lost.reason });
    stop(lost.reason).catch((error: unknown) => log.error("server did not stop cleanly", { error }));
  };
  if (lost.aborted) giveUp();
  else lost.addEventListener("abort", giveUp);
  return { ...server, stopped, close: () => stop(null) };
}

async function listen(
  config: Config,
  options: ServerOptions & { clock: Clock; log: Log; database: Database },
): Promise<Omit<RunningServer, "stopped">> {
  const { clock, log, database, docsDir, onMessage, random = systemRandom, integrations = noIntegrations } = options;
  const { passwords = argon2Passwords({ random }) } = options;
  let rotateAfterMs = config.rotate_after_ms;
  const kernel = await openService({
    database,
    clock,
    log,
    random,
    passwords,
    integrations,
    onMessage,
    crypto: nodeCrypto(random),
    demo: config.demo,
    secretKey: readSecretKey(config, random),
    rotateAfterMs: () => rotateAfterMs,
    supersededTtlMs: config.superseded_ttl_ms,
    checkResponse: options.checkResponse,
  });
  const host = createHost({
    kernel,
    log,
    cors: { origins: config.cors_origins, headers: headerParameters },
    trustProxy: config.trust_proxy,
    ...(docsDir && { docsDir }),
  });
  const { url, port } = await host.listen({ port: config.port, host: config.host });
  return {
    baseUrl: `${url}${BASE_PATH}`,
    docsUrl: `${url}/docs/`,
    port,
    db: { ...database.owner, close: database.close },
    rotateAfter: (ms) => {
      rotateAfterMs = ms === "default" ? config.rotate_after_ms : ms;
    },
    close: async () => {
      await host.close({ graceMs: 10_000 });
      await database.close();
    },
  };
}

function logOf(config: Config, clock: Clock, write = toStandardError): Log {
  return createLog({ level: config.log_level, format: config.log_format, clock, write });
}

function toStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}
