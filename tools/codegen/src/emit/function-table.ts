import type { OpenApiDocument, Schema } from "../document.ts";
import { refTarget } from "../document.ts";
import type { JsonSchema, SchemaMode } from "./validation-schema.ts";
import { componentSchemas, validationSchema } from "./validation-schema.ts";

/** Collects which schemas need a compiled function; equal references share one. */
export class FunctionTable {
  readonly schemas: Record<string, JsonSchema>;
  /** Schema name by identifier. */
  readonly functions: Record<string, string> = {};
  readonly #mode: SchemaMode;

  constructor(document: OpenApiDocument, mode: SchemaMode) {
    this.schemas = componentSchemas(document, mode);
    this.#mode = mode;
  }

  /** Text that names the function of a schema; `null` without one. `name` is used where the schema has none. */
  use(name: string, schema: Schema | null | undefined): string {
    if (schema === null || schema === undefined) return "null";
    if (schema.$ref !== undefined)
      return this.#add(`schema_${refTarget(schema.$ref).name}`, refTarget(schema.$ref).name);
    this.schemas[name] ??= validationSchema(schema, this.#mode);
    return this.#add(name, name);
  }

  #add(identifier: string, schemaName: string): string {
    this.functions[identifier] = schemaName;
    return `compiled.${identifier}`;
  }
}
