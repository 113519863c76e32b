import type { Repo } from "../repo/repo.ts";
import { importsOf, relativeTarget } from "./imports.ts";
import { parse } from "./parse.ts";

/** One import of another file of the repository. */
export interface ImportEdge {
  /** Path of the imported file. */
  readonly target: string;
  readonly line: number;
}

/** Which of these files imports which of them, type-only imports included. */
export type ImportGraph = ReadonlyMap<string, readonly ImportEdge[]>;

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
export interface ImportCycle {
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
