import type { JsonObject } from "../../src/contract/json.ts";

/** How a schema stands in the contract: in the authors' form or as the bundle has it. */
export type Form = "authored" | "bundled";

/** An enum of a test: its values in one line, and whether others may occur. `free` names none. */
export interface TestEnum {
  readonly kind: "open" | "closed" | "free";
  readonly values?: readonly (string | null)[];
}

/** The schema of an enum in one of the two forms. */
export function enumSchema({ kind, values = [] }: TestEnum, form: Form): JsonObject {
  const type = values.includes(null) ? ["string", "null"] : "string";
  if (kind === "free") return { type };
  if (kind === "closed") return { type, enum: values };
  if (form === "authored") return { type, enum: values, "x-open-enum": true };
  return { anyOf: [{ enum: values }, { type: "string" }] };
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
