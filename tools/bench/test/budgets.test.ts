import { describe, expect, test } from "vitest";
import {
  type Budget,
  BUDGETS,
  checkBudgets,
  type Figures,
  growth,
  type Measured,
  NOT_YET,
  unusedEntries,
} from "../src/codegen/budgets.ts";
import { reportFigures } from "../src/codegen/section.ts";
import { print } from "../src/report.ts";

const real: Figures = {
  operations: 51,
  generatedLines: 1000,
  generatedLinesPerOperation: 90,
  clientMin: 25_000,
  clientGzip: 10_000,
  functionGzip: 4900,
  validatorsGzip: 30_000,
  validatorGzip: 9000,
  firstCall: 20,
  typeCheckSeconds: 1,
  codegenSeconds: null,
  lintSeconds: null,
  validatorsLoadMs: null,
};

/** A client that grows by 100 bytes per operation. */
const measured: Measured = { real, synthetic: { ...real, operations: 151, clientMin: 35_000, codegenSeconds: 9 } };

test("growth is what one operation adds", () => {
  expect(growth("clientMin", measured)).toBe(100);
  expect(growth("codegenSeconds", measured)).toBeNull();
  expect(growth("clientMin", { real, synthetic: real })).toBeNull();
});

describe("checkBudgets", () => {
  const budgets: readonly Budget[] = [{ figure: "clientMin", most: 60, at: "growth" }];

  test("reports a figure above its budget as a problem, with both numbers", () => {
    expect(checkBudgets(measured, budgets, [])).toMatchObject([
      { outcome: "exceeded", problem: "clientMin per additional operation is 100; the budget is 60. Generate less." },
    ]);
    expect(checkBudgets(measured, [{ figure: "clientMin", most: 1, at: "synthetic" }], [])).toMatchObject([
      { outcome: "exceeded", problem: "clientMin at 151 operations is 35000; the budget is 1. Generate less." },
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
    const kept: Budget = { figure: "firstCall", most: 20, at: "synthetic" };
    const [check] = checkBudgets(measured, [kept], [{ figure: "firstCall", at: "synthetic", today: 30 }]);
    expect(check).toMatchObject({ outcome: "kept", problem: expect.stringContaining("remove it from NOT_YET") });
  });

  test("never fails for a time, nor for what was not measured", () => {
    const checks = checkBudgets(
      measured,
      [
        { figure: "codegenSeconds", most: 5, at: "synthetic", isTime: true },
        { figure: "lintSeconds", most: 3, at: "synthetic", isTime: true },
      ],
      [],
    );
    expect(checks).toMatchObject([{ figure: "codegenSeconds", outcome: "exceeded" }]);
    expect(checks[0]).not.toHaveProperty("problem");
  });
});

describe("NOT_YET", () => {
  test("names an entry that no budget belongs to", () => {
    const entry = { figure: "firstCall", at: "growth", today: 1 } as const;
    expect(unusedEntries(checkBudgets(measured, BUDGETS, [entry]), [entry])).toEqual([entry]);
  });

  test("lists only what is above the budget", () => {
    const kept = NOT_YET.filter(({ figure, at, today }) => {
      const budget = BUDGETS.find((each) => each.figure === figure && each.at === at);
      return today <= (budget?.most ?? Infinity);
    });
    expect(kept).toEqual([]);
  });
});

test("the report has both contracts side by side, growth, budgets and outcomes, and no empty row", () => {
  const text = print(reportFigures(measured, checkBudgets(measured, BUDGETS, [])));
  expect(text).toMatch(/operations +51, real +151, synthetic +\+ per operation +budget/);
  expect(text).toMatch(/createFleetClient, min B +25,000 +35,000 +100 +60 per operation +EXCEEDED/);
  expect(text).toMatch(/createFleetClient, gzip B +10,000 +10,000 +0 +12,500 +kept/);
  expect(text).not.toContain("lint");
});
