import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Operation, Response, Schema } from "@fleet-api-tools/openapi-document";
import { facadeTypes, operationTypeRows } from "../src/emit/facade.ts";
import { operationFacts } from "../src/emit/facts.ts";
import { emitHandlers } from "../src/emit/handlers.ts";
import { emitOperationTable } from "../src/emit/operation-table.ts";
import { TypeWriter } from "../src/emit/type-writer.ts";
import { readOperations } from "../src/operations.ts";
import { document, documentOf, done, empty, envelopeOf, facadeOf, ifNoneMatch } from "./support/document.ts";
import { typeErrors } from "./support/type-check.ts";

const error: Response = { description: "No.", "x-problem-codes": ["not_found"] };
const withContent = (type: string): Response => ({ description: "It.", content: { [type]: { schema: {} } } });
const read = (operation: Partial<Operation>) => readOperations(documentOf("/vehicle-groups/find", operation))[0];

describe("the responses of an operation", () => {
  test("are in the order of their statuses, whatever the order of the document", () => {
    const statuses = [200, 201, 202, 304, 400, 404, 503];
    fc.assert(
      fc.property(fc.shuffledSubarray(statuses, { minLength: 1 }), (order) => {
        // Names that are no integers would keep the order of an author; these have the same values.
        const entries = order.map((status): [string, Response] => [
          `${status}.0`,
          status >= 400 ? error : status === 304 ? empty : done,
        ]);
        const all = [...entries, ["200.0", done] as const];
        const found = read({ responses: Object.fromEntries(all), parameters: [ifNoneMatch] });
        expect(found?.responses.map(({ status }) => status)).toEqual(
          [...new Set([...order, 200])].toSorted((a, b) => a - b),
        );
      }),
    );
  });

  test("304 is a success without a body, and lists no problem codes", () => {
    const found = read({ responses: { "200": done, "304": empty }, parameters: [ifNoneMatch] });
    expect(found).toMatchObject({ conditional: true, paged: false });
    expect(found?.responses[1]).toMatchObject({ status: 304, success: true, schema: null, data: null, codes: [] });
  });

  test("refuses a body of 304", () => {
    expect(() => read({ responses: { "200": done, "304": done }, parameters: [ifNoneMatch] })).toThrow(
      "Response 304 of vehicleGroupsFind has a body, which HTTP does not allow for this status.",
    );
  });

  test.each([
    ["201", empty],
    ["204", empty],
    ["204", done],
    ["205", empty],
  ])("refuses a %s without a place for notices, as the lint does", (status, response) => {
    expect(() => read({ responses: { "200": done, [status]: response } })).toThrow(
      `Response ${status} of vehicleGroupsFind: a success must have a JSON body: the envelope is where \`notices\` go.`,
    );
  });

  test.each([
    ["200", "text/csv", "application/json and text/event-stream"],
    ["404", "application/json", "application/problem+json"],
  ])("refuses in %s the media type %s", (status, type, supported) => {
    const response = { ...error, ...withContent(type) };
    expect(() => read({ responses: { "201": done, [status]: response } })).toThrow(
      `Response ${status} of vehicleGroupsFind has the media type ${type}. Only ${supported} is supported`,
    );
  });

  test("refuses a second media type, of a response and of a request", () => {
    const content = { ...done.content, "text/event-stream": { schema: {} } };
    expect(() => read({ responses: { "200": { ...done, content } } })).toThrow(
      "Response 200 of vehicleGroupsFind has the media types application/json and text/event-stream. Choose one.",
    );
    expect(() => read({ requestBody: { content } })).toThrow(
      "The request body of vehicleGroupsFind has the media type text/event-stream.",
    );
  });

  test("refuses a body without `data`, since clients read the envelope", () => {
    const message =
      "vehicleGroupsFind: the 201 response has a body without `data`. Every success but 304 has the envelope";
    const responses = {
      "200": done,
      "201": { ...done, content: { "application/json": { schema: { type: "array" } } } },
    };
    expect(() => facadeOf({ responses })).toThrow(message);
    expect(() => emitHandlers(readOperations(documentOf("/vehicle-groups/find", { responses })), new Map())).toThrow(
      message,
    );
  });

  test.each(["100", "302", "600"])("refuses the status %s", (status) => {
    expect(() => read({ responses: { "200": done, [status]: empty } })).toThrow(
      `vehicleGroupsFind has a response ${status}; only 2xx, 304, 4xx and 5xx are supported.`,
    );
  });

  test("refuses an operation that never succeeds, and one that only says that nothing has changed", () => {
    expect(() => read({ responses: { "404": error } })).toThrow("vehicleGroupsFind has no success response.");
    expect(() => read({ responses: { "304": empty }, parameters: [ifNoneMatch] })).toThrow("has no success response.");
  });

  test.each([
    ["no condition", [], "Add the parameter."],
    ["one in another spelling", [{ ...ifNoneMatch, name: "if-none-match" }], "Write if-none-match like this."],
  ])("refuses a 304 of an operation that takes %s", (_what, parameters, remedy) => {
    expect(() => read({ responses: { "200": done, "304": empty }, parameters })).toThrow(
      `vehicleGroupsFind: it answers 304, so it must take the header If-None-Match. ${remedy}`,
    );
  });

  test("refuses a page beside a body that is none", () => {
    const list: Schema = { type: "array", items: { type: "string" } };
    const page = { type: "object", properties: { data: list, pagination: { type: "object" } } };
    const paged: Response = { description: "A page.", content: { "application/json": { schema: page } } };
    expect(read({ responses: { "200": paged, "304": empty }, parameters: [ifNoneMatch] })?.paged).toBe(true);
    expect(() => read({ responses: { "200": paged, "202": done } })).toThrow(
      "vehicleGroupsFind: the 202 response has no pagination, and another success has.",
    );
  });
});

