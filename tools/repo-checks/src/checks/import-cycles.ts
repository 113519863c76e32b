import { ACYCLIC_FOLDERS } from "../config/boundaries.ts";
import { importCycles, importGraph } from "../source/import-graph.ts";
import { sourceFiles } from "../source/source-files.ts";
import { found, type Check } from "./check.ts";

/** No file leads back to itself, by imports of types neither. */
export const importCyclesCheck: Check = {
  name: "import-cycles",
  why: "files that import each other can only be read, tested and changed together",
  run(repo) {
    const files = sourceFiles(repo).filter((file) => ACYCLIC_FOLDERS.some((folder) => file.startsWith(folder)));
    return found(
      importCycles(importGraph(repo, files)).map(({ file, edges }) => ({
        file,
        line: edges[0].line,
        message: `leads back to itself: ${[file, ...edges.map(({ target }) => target)].join(" -> ")}; move what both need below them`,
      })),
    );
  },
};
