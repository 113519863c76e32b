import type { JsonObject } from "../../src/contract/json.ts";

/** How a schema stands in the contract: in the authors' form, as the bundle has it, or so without the mark of the bundle. */
export type Form = "authored" | "bundled" | "unmarked";

/** An enum of a test: its values in one line, and whether others may occur. `free` names none. */
export interface TestEnum {
  readonly kind: "open" | "closed" | "free";
  readonly values?: readonly (string | null)[];
}

/** The schema of an enum in one of the forms. What a closed one does not need is the length of other strings. */
export function enumSchema({ kind, values = [] }: TestEnum, form: Form): JsonObject {
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
export const PLACEMENTS = {
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
export interface EnumCase {
  readonly operation: (schema: JsonObject, component: string) => JsonObject;
  readonly schema: JsonObject;
}

/** A contract with one operation per case, `POST /case-<n>`, and a component per case. */
export function enumContract(cases: readonly EnumCase[]): JsonObject {
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
