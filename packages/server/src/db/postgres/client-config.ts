import type pg from "pg";

/** How a PostgreSQL server is reached. */
export interface ServerAddress {
  readonly url: string;
  /** Settings that every connection starts with, by name. */
  readonly settings: Readonly<Record<string, string>>;
  readonly connectLimitMs: number;
  readonly statementLimitMs: number;
}

/** After how long without a word the system asks whether the other end is still there; ten times, each second. */
const KEEP_ALIVE_MS = 10_000;

/** The same for `pg`. */
export function clientConfig({ url, settings, statementLimitMs, connectLimitMs }: ServerAddress): pg.ClientConfig {
  const words = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  // What stands in the URL replaces what stands here, so its options are taken out and come first: of two the last counts.
  const address = new URL(url);
  const own = address.searchParams.get("options");
  address.searchParams.delete("options");
  // `pg` checks the certificate in these modes as well, but warns that a later version will not.
  const mode = address.searchParams.get("sslmode") ?? "";
  const asLibpq = address.searchParams.get("uselibpqcompat") === "true";
  if (["prefer", "require", "verify-ca"].includes(mode) && !asLibpq) address.searchParams.set("sslmode", "verify-full");
  return {
    connectionString: address.href,
    options: [...(own === null ? [] : [own]), ...words].join(" "),
    statement_timeout: statementLimitMs,
    connectionTimeoutMillis: connectLimitMs,
    application_name: "fleet-server",
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
}
