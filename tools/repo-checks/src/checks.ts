import {
  authFloors,
  dependencyDirection,
  importCyclesCheck,
  importDirection,
  rulePaths,
  serverBoundaries,
} from "./checks/directions.ts";
import { catalogVersions, publishedManifests, registryHosts, rootScripts, scriptTargets } from "./checks/manifests.ts";
import type { Check } from "./checks/check.ts";
import { clockAndRandom, environmentReads, linearPatterns, noAny, portableCode, recentApis } from "./checks/code.ts";
import { contractLines, entryExports, fileBudget, functionBudget } from "./checks/budgets.ts";
import { docCommandsCheck, docLinks, docPaths, forbiddenWords, readmeSnippets } from "./checks/pages.ts";
import { generatedFiles, specFolders, specReaders } from "./checks/spec.ts";
import { taskInputs } from "./checks/tasks.ts";
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
  rulePaths,
  portableCode,
  recentApis,
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
  taskInputs,
  workflows,
  forbiddenWords,
  docPaths,
  docLinks,
  docCommandsCheck(() => CHECKS.map(({ name }) => name)),
  readmeSnippets,
];
