import { join } from "node:path";
import { runPnpm } from "../pnpm.ts";
import { lastWords, ROOT } from "../program.ts";
import { readPackedPackage, type PackedPackage } from "./packed-package.ts";

/**
 * Packs packages of the workspace as they are published: `pnpm pack` applies `publishConfig`, writes versions for
 * `workspace:` and `catalog:`, and adds the licence of the root. What is packed is what was built before.
 * @param names - names of the packages
 * @param folder - where the tarballs go
 * @throws Error with the words of pnpm when it failed.
 */
export async function packPackages(names: readonly string[], folder: string): Promise<PackedPackage[]> {
  const filters = names.flatMap((name) => ["--filter", name]);
  const args = [...filters, "pack", "--json", "--pack-destination", folder];
  const end = await runPnpm(args, { cwd: ROOT });
  if (end.code !== 0) throw new Error(`pnpm pack failed:\n${lastWords(end)}`);
  const packed: readonly { readonly name: string; readonly filename: string }[] = JSON.parse(end.stdout);
  const missing = names.filter((name) => !packed.some((each) => each.name === name));
  if (missing.length > 0) throw new Error(`pnpm packed no ${missing.join(", ")}`);
  return Promise.all(packed.map(({ filename }) => readPackedPackage(join(folder, filename.replace(/^.*[\\/]/, "")))));
}
