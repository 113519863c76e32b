/** What runs in the pages of the browser tests: one session of this tab, reachable as `fleetPage`. */
import type { Credentials, SessionRecord, TokenSession } from "@fleet-api/auth";
import { createAuth, isAuthError } from "@fleet-api/auth";
import type { KeptIn, WebStore, WebStoreOptions } from "@fleet-api/auth/stores/web";
import { webStore } from "@fleet-api/auth/stores/web";
import { createFleetClient } from "@fleet-api/client";
import { withIfMatch } from "@fleet-api/client/conditional";
import type { Unit } from "@fleet-api/client/types/units";
import { driveClient } from "./drive-client.ts";

/** How a tab opens its session. */
export interface PageOptions extends Pick<WebStoreOptions, "name" | "storage" | "lockWaitMs"> {
  readonly baseUrl: string;
  /** Without them the tab must be given a session by another one. */
  readonly credentials?: Credentials;
}

const ownTraffic = watchTraffic();
let session: TokenSession | undefined;
let store: WebStore | undefined;
let form: UnitForm | undefined;

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
  traffic: () => ({ ...ownTraffic }),
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
type FleetPage = typeof fleetPage;

globalThis.fleetPage = fleetPage;

/** What came of a change. */
type Saved =
  | { readonly name: string; readonly version: number }
  | { readonly code: string; readonly message: string; readonly currentVersion: number | undefined };

/** A form in a page that shows one unit. */
interface UnitForm {
  /** Reads the unit. Answers its name. */
  read(): Promise<string>;
  /** Changes the name, on condition that nobody has changed the unit since it was read. */
  rename(name: string): Promise<Saved>;
}

/** Opens the form for a unit. */
function unitForm(baseUrl: string, credentials: Credentials, unitId: number): UnitForm {
  const fleet = createFleetClient({ baseUrl, ...createAuth({ baseUrl, credentials }).bind() });
  const path = { unit_id: unitId };
  let shown: Unit | undefined;
  return {
    async read() {
      shown = (await fleet.units.get({ path }).orThrow()).data;
      return shown.name;
    },
    async rename(name) {
      if (shown === undefined) throw new Error("Read the unit first.");
      const result = await fleet.units.update({ path, body: { name } }, withIfMatch(shown));
      if (result.ok) return { name: result.data.name, version: result.data.version };
      if (result.kind !== "http") throw result.error;
      const { code, detail } = result.error;
      const currentVersion = code === "precondition_failed" ? result.error.current_version : undefined;
      return { code, message: detail ?? "", currentVersion };
    },
  };
}

/** Commits as fast as it can upon whatever it reads. Answers the revisions for which it was told that it won. */
async function raceCommits(options: WebStoreOptions, by: string, attempts: number): Promise<number[]> {
  const shared = webStore(options);
  const won: number[] = [];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const rev = (await shared.read())?.rev ?? 0;
    const next: SessionRecord = {
      v: 1,
      serviceId: "https://fleet.example.com/api/v1",
      sid: by,
      rev: rev + 1,
      token: `${by}.${attempt}`,
      user: "",
      since: 0,
    };
    if (await shared.commit(rev, next)) won.push(next.rev);
  }
  await shared.close?.();
  return won;
}

/** What a tab does that others notice. */
interface Traffic {
  /** Writes to IndexedDB and localStorage. */
  writes: number;
  /** Messages over a BroadcastChannel, as JSON. */
  readonly messages: string[];
}

/** Counts from now on. Before the code that is watched is used. */
function watchTraffic(): Traffic {
  const traffic: Traffic = { writes: 0, messages: [] };
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    traffic.writes++;
    return put.apply(this, given);
  };
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (...given) {
    traffic.writes++;
    return setItem.apply(this, given);
  };
  const { postMessage } = BroadcastChannel.prototype;
  BroadcastChannel.prototype.postMessage = function (message: unknown) {
    traffic.messages.push(JSON.stringify(message));
    return postMessage.call(this, message);
  };
  return traffic;
}
