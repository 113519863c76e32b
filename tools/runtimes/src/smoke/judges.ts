import { isDeepStrictEqual } from "node:util";
import { entriesOf, type PackedPackage } from "../packed/packed-package.ts";
import type { EntriesReport, EntriesTask } from "./import-entries.ts";
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
const EXPECTED: Omit<JourneyReport, "runtime" | "tokens"> & { readonly tokens: object } = {
  login: { status: 200, username: "demo-partner-admin" },
  pages: [60, 60, 6],
  units: { total: 126, distinct: 126 },
  parallel: [200, 200, 200, 200, 200, 200, 200, 200],
  failures: {
    unknown: "http 404 unknown_permission",
    invalid: "http 422 validation_failed",
    aborted: "abort null abort",
    unreachable: "network null network",
  },
  thrown: "http 422 validation_failed",
  tokens: { rotated: true, logins: 1, newestIsHeld: true },
  logout: { remote: true, status: "logged_out", oldToken: 401, after: "auth null auth" },
  leaks: [],
};

/** Successful calls of the journey that come one after another: each brings a newer token. */
const SUCCESSES_IN_A_ROW = 8;

/** Compares a report with what it must be. @returns one sentence per difference */
export function judgeJourney(report: JourneyReport, tells: RegExp): string[] {
  const { rotations, logins, newestIsHeld } = report.tokens;
  const seen: Readonly<Record<string, unknown>> = {
    ...report,
    tokens: { rotated: rotations >= SUCCESSES_IN_A_ROW, logins, newestIsHeld },
  };
  const differences = Object.entries(EXPECTED)
    .filter(([name, wanted]) => !isDeepStrictEqual(seen[name], wanted))
    .map(([name, wanted]) => `${name} is ${JSON.stringify(seen[name])} instead of ${JSON.stringify(wanted)}`);
  return tells.test(report.runtime) ? differences : [`it ran on "${report.runtime}", not on ${tells}`, ...differences];
}
