/** What is measured of one contract. Null is what was not measured of it. */
export interface Figures {
  readonly operations: number;
  /** Lines of all checked-in generated files. */
  readonly generatedLines: number;
  readonly generatedLinesPerOperation: number;
  /** Bytes of a program with `createFleetClient` and one call. */
  readonly clientMin: number;
  readonly clientGzip: number;
  /** Bytes of a program with one operation function. */
  readonly functionGzip: number;
  /** Bytes of the validators of all operations, and of one of them. */
  readonly validatorsGzip: number;
  readonly validatorGzip: number;
  /** Type instantiations of the first call, on top of those of the imports. */
  readonly firstCall: number;
  /** Of a program that makes one call, with the sources of client and contract. */
  readonly typeCheckSeconds: number;
  readonly codegenSeconds: number | null;
  readonly lintSeconds: number | null;
  /** From the import of all validators to its end, in a process of its own. */
  readonly validatorsLoadMs: number | null;
}

export type FigureName = Exclude<keyof Figures, "operations">;

/** The figures of the real contract and of the synthetic one, which is the real one and more. */
export interface Measured {
  readonly real: Figures;
  readonly synthetic: Figures;
}

/** What one operation more adds; null when the figure is missing in one of the two. */
export function growth(figure: FigureName, { real, synthetic }: Measured): number | null {
  const [from, to] = [real[figure], synthetic[figure]];
  if (from === null || to === null || real.operations === synthetic.operations) return null;
  return (to - from) / (synthetic.operations - real.operations);
}

/** Where a figure is held: of the synthetic contract, or what one operation more adds. */
type Place = "synthetic" | "growth";

/** The most that a figure may be. */
export interface Budget {
  readonly figure: FigureName;
  readonly at: Place;
  readonly most: number;
  /** Times are reported with their budget and fail nothing: they depend on the machine and what else it does. */
  readonly isTime?: true;
}

/** The budgets of what is generated; a kilobyte is 1000 bytes. */
export const BUDGETS: readonly Budget[] = [
  { figure: "generatedLinesPerOperation", at: "synthetic", most: 100 },
  { figure: "clientMin", at: "growth", most: 60 },
  { figure: "clientGzip", at: "synthetic", most: 12_500 },
  { figure: "functionGzip", at: "synthetic", most: 5000 },
  { figure: "validatorGzip", at: "synthetic", most: 12_000 },
  { figure: "firstCall", at: "synthetic", most: 200 },
  { figure: "codegenSeconds", at: "synthetic", most: 5, isTime: true },
  { figure: "lintSeconds", at: "synthetic", most: 3, isTime: true },
  { figure: "validatorsLoadMs", at: "synthetic", most: 60, isTime: true },
];

/** A budget that is known to be exceeded. */
export interface NotYet {
  readonly figure: FigureName;
  readonly at: Place;
  /** The figure when it was listed. */
  readonly today: number;
}

/** How far a listed figure may grow: the contract itself changes while its generated code is made smaller. */
const NOT_YET_SLACK = 1.1;

/**
 * Budgets that are exceeded today. The list only shrinks: an entry fails the gate when its figure grows by more than a
 * tenth, and when its budget is kept, until it is removed.
 */
export const NOT_YET: readonly NotYet[] = [
  // `fetch` is called without openapi-fetch, which is there for `raw` all the same: 2.2 kB. Listed with 17,176 before parameters of
  // positions, lists by cursor, and groups that are not copies of units, whose tables compress less: size/entries.ts says how
  // much each took.
  { figure: "clientGzip", at: "synthetic", today: 18_899 },
  // Calls that are promises, keep their input as it was, and end whatever a middleware does; lists in paths and headers, and
  // refusals of what they cannot carry; what platforms throw when a network fails. It does not depend on the number of operations.
  { figure: "functionGzip", at: "synthetic", today: 8701 },
];

/** One figure compared with its budget. */
export interface BudgetCheck extends Budget {
  readonly value: number;
  readonly outcome: "kept" | "exceeded" | "not yet";
  /** Why the gate fails; undefined when it does not fail for this figure. */
  readonly problem?: string;
}

/** Compares the figures with the budgets. Figures that were not measured are left out. */
export function checkBudgets(measured: Measured, budgets: readonly Budget[], notYet: readonly NotYet[]): BudgetCheck[] {
  return budgets.flatMap((budget) => {
    const { figure, at } = budget;
    const value = at === "growth" ? growth(figure, measured) : measured.synthetic[figure];
    if (value === null) return [];
    const listed = notYet.find((entry) => entry.figure === figure && entry.at === at);
    return [{ ...budget, value, ...judge(budget, value, measured.synthetic.operations, listed) }];
  });
}

/** The entries of the list that belong to no budget that was checked. */
export function unusedEntries(checks: readonly BudgetCheck[], notYet: readonly NotYet[]): NotYet[] {
  return notYet.filter((entry) => !checks.some(({ figure, at }) => figure === entry.figure && at === entry.at));
}

function judge(
  { figure, at, most, isTime }: Budget,
  value: number,
  operations: number,
  listed?: NotYet,
): Pick<BudgetCheck, "outcome" | "problem"> {
  const place = at === "growth" ? `${figure} per additional operation` : `${figure} at ${operations} operations`;
  if (value <= most) {
    if (listed === undefined) return { outcome: "kept" };
    return { outcome: "kept", problem: `${place} is within its budget; remove it from NOT_YET in budgets.ts.` };
  }
  if (isTime) return { outcome: "exceeded" };
  if (listed !== undefined && value <= listed.today * NOT_YET_SLACK) return { outcome: "not yet" };
  const limit = listed === undefined ? `the budget is ${most}` : `NOT_YET lists it with ${listed.today}`;
  return { outcome: "exceeded", problem: `${place} is ${Math.ceil(value)}; ${limit}. Generate less.` };
}
