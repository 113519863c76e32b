import { createAuth, isAuthError, type TokenSession } from "@fleet-api/auth";
import { webStore } from "@fleet-api/auth/stores/web";
import { createFleetClient, type FleetClient } from "@fleet-api/client";
import type { AppConfig } from "./config.ts";

/** The session that all tabs of this origin share, and the client that uses it. */
export function connect({ baseUrl, userChange, ...storage }: AppConfig): {
  session: TokenSession;
  fleet: FleetClient;
} {
  const url = new URL(baseUrl, location.href).href;
  const store = webStore({ name: "fleet", ...storage });
  const session = createAuth({ baseUrl: url, store, userChange });
  return { session, fleet: createFleetClient({ baseUrl: url, ...session.bind() }) };
}

/** Names an error for people: its code, if it is one of the session. */
export function nameOf(error: unknown): string {
  return isAuthError(error) ? error.code : String(error);
}
