import type { Section } from "../report/section.ts";
import { BUDGETS, NOT_YET } from "./budgets.ts";
import { checkBudgets } from "./check-budgets.ts";
import { measureSizes } from "./measure.ts";
import { reportFigures } from "./report.ts";

/** What codegen makes of 11, 51 and 151 operations, and what that costs. */
export const codegenSection: Section = {
  name: "codegen",
  doing: "codegen on synthetic contracts",
  async run() {
    const measured = await measureSizes({ times: true });
    return [reportFigures(measured, checkBudgets(measured, BUDGETS, NOT_YET))];
  },
};
