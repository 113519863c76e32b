/** What the compiler says about a mistake is part of the product: one message each, which is short and names the mistake. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const mistakes: Readonly<Record<string, string>> = {
  "fleet.units.listing({ qurey: { page: 1 } })":
    "'qurey' does not exist in type 'UnitsListingInput'. Did you mean to write 'query'?",
  "fleet.units.listing({ query: { page: 1, pge: 2 } })": "'pge' does not exist in type",
  'fleet.units.listing({ query: { page: "1" } })': "Type 'string' is not assignable to type 'number'.",
  'fleet.units.listing({ query: { lifecycle_status: ["actve"] } })': `Type '"actve"' is not assignable to type 'UnitLifecycleStatus'. Did you mean '"active"'?`,
  "fleet.units.listing({ query: { page: null } })": "Type 'null' is not assignable to type 'number | undefined'.",
  "fleet.units.listing({ query: { client_id: 1n } })": "Type 'bigint' is not assignable to type 'number'.",
  "fleet.units.lisitng()": "Property 'lisitng' does not exist on type 'UnitsApi'. Did you mean 'listing'?",
  "fleet.unit.listing()": "Property 'unit' does not exist on type 'FleetClient'. Did you mean 'units'?",
  'fleet.auth.permission({ path: { resource: "units", action: "view", id: 1 } })': "'id' does not exist in type",
  'fleet.auth.permission({ path: { resource: "units" } })': "Property 'action' is missing in type",
  "fleet.auth.permission()": "Expected 1-2 arguments, but got 0.",
  "fleet.tests.ping()[Symbol.asyncIterator]": "can't be used to index type 'Call<TestsPingSuccess, TestsPingFailure>'.",
  'fleet.auth.login({ body: { username: "a" } })': "Property 'password' is missing in type",
  'fleet.auth.login({ body: { username: "a", password: "b", pasword: "c" } })':
    "'pasword' does not exist in type 'LoginRequest'. Did you mean to write 'password'?",
  'fleet.auth.login({ username: "a", password: "b" })': "'username' does not exist in type 'AuthLoginInput'.",
  "fleet.auth.logout({ body: {} })": "Type '{}' is not assignable to type 'undefined'.",
  'fleet.unitGroups.get({ path: { unit_group_id: "1" } })': "Type 'string' is not assignable to type 'number'.",
  'fleet.unitGroups.get({ path, headers: { "If-None-Match": null } })':
    "Type 'null' is not assignable to type 'string | undefined'.",
  'fleet.unitGroups.get({ path, headers: { "If-None-Mtch": "a" } })': `'"If-None-Mtch"' does not exist in type`,
  "fleet.unitGroups.get({ paths: path })":
    "'paths' does not exist in type 'UnitGroupsGetInput & IfNoneMatch<undefined>'. Did you mean to write 'path'?",
  "fleet.unitGroups.create({ body: { client_id: 1 } })":
    "Property 'name' is missing in type '{ client_id: number; }' but required in type 'UnitGroupCreate'.",
  "fleet.unitGroups.update({ path, body: { client_id: 2 } })": "'client_id' does not exist in type 'UnitGroupUpdate'.",
  'fleet.unitGroups.addUnits({ path, body: { unit_ids: [1], mode: "best_efort" } })': `Type '"best_efort"' is not assignable to type 'BulkMode'. Did you mean '"best_effort"'?`,
  'withIfMatch("v1")':
    "Argument of type 'string' is not assignable to parameter of type 'Ok<number, unknown, never> | Versioned'.",
  "fleet.tests.ping({}, { timeout: 5 })":
    "'timeout' does not exist in type 'CallOptions'. Did you mean to write 'timeoutMs'?",
  "fleet.tests.ping({}, { signal: new AbortController() })":
    "Type 'AbortController' is missing the following properties from type 'AbortSignal'",
  'fleet.op("unitsLsting")': `Argument of type '"unitsLsting"' is not assignable to parameter of type`,
  "listing.data.length": "'listing.data' is possibly 'undefined'.",
  "listing.pagination": "Property 'pagination' does not exist on type 'UnitsListingSuccess | UnitsListingFailure'.",
  "listing.ok && listing.data[0]?.nmae": "Property 'nmae' does not exist on type 'Unit'.",
  'listing.status === 401 && listing.kind === "http" && listing.error.code === "gone"': `'"token_expired" | "token_revoked" | "unauthenticated"' and '"gone"' have no overlap.`,
  "group.ok && group.status === 304": "types '200' and '304' have no overlap.",
  "[...fleet.units.listing()]": "must have a '[Symbol.iterator]()' method that returns an iterator.",
  "fleet.units.listing().toArray({ limt: 5 })":
    "'limt' does not exist in type 'PaginateOptions<Unit>'. Did you mean to write 'limit'?",
  "fleet.tests.ping().toArray()":
    "Property 'toArray' does not exist on type 'Call<TestsPingSuccess, TestsPingFailure>'.",
  "fleet.units.listing().toArray({ complete: true })": "'complete' does not exist in type 'PaginateOptions<Unit>'.",
  'fleet.units.listing().pages({ resume: "a" })': "'resume' does not exist in type 'PaginateOptions<Unit>'.",
  "fleet.units.listing().items({ onProgress: ({ resume }) => resume })":
    "Property 'resume' does not exist on type 'PaginateProgress'.",
  "paginate(fleet.tests.ping())":
    "Type 'Call<TestsPingSuccess, TestsPingFailure>' is missing the following properties from type 'PagedCall<TestsPingSuccess, unknown, unknown>': pages, items",
  "paginate(fleet.units.listing)": "?",
  "paginate(fleet.unitGroups.get({ path }))": "unknown, unknown>': pages, items",
  "paginate(fleet.units.listing(), { compelte: true })": "?",
  "paginate(fleet.units.listing(), { complete: 1 })": "Type 'number' is not assignable to type 'boolean | undefined'.",
  "paginate(fleet.units.listing(), { keyOf: (unit) => unit.nmae })": "Property 'nmae' does not exist on type 'Unit'.",
  "[...paginate(fleet.units.listing())]":
    "Type 'PaginatedItems<UnitsListingSuccess, Unit>' must have a '[Symbol.iterator]()' method that returns an iterator.",
  "createFleetClient({})": "Property 'baseUrl' is missing in type '{}' but required in type 'FleetClientOptions'.",
  "createFleetClient({ baseUrl, timeout: 5 })":
    "'timeout' does not exist in type 'FleetClientOptions'. Did you mean to write 'timeoutMs'?",
  "createFleetClient({ baseUrl, fetch: (request: Request) => fetch(request) })":
    "Type '(request: Request) => Promise<Response>' is not assignable to type 'Fetch'.",
  'createFleetClient({ baseUrl, json: "bigint" })':
    "Type 'string' has no properties in common with type 'JsonOptions'.",
  "createFleetClient({ baseUrl, retry: { retries: 3 } })": "'retries' does not exist in type 'RetryOptions'.",
  'retry({ attempts: "3" })': "Type 'string' is not assignable to type 'number'.",
  "unitsListing(fleet)": "Type 'FleetClient' is missing the following properties from type 'Core': call, send",
  'unitGroupsGet(core, { path, headers: { "If-None-Match": 5 } })': "Type 'number' is not assignable to type 'string'.",
  "({}) as ItemOf<typeof fleet.units>": "Type 'UnitsApi' does not satisfy the constraint 'Method'.",
  'ping.ok || ping.kind === "http" || ping.kind === "abort" || (ping.kind satisfies never)': `'"auth" | "decode" | "network" | "request" | "timeout" | "unexpected"' does not satisfy the expected type 'never'.`,
};

const prologue = (source: (file: string) => string): string => `
import { createCore } from "${source("core")}";
import { unitGroupsGet, unitsListing } from "${source("built/operations")}";
import { createFleetClient, type ItemOf } from "${source("index")}";
import { withIfMatch } from "${source("conditional/index")}";
import { retry } from "${source("retry/index")}";
import { paginate } from "${source("paginate/index")}";
const baseUrl = "https://fleet.example.com/api/v1";
const fleet = createFleetClient({ baseUrl });
const core = createCore({ baseUrl });
const path = { unit_group_id: 1 };
const [listing, group, ping] = [await fleet.units.listing(), await fleet.unitGroups.get({ path }), await fleet.tests.ping()];
void [core, unitGroupsGet, unitsListing, withIfMatch, retry, paginate, listing, group, ping, {} as ItemOf<typeof fleet.units.listing>];
`;

describe("the compiler", () => {
  let folder = "";
  /** First line of each message, by the line of the file. */
  const said = new Map<number, string[]>();
  const source = (file: string): string =>
    relative(folder, fileURLToPath(new URL(`../src/${file}.ts`, import.meta.url))).replaceAll("\\", "/");
  const lines = () => [
    prologue(source).trim().replaceAll("\n", " "),
    ...Object.keys(mistakes).map((mistake) => `void (${mistake});`),
  ];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "fleet-messages-"));
    const extended = fileURLToPath(new URL("../tsconfig.json", import.meta.url));
    const config = {
      extends: extended,
      compilerOptions: { noEmit: true, types: [] },
      files: ["wrong.mts"],
      include: [],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    await writeFile(join(folder, "wrong.mts"), lines().join("\n"));
    const compiler = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript/package.json")));
    const output = await promisify(execFile)(process.execPath, [compiler, "-p", folder, "--pretty", "false"]).then(
      () => "",
      ({ stdout }: { stdout: string }) => stdout,
    );
    for (const [, line, message = ""] of output.matchAll(/wrong\.mts\((\d+),\d+\): error TS\d+: (.*)/g)) {
      said.set(Number(line), [...(said.get(Number(line)) ?? []), message]);
    }
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("accepts what is right", () => {
    expect(said.get(1) ?? []).toEqual([]);
  });

  it.each(Object.entries(mistakes))("says what is wrong, once: %s", (mistake, expected) => {
    const messages = said.get(Object.keys(mistakes).indexOf(mistake) + 2) ?? [];
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(expected);
  });
});
