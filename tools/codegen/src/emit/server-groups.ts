import { camelCase } from "@fleet-api/redocly-plugin/names";
import { type Artefact, builtFolders } from "../artefact.ts";
import { banner } from "../banner.ts";
import type { Layout } from "../groups.ts";
import { key } from "../text.ts";

/** The resource groups of the contract as the server has them. It does not compile without the folder of each. */
export function emitServerGroups({ groups }: Pick<Layout, "groups">): Artefact {
  const modules = groups.map(({ folder }) => ({ folder, name: `${camelCase(folder)}Group` }));
  const text = [
    banner("spec/resources"),
    "\n",
    ...modules.map(({ folder, name }) => `import * as ${name} from "../resources/${folder}/index.ts";\n`),
    "\n/** The resource groups of the contract, by their folders. */\n",
    `export const groups = {\n${modules.map(({ folder, name }) => `  ${key(folder)}: ${name},\n`).join("")}};\n`,
  ];
  return { path: `${builtFolders.server}/groups.ts`, text: text.join(""), checkedIn: false };
}
