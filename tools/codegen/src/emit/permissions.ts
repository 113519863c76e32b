import { banner } from "../banner.ts";
import type { OpenApiDocument, Schema } from "@fleet-api-tools/openapi-document";
import { naming } from "../errors.ts";
import { fill, fillObject, key, literal } from "../text.ts";
import type { TypeWriter } from "./type-writer.ts";

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
  return naming(`schema ${permissionRecord}`, () =>
    Object.fromEntries(Object.entries(resources).map(([name, schema]) => [name, readResource(name, schema)])),
  );
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
export function emitPermissions(document: OpenApiDocument): string {
  const catalogue = Object.entries(readCatalogue(document));
  const actions = [...new Set(catalogue.flatMap(([, resource]) => Object.keys(resource.actions)))];
  return `${banner("spec/shared/permissions.yaml")}
/** Every permission resource that the contract names, with its actions and their titles. */
export const permissionCatalogue = {
${catalogue.map(([name, resource]) => resourceText(name, resource)).join("")}} as const satisfies Record<string, { title: string; actions: Record<string, { title: string }> }>;

/** A permission resource that the contract names. */
export type KnownPermissionResource = keyof typeof permissionCatalogue;

/** A permission resource. Open: a service may have more than the contract names. */
export type PermissionResourceName = KnownPermissionResource | (string & {});

/** An action of a permission resource. Open: a service may have more than the contract names. */
export type PermissionActionName =
${union([...actions.map(literal), "(string & {})"])};

/** The actions that the contract names for one resource. */
export type KnownPermissionAction<Resource extends KnownPermissionResource> =
  keyof (typeof permissionCatalogue)[Resource]["actions"];

/** A permission that the contract names. */
export type KnownPermission = {
  [Resource in KnownPermissionResource]: { resource: Resource; action: KnownPermissionAction<Resource> };
}[KnownPermissionResource];
`;
}

/** The name of the record of permissions, from which the catalogue is read. */
export const permissionRecord = "Permissions";

/**
 * The record of permissions as a type over the catalogue, which has its names already.
 * @throws Error when a resource of the record is more than a title and a list of grants
 */
export function permissionType({ properties = {}, additionalProperties }: Schema, writer: TypeWriter): string {
  const [first] = Object.entries(properties);
  const open = typeof additionalProperties === "object" ? additionalProperties : undefined;
  const { title, actions } = first?.[1].properties ?? {};
  const grant = typeof actions?.additionalProperties === "object" ? actions.additionalProperties : undefined;
  if (open === undefined || title === undefined || grant === undefined) {
    throw new Error(
      "it must be open, and its resources must have a title and an open list of actions. Add what is missing.",
    );
  }
  for (const [name, resource] of Object.entries(properties)) refuseOther(name, resource, { title, grant });
  return `{
  [Resource in ${writer.name("KnownPermissionResource")}]: {
    title: ${writer.type(title)};
    actions: Record<${writer.name("KnownPermissionAction")}<Resource>, ${writer.type(grant)}> & { [key: string]: ${writer.type(grant)} };
  };
} & { [key: string]: ${writer.type(open)} }`;
}

/** One type stands for all resources, so each of them must have it. */
function refuseOther(name: string, resource: Schema, { title, grant }: { title: Schema; grant: Schema }): void {
  const { properties = {}, required = [], additionalProperties: rest } = resource;
  const { actions = {} } = properties;
  const named = actions.properties ?? {};
  const isSame =
    Object.keys(properties).length === 2 &&
    properties["title"]?.$ref === title.$ref &&
    ["title", "actions"].every((member) => required.includes(member)) &&
    (rest ?? false) === false &&
    Object.values(named).every((action) => action.$ref === grant.$ref) &&
    Object.keys(named).every((action) => actions.required?.includes(action));
  if (!isSame)
    throw new Error(
      `permission ${name} must have a title and a list of actions, as the others have. Refer to the same schemas.`,
    );
}

function union(members: readonly string[]): string {
  const pieces = members.map((member) => `| ${member}`);
  return fill(pieces, "  ").trimEnd();
}

function resourceText(name: string, { title, actions }: CatalogueResource): string {
  const members = Object.entries(actions).map(([action, titled]) => `${key(action)}: ${literal(titled)}`);
  return fillObject(`${key(name)}: { title: ${literal(title)}, actions: {`, members, "} },", "  ");
}
