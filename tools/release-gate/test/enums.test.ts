import { describe, expect, it } from "vitest";
import { type Bump, highest } from "../src/bump.ts";
import { compareContracts } from "../src/compare/compare-contracts.ts";
import type { JsonObject } from "../src/contract/json.ts";

/** How a schema stands in the contract: in the authors' form, as the bundle has it, or so without the mark of the bundle. */
type Form = "authored" | "bundled" | "unmarked";

/** An enum of a test: its values in one line, and whether others may occur. `free` names none. */
interface TestEnum {
  readonly kind: "open" | "closed" | "free";
  readonly values?: readonly (string | null)[];
}

/** The schema of an enum in one of the forms. What a closed one does not need is the length of other strings. */
function enumSchema({ kind, values = [] }: TestEnum, form: Form): JsonObject {
  const type = values.includes(null) ? ["string", "null"] : "string";
  const bounds = { maxLength: 40 };
  if (kind === "free") return { type, ...bounds };
  if (kind === "closed") return { type, enum: values };
  if (form === "authored") return { type, enum: values, "x-open-enum": true, ...bounds };
  if (form === "unmarked") return { anyOf: [{ enum: values }, { type: "string", ...bounds }] };
  const named = { type: "string", enum: values.filter((value) => value !== null) };
  const none = values.includes(null) ? [{ type: "null" }] : [];
  return { anyOf: [named, { type: "string", ...bounds }, ...none], "x-open-enum": true };
}

/** Places in which an enum can stand; each gives the whole operation that has it there. */
const PLACEMENTS = {
  response: {
    property: (schema) => answer({ type: "object", properties: { kind: schema } }),
    "component behind a reference": (_schema, component) => answer(object({ $ref: component })),
    "items of a list": (schema) => answer({ type: "array", items: schema }),
    "values of a map": (schema) => answer({ type: "object", additionalProperties: schema }),
    "names of a map": (schema) => answer({ type: "object", propertyNames: schema, additionalProperties: true }),
    "one of several": (_schema, component) => answer({ oneOf: [{ $ref: component }, { type: "boolean" }] }),
    header: (schema) => ({ responses: { 200: { description: "Done.", headers: { "X-Kind": { schema } } } } }),
  },
  request: {
    "property of the body": (schema) => body(object(schema)),
    "component behind a reference": (_schema, component) => body(object({ $ref: component })),
    "items of a list": (schema) => body({ type: "array", items: schema }),
    "names of a map": (schema) => body({ type: "object", propertyNames: schema, additionalProperties: true }),
    "query parameter": (schema) => parameter("query", schema),
    "list in a parameter": (schema) => parameter("query", { type: "array", items: schema }),
    header: (schema) => parameter("header", schema),
  },
} satisfies Record<string, Record<string, (schema: JsonObject, component: string) => JsonObject>>;

/** A place with an enum in it, before and after a change. */
interface EnumCase {
  readonly operation: (schema: JsonObject, component: string) => JsonObject;
  readonly schema: JsonObject;
}

/** A contract with one operation per case, `POST /case-<n>`, and a component per case. */
function enumContract(cases: readonly EnumCase[]): JsonObject {
  const numbered = [...cases.entries()];
  return {
    openapi: "3.1.0",
    info: { title: "Enums", version: "1.0.0" },
    paths: Object.fromEntries(
      numbered.map(([at, { operation, schema }]) => [
        `/case-${at}`,
        { post: { operationId: `case${at}`, ...operation(schema, `#/components/schemas/Case${at}`) } },
      ]),
    ),
    components: { schemas: Object.fromEntries(numbered.map(([at, { schema }]) => [`Case${at}`, schema])) },
  };
}

function object(schema: JsonObject): JsonObject {
  return { type: "object", properties: { kind: schema } };
}

function answer(schema: JsonObject): JsonObject {
  return { responses: { 200: { description: "Done.", content: { "application/json": { schema } } } } };
}

function body(schema: JsonObject): JsonObject {
  return { requestBody: { required: true, content: { "application/json": { schema } } }, ...done() };
}

function parameter(where: string, schema: JsonObject): JsonObject {
  return { parameters: [{ name: "kind", in: where, schema }], ...done() };
}

function done(): JsonObject {
  return { responses: { 204: { description: "Done." } } };
}

const open = (...values: (string | null)[]): TestEnum => ({ kind: "open", values });
const closed = (...values: (string | null)[]): TestEnum => ({ kind: "closed", values });
const free: TestEnum = { kind: "free" };
const CASE = "#/components/schemas/Case0";

