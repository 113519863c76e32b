import { describe, expect, inject, test } from "vitest";
import { exceptionsOf, renamedOptions, repositoryConfigText } from "./elsewhere.ts";

const problems = inject("problems");
const rulesOf = (document: string) => new Set(problems[document]?.map(({ ruleId }) => ruleId));

test("every exception of the contract still excuses something, and nothing else needs one", async () => {
  const exceptions = [...exceptionsOf(await repositoryConfigText())].flatMap(([rule, labels]) =>
    labels.map((label) => `${rule} ${label}`),
  );
  const excused = problems["contract without exceptions"]?.map(({ ruleId, place }) => {
    const [, schema, property] = /#\/(\w+)\/properties\/(\w+)$/.exec(place) ?? [];
    return `${ruleId} ${schema}.${property}`;
  });
  expect(exceptions.length).toBeGreaterThan(0);
  expect(excused?.toSorted()).toEqual(exceptions.toSorted());
});

describe("a contract with other names", () => {
  test("has no problem under the options that say so", () => {
    expect(problems["renamed with options"]).toEqual([]);
  });

  test("has one with every rule that looks for a name, without them", () => {
    const expected = Object.keys(renamedOptions);
    expect(rulesOf("renamed without options")).toEqual(new Set(expected.map((rule) => `fleet/${rule}`)));
  });
});

describe("a contract of another team, with the package from outside of this repository", () => {
  test("is linted as the README says", () => {
    expect(problems["elsewhere"]?.map(({ ruleId, message }) => [ruleId, message])).toEqual([
      ["fleet/foreign-names", "`Acme` names a product of others: say what it is instead."],
    ]);
  });

  test("needs the options of the README", () => {
    expect(rulesOf("elsewhere without options")).toEqual(
      new Set(["fleet/ids", "fleet/secret-placeholders", "fleet/unit-suffix"]),
    );
  });
});
