import { banner } from "../banner.ts";
import type { OpenApiDocument, Schema } from "../document.ts";
import { key, literal, literals, tallUnion } from "../text.ts";

/** Titles of the actions of one permission resource. */
export interface CatalogueResource {
  title: string;
  actions: Record<string, { title: string }>;
}

/** The permission catalogue of a document: its resources, their actions and the titles of both. */
export function readCatalogue(document: OpenApiDocument): Record<string, CatalogueResource> {
  const resources = document.components.schemas["Permissions"]?.properties;
  if (resources === undefined)
    throw new Error("components.schemas.Permissions has no properties: there is no permission catalogue.");
  return Object.fromEntries(Object.entries(resources).map(([name, schema]) => [name, readResource(name, schema)]));
}

function readResource(name: string, schema: Schema): CatalogueResource {
  const actions = Object.entries(schema.properties?.["actions"]?.properties ?? {});
  return {
    title: titleOf(name, schema),
    actions: Object.fromEntries(
      actions.map(([action, grant]) => [action, { title: titleOf(`${name}.${action}`, grant) }]),
    ),
  };
}

function titleOf(name: string, schema: Schema): string {
  if (schema.title === undefined)
    throw new Error(`Permission ${name} has no title. Give it one in spec/shared/permissions.yaml.`);
  return schema.title;
}

/** The catalogue as data and types. */
export function emitPermissions(document: OpenApiDocument, hash: string): string {
  const catalogue = readCatalogue(document);
  const resources = Object.keys(catalogue);
  const actions = [...new Set(Object.values(catalogue).flatMap((resource) => Object.keys(resource.actions)))];
  return `${banner(hash)}
/** Every permission resource that the contract names, with its actions and their titles. */
export const permissionCatalogue = {
${Object.entries(catalogue)
  .map(([name, resource]) => resourceText(name, resource))
  .join("\n")}
} as const satisfies Record<string, { title: string; actions: Record<string, { title: string }> }>;

/** A permission resource that the contract names. */
export type KnownPermissionResource =${tallUnion(resources.map(literal))};

/** A permission resource. Open: a service may have more than the contract names. */
export type PermissionResourceName = KnownPermissionResource | (string & {});

/** An action of a permission resource. Open: a service may have more than the contract names. */
export type PermissionActionName =${tallUnion([...actions.map(literal), "(string & {})"])};

/** A permission that the contract names. */
export type KnownPermission =${tallUnion(Object.entries(catalogue).map(([name, resource]) => permissionType(name, resource)))};
`;
}

function permissionType(name: string, resource: CatalogueResource): string {
  return `{ resource: ${literal(name)}; action: ${literals(Object.keys(resource.actions))} }`;
}

function resourceText(name: string, resource: CatalogueResource): string {
  const actions = Object.entries(resource.actions).map(
    ([action, titled]) => `      ${key(action)}: ${literal(titled)},`,
  );
  return [
    `  ${key(name)}: {`,
    `    title: ${literal(resource.title)},`,
    "    actions: {",
    ...actions,
    "    },",
    "  },",
  ].join("\n");
}
