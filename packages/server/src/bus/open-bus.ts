import type { Db } from "../db/index.ts";
import type { BusTarget } from "../platform/config.ts";
import type { Log } from "../platform/index.ts";
import type { Bus } from "./bus.ts";
import type { MakeLink } from "./link.ts";
import { localBus } from "./local-bus.ts";
import type { BusTimes } from "./remote-bus.ts";
import { RemoteBus } from "./remote-bus.ts";

/** What a bus is opened with. */
export interface OpenBusOptions {
  /** Only servers with the same channel hear each other: that of their database. */
  readonly channel: string;
  readonly log: Log;
  readonly times?: Partial<BusTimes>;
}

/** The channel of a database. One that was made from a dump of another has its own, so both may share a broker. */
export async function busChannel(owner: Pick<Db, "queryText">): Promise<string> {
  return `fleet.positions.${await owner.queryText("select epoch::text from change_feed")}`;
}

/** Opens a bus and connects it in the background: a broker that cannot be reached is a warning in the log. */
export async function openBus(target: BusTarget, { channel, log, times = {} }: OpenBusOptions): Promise<Bus> {
  if (target.kind === "local") return localBus(log);
  const makeLink = await loadLink(target, channel);
  const { protocol, host } = new URL(target.url);
  const describe = (reason: unknown): string => describeReason(reason, target.url);
  return new RemoteBus({ makeLink, log, address: `${protocol}//${host}`, describe, times });
}

/** Loads only the client that is used. */
async function loadLink({ kind, url }: Exclude<BusTarget, { kind: "local" }>, channel: string): Promise<MakeLink> {
  switch (kind) {
    case "nats":
      return (await import("./nats-link.ts")).natsLink(url, channel);
    case "redis":
      return (await import("./redis-link.ts")).redisLink(url, channel);
    case "postgres":
      return (await import("./postgres-link.ts")).postgresLink(url, channel);
  }
}

/** The message of an error, without the password, should a library ever quote it. */
function describeReason(reason: unknown, url: string): string {
  const { password } = new URL(url);
  // An error about several addresses of a host has a code and no message.
  const text = reason instanceof Error ? reason.message || ("code" in reason ? String(reason.code) : "") : "";
  const secrets = [password, decodeURIComponent(password)].filter((secret) => secret !== "");
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, "[redacted]"), text || "unknown");
}
