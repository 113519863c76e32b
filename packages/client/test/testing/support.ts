import { createFleetClient, type FleetClient, type FleetClientOptions } from "../../src/index.ts";
import { createTestServer, type TestServer, type TestServerOptions } from "../../src/testing/index.ts";

/** A server with a client of it that does not retry. */
export function setUp(
  options: TestServerOptions = {},
  clientOptions: Partial<FleetClientOptions> = {},
): { server: TestServer; fleet: FleetClient } {
  const server = createTestServer(options);
  const { baseUrl, fetch } = server;
  return { server, fleet: createFleetClient({ baseUrl, fetch, retry: false, ...clientOptions }) };
}

/** Sends a request to a server, past the client. */
export function send(server: TestServer, target: string, init: RequestInit = {}): Promise<Response> {
  return server.fetch(`${server.baseUrl}${target}`, init);
}

/** The same with a JSON body. */
export function sendJson(server: TestServer, method: string, target: string, body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return send(server, target, { method, headers, body: JSON.stringify(body) });
}
