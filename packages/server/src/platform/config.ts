import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import type { LogLevel } from "./log.ts";
import { describeWrongOrigin } from "./origin.ts";

/** Where the data lives. */
export type DatabaseTarget =
  | { readonly kind: "memory" }
  | { readonly kind: "directory"; readonly path: string }
  | {
      readonly kind: "postgres";
      /** `postgres://` URL that requests use; a secret. */
      readonly url: string;
      /** That of the tables' owner, for migrations; a secret. */
      readonly ownerUrl: string;
      /** Most connections of requests at once. */
      readonly maxConnections: number;
    };

/** How the servers of one database tell each other of new positions. */
export type BusTarget =
  | { readonly kind: "local" }
  | {
      readonly kind: "nats" | "redis" | "postgres";
      /** URL of the broker; a secret. */
      readonly url: string;
    };

/** Everything that can be set on a server. */
export interface Config {
  /** Address to listen on. @default "127.0.0.1" */
  readonly host: string;
  /** Port to listen on, 0 for any free one. @default 4080 */
  readonly port: number;
  /** @default a directory `.fleet-data` below the working directory */
  readonly database: DatabaseTarget;
  /** @default "local": only the listeners of this process */
  readonly bus: BusTarget;
  /**
   * At least 32 bytes as base64url or base64: what the service keeps for later is sealed under it. A secret; the same on
   * all servers of one database. @default the file `secret.key` of the data directory, else one for this process only
   */
  readonly secret_key: Uint8Array | null;
  /** After how many ms PostgreSQL stops a search, or the reading of a page that is far from the first. @default 5000 */
  readonly search_limit_ms: number;
  /** Age at which a token is replaced when used, in ms; 0 on every use. @default 180000 */
  readonly rotate_after_ms: number;
  /** How long a superseded token stays valid, in ms. @default 604800000 (7 days) */
  readonly superseded_ttl_ms: number;
  /** After how many days an entry of the audit log is removed. @default null: never */
  readonly audit_log_days: number | null;
  /** Origins that browsers may call from, as browsers send them: `https://app.example`; `["*"]` for all. @default ["*"] */
  readonly cors_origins: readonly string[];
  /**
   * Addresses and CIDR ranges of reverse proxies, for example `10.0.0.0/8`: a request that comes through them counts for
   * the address in `X-Forwarded-For`. @default none: every request counts for the address that it comes from
   */
  readonly trust_proxy: readonly string[];
  /** Directory of the built documentation, served at `/docs/`. @default none */
  readonly docs_dir: string | null;
  /** Loads the demo fleet into an empty database. @default false */
  readonly demo: boolean;
  /** @default "info" */
  readonly log_level: LogLevel;
  /** @default "pretty" */
  readonly log_format: "json" | "pretty";
}

/** A setting has a value that cannot be used; the message is one line that says what would be right. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  /** Name of the setting. */
  readonly setting: string;

  constructor(setting: string, message: string) {
    super(`${setting}: ${message}`);
    this.setting = setting;
  }
}

const DAY_MS = 24 * 60 * 60_000;
const logLevels: readonly LogLevel[] = ["debug", "info", "warn", "error", "silent"];

/**
 * Reads a configuration from a plain object whose values may be texts, as the environment and the
 * command line give them. `data` names the data directory, `memory` keeps everything in memory.
 * @throws ConfigError for a value that cannot be used and for an unknown name
 */
export function parseConfig(input: Readonly<Record<string, unknown>> = {}): Config {
  const read = new Reader(input);
  const database = readDatabase(read);
  const config: Config = {
    host: read.text("host", "127.0.0.1"),
    port: read.integer("port", 4080, 0, 65_535),
    database,
    bus: readBus(read, database),
    secret_key: read.secret("secret_key"),
    search_limit_ms: read.integer("search_limit_ms", 5000, 100, 30_000),
    rotate_after_ms: read.integer("rotate_after_ms", 3 * 60_000, 0, 7 * DAY_MS - 1),
    superseded_ttl_ms: read.integer("superseded_ttl_ms", 7 * DAY_MS, 1000, 365 * DAY_MS),
    audit_log_days: read.integer("audit_log_days", null, 1, 36_500),
    cors_origins: read.origins("cors_origins", ["*"]),
    trust_proxy: read.ranges("trust_proxy"),
    docs_dir: read.siteDirectory("docs_dir"),
    demo: read.flag("demo", false),
    log_level: read.oneOf("log_level", logLevels, "info"),
    log_format: read.oneOf("log_format", ["json", "pretty"], "pretty"),
  };
  read.refuseUnknown();
  if (config.rotate_after_ms >= config.superseded_ttl_ms) {
    throw new ConfigError("rotate_after_ms", "must be below superseded_ttl_ms.");
  }
  return config;
}

function readDatabase(read: Reader): DatabaseTarget {
  // All are read whatever comes of it, so that none counts as unknown.
  const memory = read.flag("memory", false);
  const path = read.text("data", ".fleet-data");
  const url = read.postgresUrl("database_url");
  const ownerUrl = read.postgresUrl("database_owner_url") ?? url;
  const maxConnections = read.integer("database_connections", 10, 1, 1000);
  if (url === null && ownerUrl !== null) {
    throw new ConfigError("database_owner_url", "needs a database_url as well, for the requests.");
  }
  if (url === null || ownerUrl === null) return memory ? { kind: "memory" } : { kind: "directory", path };
  if (memory) throw new ConfigError("memory", "and database_url exclude each other.");
  return { kind: "postgres", url, ownerUrl, maxConnections };
}

const brokers = { "nats:": "nats", "tls:": "nats", "redis:": "redis", "rediss:": "redis" } as const;

