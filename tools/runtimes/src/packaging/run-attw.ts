import { checkPackage, type Problem } from "@arethetypeswrong/core";
import { entriesOf } from "../packed/entries.ts";
import type { PackedPackage } from "../packed/packed-package.ts";

/** Profile "esm-only": a package without CommonJS needs to work in neither of these. */
const LEFT_OUT: readonly string[] = ["node10", "node16-cjs"];

/**
 * What "are the types wrong" finds in a tarball of ES modules. A package that promises no types has nothing to find: the
 * Redocly plugin is named in a configuration and never imported by a program.
 */
export async function runAttw(packed: PackedPackage): Promise<string[]> {
  const modules = entriesOf(packed).filter(({ kind }) => kind === "module");
  if (!modules.some(({ targets }) => targets.some((target) => target.endsWith(".d.ts")))) return [];
  const result = await checkPackage(packed.content, { entrypoints: modules.map(({ subpath }) => subpath) });
  if (result.types === false) return ["attw: there are no types"];
  return result.problems
    .filter((problem) => !LEFT_OUT.includes(wayOf(problem)))
    .map((problem) => `attw: ${JSON.stringify(problem)}`);
}

/** How the module was looked up that there is a problem with; empty where it makes no difference. */
function wayOf(problem: Problem): string {
  if ("resolutionKind" in problem) return problem.resolutionKind;
  return "resolutionOption" in problem ? problem.resolutionOption : "";
}
