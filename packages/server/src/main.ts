#!/usr/bin/env node
/** The `fleet-server` command: settings from FLEET_* variables, for example FLEET_PORT=4080, and DATABASE_URL. */
import { startServer } from "./server.ts";
import type { RunningServer } from "./server.ts";

const prefix = "FLEET_";
const { FLEET_ALLOW_EMBEDDED: allowEmbedded, DATABASE_URL: databaseUrl, ...environment } = process.env;
const settings = {
  ...(databaseUrl !== undefined && { database_url: databaseUrl }),
  ...Object.fromEntries(
    Object.entries(environment)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length).toLowerCase(), value]),
  ),
};

/** Longer than requests may take and the database needs to close; a killed process loses nothing. */
const stopLimitMs = 20_000;

/** Stops at the first signal; a second one ends the process at once, as there is no listener then. */
function stopOnSignals(server: RunningServer): void {
  const stop = (): void => {
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    void server.close();
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

// A reader of the log that goes away must not end the server.
process.stderr.on("error", () => {});

try {
  if (environment.NODE_ENV === "production" && !("database_url" in settings) && allowEmbedded !== "1") {
    throw new Error(
      "The embedded database survives a killed process, not a power failure. Set DATABASE_URL to a PostgreSQL " +
        "server, or FLEET_ALLOW_EMBEDDED=1 to use the embedded one in production all the same.",
    );
  }
  const server = await startServer({ settings });
  console.log(`Serving at ${server.baseUrl}`);
  stopOnSignals(server);
  const error = await server.stopped;
  if (error !== null) throw error;
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(message.replaceAll(/[\r\n]+/g, " "));
  process.exitCode = 1;
}
