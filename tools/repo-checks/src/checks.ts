import { authFloors } from "./checks/auth-floors.ts";
import { catalogVersions } from "./checks/catalog-versions.ts";
import type { Check } from "./checks/check.ts";
import { clockAndRandom } from "./checks/clock-and-random.ts";
import { contractLines } from "./checks/contract-lines.ts";
import { dependencyDirection } from "./checks/dependency-direction.ts";
import { docCommands } from "./checks/doc-commands.ts";
import { docLinks } from "./checks/doc-links.ts";
import { docPaths } from "./checks/doc-paths.ts";
import { entryExports } from "./checks/entry-exports.ts";
import { environmentReads } from "./checks/environment-reads.ts";
import { fileBudget } from "./checks/file-budget.ts";
import { forbiddenWords } from "./checks/forbidden-words.ts";
import { functionBudget } from "./checks/function-budget.ts";
import { generatedFiles } from "./checks/generated-files.ts";
import { importCyclesCheck } from "./checks/import-cycles.ts";
import { importDirection } from "./checks/import-direction.ts";
import { linearPatterns } from "./checks/linear-patterns.ts";
import { noAny } from "./checks/no-any.ts";
import { portableCode } from "./checks/portable-code.ts";
import { publishedManifests } from "./checks/published-manifests.ts";
import { readmeSnippets } from "./checks/readme-snippets.ts";
import { registryHosts } from "./checks/registry-hosts.ts";
import { rootScripts } from "./checks/root-scripts.ts";
import { scriptTargets } from "./checks/script-targets.ts";
import { serverBoundaries } from "./checks/server-boundaries.ts";
import { specFolders } from "./checks/spec-folders.ts";
import { specReaders } from "./checks/spec-readers.ts";
import { workflows } from "./checks/workflows.ts";

/** Every check, in the order of the report: directions, code, sizes, generated code, manifests, pages. */
export const CHECKS: readonly Check[] = [
  dependencyDirection,
  importDirection,
  importCyclesCheck,
  authFloors,
  specReaders,
  specFolders,
  serverBoundaries,
  portableCode,
  environmentReads,
  clockAndRandom,
  noAny,
  linearPatterns,
  fileBudget,
  functionBudget,
  contractLines,
  entryExports,
  generatedFiles,
  publishedManifests,
  catalogVersions,
  registryHosts,
  rootScripts,
  scriptTargets,
  workflows,
  forbiddenWords,
  docPaths,
  docLinks,
  docCommands,
  readmeSnippets,
];
