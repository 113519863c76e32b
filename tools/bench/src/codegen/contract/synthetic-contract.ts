import { type Document, isMap, parseDocument } from "yaml";
import { groupNames, type GroupNames } from "./nouns.ts";
import { groupOperations, type SyntheticOperation } from "./paths.ts";
import { choices } from "./random.ts";
import { recordShape } from "./record.ts";
import { groupSchemas } from "./schemas.ts";
import { sharedDefinitions, sharedFile, withProblemCode } from "./shared.ts";
import { type Node, yamlText } from "./yaml-text.ts";

/** Files of `spec/` by their path in it. */
export type ContractFiles = Readonly<Record<string, string>>;

/**
 * The operations that every synthetic contract begins with: what the contract had when the budgets were set. Figures stay
 * comparable when it grows.
 */
const BASE_PATHS = [
  "/auth/login",
  "/auth/token",
  "/auth/registration/{registration_token}",
  "/auth/permission/{resource}/action/{action}",
  "/auth/logout",
  "/auth/password/reset/request",
  "/auth/password/reset",
  "/auth/register/complete",
  "/auth/monitor/user",
  "/units/listing",
  "/tests/ping",
];

/** Operations of the contract before the first synthetic group. */
export const baseOperations: number = BASE_PATHS.length;

/** Operations of one synthetic group. */
const GROUP_SIZE = 7;

/**
 * A contract with as many operations as asked for: eleven of the real ones and synthetic resource groups, written in the
 * short form that authors use. The last group has fewer operations where the count asks for it.
 * @param real - the hand-written contract; at least `openapi.yaml`, `shared/problem.yaml` and `shared/permissions.yaml`
 * @returns the files that differ from the real ones
 */
export function syntheticContract(real: ContractFiles, operations: number, seed = 1): ContractFiles {
  const missing = operations - baseOperations;
  if (missing < 0)
    throw new Error(`A synthetic contract has at least ${baseOperations} operations, not ${operations}.`);
  const resources = permissionResources(fileOf(real, "shared/permissions.yaml"));
  const choose = choices(seed);
  const groups = groupNames(Math.ceil(missing / GROUP_SIZE)).map((names, index) => {
    const resource = resources[index % resources.length] ?? "";
    const own = groupOperations(names, resource).slice(0, missing - index * GROUP_SIZE);
    return { names, operations: own, record: recordShape(names, choose) };
  });
  const files = groups.flatMap(({ names, operations: own, record }) => [
    [`resources/${names.path}/paths.yaml`, yamlText(`Operations of the ${names.tag} resource group.`, pathItems(own))],
    [
      `resources/${names.path}/schemas.yaml`,
      yamlText(`Records of the ${names.tag} resource group.`, groupSchemas(names, record)),
    ],
  ]);
  return {
    "openapi.yaml": indexText(fileOf(real, "openapi.yaml"), groups),
    ...(groups.length > 0 && {
      "shared/problem.yaml": withProblemCode(fileOf(real, "shared/problem.yaml")),
      [sharedFile]: yamlText("What the synthetic groups share.", sharedDefinitions()),
    }),
    ...Object.fromEntries(files),
  };
}

function fileOf(files: ContractFiles, path: string): string {
  const text = files[path];
  if (text === undefined) throw new Error(`The contract has no ${path}.`);
  return text;
}

/** Permission resources with the actions that a synthetic group asks for. */
function permissionResources(catalogue: string): string[] {
  const document = parseDocument(catalogue);
  const names = keysAt(document, ["Permissions", "properties"]);
  const needed = ["view", "create", "edit", "delete"];
  const has = (name: string, action: string): boolean =>
    document.hasIn(["Permissions", "properties", name, "properties", "actions", "properties", action]);
  return names.filter((name) => needed.every((action) => has(name, action)));
}

function keysAt(document: Document, place: readonly string[]): string[] {
  const map = document.getIn(place);
  return isMap(map) ? map.items.map(({ key }) => String(key)) : [];
}

function pathItems(operations: readonly SyntheticOperation[]): Node {
  const items: Record<string, Record<string, Node>> = {};
  for (const { item, verb, operation } of operations) items[item] = { ...items[item], [verb]: operation };
  return items;
}

interface Group {
  readonly names: GroupNames;
  readonly operations: readonly SyntheticOperation[];
}

/** The index with the paths and tags of the groups, and without the real paths that came after the first eleven. */
function indexText(real: string, groups: readonly Group[]): string {
  const document = parseDocument(real);
  const gone = BASE_PATHS.find((path) => !document.hasIn(["paths", path]));
  if (gone !== undefined) throw new Error(`The contract has no ${gone}; name the path that replaced it in BASE_PATHS.`);
  for (const path of keysAt(document, ["paths"])) {
    if (!BASE_PATHS.includes(path)) document.deleteIn(["paths", path]);
  }
  for (const { names, operations } of groups) {
    document.addIn(
      ["tags"],
      document.createNode({
        name: names.tag,
        "x-provenance": "designed",
        description: `The ${names.words.many} of a fleet.`,
      }),
    );
    for (const { path, item } of operations) {
      document.setIn(["paths", path], document.createNode({ $ref: `resources/${names.path}/paths.yaml#/${item}` }));
    }
  }
  return document.toString({ lineWidth: 0 });
}
