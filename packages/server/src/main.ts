#!/usr/bin/env node
/** The `fleet-server` command: settings from FLEET_* variables, for example FLEET_PORT=4080. */
import { startServer } from "./server.ts";

const prefix = "FLEET_";
const { FLEET_ALLOW_EMBEDDED: allowEmbedded, ...environment } = process.env;
const settings = Object.fromEntries(
  Object.entries(environment)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length).toLowerCase(), value]),
);

try {
  if (environment.NODE_ENV === "production" && allowEmbedded !== "1") {
    throw new Error(
      "The embedded database survives a killed process, not a power failure. " +
        "Set FLEET_ALLOW_EMBEDDED=1 to use it in production all the same.",
    );
  }
  const server = await startServer({ settings });
  console.log(`Serving at ${server.baseUrl}`);
  const stop = (): void => void server.close();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  const error = await server.stopped;
  if (error !== null) throw error;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
