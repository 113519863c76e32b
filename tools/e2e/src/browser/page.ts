/** What runs in the pages of the browser tests: one session of this tab, reachable as `fleetPage`. */
import { createAuth, isAuthError } from "@fleet-api/auth";
import type { Credentials, TokenSession } from "@fleet-api/auth";
import { webStore } from "@fleet-api/auth/stores/web";
import type { KeptIn, WebStoreOptions, WebStore } from "@fleet-api/auth/stores/web";
import { createFleetClient } from "@fleet-api/client";
import { driveClient } from "./drive-client.ts";
import { type UnitForm, unitForm } from "./edit-unit.ts";
import { raceCommits } from "./race-commits.ts";
import { watchTraffic } from "./watch-traffic.ts";

/** How a tab opens its session. */
export interface PageOptions extends Pick<WebStoreOptions, "name" | "storage" | "lockWaitMs"> {
  readonly baseUrl: string;
  /** Without them the tab must be given a session by another one. */
  readonly credentials?: Credentials;
}

const traffic = watchTraffic();
let session: TokenSession | undefined;
let store: WebStore | undefined;
let form: UnitForm | undefined;
let restored = 0;

addEventListener("pageshow", ({ persisted }) => {
  if (persisted) restored++;
});

function opened(): { session: TokenSession; store: WebStore } {
  if (session === undefined || store === undefined) throw new Error("Call fleetPage.open first.");
  return { session, store };
}

const fleetPage = {
  raceCommits,
  driveClient,
  /** Opens the form of a unit, which `form` gives from then on. */
  editUnit(...given: Parameters<typeof unitForm>): void {
    form = unitForm(...given);
  },
  form(): UnitForm {
    if (form === undefined) throw new Error("Call fleetPage.editUnit first.");
    return form;
  },
  /** Writes to storage and messages to other tabs since the page was loaded. */
  traffic: () => ({ ...traffic }),
  /** How often the page came back from the back/forward cache. */
  restored: () => restored,
  open({ baseUrl, credentials, ...options }: PageOptions): void {
    store = webStore(options);
    session = createAuth({ baseUrl, store, credentials });
  },
  /** One call with the client. Answers its status, or the code of the error. */
  async call(baseUrl: string): Promise<number | string> {
    const fleet = createFleetClient({ baseUrl, ...opened().session.bind() });
    const result = await fleet.auth.permission({ path: { resource: "units", action: "view" } });
    if ("status" in result && typeof result.status === "number") return result.status;
    const cause = !result.ok && "error" in result ? Object(result.error).cause : undefined;
    return isAuthError(cause) ? cause.code : "failed";
  },
  /** Logs in. Answers `ok`, or the code of the error. */
  login: (): Promise<string> =>
    opened()
      .session.login()
      .then(
        () => "ok",
        (error: unknown) => (isAuthError(error) ? error.code : String(error)),
      ),
  async logout(): Promise<void> {
    await opened().session.logout();
  },
  flush: (): Promise<void> => opened().session.flush(),
  token: (): Promise<string> => opened().session.getToken(),
  status: () => opened().session.snapshot().status,
  keptIn: (): KeptIn => opened().store.keptIn(),
  /** Resolves when this tab holds the token, without asking anybody. */
  holds: (token: string): Promise<void> =>
    until(async () => opened().session.snapshot().status === "active" && (await opened().session.getToken()) === token),
  /** Resolves when another tab has ended the session. */
  ended: (): Promise<void> => until(async () => opened().session.snapshot().status === "logged_out"),
};

/** Looks now, and again after every event of the session. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  let wake = (): void => undefined;
  let happened = new Promise<void>((resolve) => (wake = resolve));
  const stop = opened().session.subscribe(() => wake());
  while (!(await holds())) {
    await happened;
    happened = new Promise<void>((resolve) => (wake = resolve));
  }
  stop();
}

declare global {
  var fleetPage: FleetPage;
}

/** What tests call in a page. */
export type FleetPage = typeof fleetPage;

globalThis.fleetPage = fleetPage;
