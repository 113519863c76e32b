import type { OpenApiDocument, Schema } from "@fleet-api-tools/openapi-document";
import { resolve } from "@fleet-api-tools/openapi-document";
import { named } from "../emit/facts.ts";
import { findItemList } from "../item-list.ts";
import { openEnumOf } from "../open-enum.ts";
import type { OperationModel } from "../operations.ts";
import type { ParameterModel } from "../parameters.ts";
import { key } from "../text.ts";
import type { Import } from "./module-set.ts";
import type { SchemaModules } from "./schema-modules.ts";
import type { Direction } from "./validation-schema.ts";

/** What a module imports, under the names `a0`, `a1` and so on. */
export class Imports {
  readonly byName = new Map<string, Import>();
  readonly #names = new Map<string, string>();

  /** The local name of an export of a module. */
  use(path: string, name: string): string {
    const target = `${path} ${name}`;
    const local = this.#names.get(target) ?? `a${this.#names.size}`;
    this.#names.set(target, local);
    this.byName.set(local, { path, name });
    return local;
  }
}

/** Adds the module with what the request of an operation must be. @returns its path */
export function addRequest(schemas: SchemaModules, document: OpenApiDocument, operation: OperationModel): string {
  const imports = new Imports();
  const body = operation.body === null ? null : Object.values(operation.body.content)[0]?.schema;
  const check = validator(schemas, imports, [operation.id, "body"], body, "request");
  const tables = (["path", "query", "header"] as const).map((place) => {
    const parameters = named(operation, place);
    const rows = parameters.map(
      (parameter) => `${key(parameter.name)}: ${parameterRow(schemas, imports, document, operation, parameter)}`,
    );
    return `${place}: { ${rows.join(", ")} }`;
  });
  const path = `request/${operation.id}.js`;
  const statements = [
    `export const body = ${check};`,
    `export const items = ${itemsRow(schemas, imports, document, operation)};`,
    `export const bodyRequired = ${operation.body?.required === true};`,
    `export const maxBodyBytes = ${maxBodyBytes(operation)};`,
    `export const parameters = { ${tables.join(", ")} };`,
  ];
  schemas.modules.add(path, { imports: imports.byName, body: statements.join("\n") });
  return path;
}

/** Adds the module with what the responses of an operation must be. @returns its path */
export function addResponses(schemas: SchemaModules, { id, responses }: OperationModel): string {
  const imports = new Imports();
  const rows = responses.map(
    ({ status, schema }) => `${status}: ${validator(schemas, imports, [id, String(status)], schema, "response")}`,
  );
  const path = `response/${id}.js`;
  schemas.modules.add(path, { imports: imports.byName, body: `export const responses = { ${rows.join(", ")} };` });
  return path;
}

/** The validator of the items of the list with `x-validated-per-item`. */
function itemsRow(
  schemas: SchemaModules,
  imports: Imports,
  document: OpenApiDocument,
  operation: OperationModel,
): string {
  const found = findItemList(document, operation);
  if (found === null) return "null";
  const validate = validator(schemas, imports, [operation.id, "item"], found.items, "request");
  return `{ member: ${JSON.stringify(found.member)}, validate: ${validate} }`;
}

function validator(
  schemas: SchemaModules,
  imports: Imports,
  place: readonly string[],
  schema: Schema | null | undefined,
  direction: Direction,
): string {
  return schema == null ? "null" : imports.use(schemas.use(place, schema, direction), "validate");
}

/** Zero for an operation without a body. */
function maxBodyBytes({ id, body }: OperationModel): number {
  if (body === null) return 0;
  const limit = body["x-max-body-bytes"];
  if (limit !== undefined && Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new Error(`x-max-body-bytes of ${id} is ${JSON.stringify(limit)}; it must be a positive integer.`);
}

/** The row of a parameter; one that operations share has a module of its own. */
function parameterRow(
  schemas: SchemaModules,
  imports: Imports,
  document: OpenApiDocument,
  operation: OperationModel,
  parameter: ParameterModel,
): string {
  const { component, in: where, name } = parameter;
  if (component === null) return rowText(schemas, imports, document, [operation.id, where, name], parameter);
  const path = `parameters/${component}.js`;
  if (!schemas.modules.has(path)) {
    const own = new Imports();
    const row = rowText(schemas, own, document, ["parameter", component], parameter);
    schemas.modules.add(path, { imports: own.byName, body: `export const parameter = ${row};` });
  }
  return imports.use(path, "parameter");
}

function rowText(
  schemas: SchemaModules,
  imports: Imports,
  document: OpenApiDocument,
  place: readonly string[],
  parameter: ParameterModel,
): string {
  const schema = resolve(document, parameter.schema);
  const items = schema.items === undefined ? null : resolve(document, schema.items);
  const facts = {
    required: parameter.required === true,
    type: schema.type === "array" ? schema.type : oneType(parameter, schema),
    itemType: items === null ? null : oneType(parameter, items),
    csv: parameter.csv,
    sensitive: schema["x-sensitive"] === true,
    default: schema.default,
  };
  return `{ ...${JSON.stringify(facts)}, validate: ${validator(schemas, imports, place, parameter.schema, "request")} }`;
}

const scalars: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean"]);

/** Text can be read in one way only, so a parameter and its items have exactly one type. */
function oneType(parameter: ParameterModel, schema: Schema): string {
  const { type } = openEnumOf(schema)?.response ?? schema;
  if (typeof type === "string" && scalars.has(type)) return type;
  throw new Error(
    `Parameter ${parameter.name} must have one scalar type, or be a list of one; it has ${JSON.stringify(type)}.`,
  );
}
