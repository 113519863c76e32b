import { BlockList, isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** Some proxies write the port too: `192.0.2.7:5123`, `[2001:db8::7]:5123`. */
const withPort = /^(?:\[([0-9a-f:.]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/i;

/** Whether an address, with or without a port, is one of these addresses or lies in one of these CIDR ranges. */
export function isWithin(ranges: readonly string[]): (entry: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (entry) => {
    const address = withoutPort(entry);
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

/**
 * The address of the client: of the connection, or from a trusted proxy the rightmost entry of `X-Forwarded-For` that is
 * not itself a trusted proxy. Entries to the left of it come from the client, and an entry that is not an address counts
 * as the proxy that passed it on.
 */
export function clientAddress({ ips = [], raw }: FastifyRequest): string {
  return ips.map(withoutPort).findLast((address) => isIP(address) !== 0) ?? raw.socket.remoteAddress ?? "";
}

function withoutPort(entry: string): string {
  const match = withPort.exec(entry);
  return match?.[1] ?? match?.[2] ?? entry;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
