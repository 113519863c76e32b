import { camelCase } from "@fleet-api/redocly-plugin/names";
import { type Artefact, builtFolders } from "../artefact.ts";
import { banner } from "../banner.ts";
import type { Tree } from "../disk.ts";
import type { Layout } from "../groups.ts";
import { key } from "../text.ts";

/** The resource groups of the contract as the server has them. It does not compile without the module of each. */
export function emitServerGroups({ groups }: Pick<Layout, "groups">): Artefact {
  const modules = groups.map(({ folder }) => ({ folder, name: `${camelCase(folder)}Group` }));
  const text = [
    banner("spec/resources"),
    "\n",
    ...modules.map(({ folder, name }) => `import * as ${name} from "../${moduleOf(folder)}";\n`),
    "\n/** The resource groups of the contract, by their folders. */\n",
    `export const groups = {\n${modules.map(({ folder, name }) => `  ${key(folder)}: ${name},\n`).join("")}};\n`,
  ];
  return { path: `${builtFolders.server}/groups.ts`, text: text.join(""), checkedIn: false };
}

/**
 * Refuses groups that the server has no module for.
 * @throws Error that names the module of each; what follows from the contract alone can be written before
 */
export async function requireServerGroups({ groups }: Pick<Layout, "groups">, { read }: Tree): Promise<void> {
  const missing: string[] = [];
  for (const { folder } of groups) {
    const path = `${serverFolder}/${moduleOf(folder)}`;
    if ((await read(path)) === null) missing.push(`spec/resources/${folder} has operations; write ${path}.`);
  }
  if (missing.length > 0) throw new Error(missing.join("\n"));
}

const serverFolder = "packages/server/src";

/** The module of a resource group, below the sources of the server. */
function moduleOf(folder: string): string {
  return `resources/${folder}/index.ts`;
}
