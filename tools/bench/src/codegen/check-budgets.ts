import { type Budget, NOT_YET_SLACK, type NotYet, type Place } from "./budgets.ts";
import { type FigureName, type Figures, growth } from "./figures.ts";

/** One figure compared with its budget. */
export interface BudgetCheck {
  readonly figure: FigureName;
  readonly at: Place;
  readonly value: number;
  readonly most: number;
  readonly outcome: "kept" | "exceeded" | "not yet";
  /** Why the gate fails; undefined when it does not fail for this figure. */
  readonly problem?: string;
}

/** Compares the figures with the budgets. Figures that were not measured are left out. */
export function checkBudgets(
  measured: readonly Figures[],
  budgets: readonly Budget[],
  notYet: readonly NotYet[],
): BudgetCheck[] {
  return budgets.flatMap((budget) =>
    places(budget, measured).flatMap((at) => {
      const value = valueAt(budget.figure, at, measured);
      if (value === null) return [];
      const listed = notYet.find((entry) => entry.figure === budget.figure && entry.at === at);
      return [checkBudget(budget, at, value, listed)];
    }),
  );
}

/** The entries of the list that belong to no budget that was checked. */
export function unusedEntries(checks: readonly BudgetCheck[], notYet: readonly NotYet[]): NotYet[] {
  return notYet.filter((entry) => !checks.some(({ figure, at }) => figure === entry.figure && at === entry.at));
}

function places({ at }: Budget, measured: readonly Figures[]): Place[] {
  return at === undefined ? measured.map(({ operations }) => operations) : [at];
}

function valueAt(figure: FigureName, at: Place, measured: readonly Figures[]): number | null {
  if (at === "growth") return growth(figure, measured);
  return measured.find(({ operations }) => operations === at)?.[figure] ?? null;
}

function checkBudget({ figure, most, isTime }: Budget, at: Place, value: number, listed?: NotYet): BudgetCheck {
  const facts = { figure, at, value, most };
  const place = at === "growth" ? `${figure} per additional operation` : `${figure} at ${at} operations`;
  if (value <= most) {
    if (listed === undefined) return { ...facts, outcome: "kept" };
    return {
      ...facts,
      outcome: "kept",
      problem: `${place} is within its budget; remove it from NOT_YET in budgets.ts.`,
    };
  }
  if (isTime) return { ...facts, outcome: "exceeded" };
  if (listed !== undefined && value <= listed.today * NOT_YET_SLACK) return { ...facts, outcome: "not yet" };
  const limit = listed === undefined ? `the budget is ${most}` : `NOT_YET lists it with ${listed.today}`;
  return { ...facts, outcome: "exceeded", problem: `${place} is ${Math.ceil(value)}; ${limit}. Generate less.` };
}
