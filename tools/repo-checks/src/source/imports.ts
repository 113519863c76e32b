import { posix } from "node:path";
import type { Expression } from "oxc-parser";
import type { Repo } from "../repo/repo.ts";
import { parse, type Source, visit } from "./parse.ts";

/** One place where a file names another module: import, export-from, `import()`, or `import("…")` as a type. */
export interface ImportUse {
  readonly specifier: string;
  readonly line: number;
}

/** All module names in a file, in the order of their kinds. Computed `import()` targets cannot be known and are left out. */
export function importsOf(source: Source): ImportUse[] {
  const uses: ImportUse[] = [];
  const add = (specifier: string, start: number): void => {
    uses.push({ specifier, line: source.line(start) });
  };
  const addExpression = (expression: Expression): void => {
    if (expression.type === "Literal" && typeof expression.value === "string") add(expression.value, expression.start);
  };
  visit(source, {
    ImportDeclaration: (node) => add(node.source.value, node.start),
    ExportAllDeclaration: (node) => add(node.source.value, node.start),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.source.value, node.start);
    },
    ImportExpression: (node) => addExpression(node.source),
    TSImportType: (node) => add(node.source.value, node.start),
  });
  return uses;
}

/** The repository path that a relative specifier names, or undefined for a package name. */
export function relativeTarget(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  return posix.normalize(posix.join(posix.dirname(file), specifier));
}

/** The package of a bare specifier: "@a/b/c" is "@a/b", "x/y" is "x". */
export function packageName(specifier: string): string {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

/** One import of another file of the repository. */
interface ImportEdge {
  /** Path of the imported file. */
  readonly target: string;
  readonly line: number;
}

/** Which of these files imports which of them, type-only imports included. */
type ImportGraph = ReadonlyMap<string, readonly ImportEdge[]>;

export function importGraph(repo: Repo, files: readonly string[]): ImportGraph {
  const known = new Set(files);
  return new Map(
    files.map((file) => [
      file,
      importsOf(parse(repo, file)).flatMap(({ specifier, line }) => {
        const target = relativeTarget(file, specifier);
        return target !== undefined && known.has(target) ? [{ target, line }] : [];
      }),
    ]),
  );
}

/** A way from one file back to itself. The last edge leads to the file. */
interface ImportCycle {
  readonly file: string;
  readonly edges: readonly [ImportEdge, ...ImportEdge[]];
}

/** One shortest cycle for each knot of files that lead to each other, from its first file in the order of the graph. */
export function importCycles(graph: ImportGraph): ImportCycle[] {
  const told = new Set<string>();
  return [...graph.keys()].flatMap((file) => {
    const edges = told.has(file) ? undefined : wayBack(graph, file);
    if (edges === undefined) return [];
    for (const knotted of reachable(graph, file)) {
      if (reachable(graph, knotted).has(file)) told.add(knotted);
    }
    return [{ file, edges }];
  });
}

/** Breadth first, so that the first way back is a shortest one. */
function wayBack(graph: ImportGraph, file: string): ImportCycle["edges"] | undefined {
  const seen = new Set<string>();
  let ways = (graph.get(file) ?? []).map((edge): ImportCycle["edges"] => [edge]);
  while (ways.length > 0) {
    const next: ImportCycle["edges"][] = [];
    for (const way of ways) {
      const { target } = way.at(-1) ?? way[0];
      if (target === file) return way;
      if (seen.has(target)) continue;
      seen.add(target);
      for (const edge of graph.get(target) ?? []) next.push([...way, edge]);
    }
    ways = next;
  }
  return undefined;
}

function reachable(graph: ImportGraph, file: string): Set<string> {
  const found = new Set<string>();
  const open = [file];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const { target } of graph.get(at) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  return found;
}
