import type { OpenApiDocument, Schema } from "@fleet-api-tools/openapi-document";
import { refTarget } from "@fleet-api-tools/openapi-document";
import { naming } from "../errors.ts";
import { subjectOf } from "../reachable.ts";
import { ModuleSet } from "./module-set.ts";
import type { Need } from "./schema-compiler.ts";
import { SchemaCompiler } from "./schema-compiler.ts";
import type { Direction, JsonSchema, SchemaMode } from "./validation-schema.ts";
import { componentSchemas, schemaModes, schemaName, validationSchema } from "./validation-schema.ts";

/**
 * Collects the schemas that need a function, and compiles each into a module of its own: component schemas under their
 * names, all others under the name of their place. What leads to an open enum has a module for requests as well.
 */
export class SchemaModules {
  readonly modules: ModuleSet;
  readonly #document: OpenApiDocument;
  readonly #modes: Readonly<Record<Direction, SchemaMode>>;
  readonly #components: Readonly<Record<string, JsonSchema>>;
  /** Schemas without a name in the contract. No component has a `~` in its name. */
  readonly #inline: Record<string, JsonSchema> = {};
  readonly #used = new Set<string>();

  constructor(document: OpenApiDocument, closed: boolean) {
    this.#document = document;
    this.#modes = schemaModes(document, closed);
    this.#components = componentSchemas(document, closed);
    this.modules = new ModuleSet((schema) => this.#pathOf(schema));
  }

  /** Path of the module of a schema; `place` names a schema that is no component. */
  use(place: readonly string[], schema: Schema, direction: Direction): string {
    const mode = this.#modes[direction];
    const name = schema.$ref === undefined ? this.#name(place) : schemaName(refTarget(schema.$ref).name, mode);
    if (schema.$ref === undefined) this.#inline[name] = validationSchema(schema, mode);
    this.#used.add(name);
    return this.#pathOf(name);
  }

  /** Compiles what is used, and what that needs. */
  async compile(): Promise<void> {
    const compiler = new SchemaCompiler({ ...this.#components, ...this.#inline });
    const needs = new Map<string, Need>();
    // The loop also visits the names that are added while it runs.
    for (const name of this.#used) {
      const schema = naming(
        () => this.#subject(compiler.culprit(name)),
        () => compiler.compile(name),
      );
      this.modules.addSchema(this.#pathOf(name), schema);
      for (const need of schema.needs.values()) {
        if (need.kind === "schema") this.#used.add(need.name);
        else needs.set(`${need.kind} ${need.name}`, need);
      }
    }
    for (const need of needs.values()) await this.modules.addSupport(need);
  }

  /** A schema by its name here, for a message. An inline one is named after its operation. */
  #subject(name: string): string {
    const component = name.replace(/\.request$/, "");
    return component in this.#components ? subjectOf(this.#document, component) : name.split("~").join(" > ");
  }

  /** A name that no other place has, of characters that any file system and URL take. */
  #name(place: readonly string[]): string {
    const name = place.map((part) => part.replaceAll(/[^\w-]/g, "_")).join("~");
    return name in this.#inline ? this.#name([...place, "2"]) : name;
  }

  #pathOf(schema: string): string {
    return `${schema.includes("~") ? "inline" : "schemas"}/${schema}.js`;
  }
}
