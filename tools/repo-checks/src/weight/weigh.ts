import { matchesGlob } from "node:path";
import { foldersUnder, operationIds, SPEC_GROUPS } from "../checks/spec.ts";
import type { Repo } from "../repo/repo.ts";
import { asRecord, workspacePackages } from "../repo/workspace.ts";
import { isTest, lineCount } from "../source/source-files.ts";

/** What a file is for, in the order of the report. */
const KINDS = ["product", "contract", "tools", "tests", "docs", "settings", "generated"] as const;
type Kind = (typeof KINDS)[number];

const SETTINGS = /(^|\/)((package|tsconfig[\w.]*|turbo)\.json|pnpm-workspace\.yaml|LICENSE)$/;

/** Printed next to the figures; nothing fails above them. */
const AIMS = { toolsAndTests: 1.8, places: 0, entryPoints: 41, files: 20, lines: 900 } as const;

type Row = readonly (string | number)[];

/** The figures of a repository: lines by part and kind, by resource group and operation, and its entry points. */
export function weightReport(repo: Repo): string {
  const groups = groupsOf(repo);
  return [linesByPart(repo), linesByGroup(groups), lists(groups), entryPoints(repo)].join("\n\n");
}

function linesByPart(repo: Repo): string {
  const kindOf = kindReader(repo);
  const files = repo.files.map((path) => ({
    part: /^((packages|tools)\/[^/]+|spec)\//.exec(path)?.[1] ?? "everything else",
    kind: kindOf(path),
    lines: linesOf(repo, path),
  }));
  const linesIn = (part: string | null, ...kinds: Kind[]): number =>
    sum(
      files.filter((file) => kinds.includes(file.kind) && (part ?? file.part) === file.part).map(({ lines }) => lines),
    );
  const rows = [...new Set(files.map(({ part }) => part))]
    .toSorted()
    .map((part): Row => [
      part,
      files.filter((file) => file.part === part).length,
      ...KINDS.map((kind) => linesIn(part, kind) || ""),
    ]);
  const total = ["total", files.length, ...KINDS.map((kind) => linesIn(null, kind))];
  const ratio = linesIn(null, "tools", "tests") / linesIn(null, "product", "contract");
  return `${table([["lines", "files", ...KINDS], ...rows, total])}
tools and tests per line of product and contract: ${ratio.toFixed(2)} (aim ${AIMS.toolsAndTests})`;
}

interface Group {
  readonly name: string;
  readonly ids: readonly string[];
  /** Lines where its operations are at home. */
  readonly lines: Readonly<Record<"contract" | "slice" | "tests" | "generated", number>>;
  /** For each other file that names some of its operations, how many; docs and generated files are left out. */
  readonly places: ReadonlyMap<string, number>;
}

function groupsOf(repo: Repo): Group[] {
  const kindOf = kindReader(repo);
  const searched = repo.files.filter((path) => !["generated", "docs", "settings"].includes(kindOf(path)));
  const names = new Map(searched.map((path) => [path, new Set(repo.read(path).match(/\b[a-z]+[A-Z]\w*\b/g))]));
  return foldersUnder(repo, SPEC_GROUPS).flatMap((name) => {
    const ids = operationIds(repo, name);
    if (ids.length === 0) return [];
    const test = `packages/server/test/resources/${name.replaceAll("_", "-")}`;
    const home = {
      contract: [`${SPEC_GROUPS}${name}/`],
      slice: [`packages/server/src/resources/${name}/`],
      tests: [`${test}.test.ts`, `${test}-`, `${test}/`],
      generated: [`packages/contract/src/generated/${name}.ts`],
    };
    const isIn = (path: string, starts: readonly string[]): boolean => starts.some((start) => path.startsWith(start));
    const linesAt = (starts: readonly string[]): number =>
      sum(repo.files.filter((path) => isIn(path, starts)).map((path) => linesOf(repo, path)));
    const places = searched
      .filter((path) => !isIn(path, Object.values(home).flat()))
      .map((path) => [path, ids.filter((id) => names.get(path)?.has(id)).length] as const)
      .filter(([, count]) => count > 0);
    const lines = {
      contract: linesAt(home.contract),
      slice: linesAt(home.slice),
      tests: linesAt(home.tests),
      generated: linesAt(home.generated),
    };
    return { name, ids, lines, places: new Map(places) };
  });
}

