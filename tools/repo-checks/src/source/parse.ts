import { parseSync, Visitor, type Program, type VisitorObject } from "oxc-parser";
import type { Repo } from "../repo/repo.ts";

/** A parsed file. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly { readonly value: string; readonly start: number }[];
  /** Line of an offset into the text, from 1. */
  line(offset: number): number;
}

const cache = new WeakMap<Repo, Map<string, Source>>();

/** Parses a file once per repo. A file with syntax errors throws: oxlint and tsc report those better than we can. */
export function parse(repo: Repo, path: string): Source {
  const sources = cache.get(repo) ?? new Map<string, Source>();
  cache.set(repo, sources);
  const source = sources.get(path) ?? parseText(path, repo.read(path));
  sources.set(path, source);
  return source;
}

function parseText(path: string, text: string): Source {
  const result = parseSync(path, text);
  const error = result.errors.find((candidate) => candidate.severity === "Error");
  if (error) throw new Error(`${path} does not parse: ${error.message}`);
  const starts = lineStarts(text);
  return {
    path,
    text,
    program: result.program,
    comments: result.comments,
    line: (offset) => starts.findLastIndex((start) => start <= offset) + 1,
  };
}

/** Calls the visitor's functions for every node of the file. */
export function visit(source: Source, visitor: VisitorObject): void {
  new Visitor(visitor).visit(source.program);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
