import pg from "pg";
import { clientConfig } from "../db/postgres/client-config.ts";
import type { PgClient } from "../db/postgres/server-watch.ts";
import type { MakeLink } from "./link.ts";
import { CONNECT_LIMIT_MS } from "./link.ts";

const STATEMENT_LIMIT_MS = 5000;

/** LISTEN and NOTIFY of a PostgreSQL server, which need no rights. A pooler in transaction mode delivers nothing. */
export function postgresLink(url: string, channel: string): MakeLink {
  const address = { url, settings: {}, connectLimitMs: CONNECT_LIMIT_MS, statementLimitMs: STATEMENT_LIMIT_MS };
  return ({ onText, onLost }) => {
    const client: pg.Client & PgClient = new pg.Client(clientConfig(address));
    client.on("error", onLost);
    client.on("end", () => onLost(new Error("the server closed the connection")));
    client.on("notification", ({ payload = "" }) => onText(payload));
    return {
      async open() {
        await client.connect();
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
      },
      async send(text) {
        await client.query("select pg_notify($1, $2)", [channel, text]);
      },
      close() {
        // Nobody waits for the goodbye, which a server that is gone never answers.
        const limit = setTimeout(() => client.connection?.stream.destroy(), CONNECT_LIMIT_MS).unref();
        client.end().then(
          () => clearTimeout(limit),
          () => undefined,
        );
      },
    };
  };
}
