import { openapiFetchTransport } from "../../src/transport/openapi-fetch.ts";
import { fetchTransport } from "../../src/transport/fetch.ts";
import type { TransportFactory } from "../../src/transport/transport.ts";

/** Both transports, for `describe.each`. */
export const transports: [name: string, transport: TransportFactory][] = [
  ["openapi-fetch", openapiFetchTransport],
  ["fetch", fetchTransport],
];
