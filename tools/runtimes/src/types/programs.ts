import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Entry } from "../packed/packed-package.ts";
import type { Consumer } from "../packed/install.ts";
import { HERE } from "../program.ts";

/** Where a program runs: it decides which types of the platform there are. */
export type Place = "node" | "page";

/** A project of a user, ready to be compiled. */
export interface TypesProgram {
  /**
   * `node` and `page` use every entry; `lean` has no optional peer and uses the root entries; `library` exports what the
   * client gives, in declarations of its own, and depends on nothing that the client depends on.
   */
  readonly name: Place | "lean" | "library";
  readonly folder: string;
  /** Path of its configuration. */
  readonly config: string;
}

type UsableEntry = Pick<Entry, "specifier" | "kind">;

/** Entries that only one place can use, because their declarations name its types. */
const ONLY: Readonly<Record<string, Place>> = {
  "@fleet-api/auth/stores/web": "page",
};

/** Declarations are checked, too: users who do not skip that must not find errors in ours. */
const STRICT = { strict: true, skipLibCheck: false, noEmit: true, target: "es2022", resolveJsonModule: true };

/** Without the types of browsers, and with the strictest optional members. */
const NODE = { ...STRICT, module: "nodenext", lib: ["es2022"], types: ["node"], exactOptionalPropertyTypes: true };

/** Bundled, and without the types of Node. */
const DOM = ["es2022", "dom", "dom.iterable"];
const PAGE = { ...STRICT, module: "esnext", moduleResolution: "bundler", lib: DOM, types: [] };

/** Writes the projects into the consumer's folders. */
export async function writePrograms(
  consumer: Consumer,
  entries: readonly UsableEntry[],
): Promise<Record<TypesProgram["name"], TypesProgram>> {
  const usage = join(HERE, "test/consumer/usage.ts");
  await copyFile(usage, join(consumer.full, "usage.ts"));
  await copyFile(usage, join(consumer.lean, "usage.ts"));
  await copyFile(join(HERE, "test/consumer/library.ts"), join(consumer.isolated, "library.ts"));
  for (const place of ["node", "page"] as const) {
    await writeFile(join(consumer.full, `${place}.ts`), entriesProgram(entriesFor(place, entries)));
  }
  return {
    node: await writeProgram("node", consumer.full, NODE, ["usage.ts", "node.ts"]),
    page: await writeProgram("page", consumer.full, PAGE, ["usage.ts", "page.ts"]),
    lean: await writeProgram("lean", consumer.lean, { ...NODE, lib: DOM }, ["usage.ts"]),
    library: await writeProgram("library", consumer.isolated, { ...PAGE, declaration: true }, ["library.ts"]),
  };
}

async function writeProgram(
  name: TypesProgram["name"],
  folder: string,
  compilerOptions: object,
  files: readonly string[],
): Promise<TypesProgram> {
  const config = join(folder, `tsconfig.${name}.json`);
  await writeFile(config, JSON.stringify({ compilerOptions, files }, null, 2));
  return { name, folder, config };
}

/** The entries that a program of this place can import. */
export function entriesFor(place: Place, entries: readonly UsableEntry[]): UsableEntry[] {
  return entries.filter(({ specifier }) => (ONLY[specifier] ?? place) === place);
}

/** Imports every entry that has types, and does not compile when one of them is `any`. */
export function entriesProgram(entries: readonly UsableEntry[]): string {
  const lines = entries
    .filter(({ kind }) => kind !== "file")
    .flatMap(({ specifier, kind }, index) => [
      kind === "json"
        ? `import entry${index} from "${specifier}" with { type: "json" };`
        : `import * as entry${index} from "${specifier}";`,
      `export const typed${index}: 0 extends 1 & typeof entry${index} ? never : true = true;`,
    ]);
  return `${lines.join("\n")}\n`;
}
