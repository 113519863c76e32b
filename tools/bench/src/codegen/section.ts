import { type Column, type Section, table, type Table } from "../report.ts";
import { BUDGETS, type BudgetCheck, checkBudgets, type FigureName, growth, type Measured, NOT_YET } from "./budgets.ts";
import { measureContracts } from "./measure.ts";

/** What codegen makes of the real contract and of the synthetic one, and what that costs. */
export const codegenSection: Section = {
  name: "codegen",
  doing: "codegen on the real contract and on a synthetic one",
  async run(effort) {
    const measured = await measureContracts({ times: effort === "full" });
    return [reportFigures(measured, checkBudgets(measured, BUDGETS, NOT_YET))];
  },
};

interface Row {
  readonly figure: FigureName;
  readonly title: string;
  readonly digits?: number;
}

const ROWS: readonly Row[] = [
  { figure: "generatedLines", title: "checked-in generated lines" },
  { figure: "generatedLinesPerOperation", title: "checked-in generated lines per operation" },
  { figure: "clientMin", title: "createFleetClient, min B" },
  { figure: "clientGzip", title: "createFleetClient, gzip B" },
  { figure: "functionGzip", title: "one operation function, gzip B" },
  { figure: "validatorsGzip", title: "validators of all operations, gzip B" },
  { figure: "validatorGzip", title: "validators of one operation, gzip B" },
  { figure: "firstCall", title: "first call, type instantiations" },
  { figure: "typeCheckSeconds", title: "type check of client and contract, s", digits: 1 },
  { figure: "codegenSeconds", title: "codegen, s", digits: 1 },
  { figure: "lintSeconds", title: "lint, s", digits: 1 },
  { figure: "validatorsLoadMs", title: "validators of all operations loaded, ms" },
];

/** The figures of both contracts side by side, with what one operation adds, and the budgets. */
export function reportFigures(measured: Measured, checks: readonly BudgetCheck[]): Table {
  const { real, synthetic } = measured;
  const rows = ROWS.filter(({ figure }) => synthetic[figure] !== null);
  const check = ({ figure }: Row): BudgetCheck | undefined => checks.find((each) => each.figure === figure);
  const columns: Column<Row>[] = [
    { title: "operations", text: ({ title }) => title, left: true },
    { title: `${real.operations}, real`, text: ({ figure, digits }) => number(real[figure], digits) },
    { title: `${synthetic.operations}, synthetic`, text: ({ figure, digits }) => number(synthetic[figure], digits) },
    { title: "+ per operation", text: ({ figure }) => number(growth(figure, measured), 2) },
    { title: "budget", text: (row) => budgetText(check(row)), left: true },
    { title: "", text: (row) => outcomeText(check(row)), left: true },
  ];
  return table("Codegen: the real contract and a synthetic one", columns, rows, [
    `budgets are for the ${synthetic.operations} operations, or for what one operation more adds`,
    "lines, bytes and instantiations are the same on every machine; times are this machine's, at this minute",
  ]);
}

function budgetText(check: BudgetCheck | undefined): string {
  if (check === undefined) return "";
  return `${number(check.most)}${check.at === "growth" ? " per operation" : ""}`;
}

function outcomeText(check: BudgetCheck | undefined): string {
  return check?.outcome === "exceeded" ? "EXCEEDED" : (check?.outcome ?? "");
}

function number(value: number | null, digits = 0): string {
  return value?.toLocaleString("en", { maximumFractionDigits: digits }) ?? "";
}
