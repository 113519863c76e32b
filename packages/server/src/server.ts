import { validators } from "@fleet-api/contract/validators";
import type { Bus } from "./bus/index.ts";
import { busChannel, openBus } from "./bus/open-bus.ts";
import type { Database, Db } from "./db/index.ts";
import { openDatabase, shippedTemplate } from "./db/node.ts";
import type { Host, Listening } from "./http/index.ts";
import { createHost } from "./http/index.ts";
import type { CheckResponse } from "./kernel/index.ts";
import { startingKernel } from "./kernel/index.ts";
import { BASE_PATH, openService } from "./compose.ts";
import { maintenanceJobs, partitionJob, startJobs } from "./maintenance/index.ts";
import type { OutboxMessage } from "./outbox.ts";
import type { Clock, Log, Passwords, Random } from "./platform/index.ts";
import { createLog, systemClock, systemEvery, systemRandom } from "./platform/index.ts";
import type { Integrations } from "./platform/integrations.ts";
import { noIntegrations } from "./platform/integrations.ts";
import type { Config } from "./platform/node.ts";
import { argon2Passwords, nodeCrypto, parseConfig } from "./platform/node.ts";
import { createRequestIds } from "./platform/request-ids.ts";
import { readSecretKey } from "./platform/secret-key.ts";

/** The header parameters of all operations. */
const headerParameters = [
  ...new Set(Object.values(validators).flatMap(({ parameters }) => Object.keys(parameters.header))),
];

/** What a server is started with; everything has a default. */
export interface ServerOptions {
  /** Settings by name, as texts or values; see `Config`. Unknown names are refused. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly integrations?: Integrations;
  /** Sees every message to a person, the one-time token included; may return a promise. @default messages only wait in the outbox table */
  readonly onMessage?: (message: OutboxMessage) => unknown;
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
  /** Address of the documentation. */
  readonly docsUrl: string;
  readonly port: number;
  /** The database, for tests and benches. */
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

/** How long requests under way may take when the server stops. */
const GRACE_MS = 10_000;

/**
 * Starts the reference server: it takes its port first, and answers with 503 until its database is open.
 * @throws ConfigError, ListenError, DataDirectoryInUseError, DataDirectoryError, MigrationError
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const config = parseConfig(options.settings);
  const { clock = systemClock, random = systemRandom } = options;
  const log = logOf(config, clock, options.writeLog);
  const newRequestId = createRequestIds(clock, random);
  const host = createHost({
    kernel: startingKernel({ basePath: BASE_PATH, clock, newRequestId }),
    ready: () => Promise.reject(new Error("The server is starting.")),
    log,
    cors: { origins: config.cors_origins, headers: headerParameters },
    trustProxy: config.trust_proxy,
    ...(config.docs_dir !== null && { docsDir: config.docs_dir }),
  });
  const lost = new AbortController();
  let database: Database | undefined;
  let bus: Bus | undefined;
  try {
    const listening = await host.listen({ port: config.port, host: config.host });
    const template = shippedTemplate();
    const onLost = (error: Error): void => lost.abort(error);
    database = await openDatabase(config.database, {
      clock,
      log,
      onLost,
      searchLimitMs: config.search_limit_ms,
      ...(template !== null && { template }),
    });
    bus = await openBus(config.bus, { channel: await busChannel(database.owner), log });
    const served = await serve(config, host, { ...options, clock, random, log, database, bus, newRequestId });
    return stopWhenLost(running(listening, host, { database, bus, ...served }), lost.signal, log);
  } catch (error) {
    await host.close({ graceMs: 0 });
    await bus?.close();
    await database?.close();
    throw error;
  }
}

function running(
  { url, port }: Listening,
  host: Host,
  { database, bus, rotateAfter, endStreams, stopJobs }: Served & { readonly database: Database; readonly bus: Bus },
): Omit<RunningServer, "stopped"> {
  return {
    baseUrl: `${url}${BASE_PATH}`,
    docsUrl: `${url}/docs/`,
    port,
    db: { ...database.owner, close: database.close },
    rotateAfter,
    close: async () => {
      const jobsStopped = stopJobs();
      endStreams();
      await host.close({ graceMs: GRACE_MS });
      await jobsStopped;
      await bus.close();
      await database.close();
    },
  };
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

/** Controls of the running service. */
interface Served extends Pick<RunningServer, "rotateAfter"> {
  /** Resolves when no job uses the database any more. */
  stopJobs(): Promise<void>;
  /** Ends what is open for as long as its reader likes. */
  endStreams(): void;
}

/** What is there before the service is made. */
interface Opened {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly database: Database;
  readonly bus: Bus;
  readonly newRequestId: () => string;
}

/** Makes the service on the open database, and lets it answer. */
async function serve(config: Config, host: Host, options: ServerOptions & Opened): Promise<Served> {
  const { clock, random, log, database, bus, onMessage, newRequestId, integrations = noIntegrations } = options;
  const { passwords = argon2Passwords({ random }) } = options;
  let rotateAfterMs = config.rotate_after_ms;
  const closing = new AbortController();
  const kernel = await openService({
    closing: closing.signal,
    database,
    bus,
    clock,
    log,
    random,
    passwords,
    integrations,
    onMessage,
    newRequestId,
    crypto: nodeCrypto(random),
    demo: config.demo,
    secretKey: secretKeyOf(config, random, log),
    rotateAfterMs: () => rotateAfterMs,
    supersededTtlMs: config.superseded_ttl_ms,
    checkResponse: options.checkResponse,
  });
  host.serve(kernel, () => database.ready());
  const jobs = [...maintenanceJobs({ auditLogDays: config.audit_log_days }), partitionJob];
  return {
    endStreams: () => closing.abort(),
    stopJobs: startJobs({ db: database.owner, jobs, clock, every: systemEvery, log }),
    rotateAfter: (ms) => {
      rotateAfterMs = ms === "default" ? config.rotate_after_ms : ms;
    },
  };
}

function secretKeyOf(config: Config, random: Random, log: Log): Uint8Array {
  if (config.secret_key === null && config.database.kind === "postgres") {
    log.warn(
      "no secret_key is set: messages that wait when the server stops are lost, and other servers cannot send them",
    );
  }
  return readSecretKey(config, random);
}

function logOf(config: Config, clock: Clock, write = toStandardError): Log {
  return createLog({ level: config.log_level, format: config.log_format, clock, write });
}

function toStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}
