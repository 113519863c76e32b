import { isMap, parseDocument } from "yaml";

/** Files of `spec/` by their path in it. */
export type ContractFiles = Readonly<Record<string, string>>;

/** Operations of the contract when all resource groups that the source description names are in it. */
export const SYNTHETIC_OPERATIONS = 151;

/** Names of resource groups that the service does not have. */
const NAMES = "Tyres Depots Trailers Permits Incidents Suppliers Leases Shifts Cameras Chargers Workshops Containers";

/** The group that the synthetic ones are copies of. */
const MODEL = { folder: "units", tag: "Units" };

/**
 * The real contract with copies of its group of units under other names, until it has {@link SYNTHETIC_OPERATIONS}
 * operations or just more. So the added groups are as large as real ones, and pass the same rules.
 * @param real - the hand-written contract
 * @returns the files that differ from the real ones
 */
export function syntheticContract(real: ContractFiles): ContractFiles {
  const paths = fileOf(real, `resources/${MODEL.folder}/paths.yaml`);
  const schemas = fileOf(real, `resources/${MODEL.folder}/schemas.yaml`);
  const missing = SYNTHETIC_OPERATIONS - operationIds(real).length;
  const count = Math.max(0, Math.ceil(missing / idsIn(paths).length));
  const names = NAMES.split(" ");
  if (count > names.length) throw new Error(`There are names for ${names.length} groups, not for ${count}.`);
  const groups = names.slice(0, count);
  const copies = groups.flatMap((tag) => [
    [`resources/${tag.toLowerCase()}/paths.yaml`, renamed(paths, tag, schemas)],
    [`resources/${tag.toLowerCase()}/schemas.yaml`, renamed(schemas, tag, schemas)],
  ]);
  return { "openapi.yaml": index(fileOf(real, "openapi.yaml"), groups), ...Object.fromEntries(copies) };
}

/** The ids of the operations of a contract, as its resource groups have them. */
export function operationIds(contract: ContractFiles): string[] {
  const groups = Object.entries(contract).filter(([path]) => /^resources\/\w+\/paths\.yaml$/.test(path));
  return groups.flatMap(([, text]) => idsIn(text));
}

function idsIn(text: string): string[] {
  return [...text.matchAll(/^ +operationId: (\w+)$/gm)].map(([, id = ""]) => id);
}

function fileOf(files: ContractFiles, path: string): string {
  const text = files[path];
  if (text === undefined) throw new Error(`The contract has no ${path}.`);
  return text;
}

/** A file of the model with the ids, the tag and the schema names of another group. */
function renamed(text: string, tag: string, schemas: string): string {
  const own = [...schemas.matchAll(/^(\w+):/gm)].map(([, name]) => name).join("|");
  return text
    .replaceAll(new RegExp(`^(?:${own}):`, "gm"), `${tag}$&`)
    .replaceAll(new RegExp(`((?:schemas\\.yaml|")#/)(${own})\\b`, "g"), `$1${tag}$2`)
    .replaceAll(/^( +operationId: )units/gm, `$1${tag.toLowerCase()}`)
    .replaceAll(`tags: [${MODEL.tag}]`, `tags: [${tag}]`);
}

/** The index with the paths and tags of the groups. */
function index(real: string, groups: readonly string[]): string {
  const document = parseDocument(real);
  const paths = document.get("paths");
  const model = (isMap(paths) ? paths.items.map(({ key }) => String(key)) : []).filter(
    (path) => path.startsWith(`/${MODEL.folder}/`) || path === `/${MODEL.folder}`,
  );
  for (const tag of groups) {
    const folder = tag.toLowerCase();
    document.addIn(["tags"], document.createNode({ name: tag, "x-provenance": "designed", description: "A copy." }));
    for (const path of model) {
      const $ref = String(document.getIn(["paths", path, "$ref"])).replace(`/${MODEL.folder}/`, `/${folder}/`);
      document.setIn(["paths", path.replace(MODEL.folder, folder)], document.createNode({ $ref }));
    }
  }
  return document.toString({ lineWidth: 0 });
}
