import type { OperationRow } from "@fleet-api/contract";
import { decodeItems, safePath, shorten } from "./percent.ts";

/** One path template of the contract with its operations. */
interface PathEntry<Operation extends OperationRow> {
  readonly segments: readonly string[];
  readonly operations: ReadonlyMap<string, Operation>;
  /** Value of the `Allow` header. */
  readonly allow: string;
}

/** A request path that fits a template. Values are not decoded yet. */
export interface PathMatch<Operation extends OperationRow> {
  readonly entry: PathEntry<Operation>;
  readonly segments: readonly string[];
}

/** Finds the path template of a request path below the base path; null without one. */
type MatchPath<Operation extends OperationRow> = (path: string) => PathMatch<Operation> | null;

/** Compiles the path templates: fixed paths are looked up, templates with parameters are compared by segment. */
export function createRouter<Operation extends OperationRow>(
  operations: readonly Operation[],
  basePath: string,
): MatchPath<Operation> {
  const fixed = new Map<string, PathMatch<Operation>>();
  const byLength = new Map<number, PathEntry<Operation>[]>();
  for (const [template, entry] of compile(operations)) {
    const { segments } = entry;
    if (segments.some(isParameter)) byLength.set(segments.length, [...(byLength.get(segments.length) ?? []), entry]);
    else fixed.set(`${basePath}${template}`, { entry, segments });
  }
  for (const entries of byLength.values()) entries.sort((a, b) => precedence(a).localeCompare(precedence(b)));
  return (path) => {
    const found = fixed.get(path);
    if (found) return found;
    if (!path.startsWith(`${basePath}/`)) return null;
    const segments = path.slice(basePath.length + 1).split("/");
    const entry = byLength.get(segments.length)?.find((candidate) => fits(candidate.segments, segments));
    return entry ? { entry, segments } : null;
  };
}

function compile<Operation extends OperationRow>(operations: readonly Operation[]): Map<string, PathEntry<Operation>> {
  const templates = new Map<string, Operation[]>();
  for (const operation of operations)
    templates.set(operation.path, [...(templates.get(operation.path) ?? []), operation]);
  return new Map([...templates].map(([template, rows]) => [template, pathEntry(template, rows)]));
}

function pathEntry<Operation extends OperationRow>(template: string, rows: Operation[]): PathEntry<Operation> {
  const verbs: string[] = rows.map((row) => row.verb);
  return {
    segments: template.slice(1).split("/"),
    operations: new Map(rows.map((row) => [row.verb, row])),
    allow: [...verbs, ...(verbs.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", "),
  };
}

/** The decoded path parameters of a match, by name: what stands between the commas of each (`decodeItems`). */
export function pathValues(match: PathMatch<OperationRow>): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [index, segment] of match.entry.segments.entries()) {
    if (!isParameter(segment)) continue;
    const name = parameterName(segment);
    values.set(name, decodeItems(match.segments[index] ?? "", `path parameter ${name}`));
  }
  return values;
}

/** The request path with the values of sensitive parameters replaced by `:name`: what may be echoed and logged. */
export function shownPath(
  match: PathMatch<OperationRow>,
  basePath: string,
  isSensitive: (name: string) => boolean,
): string {
  const shown = match.entry.segments.map((segment, index) => {
    const secret = isParameter(segment) && isSensitive(parameterName(segment));
    return secret ? `:${parameterName(segment)}` : safePath(match.segments[index] ?? "");
  });
  return shorten(`${basePath}/${shown.join("/")}`);
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return template.every((segment, index) =>
    isParameter(segment) ? segments[index] !== "" : segment === segments[index],
  );
}

/** Sorts templates that one path fits: at the first segment where they differ, a literal goes before a parameter. */
function precedence({ segments }: PathEntry<OperationRow>): string {
  return segments.map((segment) => (isParameter(segment) ? "1" : "0")).join("");
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}

function parameterName(segment: string): string {
  return segment.slice(1, -1);
}