describe("what is generated of several successes", () => {
  const operations = readOperations(document);

  test("facts and tables list them, ascending", () => {
    const facts = operationFacts("facts", operations);
    expect(
      [...facts.matchAll(/(\w+): \{ id: [^]*?success: (\[.*?\])/g)].map(([, id, list]) => `${id} ${list}`),
    ).toEqual([
      "unitsListing [200, 304]",
      "unitsGet [200, 304]",
      "unitsPut [200, 201]",
      "unitsDelete [200]",
      "unitsCreate [201]",
      "authLogin [200]",
    ]);
    expect(facts).toContain('problems: { 404: ["not_found"] }');
    expect(emitOperationTable(operations)).toContain("[200, 304, 404],");
  });

  test("handlers have a reply for each, with the headers that they give", () => {
    const text = emitHandlers(operations, new Map()).replaceAll(/\s+/g, " ");
    const unit = "{ id: number }";
    const reply = (status: number, data: string, headers: string): string =>
      `${status}: { data: ${data}; headers: ${headers} };`;
    expect(text).toContain(
      `replies: { ${reply(200, unit, "{ etag: string }")} ${reply(304, "null", "{ etag: string }")} }`,
    );
    expect(text).toContain(
      `replies: { ${reply(200, unit, "{ etag: string; location?: never }")} ${reply(201, unit, "{ etag: string; location: string }")} }`,
    );
    expect(text).toContain(`replies: { ${reply(200, unit, "Record<string, never>")} }`);
    // The server adds a newer token; an optional header is the handler's choice.
    expect(text).toContain(`replies: { ${reply(201, unit, "{ location: string; link?: string }")} }`);
    // A login gives its token itself; the other headers come from the server.
    expect(text).toContain(`replies: { ${reply(200, "boolean", "{ authorization: string }")} }`);
  });

  test("the envelope may have members of its own", () => {
    const data = { type: "object", properties: { at: { type: "string" } } };
    expect(facadeOf({ responses: { "200": envelopeOf(data), "201": envelopeOf({ type: "boolean" }) } })).toContain(
      "Ok<200, { at?: string }> | Ok<201, boolean>",
    );
  });
});

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