interface Row {
  readonly what: string;
  readonly before: TestEnum;
  readonly after: TestEnum;
  readonly request: Bump;
  readonly response: Bump;
}

/** The table of the README. */
// oxfmt-ignore
const ROWS: readonly Row[] = [
  { what: "nothing", before: open("a", "b"), after: open("a", "b"), request: "none", response: "none" },
  { what: "open: a value added", before: open("a"), after: open("a", "b"), request: "minor", response: "minor" },
  { what: "open: a value removed", before: open("a", "b"), after: open("a"), request: "major", response: "minor" },
  { what: "closed: a value added", before: closed("a"), after: closed("a", "b"), request: "minor", response: "major" },
  { what: "closed: a value removed", before: closed("a", "b"), after: closed("a"), request: "major", response: "minor" },
  { what: "opened", before: closed("a"), after: open("a"), request: "minor", response: "major" },
  { what: "closed", before: open("a"), after: closed("a"), request: "major", response: "major" },
  { what: "first values", before: free, after: open("a"), request: "major", response: "minor" },
  { what: "last values", before: open("a"), after: free, request: "minor", response: "minor" },
  { what: "a plain type is closed", before: free, after: closed("a"), request: "major", response: "major" },
  { what: "a closed enum becomes a plain type", before: closed("a"), after: free, request: "minor", response: "major" },
  { what: "open: null added", before: open("a"), after: open("a", null), request: "minor", response: "major" },
  { what: "open: null removed", before: open("a", null), after: open("a"), request: "major", response: "minor" },
  { what: "open with null: a value added", before: open("a", null), after: open("a", "b", null), request: "minor", response: "minor" },
  { what: "closed: null added", before: closed("a"), after: closed("a", null), request: "minor", response: "major" },
  { what: "closed: null removed", before: closed("a", null), after: closed("a"), request: "major", response: "minor" },
];
const FORMS: readonly [Form, Form][] = [
  ["authored", "authored"],
  ["bundled", "bundled"],
  ["authored", "bundled"],
  ["bundled", "unmarked"],
];

const CASES = ROWS.flatMap((row) =>
  (["request", "response"] as const).flatMap((direction) =>
    Object.entries(PLACEMENTS[direction]).flatMap(([placement, operation]) =>
      FORMS.map(([from, to]) => ({ ...row, direction, placement, operation, from, to, bump: row[direction] })),
    ),
  ),
);

describe("enums", () => {
  const changes = compareContracts({
    base: enumContract(CASES.map(({ operation, before, from }) => ({ operation, schema: enumSchema(before, from) }))),
    revision: enumContract(CASES.map(({ operation, after, to }) => ({ operation, schema: enumSchema(after, to) }))),
  });

  it.each([...CASES.entries()].map(([at, one]) => ({ ...one, at })))(
    "$what, $direction, $placement, $from to $to: $bump",
    ({ at, bump }) => {
      const own = changes.filter(({ operations }) => operations.includes(`POST /case-${at}`));
      expect(highest(own.map((change) => change.bump))).toBe(bump);
    },
  );
});

describe("a report on an enum", () => {
  it("has the place of the authors' form and says what happened in which direction", () => {
    const contractOf = (values: TestEnum): JsonObject =>
      enumContract([{ operation: PLACEMENTS.response["items of a list"], schema: enumSchema(values, "bundled") }]);
    const changes = compareContracts({
      base: contractOf(open("a", "b")),
      revision: contractOf(open("a", "c", "d")),
    });
    const schema = "#/paths/~1case-0/post/responses/200/content/application~1json/schema";
    expect(changes.filter(({ operations }) => operations.length > 0)).toMatchObject([
      {
        place: `${schema}/items/enum`,
        bump: "minor",
        message:
          "Values `c`, `d` were added to an open enum in responses. Value `b` was removed from an open enum in responses.",
        rule: { name: "enum-values" },
      },
    ]);
  });

  it("takes the higher bump for an enum that is sent and received", () => {
    const both = (values: TestEnum): JsonObject => {
      const schema = enumSchema(values, "authored");
      const document = enumContract([
        { operation: PLACEMENTS.response["component behind a reference"], schema },
        { operation: () => PLACEMENTS.request["component behind a reference"](schema, CASE), schema },
      ]);
      return document;
    };
    const [change] = compareContracts({ base: both(closed("a")), revision: both(closed("a", "b")) });
    expect(change).toMatchObject({ place: `${CASE}/enum`, bump: "major" });
  });
});
