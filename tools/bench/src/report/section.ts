import type { Table } from "./table.ts";

/** One part of the bench, as it can be asked for by name. */
export interface Section {
  readonly name: string;
  /** What it says on the progress line. */
  readonly doing: string;
  run(): Promise<Table[]>;
}
