import { describe, expect, test } from "vitest";
import { facadeTypes, operationTypeRows } from "../src/emit/facade.ts";
import { emitHandlers } from "../src/emit/handlers.ts";
import { TypeWriter } from "../src/emit/type-writer.ts";
import { readOperations } from "../src/operations.ts";
import { document } from "./support/statuses.ts";
import { typeErrors } from "./support/type-check.ts";

/** Types are the product here: what compiles, and by `@ts-expect-error` what does not. */
const lib = ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.esnext.disposable.d.ts"];
const operations = readOperations(document);

/** Errors of a program that has the facade of the synthetic contract as `fleet`, and its handler types. */
function errorsOf(program: string): string[] {
  const writer = new TypeWriter();
  const facade = facadeTypes(document, operations, writer);
  const rows = operationTypeRows(document, operations, writer);
  const names = [...writer.used].join(", ");
  return typeErrors(
    {
      "packages/contract/src/program.ts": `import type { ${names} } from "./call.ts";
import type { HandlerTypes } from "./built/handlers-of-test.ts";
${facade}
interface Rows {
${rows}}
declare const fleet: { units: UnitsApi; auth: AuthApi };
declare function same<A>(): <B>(..._equal: [A] extends [B] ? ([B] extends [A] ? [] : [never]) : [never]) => void;
interface Unit { id: number }
export { fleet, same };
export type { HandlerTypes, Rows, Unit };
${program}`,
      "packages/contract/src/built/handlers-of-test.ts": emitHandlers(operations, new Map()),
    },
    lib,
  );
}

describe("the results of a call", () => {
  test("are a union by status, which narrows data and headers", () => {
    const program = `
const put = await fleet.units.put({ path: { id: 1 }, body: { name: "Demo" } });
if (put.ok) {
  same<200 | 201>()<typeof put.status>();
  const id: number = put.data.id;
  if (put.status === 201) same<201>()<typeof put.status>();
  // @ts-expect-error a status that the operation does not have
  if (put.status === 204) throw new Error(String(id));
}
const create = await fleet.units.create({ body: { name: "Demo" } }).orThrow();
same<201>()<typeof create.status>();
const removed = await fleet.units.delete({ path: { id: 1 } }).orThrow();
same<200>()<typeof removed.status>();
`;
    expect(errorsOf(program)).toEqual([]);
  });

  test("of a call without a condition are never 304", () => {
    const program = `
const read = await fleet.units.get({ path: { id: 1 } });
if (read.ok) {
  same<200>()<typeof read.status>();
  const id: number = read.data.id;
  // @ts-expect-error nothing was asked that 304 would answer
  if (read.status === 304) throw new Error(String(id));
}
const { data } = await fleet.units.get({ path: { id: 1 }, headers: {} }).orThrow();
const unit: Unit = data;
for await (const each of fleet.units.listing()) same<number>()<typeof each.id>();
for await (const page of fleet.units.listing({ headers: { "If-None-Match": undefined } }).pages()) page.pagination;
export { unit };
`;
    expect(errorsOf(program)).toEqual([]);
  });

  test("of a call with a condition may be 304, whose data is null", () => {
    const program = `
declare const etag: string | undefined;
const read = await fleet.units.get({ path: { id: 1 }, headers: { "If-None-Match": etag } });
if (read.ok) {
  same<200 | 304>()<typeof read.status>();
  // @ts-expect-error there may be no data
  read.data.id;
  if (read.status === 304) same<null>()<typeof read.data>();
  else same<{ id: number }>()<typeof read.data>();
  if (read.data !== null) same<200>()<typeof read.status>();
  same<string | null>()<ReturnType<typeof read.headers.get>>();
}
const thrown = await fleet.units.get({ path: { id: 1 }, headers: { "If-None-Match": '"1"' } }).orThrow();
same<200 | 304>()<typeof thrown.status>();
declare const input: UnitsGetInput;
const unknown = await fleet.units.get(input).orThrow();
same<200 | 304>()<typeof unknown.status>();
// @ts-expect-error a page that may be unchanged is not walked
fleet.units.listing({ headers: { "If-None-Match": '"1"' } }).pages();
`;
    expect(errorsOf(program)).toEqual([]);
  });

  test("still refuse what the input does not have", () => {
    const program = `
// @ts-expect-error a misspelt member
fleet.units.get({ path: { id: 1 }, header: {} });
// @ts-expect-error a misspelt header
fleet.units.get({ path: { id: 1 }, headers: { "If-None-Mtch": "1" } });
// @ts-expect-error no path
fleet.units.get({ headers: { "If-None-Match": "1" } });
// @ts-expect-error a condition where the operation takes none
fleet.units.delete({ path: { id: 1 }, headers: { "If-None-Match": "1" } });
`;
    expect(errorsOf(program)).toEqual([]);
  });

  test("are in the rows by id: of a call without a condition, and of one with", () => {
    const program = `
same<200>()<Rows["unitsGet"]["success"]["status"]>();
same<200 | 304>()<Rows["unitsGet"]["conditional"]["success"]["status"]>();
same<UnitsGetInput>()<Rows["unitsGet"]["conditional"]["input"]>();
// @ts-expect-error a call without a condition
const input: Rows["unitsGet"]["input"] = { path: { id: 1 }, headers: { "If-None-Match": "1" } };
// @ts-expect-error it answers no condition
type None = Rows["unitsPut"]["conditional"];
export { input };
`;
    expect(errorsOf(program)).toEqual([]);
  });
});

test("the types of handlers have data and headers by status", () => {
  const program = `
type Put = HandlerTypes["unitsPut"]["replies"];
same<Unit>()<Put[200]["data"]>();
const created: Put[201]["headers"] = { etag: "1", location: "/units/1" };
const replaced: Put[200]["headers"] = { etag: "1" };
// @ts-expect-error Location is missing
const lost: Put[201]["headers"] = { etag: "1" };
const moved = { etag: "1", location: "/units/1" };
// @ts-expect-error nothing was created, also where the literal is elsewhere
const other: Put[200]["headers"] = moved;
same<null>()<HandlerTypes["unitsGet"]["replies"][304]["data"]>();
export { created, lost, other, replaced };
`;
  expect(errorsOf(program)).toEqual([]);
});

test("an expectation that is wrong is an error here too", () => {
  expect(errorsOf("same<200>()<201>();")).toHaveLength(1);
  expect(errorsOf("// @ts-expect-error nothing\nexport const a = 1;")).toHaveLength(1);
});
