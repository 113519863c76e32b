import { isDeepStrictEqual } from "node:util";
import { entriesOf, type PackedPackage } from "../packed/packed-package.ts";
import type { EntriesReport, EntriesTask } from "./import-entries.ts";
import { type FailingRequest, mistakes } from "./failing-requests.ts";
import type { FollowReport } from "./follow-fleet.ts";
import type { JourneyReport } from "./journey.ts";

type Packed = Pick<PackedPackage, "name" | "manifest" | "files">;

/** What the program is to import: every entry, and files that are there but that no entry is called. */
export function entriesTask(packages: readonly Packed[]): EntriesTask {
  return {
    entries: packages.flatMap(entriesOf).map(({ specifier, kind }) => ({ specifier, kind })),
    hidden: packages.flatMap((packed) =>
      entriesOf(packed)
        .filter(({ subpath }) => subpath === ".")
        .flatMap(({ targets }) => targets.slice(-1).map((target) => `${packed.name}/${target}`)),
    ),
  };
}

/** @returns one sentence per entry that cannot be imported, and per hidden file that can */
export function judgeEntries({ entries, hidden }: EntriesTask, report: EntriesReport): string[] {
  const failed = (specifier: string): boolean => !Array.isArray(report[specifier]);
  return [
    ...entries
      .filter(({ specifier }) => failed(specifier))
      .map(({ specifier }) => `${specifier} ${String(report[specifier] ?? "was not tried")}`),
    ...hidden.filter((specifier) => !failed(specifier)).map((specifier) => `${specifier} can be imported`),
  ];
}

/** What the journey reports on every runtime: the demo administrator sees 126 units, sixty of them on a page. */
const EXPECTED: Omit<JourneyReport, "runtime" | "tokens" | "failing" | "followed"> & { readonly tokens: object } = {
  login: { status: 200, username: "demo-partner-admin" },
  pages: [60, 60, 6],
  units: { total: 126, distinct: 126 },
  parallel: [200, 200, 200, 200, 200, 200, 200, 200],
  failures: {
    unknown: "http 404 unknown_permission",
    invalid: "http 422 validation_failed",
    aborted: "abort null abort",
  },
  thrown: "http 422 validation_failed",
  tokens: { rotated: true, logins: 1, newestIsHeld: true },
  logout: { remote: true, status: "logged_out", oldToken: 401, after: "auth null auth" },
  leaks: [],
};

/** No position is missing and none comes twice, though a connection breaks. */
const RECEIVED = [1, 2, 3];

const FOLLOWED: Omit<FollowReport, "byTicket"> = {
  received: RECEIVED,
  lost: ["network"],
  resumed: { lastEventId: true, token: true },
  ended: { break: 6, abort: 6 },
};

/** Runtimes that have `EventSource`. */
const WITH_EVENT_SOURCE = /^(deno|Cloudflare-Workers)|Chrome\//;

/** Successful calls of the journey that come one after another: each brings a newer token. */
const SUCCESSES_IN_A_ROW = 8;

/** The client sends a request three times if the network fails, and once if there is a mistake. */
const OUTCOMES = { network: "network 3", unexpected: "unexpected 1" } as const;

/** Other outcomes, where a platform does not report the difference; by the name that the platform gives itself. */
const EXCEPTIONS: readonly (readonly [runtime: RegExp, outcomes: Readonly<Record<string, string>>])[] = [
  // Neither of them blocks ports, and no server listens on this one.
  [/^(bun|Cloudflare-Workers)/, { "blocked port": OUTCOMES.network }],
  [
    /Chrome\//,
    {
      // A page gets the same message for all of them: "Failed to fetch".
      "unknown scheme": OUTCOMES.network,
      "endless redirects": OUTCOMES.network,
      "blocked port": OUTCOMES.network,
      // Without TLS, Chromium accepts headers that are cut off: a response with an empty body.
      "closed in the headers": OUTCOMES.unexpected,
    },
  ],
];

/** Lists the outcome that each failing request must have. */
function expectedOutcomes(runtime: string, failing: readonly FailingRequest[]): Record<string, string> {
  const exceptions = EXCEPTIONS.filter(([of]) => of.test(runtime)).map(([, outcomes]) => outcomes);
  const exceptional: Readonly<Record<string, string>> = Object.assign({}, ...exceptions);
  return Object.fromEntries([
    ...failing.map(({ name, expected }) => [name, exceptional[name] ?? OUTCOMES[expected]]),
    ...Object.keys(mistakes).map((name) => [name, OUTCOMES.unexpected]),
  ]);
}

/**
 * Compares a report with what it must be.
 * @param failing - the requests that fail, which the journey was given; none if the server is inside of the runtime
 * @returns one sentence per difference
 */
export function judgeJourney(report: JourneyReport, tells: RegExp, failing: readonly FailingRequest[] = []): string[] {
  const { rotations, logins, newestIsHeld } = report.tokens;
  const seen: Readonly<Record<string, unknown>> = {
    ...report,
    tokens: { rotated: rotations >= SUCCESSES_IN_A_ROW, logins, newestIsHeld },
  };
  const byTicket = failing.length > 0 && WITH_EVENT_SOURCE.test(report.runtime) ? RECEIVED : null;
  const differences = [
    ...differencesOf(seen, EXPECTED),
    ...differencesOf({ ...report.followed }, { ...FOLLOWED, byTicket }),
    ...differencesOf(report.failing, expectedOutcomes(report.runtime, failing)),
  ];
  return tells.test(report.runtime) ? differences : [`it ran on "${report.runtime}", not on ${tells}`, ...differences];
}

function differencesOf(seen: Readonly<Record<string, unknown>>, expected: object): string[] {
  return Object.entries(expected)
    .filter(([name, wanted]) => !isDeepStrictEqual(seen[name], wanted))
    .map(([name, wanted]) => `${name} is ${JSON.stringify(seen[name])} instead of ${JSON.stringify(wanted)}`);
}
