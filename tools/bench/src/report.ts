import { availableParallelism, cpus, loadavg, platform } from "node:os";

/** One column of a table: its title, and the text of a row in it. Numbers stand right, names left. */
export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  readonly left?: boolean;
}

/** A table that can be printed, and its rows as they were measured. */
export interface Table {
  readonly title: string;
  readonly lines: readonly string[];
  readonly rows: readonly unknown[];
  /** What to know for reading it. */
  readonly notes: readonly string[];
}

/** Makes a table with aligned columns. */
export function table<Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  notes: readonly string[] = [],
): Table {
  const cells = [columns.map((column) => column.title), ...rows.map((row) => columns.map(({ text }) => text(row)))];
  const widths = columns.map((_column, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const align = (text: string, index: number): string =>
    columns[index]?.left ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0);
  const lines = cells.map((line) => line.map(align).join("  ").trimEnd());
  return {
    title,
    lines: lines.toSpliced(1, 0, "-".repeat(widths.reduce((sum, width) => sum + width + 2, -2))),
    rows,
    notes,
  };
}

/** The table as text, with its notes below. */
export function print({ title, lines, notes }: Table): string {
  return [title, "", ...lines.map((line) => `  ${line}`), ...notes.map((note) => `  * ${note}`), "", ""].join("\n");
}

/** In the order in which they run. The client goes first, while the process has run nothing else. */
export const sectionNames = [
  "client",
  "auth",
  "size",
  "types",
  "codegen",
  "server",
  "scale",
  "fairness",
  "bulk",
  "reports",
  "monitoring",
  "live",
] as const;

export type SectionName = (typeof sectionNames)[number];

/** `quick` measures just enough to see that a section works: its figures mean nothing. */
export type Effort = "full" | "quick";

/** One section of the bench. */
export interface Section {
  readonly name: SectionName;
  /** What it says on the progress line. */
  readonly doing: string;
  run(effort: Effort): Promise<Table[]>;
}

/** Where the figures come from, on one line: they mean little without it. */
export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const load = loadavg()[0]?.toFixed(1) ?? "?";
  return `Node ${process.version}, ${platform()} ${process.arch}, ${availableParallelism()} cores (${model}), load ${load}`;
}
