import { describe, expect, it } from "vitest";
import { contractLines, entryExports, fileBudget, functionBudget } from "../src/checks/budgets.ts";
import { manifest, problemsOf } from "./support.ts";

const lines = (count: number): string => "// line\n".repeat(count);
const functionOf = (name: string, total: number): string => `export function ${name}() {\n${lines(total - 2)}}\n`;

describe("file-budget", () => {
  it("accepts a file at the ceiling beside small ones", async () => {
    const files = {
      "packages/a/src/a.ts": lines(400),
      "packages/a/src/b.ts": lines(10),
      "packages/a/src/c.ts": lines(10),
    };
    expect(await problemsOf(fileBudget, files)).toEqual([]);
  });

  it("refuses a file above the ceiling, and a median above the budget", async () => {
    const files = {
      "packages/a/src/a.ts": lines(401),
      "packages/a/src/b.ts": lines(111),
      "packages/a/src/c.ts": lines(10),
    };
    expect(await problemsOf(fileBudget, files)).toEqual([
      "packages/a/src/a.ts 401 lines; the ceiling is 400: split it by noun",
      "packages and tools the median file has 111 lines, more than 110",
    ]);
  });

  it("does not count tests, fixtures and generated code", async () => {
    const files = {
      "packages/a/test/a.test.ts": lines(500),
      "tools/a/fixtures/a.ts": lines(500),
      "packages/contract/src/generated/units.ts": lines(500),
    };
    expect(await problemsOf(fileBudget, files)).toEqual([]);
  });
});

describe("contract-lines", () => {
  const operation = (name: string) => `${name}:\n  get:\n    summary: one\n`;
  const records = (count: number) => "# line\n\n".repeat(count);

  it("accepts a group at the budget, and counts no blank lines", async () => {
    const files = {
      "spec/resources/units/paths.yaml": operation("a") + operation("b"),
      "spec/resources/units/schemas.yaml": records(134),
      "spec/shared/problem.yaml": records(1000),
    };
    expect(await problemsOf(contractLines, files)).toEqual([]);
  });

  it("refuses a group above it, all of its files counted", async () => {
    const files = {
      "spec/resources/units/paths.yaml": operation("a"),
      "spec/resources/units/schemas.yaml": records(45),
      "spec/resources/units/examples.yaml": records(23),
    };
    expect(await problemsOf(contractLines, files)).toEqual([
      "spec/resources/units 71 lines for 1 operation are 71 each; the budget is 70: leave out what follows, by the table in spec/README.md",
    ]);
  });
});

describe("function-budget", () => {
  it("accepts a function at the ceiling, when long ones are rare", async () => {
    const short = Array.from({ length: 30 }, (_, index) => functionOf(`f${index}`, 3)).join("");
    expect(await problemsOf(functionBudget, { "packages/a/src/a.ts": short + functionOf("long", 80) })).toEqual([]);
  });

  it.each([
    ["a declaration", functionOf("tooLong", 81)],
    ["an arrow", `export const tooLong = () => {\n${lines(79)}};\n`],
    ["an arrow without a block", `export const tooLong = () => [\n${lines(79)}];\n`],
    ["a method", `export class A {\n  tooLong() {\n${lines(79)}  }\n}\n`],
    ["a member", `export const a = {\n  tooLong() {\n${lines(79)}  },\n};\n`],
  ])("refuses %s of 81 lines", async (_, code) => {
    const short = Array.from({ length: 30 }, (_unused, index) => functionOf(`f${index}`, 3)).join("");
    const problems = await problemsOf(functionBudget, { "packages/a/src/a.ts": code, "packages/a/src/b.ts": short });
    expect(problems).toEqual([
      expect.stringMatching(
        /^packages\/a\/src\/a\.ts:\d tooLong has 81 lines; the ceiling is 80: give its steps names$/,
      ),
    ]);
  });

  it("refuses too many long functions, and names them", async () => {
    const short = Array.from({ length: 20 }, (_, index) => functionOf(`f${index}`, 3)).join("");
    const problems = await problemsOf(functionBudget, { "packages/a/src/a.ts": functionOf("long", 51) + short });
    expect(problems).toEqual([
      "packages and tools 4.8 % of the functions have more than 50 lines, more than 4.0 %: long (packages/a/src/a.ts:1, 51 lines)",
    ]);
  });
});

describe("entry-exports", () => {
  const pkg = manifest({ name: "@x/auth", exports: { ".": "./src/index.ts" } });
  const constants = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, index) => `export const c${from + index} = 1;`).join("\n");

  it("accepts 40 names, however they are exported", async () => {
    const index = `export * from "./more.ts";\nexport type { A } from "./a.ts";\nexport interface B {}\nexport function f() {}`;
    const files = {
      "packages/auth/package.json": pkg,
      "packages/auth/src/index.ts": index,
      "packages/auth/src/more.ts": constants(0, 37),
    };
    expect(await problemsOf(entryExports, files)).toEqual([]);
  });

  it("refuses 42 names, those behind `export *` included", async () => {
    const index = `export * from "./more.ts";\n${constants(0, 21)}`;
    const files = {
      "packages/auth/package.json": pkg,
      "packages/auth/src/index.ts": index,
      "packages/auth/src/more.ts": constants(21, 42),
    };
    expect(await problemsOf(entryExports, files)).toEqual([
      "packages/auth/src/index.ts @x/auth exports 42 names; at most 41: keep in what nobody needs",
    ]);
  });
});
