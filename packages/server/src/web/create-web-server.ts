import { localBus } from "../bus/index.ts";
import type { Database, Db } from "../db/index.ts";
import type { CheckResponse } from "../kernel/index.ts";
import { BASE_PATH, openService } from "../compose.ts";
import { maintenanceJobs, partitionJob, startJobs } from "../maintenance/index.ts";
import type { OutboxMessage } from "../outbox.ts";
import type { Clock, Log, Passwords, Random } from "../platform/index.ts";
import { silentLog, systemClock, systemEvery, systemRandom } from "../platform/index.ts";
import type { Integrations } from "../platform/integrations.ts";
import { noIntegrations } from "../platform/integrations.ts";
import { webCrypto, webPasswords } from "../platform/web-crypto.ts";

/** What a web server is made with; only the database has no default. */
export interface WebServerOptions {
  /** Belongs to the server from now on, which closes it. */
  readonly database: Database;
  /** Loads the demo fleet into an empty database. Its passwords are public. @default false */
  readonly demo?: boolean;
  /** Age at which a token is replaced when used, in ms; 0 on every use. @default 180000 */
  readonly rotateAfterMs?: number;
  /** How long a superseded token stays valid, in ms. @default 604800000 (7 days) */
  readonly supersededTtlMs?: number;
  /** The address of a client, by which failed logins are counted. @default 127.0.0.1 for all */
  readonly addressOf?: (request: Request) => string;
  readonly integrations?: Integrations;
  /** Sees every message to a person, the one-time token included. @default messages only wait in the outbox table */
  readonly onMessage?: (message: OutboxMessage) => unknown;
  readonly clock?: Clock;
  readonly random?: Random;
  /** 32 random bytes: messages that wait in the database are sealed under it. @default new ones */
  readonly secretKey?: Uint8Array;
  /** Hashes and checks passwords; tests use a cheaper cost. @default argon2id in WebAssembly at OWASP's minimum cost */
  readonly passwords?: Passwords;
  /** @default drops everything */
  readonly log?: Log;
  /** Looks at every answer before it is sent and throws to stop it, for tests: see `contractCheck`. @default none */
  readonly checkResponse?: CheckResponse;
}

/** The service as a function from a request to its response. It listens nowhere. */
export interface WebServer {
  /** Where the paths of the contract begin: `/api/v1`. Any origin will do. */
  readonly basePath: string;
  /** Answers a request. It has the signature of the global `fetch`, so that a client can be given it. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The database with all rights, for tests and demos. */
  readonly db: Db;
  /** Changes the age at which tokens are replaced, in ms; "default" is the one of the options. */
  rotateAfter(ms: number | "default"): void;
  /** Closes the database. Wait for the answers of your requests first. */
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Makes the reference server where there is no Node, such as a Web Worker of a page.
 * @throws RangeError when `rotateAfterMs` does not lie below `supersededTtlMs`
 */
export async function createWebServer(options: WebServerOptions): Promise<WebServer> {
  const { database, demo = false, clock = systemClock, random = systemRandom, log = silentLog } = options;
  const { passwords = webPasswords({ random }), integrations = noIntegrations, onMessage, checkResponse } = options;
  const { rotateAfterMs: usualAfterMs = 3 * MINUTE_MS, supersededTtlMs = 7 * DAY_MS } = options;
  const { addressOf = () => "127.0.0.1" } = options;
  let rotateAfterMs = usualAfterMs;
  const closing = new AbortController();
  const kernel = await openService({
    closing: closing.signal,
    database,
    bus: localBus(log),
    clock,
    log,
    random,
    secretKey: options.secretKey ?? random.bytes(32),
    passwords,
    integrations,
    onMessage,
    crypto: webCrypto(random),
    demo,
    rotateAfterMs: () => rotateAfterMs,
    supersededTtlMs,
    checkResponse,
  });
  // The data may outlive the page.
  const jobs = [...maintenanceJobs({ auditLogDays: null }), partitionJob];
  const stopJobs = startJobs({ db: database.owner, jobs, clock, every: systemEvery, log });
  return {
    basePath: BASE_PATH,
    fetch: async (input, init) => {
      const request = input instanceof Request && init === undefined ? input : new Request(input, init);
      return kernel.fetch(request, { ip: addressOf(request) });
    },
    db: database.owner,
    rotateAfter: (ms) => {
      rotateAfterMs = ms === "default" ? usualAfterMs : ms;
    },
    close: async () => {
      closing.abort();
      await stopJobs();
      await database.close();
    },
  };
}
