import { type Column, table, type Table } from "../report/table.ts";
import type { Place } from "./budgets.ts";
import { type FigureName, type Figures, growth } from "./figures.ts";
import type { BudgetCheck } from "./check-budgets.ts";

interface Row {
  readonly figure: FigureName;
  readonly title: string;
  readonly digits?: number;
}

const ROWS: readonly Row[] = [
  { figure: "contractLines", title: "contract of a synthetic group, lines per operation" },
  { figure: "generatedLines", title: "checked-in generated lines" },
  { figure: "generatedLinesPerOperation", title: "checked-in generated lines per operation" },
  { figure: "clientMin", title: "createFleetClient, min B" },
  { figure: "clientGzip", title: "createFleetClient, gzip B" },
  { figure: "functionGzip", title: "one operation function, gzip B" },
  { figure: "validatorsGzip", title: "validators of all operations, gzip B" },
  { figure: "validatorGzip", title: "validators of one operation, gzip B" },
  { figure: "firstCall", title: "first call, type instantiations" },
  { figure: "codegenSeconds", title: "codegen, s", digits: 1 },
  { figure: "typeCheckSeconds", title: "type check of client and contract, s", digits: 1 },
  { figure: "lintSeconds", title: "lint, s", digits: 1 },
  { figure: "releaseGateSeconds", title: "release gate, s", digits: 1 },
  { figure: "validatorsLoadMs", title: "validators of all operations loaded, ms" },
];

/** The figures of all sizes side by side, with what one operation adds, and the budgets. */
export function reportFigures(measured: readonly Figures[], checks: readonly BudgetCheck[]): Table {
  const rows = ROWS.filter(({ figure }) => measured.some((figures) => figures[figure] !== null));
  const of = (row: Row): BudgetCheck[] => checks.filter(({ figure }) => figure === row.figure);
  const columns: Column<Row>[] = [
    { title: "operations", text: ({ title }) => title, left: true },
    ...measured.map((figures): Column<Row> => ({
      title: String(figures.operations),
      text: ({ figure, digits }) => number(figures[figure], digits),
    })),
    { title: "+ per operation", text: ({ figure }) => number(growth(figure, measured), 2) },
    { title: "budget", text: (row) => budgetText(of(row)), left: true },
    { title: "", text: (row) => outcomeText(of(row)), left: true },
  ];
  const larger = measured.slice(-2).map(({ operations }) => operations);
  return table("Codegen: synthetic contracts", columns, rows, [
    `"+ per operation" is what one operation adds between ${larger.join(" and ")} operations`,
    "lines, bytes and instantiations are the same on every machine; times are this machine's, at this minute",
  ]);
}

/** One budget for all sizes, or one for each place. */
function budgetText(checks: readonly BudgetCheck[]): string {
  const [first] = checks;
  if (first === undefined) return "";
  if (checks.length > 1 && checks.every(({ most }) => most === first.most)) return number(first.most);
  return checks.map(({ most, at }) => `${number(most)} ${placeText(at)}`).join(", ");
}

function outcomeText(checks: readonly BudgetCheck[]): string {
  const texts = (["kept", "not yet", "exceeded"] as const).flatMap((outcome) => {
    const places = checks.filter((check) => check.outcome === outcome).map(({ at }) => placeText(at));
    const word = outcome === "exceeded" ? "EXCEEDED" : outcome;
    if (places.length === 0) return [];
    return [places.length === checks.length ? word : `${word} ${places.join(", ")}`];
  });
  return texts.join(", ");
}

function placeText(at: Place): string {
  return at === "growth" ? "per operation" : `at ${at}`;
}

function number(value: number | null, digits = 0): string {
  return value?.toLocaleString("en", { maximumFractionDigits: digits }) ?? "";
}
