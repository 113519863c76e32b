/** A small application that uses the packages: log in, list units, log out. Its tabs share one session. */
import type { AuthEvent, Credentials, TokenSession } from "@fleet-api/auth";
import { createAuth, isAuthError } from "@fleet-api/auth";
import { webStore } from "@fleet-api/auth/stores/web";
import type { FleetClient } from "@fleet-api/client";
import { createFleetClient } from "@fleet-api/client";
import type { AppConfig } from "./config.ts";
import { loadConfig } from "./config.ts";
import { addEvent, onButton, onLogin, rememberUserName, show, showUnits, userName } from "./view.ts";

const { session, fleet } = connect(await loadConfig());
const busy = "…";

/** Shows the state, which another tab may have changed. */
function showSession(): void {
  const { status } = session.snapshot();
  show("status", status);
  show("user", status === "active" ? userName() : "nobody");
}

function showEvent(event: AuthEvent): void {
  const facts = ["why", "by", "during", "hook"].flatMap((name) => (name in event ? [Reflect.get(event, name)] : []));
  addEvent([event.type, ...facts].join(" "));
  showSession();
}

async function listUnits(): Promise<void> {
  show("outcome", busy);
  const result = await fleet.units.listing({ query: { per_page: 10 } });
  showSession();
  showUnits(result.ok ? result.data : []);
  if (result.ok) show("outcome", `${result.pagination.total} units`);
  else if (result.kind === "auth") show("outcome", nameOf(result.error.cause));
  else show("outcome", result.kind === "http" ? result.error.code : result.kind);
}

async function logIn(credentials: Credentials): Promise<void> {
  show("outcome", busy);
  try {
    await session.login(credentials);
    rememberUserName(credentials.username);
    await listUnits();
  } catch (error) {
    showSession();
    show("outcome", nameOf(error));
  }
}

async function logOut(): Promise<void> {
  show("outcome", busy);
  try {
    const { remote } = await session.logout();
    showUnits([]);
    show("outcome", remote ? "logged out" : "logged out here");
  } catch (error) {
    show("outcome", nameOf(error));
  }
  showSession();
}

session.subscribe(showEvent);
// The name comes a moment after the session.
addEventListener("storage", showSession);
onLogin(logIn);
onButton("list", listUnits);
onButton("logout", logOut);
onButton("accept", () => {
  session.acceptUser();
  showSession();
});

try {
  if (await session.ready()) await listUnits();
} catch (error) {
  show("outcome", nameOf(error));
}
showSession();

declare global {
  var fleetApp: { readonly session: typeof session; readonly fleet: typeof fleet };
}

// For the console of the browser, and for tests: set when the page is ready.
globalThis.fleetApp = { session, fleet };

/** The session that all tabs of this origin share, and the client that uses it. */
function connect({ baseUrl, serviceId, userChange, ...storage }: AppConfig): {
  session: TokenSession;
  fleet: FleetClient;
} {
  const url = new URL(baseUrl, location.href).href;
  const store = webStore({ name: "fleet", ...storage });
  const shared = createAuth({ baseUrl: url, serviceId, store, userChange });
  return { session: shared, fleet: createFleetClient({ baseUrl: url, ...shared.bind() }) };
}

/** Names an error for people: its code, if it is one of the session. */
function nameOf(error: unknown): string {
  return isAuthError(error) ? error.code : String(error);
}
