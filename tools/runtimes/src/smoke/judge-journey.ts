import { isDeepStrictEqual } from "node:util";
import type { JourneyReport } from "./journey.ts";

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