/** `bus_url` is a secret, so an error does not repeat it. */
function readBus(read: Reader, database: DatabaseTarget): BusTarget {
  const value = read.text("bus_url", "");
  if (value === "") return { kind: "local" };
  if (database.kind !== "postgres") {
    throw new ConfigError("bus_url", "needs a database_url: only servers on PostgreSQL share a database.");
  }
  if (value === "postgres") return { kind: "postgres", url: database.url };
  const { protocol, hostname } = canDecode(value) ? new URL(value) : { protocol: "", hostname: "" };
  if (/^postgres(?:ql)?:$/.test(protocol)) return { kind: "postgres", url: value };
  const kind = Object.entries(brokers).find(([scheme]) => scheme === protocol)?.[1];
  if (kind !== undefined && hostname !== "") return { kind, url: value };
  throw new ConfigError(
    "bus_url",
    "must be postgres, for the server of database_url, or a URL that begins with nats://, tls://, redis://, rediss:// or " +
      "postgres://, with special characters as %23 for #.",
  );
}

/** Whether a URL can be parsed and its login be decoded: `50%` for a password must be `50%25`. */
function canDecode(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return !/%(?![\da-f]{2})/i.test(username + password);
}

class Reader {
  readonly #input: Readonly<Record<string, unknown>>;
  readonly #known = new Set<string>();

  constructor(input: Readonly<Record<string, unknown>>) {
    this.#input = input;
  }

  text(name: string, fallback: string): string {
    const value = this.#take(name);
    if (value === undefined) return fallback;
    if (typeof value === "string" && value.trim() !== "") return value;
    throw new ConfigError(name, "must be a text that is not empty.");
  }

  siteDirectory(name: string): string | null {
    const path = this.text(name, "");
    if (path === "" || existsSync(join(path, "index.html"))) return path === "" ? null : resolve(path);
    throw new ConfigError(name, `${JSON.stringify(path)} has no index.html; name the directory of the built site.`);
  }

  integer<Fallback extends number | null>(
    name: string,
    fallback: Fallback,
    min: number,
    max: number,
  ): number | Fallback {
    const value = this.#take(name);
    if (value === undefined) return fallback;
    const digits = typeof value === "string" && /^\d+$/.test(value);
    const number = digits ? Number(value) : value;
    if (typeof number === "number" && Number.isInteger(number) && number >= min && number <= max) {
      return number;
    }
    throw new ConfigError(name, `must be a whole number from ${min} to ${max}.`);
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.#take(name);
    if (value === undefined) return fallback;
    if (value === true || value === "true" || value === "1") return true;
    if (value === false || value === "false" || value === "0") return false;
    throw new ConfigError(name, "must be true or false.");
  }

  /** The value is a secret, so an error does not repeat it. */
  secret(name: string): Uint8Array | null {
    const value = this.#take(name);
    if (value === undefined) return null;
    const key = typeof value === "string" && /^[\w+/-]+={0,2}$/.test(value) ? Buffer.from(value, "base64") : null;
    if (key !== null && key.length >= 32) return new Uint8Array(key);
    throw new ConfigError(name, "must be at least 32 bytes as base64, for example from `openssl rand -base64 32`.");
  }

  /** The value is a secret, so an error does not repeat it. */
  postgresUrl(name: string): string | null {
    const value = this.#take(name);
    if (value === undefined) return null;
    if (typeof value === "string" && /^postgres(?:ql)?:\/\//.test(value) && URL.canParse(value)) return value;
    throw new ConfigError(
      name,
      "must be a URL such as postgres://user:password@host:5432/database, with special characters as %23 for #.",
    );
  }

  list(name: string, fallback: readonly string[]): readonly string[] {
    const value = this.#take(name);
    if (value === undefined) return fallback;
    const items = typeof value === "string" ? value.split(",").map((item) => item.trim()) : value;
    if (Array.isArray(items) && items.length > 0 && items.every(isFilledText)) return items;
    throw new ConfigError(name, "must be a list of texts, or one text with commas between them.");
  }

  origins(name: string, fallback: readonly string[]): readonly string[] {
    const origins = this.list(name, fallback);
    if (origins.length === 1 && origins[0] === "*") return origins;
    const wrong = origins.flatMap((origin) => describeWrongOrigin(origin) ?? []);
    if (wrong.length === 0) return origins;
    throw new ConfigError(name, `${wrong.join("; ")}.`);
  }

  ranges(name: string): readonly string[] {
    const value = this.#take(name);
    const ranges = Array.isArray(value) && value.length === 0 ? [] : this.list(name, []);
    const wrong = ranges.find((range) => !isRange(range));
    if (wrong === undefined) return ranges;
    throw new ConfigError(
      name,
      `${JSON.stringify(wrong)} is not an IP address or a CIDR range such as 10.0.0.0/8. ` +
        "A range of all addresses (/0) would let every client forge its address.",
    );
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.#take(name);
    if (value === undefined) return fallback;
    const found = allowed.find((candidate) => candidate === value);
    if (found !== undefined) return found;
    throw new ConfigError(name, `must be one of ${allowed.join(", ")}.`);
  }

  refuseUnknown(): void {
    const unknown = Object.keys(this.#input).find((name) => !this.#known.has(name));
    if (unknown === undefined) return;
    const known = [...this.#known].toSorted().join(", ");
    throw new ConfigError(unknown, `there is no such setting. Settings: ${known}.`);
  }

  #take(name: string): unknown {
    this.#known.add(name);
    return this.#input[name];
  }
}

/** An IP address, alone or with the length of a prefix. */
function isRange(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (rest.length > 0 || bits === 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
}

function isFilledText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
