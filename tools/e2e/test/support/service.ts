import { strictResponses } from "@fleet-api/contract/validators/strict";
import type { RunningServer, ServerOptions } from "@fleet-api/server";
import { contractCheck, startServer } from "@fleet-api/server";
import { afterAll, beforeAll } from "vitest";

/** Starts the demo service in memory before a suite and stops it after; every answer is held to the contract. */
export function useServer(options: Partial<ServerOptions> = {}): () => RunningServer {
  let server: RunningServer | undefined;
  beforeAll(async () => {
    server = await startServer({
      settings: { memory: true, port: 0, demo: true, log_level: "silent" },
      checkResponse: contractCheck(strictResponses),
      ...options,
    });
  });
  afterAll(() => server?.close());
  return () => {
    if (server === undefined) throw new Error("The server has not started.");
    return server;
  };
}

export const admin = { username: "demo-partner-admin", password: "fleet-demo-partner-admin" };
