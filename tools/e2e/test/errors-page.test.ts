import { readFileSync } from "node:fs";
import type { AuthErrorCode } from "@fleet-api/auth";
import type { FleetErrorKind } from "@fleet-api/client";
import { operations } from "@fleet-api/contract/operations";
import { problems } from "@fleet-api/contract/problems";
import { describe, expect, test } from "vitest";

const page = readFileSync(new URL("../../../packages/client/docs/errors.md", import.meta.url), "utf8");

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
  logged_out: true,
  session_replaced: true,
  user_changed: true,
  token_unconfirmed: true,
  store_unavailable: true,
  store_corrupt: true,
  insecure_permissions: true,
  keychain_unavailable: true,
  store_key: true,
  store_closed: true,
  insecure_base_url: true,
  invalid_option: true,
  disposed: true,
};

/** The rows of the table with this first heading, as the words in their first cell and the text of the second. */
function tableOf(heading: string): { readonly names: string[]; readonly second: string }[] {
  const [, rows = ""] = page.split(`\n| \`${heading}\` |`);
  const [table = ""] = rows.split("\n\n");
  return table
    .split("\n")
    .slice(2)
    .map((row) => {
      const [, first = "", second = ""] = row.split("|");
      return { names: [...first.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name), second: second.trim() };
    });
}

const namesOf = (heading: string): string[] => tableOf(heading).flatMap(({ names }) => names);

/** What a table says of problem codes: each code with its status. One status may stand for all codes of a row. */
function statusesOf(heading: string): Record<string, number | undefined> {
  const entries = tableOf(heading).flatMap(({ names, second }) => {
    const statuses = second.split(", ").map(Number);
    return names.map((name, index) => [name, statuses.length === 1 ? statuses[0] : statuses[index]] as const);
  });
  expect(new Set(entries.map(([name]) => name)).size).toBe(entries.length);
  return Object.fromEntries(entries);
}

describe("the page about errors", () => {
  test("has every kind, once", () => {
    expect(namesOf("kind").toSorted()).toEqual(Object.keys(kinds).toSorted());
  });

  test("has every problem code with its status: those that operations have, and apart from them those that none has", () => {
    const ofOperations = new Set<string>(
      Object.values(operations).flatMap((each) => Object.values(each.problems).flat()),
    );
    const all = Object.entries(problems).map(([code, { status }]) => [code, status] as const);
    expect(statusesOf("error.code")).toEqual(Object.fromEntries(all.filter(([code]) => ofOperations.has(code))));
    expect(statusesOf("error.problem.code")).toEqual(
      Object.fromEntries(all.filter(([code]) => !ofOperations.has(code))),
    );
  });

  test("has every code of an AuthError, once", () => {
    expect(namesOf("cause.code").toSorted()).toEqual(Object.keys(authCodes).toSorted());
  });
});
