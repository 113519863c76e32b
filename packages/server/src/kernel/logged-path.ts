import type { OperationRow } from "@fleet-api/contract";
import { problems } from "@fleet-api/contract/problems";
import { pathOf } from "./exchange.ts";
import { safePath, shorten } from "./percent.ts";

/** The words of all paths that exist. */
export function pathWords(operations: readonly OperationRow[], basePath: string): ReadonlySet<string> {
  const templates = operations.flatMap(({ path }) => path.split("/"));
  return new Set(["", "problems", ...Object.keys(problems), ...basePath.split("/"), ...templates]);
}

/**
 * An unknown path as logs may have it: `*` for everything that is not a word of a path that exists. A client may have
 * put a secret in the wrong place, or one slash too many in front of it.
 */
export function maskedPath(target: string, words: ReadonlySet<string>): string {
  const segments = safePath(pathOf(target)).split("/");
  return shorten(segments.map((segment) => (words.has(segment) ? segment : "*")).join("/"));
}
