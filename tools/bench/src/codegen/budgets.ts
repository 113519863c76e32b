import type { FigureName } from "./figures.ts";

/** Where a figure is held: at a number of operations, or what one operation more adds. */
export type Place = number | "growth";

/** The most that a figure may be. */
export interface Budget {
  readonly figure: FigureName;
  readonly most: number;
  /** Default: at every number of operations. */
  readonly at?: Place;
  /** Times are reported with their budget and fail nothing: they depend on the machine and what else it does. */
  readonly isTime?: true;
}

/** The budgets of what is generated; a kilobyte is 1000 bytes. */
export const BUDGETS: readonly Budget[] = [
  { figure: "contractLines", most: 125 },
  { figure: "generatedLinesPerOperation", most: 100 },
  { figure: "clientMin", most: 60, at: "growth" },
  { figure: "clientGzip", most: 10_500, at: 11 },
  { figure: "clientGzip", most: 12_500, at: 151 },
  { figure: "functionGzip", most: 5000 },
  { figure: "validatorGzip", most: 12_000 },
  { figure: "firstCall", most: 200 },
  { figure: "codegenSeconds", most: 5, at: 151, isTime: true },
  { figure: "lintSeconds", most: 3, at: 151, isTime: true },
  { figure: "validatorsLoadMs", most: 60, at: 151, isTime: true },
];

/** A budget that is known to be exceeded. */
export interface NotYet {
  readonly figure: FigureName;
  readonly at: Place;
  /** The figure when it was listed. */
  readonly today: number;
}

/** How far a listed figure may grow: the contract itself changes while its generated code is made smaller. */
export const NOT_YET_SLACK = 1.1;

/**
 * Budgets that are exceeded today. The list only shrinks: an entry fails the gate when its figure grows by more than a
 * tenth, and when its budget is kept, until it is removed.
 */
export const NOT_YET: readonly NotYet[] = [
  // The problem codes of all groups are in each contract; with the 22 operations of the real one it is 82 lines.
  { figure: "generatedLinesPerOperation", at: 11, today: 102 },
  // `fetch` is called without openapi-fetch, which is there for `raw` all the same: 2.2 kB.
  { figure: "clientGzip", at: 11, today: 13_360 },
  { figure: "clientGzip", at: 151, today: 14_023 },
  // Calls that are promises, keep their input as it was, and end whatever a middleware does; lists in paths and headers, and
  // refusals of what they cannot carry. It does not depend on the number of operations.
  { figure: "functionGzip", at: 11, today: 6508 },
  { figure: "functionGzip", at: 51, today: 6511 },
  { figure: "functionGzip", at: 151, today: 6511 },
];
