/** What a user does, on any runtime. It imports the packages and nothing else, and it asks the runtime for nothing but `fetch`. */
import { createAuth } from "@fleet-api/auth";
import { createFleetClient, isFleetError } from "@fleet-api/client";
import { type FailingRequest, sendFailingRequests } from "./failing-requests.ts";
import { followFleet, type FollowReport, recordStreams } from "./follow-fleet.ts";

/** Where to go and as whom. */
export interface JourneyOptions {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
  /** A unit of which nobody else sends positions. */
  readonly unitId: number;
  /** Requests that must fail; none if the server is inside of the runtime. */
  readonly failing: readonly FailingRequest[];
}

/** What happened, as JSON. The runner says what it must be. */
export interface JourneyReport {
  readonly runtime: string;
  readonly login: { readonly status: number; readonly username: string };
  readonly pages: readonly number[];
  readonly units: { readonly total: number; readonly distinct: number };
  /** Statuses of eight calls at the same time, while each of them gets a newer token. */
  readonly parallel: readonly (number | null)[];
  /** Results that are no success: `kind status code`. */
  readonly failures: Readonly<Record<"unknown" | "invalid" | "aborted", string>>;
  /** Outcomes of the requests that fail: `kind attempts`. */
  readonly failing: Readonly<Record<string, string>>;
  /** What `orThrow()` threw: `kind status code`. */
  readonly thrown: string;
  readonly followed: FollowReport;
  readonly tokens: { readonly rotations: number; readonly logins: number; readonly newestIsHeld: boolean };
  readonly logout: {
    readonly remote: boolean;
    readonly status: string;
    readonly oldToken: number;
    readonly after: string;
  };
  /** Names of things that show a secret when they are printed. */
  readonly leaks: readonly string[];
}

/**
 * Walks the journey. Rejects when something fails that must not.
 * @param ask - how requests are sent. @default the `fetch` of the runtime
 */
export async function journey(
  { baseUrl, username, password, unitId, failing }: JourneyOptions,
  ask: typeof fetch = fetch,
): Promise<JourneyReport> {
  const failed = sendFailingRequests(failing);
  const recorder = recordStreams(ask);
  const auth = createAuth({ baseUrl, credentials: async () => ({ username, password }), fetch: recorder.fetch });
  const fleet = createFleetClient({ baseUrl, ...auth.bind() });

  const login = await fleet.auth.login({ body: { username, password } }).orThrow();

  const names: string[] = [];
  for await (const unit of fleet.units.listing({ query: { per_page: 60 } })) names.push(unit.name);
  const pages: number[] = [];
  for await (const page of fleet.units.listing({ query: { per_page: 60 } }).pages()) pages.push(page.data.length);

  const calls = Array.from({ length: 8 }, () => fleet.auth.permission({ path: { resource: "units", action: "view" } }));
  const parallel = (await Promise.all(calls)).map(({ status }) => status);

  const unknown = await fleet.auth.permission({ path: { resource: "no_such_thing", action: "view" } });
  const invalid = await fleet.units.listing({ query: { per_page: 0 } });
  const aborted = await fleet.units.listing({}, { signal: AbortSignal.abort() });
  const thrown: unknown = await fleet.units
    .listing({ query: { per_page: 0 } })
    .orThrow()
    .catch((error: unknown) => error);

  const eventSourceUrl = ask === fetch && "EventSource" in globalThis ? baseUrl : null;
  const followed = await followFleet({ fleet, unitId, streams: recorder.streams, eventSourceUrl });

  const newest = await fleet.auth.token().orThrow();
  const token = await auth.getToken();
  const { rotations, logins } = auth.stats();
  const tokens = { rotations, logins, newestIsHeld: newest.data.token === `bearer ${token}` };
  const leaks = leaking({ login, unknown, invalid, thrown, snapshot: auth.snapshot() }, [token, password]);

  const { remote } = await auth.logout();
  const { status } = auth.snapshot();
  const old = await ask(`${baseUrl}/auth/token`, { headers: { authorization: `bearer ${token}` } });
  const after = await fleet.units.listing();
  await auth[Symbol.asyncDispose]();

  return {
    runtime: runtimeName(),
    login: { status: login.status, username: login.data.username },
    pages,
    units: { total: names.length, distinct: new Set(names).size },
    parallel,
    failures: {
      unknown: outcome(unknown),
      invalid: outcome(invalid),
      aborted: outcome(aborted),
    },
    failing: await failed,
    thrown: isFleetError(thrown) ? `${thrown.kind} ${thrown.status} ${thrown.code}` : String(thrown),
    followed,
    tokens,
    logout: { remote, status, oldToken: old.status, after: outcome(after) },
    leaks,
  };
}

/** The parts of a result that do not depend on the runtime. */
type Outcome =
  | { readonly ok: true; readonly status: number }
  | {
      readonly ok: false;
      readonly kind: string;
      readonly status: number | null;
      readonly error: { readonly code: string };
    };

function outcome(result: Outcome): string {
  return result.ok ? `ok ${result.status}` : `${result.kind} ${result.status} ${result.error.code}`;
}

function leaking(things: Readonly<Record<string, unknown>>, secrets: readonly string[]): string[] {
  return Object.keys(things).filter((name) => {
    const printed = `${JSON.stringify(things[name])}${String(things[name])}`;
    return secrets.some((secret) => printed.includes(secret));
  });
}

/** What runtimes tell about themselves, each in its own way. */
interface Host {
  readonly Bun?: { readonly version: string };
  readonly Deno?: { readonly version: { readonly deno: string } };
  readonly navigator?: { readonly userAgent?: string };
  readonly process?: { readonly versions?: { readonly node?: string } };
}

/** Name and version of the runtime that this runs on, for example `node 20.19.0`. Most others pose as Node, too. */
export function runtimeName(host: Host = Object(globalThis)): string {
  if (host.Bun) return `bun ${host.Bun.version}`;
  if (host.Deno) return `deno ${host.Deno.version.deno}`;
  const agent = host.navigator?.userAgent ?? "";
  const node = host.process?.versions?.node;
  return node === undefined || agent === "Cloudflare-Workers" ? agent : `node ${node}`;
}
