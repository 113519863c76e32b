import { operations } from "@fleet-api/contract/operations";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { contractOperations } from "../support/contract-operations.ts";
import { addedTo, assignedTo, collectionsOf, recordedIn } from "../support/example-variants.ts";
import { interceptMessages } from "../support/messages.ts";
import { useService } from "../support/service.ts";
import { casesOf } from "./matrix/cases.ts";
import { isAboutReports, reportTables } from "./matrix/reports.ts";
import type { WorldRecord } from "./matrix/fill-world.ts";
import { runMatrix } from "./matrix/run-matrix.ts";
import type { World } from "./matrix/world.ts";
import { prepareWorld } from "./matrix/world.ts";

const service = useService();

/** What `scopeCondition` writes: one or more levels in parentheses, each with its parameter. */
const level = String.raw`(?:\w\.)?\w+ = (?:\$\d+::\w+|any\(\$\d+::\w+\[\]\))`;
const scopeConditions = new RegExp(String.raw`\(${level}(?: or ${level})*\)`, "g");

/** Makes every condition on the scope true until the test ends; says how many there were. */
function dropConditions(): () => number {
  let dropped = 0;
  interceptMessages((message) =>
    message.map(({ sql, params }) => ({
      sql: sql.replaceAll(scopeConditions, (condition) => {
        dropped += 1;
        return `(true or ${condition})`;
      }),
      params,
    })),
  );
  return () => dropped;
}

/** Switches row-level security off until the test ends. */
async function dropRowSecurity(): Promise<void> {
  const { db } = service.server;
  const tables = await db.query<{ name: string }>(
    "select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace",
  );
  expect(tables.length).toBeGreaterThanOrEqual(3);
  const all = (action: string): string =>
    tables.map(({ name }) => `alter table ${name} ${action} row level security`).join("; ");
  await db.script(all("disable"));
  onTestFinished(() => db.script(all("enable")));
}

/** One of each level, and one with several clients: the two protections look at nothing else. */
const oneOfEachScope = ["demo-partner-admin", "demo-agency-admin-1", "demo-client-north", "demo-read-only"];

function withFewCallers(world: World): World {
  const callers = world.callers.filter(({ name }) => oneOfEachScope.includes(name));
  expect(callers).toHaveLength(oneOfEachScope.length);
  return { ...world, callers };
}

/** The operations that store or read what devices report. */
const ofReports = Object.values(operations).flatMap(({ id }) =>
  contractOperations.some((operation) => operation.id === id && isAboutReports(operation)) ? [id] : [],
);

describe("every operation, asked by every role for own and foreign objects", () => {
  let world: World;
  beforeAll(async () => {
    world = await prepareWorld(service);
  });

  it("answers as its permission, the role and the hierarchy say, and with no row of others", async () => {
    const { violations, leaks, requests } = await runMatrix(service, world);
    expect({ violations, leaks }).toEqual({ violations: [], leaks: [] });
    expect(Object.keys(requests).toSorted()).toEqual(Object.keys(operations).toSorted());
    for (const count of Object.values(requests)) expect(count).toBeGreaterThanOrEqual(world.callers.length);
  });

  it("does so by row-level security alone", async () => {
    const dropped = dropConditions();
    const { violations, leaks } = await runMatrix(service, withFewCallers(world));
    expect(dropped()).toBeGreaterThan(100);
    expect({ violations, leaks }).toEqual({ violations: [], leaks: [] });
  });

  it("does so by the conditions of its statements alone", async () => {
    await dropRowSecurity();
    const { violations, leaks } = await runMatrix(service, withFewCallers(world));
    expect({ violations, leaks }).toEqual({ violations: [], leaks: [] });
  });

  it("would be found to fail without both", async () => {
    await dropRowSecurity();
    dropConditions();
    const { violations, leaks } = await runMatrix(service, world, ["unitsListing", "unitGroupsGet", ...ofReports]);
    expect(violations.length).toBeGreaterThan(100);
    expect(leaks).toContainEqual(expect.stringMatching(/^demo-client-north GET \/units\/listing.*a row of client/));
    expect(leaks).toContainEqual(expect.stringMatching(/^demo-client-north GET \/unit_groups\/.*a row of client/));
    expect(leaks).toContainEqual(expect.stringMatching(/^demo-partner-admin GET \/units\/listing.*a row of client/));
    // A stream is shown what it is by code, for all at once: test/resources/monitoring/stream.test.ts.
    const ofStreams = (path: string): boolean => path.startsWith("/monitoring/stream");
    for (const { verb, path } of ofReports.map((id) => operations[id]).filter((row) => !ofStreams(row.path))) {
      expect(violations).toContainEqual(expect.stringMatching(`^demo-partner-admin ${verb} ${path}[?:]`));
    }
    const reports = leaks.filter((line) => /^demo-client-north GET \/monitoring\/.*a row of client/.test(line));
    expect([...new Set(reports.map((line) => /[^ ?]+(?=\?)/.exec(line)?.[0]))].toSorted()).toEqual([
      "/monitoring/feed",
      "/monitoring/nearest",
      "/monitoring/positions/history",
      "/monitoring/positions/latest",
    ]);
  });

  /** The cases of all operations in a world with other records. */
  const casesIn = (
    change: (records: readonly WorldRecord[], collection: string) => readonly WorldRecord[],
  ): unknown => {
    const entries = Object.entries(world.records).map(([collection, records]) => [
      collection,
      change(records, collection),
    ]);
    const [caller] = withFewCallers(world).callers;
    if (caller === undefined) throw new Error("The world has no caller.");
    return Object.values(operations).map((row) =>
      casesOf(row, caller, { ...world, records: Object.fromEntries(entries) }),
    );
  };

  it("refuses a world in which a collection has no records, or those of one client", () => {
    const added = contractOperations
      .flatMap((one) => [addedTo(one), assignedTo(one), recordedIn(one)])
      .filter((table) => table !== null);
    const collections = [...collectionsOf(contractOperations), ...added, ...reportTables];
    expect(Object.keys(world.records).toSorted()).toEqual(collections.toSorted());
    for (const name of Object.keys(world.records)) {
      const refusal = `\`${name}\` has no foreign record; give its creation an example that works.`;
      expect(() => casesIn((records, collection) => (collection === name ? [] : records))).toThrow(refusal);
      const ofOne = (records: readonly WorldRecord[]) =>
        records.filter(({ client_id }) => client_id === records[0]?.client_id);
      expect(() => casesIn((records, collection) => (collection === name ? ofOne(records) : records))).toThrow(refusal);
    }
  });

  it("refuses a world in which a filter by record finds nothing", () => {
    const unlinked = (records: readonly WorldRecord[]) => records.map((record) => ({ ...record, links: {} }));
    expect(() => casesIn(unlinked)).toThrow("No record of `unit_groups` has a parent_id");
  });

  it("finds lists that lack rows, below a record and by a filter", async () => {
    const { db } = service.server;
    await db.script("create table kept as table unit_group_members; delete from unit_group_members");
    onTestFinished(() => db.script("insert into unit_group_members select * from kept; drop table kept"));
    const { violations } = await runMatrix(service, withFewCallers(world), ["unitGroupsUnitsListing", "unitsListing"]);
    const groups = world.records["unit_groups"] ?? [];
    for (const path of [`/unit_groups/${groups[0]?.id}/units/listing`, `unit_group_id=${groups[0]?.id}&`])
      expect(violations).toContainEqual(
        expect.stringMatching(`^demo-partner-admin GET .*${path}.*: \\[\\] instead of`),
      );
  });
});
