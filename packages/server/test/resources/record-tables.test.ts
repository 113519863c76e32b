import { commonFilters } from "../../src/records/filters.ts";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readDocument } from "@fleet-api-tools/openapi-document/node";
import { operations } from "@fleet-api/contract/operations";
import { describe, expect, it } from "vitest";
import type { Statement, UnitOfWork } from "../../src/db/index.ts";
import { createScope, Params, rows } from "../../src/db/index.ts";
import { ProblemError } from "../../src/kernel/problem.ts";
import type { RecordTable } from "../../src/records/table.ts";
import { readContract } from "../support/contract-operations.ts";
import { useSharedDatabase } from "../support/db.ts";

// What the author of a resource group writes as text and no compiler reads: names of columns, constraints and SQL.

const contract = readContract(readDocument(import.meta.resolve("@fleet-api/contract/openapi.json")));
const db = useSharedDatabase();
const work = (): UnitOfWork => db.database().unitOfWork(createScope({ clients: [1] }));

const groups = join(import.meta.dirname, "../../src/resources");
const files = readdirSync(groups, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const modules: object[] = await Promise.all(files.map((file) => import(join(groups, file))));
/** Every table whose records are created from the columns that it names. */
const tables = [...new Set(modules.flatMap((module): unknown[] => Object.values(module)))]
  .filter(isRecordTable)
  .filter((table) => isPart(table) || hasOperation(table, "Create"));

function isRecordTable(value: unknown): value is RecordTable {
  return typeof value === "object" && value !== null && "fullProjection" in value;
}

/** Whether the records are parts of others: the path of a request names what they belong to, and an operation of it creates them. */
function isPart({ owner: { inPath = false } }: RecordTable): boolean {
  return inPath;
}

/** Whether the contract has the conventional operation of a table. */
function hasOperation(table: RecordTable, end: string): boolean {
  return Object.hasOwn(operations, `${table.operations}${end}`);
}

function included({ include = {} }: RecordTable): string[] {
  return Object.keys(include);
}

/** The values of the parameter `include` of an operation. */
function includable(operationId: string): readonly unknown[] {
  const include = contract.operations
    .find(({ id }) => id === operationId)
    ?.parameters.find(({ name }) => name === "include");
  return include === undefined ? [] : (contract.resolveSchema(include.schema.items ?? {}).enum ?? []);
}

async function namesOf(sql: string, table: string): Promise<string[]> {
  const found = await db().query<{ name: string }>(sql, [table]);
  return found.map(({ name }) => name);
}

/** Unique indexes and foreign keys that a request can violate: not those of ids, nor of the scope columns. */
const violable = `
  select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
  where x.indrelid = $1::regclass and x.indisunique and not x.indisprimary
    and not exists (select from pg_attribute a
      where a.attrelid = x.indrelid and a.attname = 'id' and a.attnum = any(x.indkey::smallint[]))
  union
  select conname from pg_constraint
  where conrelid = $1::regclass and contype = 'f' and conname <> $1 || '_client'`;
const ruledChecks = "select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'";
/** What the triggers of a table refuse by name. */
const refusedByTriggers = `
  select distinct (regexp_matches(p.prosrc, 'refuse\\(''([a-z_]+)''', 'g'))[1] as name
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid
  where t.tgrelid = $1::regclass and not t.tgisinternal and p.proname <> 'refuse_suspended'`;

/** The column of client_usage that triggers count the rows of a table in. */
const counts = `
  select distinct split_part(encode(tgargs, 'escape'), '\\000', 1) as name from pg_trigger
  where tgrelid = $1::regclass and tgname like 'x_usage%'`;
/** What every index that sums are read from has. */
const summed = `
  select attname as name from pg_attribute a join pg_index x on x.indexrelid = a.attrelid
  where x.indrelid = $1::regclass and x.indnatts > x.indnkeyatts group by 1
  having count(*) = (select count(*) from pg_index where indrelid = $1::regclass and indnatts > indnkeyatts)`;

/** Parameters that say which part of the result is wanted, in which order, and what is shown of it. */
const paging = ["page", "per_page", "limit", "sort", "include"];

it("the tables include those of parts", () => {
  expect(tables.map(({ table }) => table)).toEqual(expect.arrayContaining(["vehicles", "vehicle_documents"]));
});

describe.each(tables)("the table $table", (table) => {
  it("has a filter for every other parameter of its listing, and for nothing else", () => {
    const listing = Object.values(operations).find(({ id }) => id === `${table.operations}Listing`);
    const parameters = (listing?.query ?? []).map(({ name }) => name).filter((name) => !paging.includes(name));
    const common = isPart(table) ? {} : commonFilters;
    expect(Object.keys({ ...common, ...table.filters }).toSorted()).toEqual(parameters.toSorted());
  });

  it("has the columns that the contract and searches name", async () => {
    const columns = await namesOf(
      "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0",
      table.table,
    );
    const searched = hasOperation(table, "Find") ? ["search"] : [];
    expect(columns).toEqual(expect.arrayContaining([...table.createColumns, ...table.updateColumns, ...searched]));
  });

  it("has the total that triggers count, and an index alone gives it", async () => {
    const totals = table.totals === undefined ? [] : [table.totals];
    expect(totals).toEqual(await namesOf(counts, table.table));
    expect(await namesOf(summed, "client_usage")).toEqual(expect.arrayContaining(totals));
  });

  it("shows every member of the record and of its summary", async () => {
    const shown = [table, table.including(included(table))].flatMap(({ fullProjection, summaryProjection, show }) =>
      [fullProjection, summaryProjection].map((projection) => {
        const params = new Params();
        return rows(`select ${projection} from ${show(params, new Date())} where false`, params.values);
      }),
    );
    await expect(work().read(...shown)).resolves.toEqual([[], [], [], []]);
  });

  it("includes the members that the contract lets a request include", () => {
    const reads = Object.values(operations).filter(({ id }) => id === `${table.operations}Get`);
    const allowed = reads.flatMap(({ id }) => includable(id));
    expect(included(table)).toEqual(allowed);
    for (const member of included(table)) {
      expect(table.fullProjection).not.toContain(` as ${member}`);
      expect(table.including([member]).fullProjection).toContain(` as ${member}`);
    }
  });

  it("has a rule for every constraint that a request can violate, and for no other but checks", async () => {
    const found = [...(await namesOf(violable, table.table)), ...(await namesOf(refusedByTriggers, table.table))];
    // A part is created only if its record is found.
    const names = isPart(table) ? found.filter((name) => name !== `${table.table}_${table.owner.member}_fkey`) : found;
    const ruled = Object.keys(table.rules);
    // Most checks repeat what the contract has refused before.
    const checks = await namesOf(ruledChecks, table.table);
    expect(ruled.toSorted()).toEqual(
      [...new Set([...names, ...checks.filter((name) => ruled.includes(name))])].toSorted(),
    );
  });

  it.each(Object.entries(table.rules))("explains a violation of %s", async (_name, rule) => {
    const wanted: Statement = { sql: `select * from ${table.table} where id = $1::bigint`, params: [0] };
    await expect(rule(work(), wanted)).resolves.toBeInstanceOf(ProblemError);
  });
});
