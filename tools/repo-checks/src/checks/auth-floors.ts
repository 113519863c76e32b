import { AUTH_FLOORS, AUTH_STACKS } from "../config/floors.ts";
import { importGraph } from "../source/import-graph.ts";
import { sourceFiles } from "../source/source-files.ts";
import { found, type Check, type Problem } from "./check.ts";

const ROOT = "packages/auth/src/";

/** The floors of packages/auth, as its imports build them. */
export const authFloors: Check = {
  name: "auth-floors",
  why: "imports lead downwards only, type-only ones too, so that each floor is understood without those above it",
  run(repo) {
    const files = sourceFiles(repo).filter((file) => file.startsWith(ROOT));
    const graph = importGraph(repo, files);
    return found(
      [...graph].flatMap(([file, edges]): Problem[] => {
        const from = floorOf(file);
        if (from === undefined) return [{ file, message: "belongs to no floor: name one in src/config/floors.ts" }];
        return edges.flatMap(({ target, line }) => {
          const to = floorOf(target);
          if (to === undefined || isBelow(from, to)) return [];
          return [{ file, line, subject: target, message: `imports ${target}: ${from} may not import ${to}` }];
        });
      }),
    );
  },
};

function floorOf(file: string): string | undefined {
  return AUTH_FLOORS.find(({ files }) => files.test(file.slice(ROOT.length)))?.name;
}

/** Whether a floor is the same as another one, or above it. */
function isBelow(from: string, to: string): boolean {
  return AUTH_STACKS.some((stack) => stack.includes(from) && stack.indexOf(from) <= stack.indexOf(to));
}