function linesByGroup(groups: readonly Group[]): string {
  const rows = groups.map(({ name, ids, lines, places }): Row => {
    const { generated: _, ...written } = lines;
    const each = (count: number): string => (count / ids.length).toFixed(1);
    return [
      name,
      ids.length,
      ...Object.values(lines),
      each(sum(Object.values(written))),
      each(sum([...places.values()])),
    ];
  });
  return `${table([["resource group", "operations", "contract", "slice", "tests", "generated", "each", "places"], ...rows])}
each: written lines per operation. places: how many other files name an operation, without docs (aim ${AIMS.places})`;
}

/** Files that name at least half of the operations of a group need a line for each new one. */
function lists(groups: readonly Group[]): string {
  const rows = groups.flatMap(({ name, ids, places }) =>
    [...places]
      .filter(([, count]) => count > 2 && count * 2 >= ids.length)
      .map(([path, count]): Row => [path, name, count]),
  );
  return table([["written again", "group", "operations"], ...rows]);
}

function entryPoints(repo: Repo): string {
  const published = workspacePackages(repo).filter((pkg) => pkg.published);
  const counts = published.map((pkg) => Object.keys(asRecord(pkg.manifest.exports)).length);
  return `entry points of the published packages: ${sum(counts)} (aim ${AIMS.entryPoints})`;
}

/** What a change touches and adds; `numstat` is the output of `git diff --numstat`. */
export function changeReport(repo: Repo, numstat: string): string {
  const kindOf = kindReader(repo);
  const changes = numstat.split("\n").flatMap((line) => {
    const [added, , path] = line.split("\t");
    return path === undefined ? [] : [{ kind: kindOf(path), added: Number(added) || 0 }];
  });
  const row = (name: string, kinds: readonly Kind[]): Row => {
    const of = changes.filter(({ kind }) => kinds.includes(kind));
    return [name, of.length, sum(of.map(({ added }) => added))];
  };
  const written = KINDS.filter((kind) => kind !== "generated");
  const rows = KINDS.map((kind) => row(kind, [kind])).filter(([, files]) => files !== 0);
  const aim = ["aim for a group of ten operations", AIMS.files, AIMS.lines];
  return table([["change", "files", "lines added"], ...rows, row("total without generated", written), aim]);
}

/** Tells the kind of a path; `.gitattributes` says what is generated. */
function kindReader(repo: Repo): (path: string) => Kind {
  const attributes = repo.has(".gitattributes") ? repo.read(".gitattributes").split("\n") : [];
  const generated = attributes
    .filter((line) => line.includes(" linguist-generated=true"))
    .map((line) => line.split(" ", 1)[0] ?? "")
    .map((pattern) => (pattern.includes("/") ? pattern : `**/${pattern}`));
  return (path) => {
    if (generated.some((pattern) => matchesGlob(path, pattern))) return "generated";
    if (path.endsWith(".md")) return "docs";
    if (isTest(path)) return "tests";
    if (SETTINGS.test(path)) return "settings";
    if (path.startsWith("packages/")) return "product";
    if (path.startsWith("spec/")) return "contract";
    return path.startsWith("tools/") ? "tools" : "settings";
  };
}

/** Lines of a file; none of a compressed one. */
function linesOf(repo: Repo, path: string): number {
  return path.endsWith(".gz") ? 0 : lineCount(repo.read(path));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Columns of equal width, the first one from the left and the others from the right. */
function table(rows: readonly Row[]): string {
  const texts = rows.map((row) => row.map(String));
  const width = (column: number): number => Math.max(...texts.map((row) => row[column]?.length ?? 0));
  const cell = (text: string, column: number): string =>
    column === 0 ? text.padEnd(width(0)) : text.padStart(width(column));
  return texts.map((row) => row.map(cell).join("  ").trimEnd()).join("\n");
}
