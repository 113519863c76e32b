import { fileURLToPath } from "node:url";
import { commandOf, type ProgramEnd, runScript } from "./program.ts";

/**
 * All Markdown that git could track, and the descriptions of the contract: bundled, because recheck runs no preprocessor
 * and so finds no resource group. Folders with a dot are named, or skipped.
 */
const PROSE = [".", ".changeset", ".github", "packages/contract/dist/openapi.json"];

/** Saves two of three seconds. cspell drops an entry when the file, a dictionary, the words or the configuration change. */
const CACHE = "tools/contract-quality/node_modules/.cache/cspell";

/**
 * Looks up every word with cspell; `.cspell.config.yaml` of the root says where.
 * @param folder - the Markdown files of this folder instead, with the same words
 */
export async function checkSpelling(folder?: string): Promise<ProgramEnd> {
  const args = ["lint", "--no-progress", "--dot", "--show-suggestions"];
  const scope =
    folder === undefined
      ? ["--cache", "--cache-strategy", "content", "--cache-location", CACHE]
      : ["--config", ".cspell.config.yaml", "--root", folder, "*.md"];
  return runScript(await commandOf("cspell", "cspell"), [...args, ...scope]);
}

/**
 * Lints prose with `redocly recheck`; `recheck.yaml` of this package has the rules.
 * @param paths - files or folders, from the root; default: all pages and the contract
 */
export async function checkProse(paths: readonly string[] = PROSE): Promise<ProgramEnd> {
  const config = fileURLToPath(new URL("../recheck.yaml", import.meta.url));
  return runScript(await commandOf("@redocly/cli", "redocly"), ["recheck", ...paths, "--config", config]);
}
