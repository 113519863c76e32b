import { isMap, parseDocument, type Document } from "yaml";

/** Files of `spec/` by their path in it. */
export type ContractFiles = Readonly<Record<string, string>>;

/** Operations of the contract when all resource groups that the source description names are in it. */
export const SYNTHETIC_OPERATIONS = 151;

/** Names of resource groups that the service does not have. */
const NAMES = "Tyres Depots Trailers Permits Incidents Suppliers Leases Shifts Cameras Chargers Workshops Containers";

/** The group that the synthetic ones are copies of. */
const MODEL = { folder: "units", tag: "Units", id: "unit_id" };

/** Schemas that all copies share with the model: a rule names them among its exceptions. */
const SHARED = ["UnitOwnership", "UnitImport"];

/**
 * The real contract with copies of its group of units under other names, until it has {@link SYNTHETIC_OPERATIONS}
 * operations. So the added groups are as large as real ones, and pass the same rules. The last one may lack operations.
 * @param real - the hand-written contract
 * @returns the files that differ from the real ones
 */
export function syntheticContract(real: ContractFiles): ContractFiles {
  const paths = fileOf(real, `resources/${MODEL.folder}/paths.yaml`);
  const schemas = fileOf(real, `resources/${MODEL.folder}/schemas.yaml`);
  // Problem codes are those of one group alone.
  const [group = ""] = fileOf(real, `resources/${MODEL.folder}/group.yaml`).split(/^problems:$/m, 1);
  const own = new Set(keysOf(parseDocument(schemas)).filter((name) => !SHARED.includes(name)));
  const index = parseDocument(fileOf(real, "openapi.yaml"));
  const files: Record<string, string> = {};
  let missing = SYNTHETIC_OPERATIONS - operationIds(real).length;
  for (const tag of NAMES.split(" ")) {
    if (missing <= 0) break;
    const folder = tag.toLowerCase();
    const items = parseDocument(renamed(paths, "paths.yaml", tag, own));
    missing = keepPaths(items, missing);
    index.addIn(["x-groups"], index.createNode({ $ref: `resources/${folder}/group.yaml` }));
    files[`resources/${folder}/group.yaml`] = group
      .replace(`name: ${MODEL.tag}`, `name: ${tag}`)
      .replace(`  ${MODEL.folder}:`, `  ${folder}:`);
    files[`resources/${folder}/paths.yaml`] = items.toString({ lineWidth: 0 });
    const records = parseDocument(renamed(schemas, "schemas.yaml", tag, own));
    for (const name of SHARED) records.delete(name);
    files[`resources/${folder}/schemas.yaml`] = records.toString({ lineWidth: 0 });
  }
  if (missing > 0) throw new Error(`There are no names for the groups of ${missing} more operations.`);
  return { "openapi.yaml": index.toString({ lineWidth: 0 }), ...files };
}

/** The ids of the operations of a contract, as its resource groups have them. */
export function operationIds(contract: ContractFiles): string[] {
  const groups = Object.entries(contract).filter(([path]) => /^resources\/\w+\/paths\.yaml$/.test(path));
  return groups.flatMap(([, text]) => idsIn(text));
}

/** An id with a deeper indentation is that of a link. */
function idsIn(text: string): string[] {
  return [...text.matchAll(/^ {4}operationId: (\w+)$/gm)].map(([, id = ""]) => id);
}

function fileOf(files: ContractFiles, path: string): string {
  const text = files[path];
  if (text === undefined) throw new Error(`The contract has no ${path}.`);
  return text;
}

function keysOf(document: Document, ...place: readonly string[]): string[] {
  const map = place.length === 0 ? document.contents : document.getIn(place);
  return isMap(map) ? map.items.map(({ key }) => String(key)) : [];
}

/** A file of the model with the paths, ids and schema names of another group. What else it refers to is shared. */
function renamed(text: string, file: string, tag: string, own: ReadonlySet<string>): string {
  return text
    .replaceAll(
      /(\$ref: "?)(schemas\.yaml)?#\/(\w+)/g,
      (_ref, before: string, other: string | undefined, name: string) =>
        own.has(name)
          ? `${before}${other ?? ""}#/${tag}${name}`
          : `${before}../${MODEL.folder}/${other ?? file}#/${name}`,
    )
    .replaceAll("examples.yaml#/", `../${MODEL.folder}/examples.yaml#/`)
    .replaceAll(/^\w+(?=:)/gm, (name) => (own.has(name) ? tag + name : name))
    .replaceAll(/^( {4}operationId: )units/gm, `$1${tag.toLowerCase()}`)
    .replaceAll(new RegExp(`^/${MODEL.folder}(?=[/:])`, "gm"), `/${tag.toLowerCase()}`)
    .replaceAll(new RegExp(`^(?:/.*\\{|  name: |)${MODEL.id}\\b`, "gm"), (place) =>
      place.replace(MODEL.id, `${tag.toLowerCase()}_id`),
    );
}

/** Removes the paths of a group that has more operations than are missing. Gives how many are missing after it. */
function keepPaths(items: Document, missing: number): number {
  let left = missing;
  for (const path of keysOf(items).filter((key) => key.startsWith("/"))) {
    const count = keysOf(items, path).filter((verb) => items.hasIn([path, verb, "operationId"])).length;
    if (count > left) items.delete(path);
    else left -= count;
  }
  return left;
}
