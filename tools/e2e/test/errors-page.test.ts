import { readFileSync } from "node:fs";
import type { AuthErrorCode } from "@fleet-api/auth";
import type { FleetErrorKind } from "@fleet-api/client";
import { describe, expect, test } from "vitest";

const page = readFileSync(new URL("../../../packages/docs/guides/05-errors-and-retries.md", import.meta.url), "utf8");

// The compiler refuses a list that lacks one, or has one too many.
const kinds: Record<FleetErrorKind, true> = {
  http: true,
  auth: true,
  network: true,
  timeout: true,
  abort: true,
  request: true,
  unexpected: true,
  decode: true,
};

const authCodes: Record<AuthErrorCode, true> = {
  login_required: true,
  credentials_rejected: true,
  login_backoff: true,
  login_timeout: true,
  timeout: true,
  too_many_waiters: true,
  replay_impossible: true,
  token_missing: true,
  token_not_exposed: true,
  token_malformed: true,
  login_cached: true,
  logged_out: true,
  session_replaced: true,
  user_changed: true,
  token_unconfirmed: true,
  store_unavailable: true,
  store_corrupt: true,
  store_newer: true,
  insecure_permissions: true,
  store_key: true,
  store_closed: true,
  insecure_base_url: true,
  invalid_option: true,
  disposed: true,
};

/** The names in the first column of the table with this first heading. */
function namesOf(heading: string): string[] {
  const [, rows = ""] = page.split(`\n| \`${heading}\` |`);
  const [table = ""] = rows.split("\n\n");
  const cells = table
    .split("\n")
    .slice(2)
    .map((row) => row.split("|")[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
}

describe("the guide on errors", () => {
  test("lists every kind of failure once", () => {
    expect(namesOf("kind").toSorted()).toEqual(Object.keys(kinds).toSorted());
  });

  test("lists every code of an AuthError once", () => {
    expect(namesOf("cause.code").toSorted()).toEqual(Object.keys(authCodes).toSorted());
  });
});
