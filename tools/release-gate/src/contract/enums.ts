import { dereferenced, isObject, listOf, type JsonObject } from "./json.ts";

/** The mark of an open enum in the authors' form. */
const OPEN = "x-open-enum";

/** Types of which an open enum can be: a value that the contract does not name is one of them. */
const FREE_TYPES: ReadonlySet<unknown> = new Set(["string", "integer", "number"]);

/** Keywords that make a free type something other than "any value of this kind". */
const NARROWING = ["enum", "const", "format", "anyOf", "oneOf", "allOf", "$ref"] as const;

/** Which values a schema names, and whether others may occur. */
export interface EnumSchema {
  /** `closed`: only these values. `open`: these and any other of the type. `free`: no value is named. */
  readonly kind: "closed" | "open" | "free";
  readonly values: readonly unknown[];
}

/**
 * Reads the values of a schema in the authors' form; undefined when it is neither an enum nor a plain scalar.
 */
export function readEnum(schema: JsonObject): EnumSchema | undefined {
  if (Array.isArray(schema.enum)) return { kind: schema[OPEN] === true ? "open" : "closed", values: schema.enum };
  if ("const" in schema) return { kind: "closed", values: [schema.const] };
  return freeTypeOf(schema) === undefined ? undefined : { kind: "free", values: isNullable(schema) ? [null] : [] };
}

/**
 * The document with every open enum in the authors' form, `enum` with `x-open-enum: true`. The bundle has
 * `anyOf: [{ enum }, { type: string }]` for the same thing, and snapshots of other contracts have it without the mark; a
 * change of form is no change of the contract, and a place in the authors' form is one that authors find.
 */
export function withAuthoredEnums(document: JsonObject): JsonObject {
  return mapObjects(document, (schema) => authored(document, schema));
}

function authored(document: JsonObject, schema: JsonObject): JsonObject {
  // Without a type it is one of strings; with another than a scalar it is no enum that this form can have.
  const isScalar = schema.type === undefined || freeTypeOf({ ...schema, enum: undefined }) !== undefined;
  if (schema[OPEN] === true && Array.isArray(schema.enum) && isScalar)
    return openEnum(schema, schema.enum, isNullable(schema));
  if (!Array.isArray(schema.anyOf)) return schema;
  const { anyOf, ...rest } = schema;
  const branches = anyOf.map((branch) => dereferenced(document, branch));
  const free = branches.filter((branch) => freeTypeOf(branch) !== undefined);
  const named = branches.filter((branch) => !free.includes(branch)).map(valuesOf);
  const [branch] = free;
  if (branch === undefined || free.length > 1 || !named.every((values) => values !== undefined)) return schema;
  const values = named.flat();
  const type = freeTypeOf(branch);
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || !known.every((value) => isOfType(value, type))) return schema;
  return openEnum({ ...branch, ...rest, type }, known, isNullable(branch) || values.includes(null));
}

function openEnum(schema: JsonObject, values: readonly unknown[], nullable: boolean): JsonObject {
  const known = values.filter((value) => value !== null);
  const type = freeTypeOf({ ...schema, enum: undefined }) ?? "string";
  return {
    ...schema,
    type: nullable ? [type, "null"] : type,
    enum: nullable ? [...known, null] : known,
    [OPEN]: true,
  };
}

/** The values that a branch of a bundled enum names; undefined when it is something else. */
function valuesOf(branch: JsonObject): readonly unknown[] | undefined {
  if (Array.isArray(branch.enum)) return branch.enum;
  if ("const" in branch) return [branch.const];
  return branch.type === "null" ? [null] : undefined;
}

/** The type of which a schema accepts any value, null aside; undefined when it narrows its type or has several. */
function freeTypeOf(schema: JsonObject): unknown {
  if (NARROWING.some((keyword) => schema[keyword] !== undefined)) return undefined;
  const types = typesOf(schema).filter((type) => type !== "null");
  return types.length === 1 && FREE_TYPES.has(types[0]) ? types[0] : undefined;
}

function isNullable(schema: JsonObject): boolean {
  return typesOf(schema).includes("null") || listOf(schema.enum).includes(null);
}

function typesOf({ type }: JsonObject): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

function isOfType(value: unknown, type: unknown): boolean {
  return type === "string" ? typeof value === "string" : typeof value === "number";
}

/** Rebuilds a document from its leaves; a part in which nothing changes is kept as it is. */
function mapObjects(document: JsonObject, change: (value: JsonObject) => JsonObject): JsonObject {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const items = value.map(visit);
      return items.some((item, at) => item !== value[at]) ? items : value;
    }
    return isObject(value) ? visitObject(value) : value;
  };
  const visitObject = (value: JsonObject): JsonObject => {
    const entries = Object.entries(value).map(([key, member]) => [key, visit(member)] as const);
    return change(entries.some(([key, member]) => member !== value[key]) ? Object.fromEntries(entries) : value);
  };
  return visitObject(document);
}
