import type { Table } from "./table.ts";

/** In the order in which they run. The client goes first, while the process has run nothing else. */
export const sectionNames = [
  "client",
  "auth",
  "size",
  "validators",
  "types",
  "codegen",
  "server",
  "scale",
  "stalls",
  "docs",
] as const;

export type SectionName = (typeof sectionNames)[number];

/** One section of the bench. */
export interface Section {
  readonly name: SectionName;
  /** What it says on the progress line. */
  readonly doing: string;
  run(): Promise<Table[]>;
}
