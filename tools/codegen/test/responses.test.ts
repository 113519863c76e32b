import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Operation, Response, Schema } from "../src/document.ts";
import { emitHandlers } from "../src/emit/handlers.ts";
import { operationFacts } from "../src/emit/facts.ts";
import { emitOperationTable } from "../src/emit/operation-table.ts";
import { readOperations } from "../src/operations.ts";
import { documentOf, done, empty, envelopeOf, facadeOf, ifNoneMatch } from "./support/document.ts";
import { document } from "./support/statuses.ts";

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
    ["200", "text/csv", "application/json"],
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
      "Response 200 of vehicleGroupsFind has the media type text/event-stream.",
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
