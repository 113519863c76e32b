import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** Some proxies write the port too: `192.0.2.7:5123`, `[2001:db8::7]:5123`. */
const withPort = /^(?:\[([0-9a-f:.]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/i;

/**
 * The address of the client: of the connection, or from a trusted proxy the rightmost entry of `X-Forwarded-For` that is
 * no trusted proxy itself. What stands left of it was written by the client, and an entry that is no address counts as
 * the proxy that passed it on.
 */
export function clientAddress({ ip, ips = [ip] }: FastifyRequest): string {
  return ips.map(withoutPort).findLast((address) => isIP(address) !== 0) ?? ip;
}

function withoutPort(entry: string): string {
  const match = withPort.exec(entry);
  return match?.[1] ?? match?.[2] ?? entry;
}
