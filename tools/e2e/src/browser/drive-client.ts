import { createAuth, isAuthError } from "@fleet-api/auth";
import type { Credentials, TokenSession } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";
import type { paths } from "@fleet-api/contract";
import createClient, { type Middleware } from "openapi-fetch";

/** How a page combines session and client. */
export interface Drive {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly client: "middleware" | "bind" | "fleet";
  /** `window`: the function of the page itself; `default`: none is given. */
  readonly fetch: "window" | "default";
  /** Adds middleware that replaces each request by a new one of the platform's class. */
  readonly remakes: boolean;
}

/** What the page observed. */
interface Driven {
  /** Status of a call, of one whose token was refused, and of one with a body whose token was refused. */
  readonly statuses: readonly number[];
  readonly replays: number;
  readonly logins: number;
  /** Calls that could not be repeated. */
  readonly skipped: number;
  /** Whether the service confirmed the logout. */
  readonly remote: boolean;
  /** What a call after the logout rejects with. */
  readonly afterwards: string;
}

/** Makes one call of the client; resolves to its status. */
type Call = (withBody?: boolean) => Promise<number>;

const remake: Middleware = {
  onRequest({ request }) {
    const headers = new Headers(request.headers);
    headers.set("accept", "application/json");
    return new Request(request, { headers });
  },
};

/** Logs in, has the token refused twice, and logs out. */
export async function driveClient(drive: Drive): Promise<Driven> {
  const { baseUrl, credentials } = drive;
  const given = drive.fetch === "window" ? { fetch: window.fetch } : {};
  const session = createAuth({ baseUrl, credentials, ...given });
  let skipped = 0;
  session.subscribe(({ type }) => (skipped += type === "replay_skipped" ? 1 : 0));
  const call = callsOf(drive, session, given);
  await session.login();
  const statuses = [await call()];
  for (const withBody of [false, true]) {
    await endAtService(baseUrl, await session.getToken());
    statuses.push(await call(withBody));
  }
  statuses.push(await call());
  const { remote } = await session.logout();
  const afterwards = await call().then(String, (error: unknown) => (isAuthError(error) ? error.code : String(error)));
  const { replays, logins } = session.stats();
  return { statuses, replays, logins, skipped, remote, afterwards };
}

function callsOf({ baseUrl, client: kind, remakes }: Drive, session: TokenSession, given: object): Call {
  if (kind === "fleet") {
    const fleet = createFleetClient({ baseUrl, ...session.bind() });
    return async (withBody) => {
      const result = withBody ? await fleet.auth.monitorUser() : await fleet.units.listing();
      if (!result.ok && result.kind === "auth") throw result.error.cause;
      return result.status ?? 0;
    };
  }
  const options = kind === "bind" ? session.bind() : { ...given, Request: session.Request };
  const client = createClient<paths>({ baseUrl, ...options });
  if (kind === "middleware") client.use(session.middleware());
  if (remakes) client.use(remake);
  return async (withBody) => {
    const { response } = withBody
      ? await client.POST("/auth/monitor/user", { bodySerializer: () => "{}", body: {} as never })
      : await client.GET("/units/listing");
    return response.status;
  };
}

/** Ends the session of a token at the service, so that its next use is refused. */
async function endAtService(baseUrl: string, token: string): Promise<void> {
  await fetch(`${baseUrl}/auth/logout`, { method: "POST", headers: { authorization: `bearer ${token}` } });
}
