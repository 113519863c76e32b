import { describe, expect, test } from "vitest";
import { BUDGETS, NOT_YET } from "../../src/codegen/budgets.ts";
import { checkBudgets, unusedEntries } from "../../src/codegen/check-budgets.ts";
import { type Figures, growth, SIZES } from "../../src/codegen/figures.ts";
import { reportFigures } from "../../src/codegen/report.ts";
import { print } from "../../src/report/table.ts";

const figures: Figures = {
  operations: 11,
  contractLines: null,
  generatedLines: 1000,
  generatedLinesPerOperation: 90,
  clientMin: 20_000,
  clientGzip: 10_000,
  functionGzip: 4900,
  validatorsGzip: 30_000,
  validatorGzip: 9000,
  firstCall: 20,
  codegenSeconds: 2,
  typeCheckSeconds: 1,
  lintSeconds: null,
  releaseGateSeconds: null,
  validatorsLoadMs: null,
};

/** Clients that grow by 100 bytes per operation after the second size. */
const measured = [
  figures,
  { ...figures, operations: 51, clientMin: 25_000 },
  { ...figures, operations: 151, clientMin: 35_000, codegenSeconds: 9 },
];

describe("growth", () => {
  test("is what one operation adds between the two larger sizes", () => {
    expect(growth("clientMin", measured)).toBe(100);
    expect(growth("lintSeconds", measured)).toBeNull();
  });
});

describe("checkBudgets", () => {
  const budgets = [{ figure: "clientMin", most: 60, at: "growth" }] as const;

  test("reports a figure above its budget as a problem, with both numbers", () => {
    expect(checkBudgets(measured, budgets, [])).toMatchObject([
      { outcome: "exceeded", problem: "clientMin per additional operation is 100; the budget is 60. Generate less." },
    ]);
  });

  test("checks every size, or the one that the budget names", () => {
    const checks = checkBudgets(
      measured,
      [
        { figure: "firstCall", most: 20 },
        { figure: "clientMin", most: 1, at: 51 },
      ],
      [],
    );
    expect(checks.map(({ at, outcome }) => [at, outcome])).toEqual([
      [11, "kept"],
      [51, "kept"],
      [151, "kept"],
      [51, "exceeded"],
    ]);
  });

  test("accepts a listed figure until it grows by more than a tenth", () => {
    const listed = (today: number) => checkBudgets(measured, budgets, [{ figure: "clientMin", at: "growth", today }]);
    expect(listed(91)[0]).toMatchObject({ outcome: "not yet" });
    expect(listed(91)[0]).not.toHaveProperty("problem");
    expect(listed(90)[0]).toMatchObject({
      outcome: "exceeded",
      problem: expect.stringContaining("NOT_YET lists it with 90"),
    });
  });

  test("asks to remove an entry whose budget is kept", () => {
    const [check] = checkBudgets(
      measured,
      [{ figure: "firstCall", most: 20, at: 51 }],
      [{ figure: "firstCall", at: 51, today: 30 }],
    );
    expect(check).toMatchObject({ outcome: "kept", problem: expect.stringContaining("remove it from NOT_YET") });
  });

  test("never fails for a time, nor for what was not measured", () => {
    const times = [
      { figure: "codegenSeconds", most: 5, at: 151, isTime: true },
      { figure: "lintSeconds", most: 3, at: 151, isTime: true },
    ] as const;
    const checks = checkBudgets(measured, times, []);
    expect(checks).toMatchObject([{ figure: "codegenSeconds", outcome: "exceeded" }]);
    expect(checks[0]).not.toHaveProperty("problem");
  });
});

describe("NOT_YET", () => {
  test("names an entry that no budget belongs to", () => {
    const entry = { figure: "firstCall", at: 7, today: 1 } as const;
    expect(unusedEntries(checkBudgets(measured, BUDGETS, [entry]), [entry])).toEqual([entry]);
  });

  test("lists only what is above the budget", () => {
    const kept = NOT_YET.filter(({ figure, at, today }) => {
      const budget = BUDGETS.find((each) => each.figure === figure && (each.at === at || each.at === undefined));
      return today <= (budget?.most ?? Infinity);
    });
    expect(kept).toEqual([]);
  });
});

test("the report has the sizes side by side, growth, budgets and outcomes, and no empty row", () => {
  const text = print(reportFigures(measured, checkBudgets(measured, BUDGETS, [])));
  expect(text).toMatch(new RegExp(`operations +${SIZES.join(" +")} +\\+ per operation +budget`));
  expect(text).toMatch(/createFleetClient, min B +20,000 +25,000 +35,000 +100 +60 per operation +EXCEEDED/);
  expect(text).toMatch(/createFleetClient, gzip B .* 10,500 at 11, 12,500 at 151 +kept/);
  expect(text).not.toContain("release gate");
});
