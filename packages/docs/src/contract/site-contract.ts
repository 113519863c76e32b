import { permissionCatalogue } from "@fleet-api/contract/permissions";
import { problems } from "@fleet-api/contract/problems";
import { type OpenApiDocument, type Schema, refTarget, resolve } from "./document.ts";
import { checkKeywords } from "./shown-keywords.ts";
import { type Group, type Operation, readGroups } from "./operations.ts";

/** A problem code, and who returns it. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly Operation[];
  /** The example of the first operation that has one. */
  readonly example: unknown;
}

/** A property of a request body that needs a right of its own. */
interface GuardedField {
  readonly operation: Operation;
  readonly field: string;
}

/** A permission of the catalogue, and what needs it. */
export interface Permission {
  /** `units.view`. */
  readonly name: string;
  readonly resource: string;
  readonly resourceTitle: string;
  readonly action: string;
  readonly title: string;
  readonly operations: readonly Operation[];
  readonly fields: readonly GuardedField[];
}

/** A schema with a page. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: Schema;
  /** Operations that send or accept it, directly or inside of another schema. */
  readonly operations: readonly Operation[];
}

/** All that the reference pages are made of. */
export interface SiteContract {
  readonly document: OpenApiDocument;
  readonly groups: readonly Group[];
  readonly operations: readonly Operation[];
  readonly problems: readonly Problem[];
  readonly permissions: readonly Permission[];
  readonly schemas: readonly NamedSchema[];
}

/** Reads the bundled contract and inverts its references: who returns a code, needs a permission, uses a schema. */
export function readContract(document: OpenApiDocument): SiteContract {
  const groups = readGroups(document);
  const operations = groups.flatMap((group) => group.operations);
  checkKeywords(document, operations);
  return {
    document,
    groups,
    operations,
    problems: readProblems(operations),
    permissions: readPermissions(document, operations),
    schemas: readSchemas(document, operations),
  };
}

function readProblems(operations: readonly Operation[]): Problem[] {
  return Object.entries(problems).map(([code, facts]) => {
    const returning = operations.filter(({ errors }) => errors.some((error) => error.code === code));
    const examples = returning.flatMap(({ errors }) => errors.filter((error) => error.code === code));
    return { code, ...facts, operations: returning, example: examples.find(({ example }) => example)?.example };
  });
}

function readPermissions(document: OpenApiDocument, operations: readonly Operation[]): Permission[] {
  return Object.entries(permissionCatalogue).flatMap(([resource, { title: resourceTitle, actions }]) =>
    Object.entries<{ title: string }>(actions).map(([action, { title }]) => {
      const name = `${resource}.${action}`;
      return {
        name,
        resource,
        resourceTitle,
        action,
        title,
        operations: operations.filter(({ permission }) => permission === name),
        fields: operations.flatMap((operation) => guardedFields(document, operation, name)),
      };
    }),
  );
}

function guardedFields(document: OpenApiDocument, operation: Operation, permission: string): GuardedField[] {
  if (operation.body === null) return [];
  const [own] = operation.permission?.split(".") ?? [];
  const permissionOf = (mark: Schema["x-permission-action"]): string =>
    typeof mark === "object" ? `${mark.resource}.${mark.action}` : `${own}.${mark}`;
  const { properties = {} } = resolve(document, operation.body.schema);
  return Object.entries(properties)
    .filter(([, property]) => permissionOf(property["x-permission-action"]) === permission)
    .map(([field]) => ({ operation, field }));
}

function readSchemas(document: OpenApiDocument, operations: readonly Operation[]): NamedSchema[] {
  const uses = operations.map((operation) => ({ operation, names: schemasOf(document, operation) }));
  return Object.entries(document.components.schemas).map(([name, schema]) => ({
    name,
    schema,
    operations: uses.filter(({ names }) => names.has(name)).map(({ operation }) => operation),
  }));
}

function schemasOf(document: OpenApiDocument, operation: Operation): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("$ref" in value && typeof value.$ref === "string") {
      const name = refTarget(value.$ref).name;
      if (!names.has(name)) {
        names.add(name);
        visit(document.components.schemas[name]);
      }
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(operation.parameters.map(({ schema }) => schema));
  visit(operation.body?.schema);
  visit(operation.replies.map(({ body }) => body?.schema));
  return names;
}
