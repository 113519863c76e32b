import { describe, expect, it } from "vitest";
import { changeReport, weightReport } from "../src/weight/weigh.ts";
import { manifest, memoryRepo } from "./support.ts";

const lines = (count: number): string => "one\n".repeat(count);

/** A service with one group of two operations. */
const repo = memoryRepo({
  ".gitattributes":
    "* text=auto\npackages/contract/src/generated/** linguist-generated=true\nlock.yaml linguist-generated=true\n",
  "README.md": lines(3),
  "lock.yaml": lines(50),
  "packages/contract/package.json": manifest({
    exports: { ".": "./src/index.ts", "./package.json": "./package.json" },
  }),
  "packages/contract/src/generated/unit_groups.ts": "unitGroupsGet unitGroupsListing\n",
  "packages/server/package.json": manifest({ exports: { ".": "./src/index.ts" } }),
  "packages/server/src/db/migrations/0001_groups.sql": lines(7),
  "packages/server/src/resources/unit_groups/operations.ts": "unitGroupsGet\n",
  "packages/server/test/every-kind.test.ts": "unitGroupsGet(unitGroupsListing), unitGroupsOther\n",
  "packages/server/test/resources/unit-groups.test.ts": lines(1),
  "packages/server/test/resources/unit-groups-nesting.test.ts": lines(1),
  "packages/server/test/resources/unit-groups/moves.test.ts": lines(2),
  "packages/server/test/resources/units.test.ts": lines(1),
  "spec/resources/unit_groups/paths.yaml":
    "all:\n  get:\n    operationId: unitGroupsListing\none:\n  get:\n    operationId: unitGroupsGet\n",
  "spec/workflows/groups.yaml": "unitGroupsListing\n",
  "tools/codegen/src/main.ts": lines(9),
});

describe("weightReport", () => {
  const report = weightReport(repo).split("\n");
  const cells = (start: string): string[] | undefined => report.find((line) => line.startsWith(start))?.split(/ {2,}/);

  it("counts the lines of each part by what they are for, and generated ones apart", () => {
    expect(cells("lines")).toEqual([
      "lines",
      "files",
      "product",
      "contract",
      "tools",
      "tests",
      "docs",
      "settings",
      "generated",
    ]);
    expect(cells("packages/contract")).toEqual(["packages/contract", "2", "1", "1"]);
    expect(cells("packages/server")).toEqual(["packages/server", "8", "8", "6", "1"]);
    expect(cells("spec")).toEqual(["spec", "2", "7"]);
    expect(cells("total")).toEqual(["total", "16", "8", "7", "9", "6", "3", "5", "51"]);
  });

  it("relates tools and tests to product and contract", () => {
    expect(report).toContainEqual(expect.stringMatching(/^tools and tests per line of product and contract: 1\.00 /));
  });

  it("counts the lines of a group, and the other files that name its operations", () => {
    // 6 lines of contract, 1 of slice and 4 of tests; three mentions of two operations in two files.
    expect(cells("unit_groups")).toEqual(["unit_groups", "2", "6", "1", "4", "1", "5.5", "1.5"]);
  });

  it("counts the entry points of the published packages", () => {
    expect(report.at(-1)).toMatch(/^entry points of the published packages: 3 /);
  });

  it("names the files that list the operations of a group a second time", () => {
    const ids = ["testsOne", "testsTwo", "testsThree", "testsFour"];
    const twice = memoryRepo({
      "spec/resources/tests/paths.yaml": ids.map((id) => `${id}:\n  get:\n    operationId: ${id}\n`).join(""),
      "tools/a/test/all.test.ts": `${ids.slice(1).join("\n")}\n`,
      "tools/a/test/one.test.ts": "testsOne\n",
      "tools/a/README.md": ids.join("\n"),
    });
    const [, list = ""] = weightReport(twice).split("written again");
    expect(
      list
        .split("\n\n")[0]
        ?.split("\n")
        .slice(1)
        .map((line) => line.split(/ +/)),
    ).toEqual([["tools/a/test/all.test.ts", "tests", "3"]]);
  });
});

describe("changeReport", () => {
  it("counts files and added lines of a change by kind, and generated ones apart", () => {
    const numstat =
      "10\t2\tpackages/server/src/a.ts\n20\t0\tpackages/server/test/a.test.ts\n300\t0\tpackages/contract/src/generated/a.ts\n-\t-\tspec/a.bin\n";
    const report = changeReport(repo, numstat)
      .split("\n")
      .map((line) => line.split(/ {2,}/));
    expect(report.slice(1, -1)).toEqual([
      ["product", "1", "10"],
      ["contract", "1", "0"],
      ["tests", "1", "20"],
      ["generated", "1", "300"],
      ["total without generated", "3", "30"],
    ]);
  });
});
