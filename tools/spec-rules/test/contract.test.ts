import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { exceptionsOf, renamedOptions, repositoryConfigText } from "./elsewhere.ts";
import { repositoryRoot } from "./redocly.ts";
import { seeds } from "./seeds.ts";

const problems = inject("problems");
const rulesOf = (document: string) => new Set(problems[document]?.map(({ ruleId }) => ruleId));

test.each(["contract", "contract bundled"])("the %s has no problem", (document) => {
  expect(problems[document]).toEqual([]);
});

test("no problem is hidden in an ignore file", () => {
  expect(existsSync(join(repositoryRoot, ".redocly.lint-ignore.yaml"))).toBe(false);
});

test("a bundle has the problems of the files that it is made of", () => {
  const messages = (document: string) => problems[document]?.map(({ message }) => message).toSorted();
  expect(messages("provenance/0")).not.toHaveLength(0);
  expect(messages("provenance/0 bundled")).toEqual(messages("provenance/0"));
});

// On the contract itself: that a rule finds something in a small contract does not show that it guards what is published.
describe("a change to the contract is found", () => {
  const found = (problems["seeds"] ?? []).map(({ ruleId, place }) => [ruleId, place]);

  test.each(seeds)("$name", ({ expected }) => {
    expect(found).toEqual(expect.arrayContaining([...expected]));
  });

  test("and nothing else is", () => {
    expect(found.toSorted()).toEqual(seeds.flatMap(({ expected }) => [...expected]).toSorted());
  });
});

test("every exception of the contract still excuses something, and nothing else needs one", async () => {
  const exceptions = [...exceptionsOf(await repositoryConfigText())].flatMap(([rule, labels]) =>
    labels.map((label) => `${rule} ${label}`),
  );
  const excused = problems["contract without exceptions"]?.map(({ ruleId, place, message }) => {
    const [, schema, property] = /#\/(\w+)\/properties\/(\w+)$/.exec(place) ?? [];
    const parameter = /^The parameter `([\w-]+)`/.exec(message)?.[1];
    return `${ruleId} ${parameter === undefined ? `${schema}.${property}` : `${/^[A-Z]/.test(parameter) ? "header" : "query"}.${parameter}`}`;
  });
  expect(exceptions.length).toBeGreaterThan(0);
  // Several operations may have the parameter.
  expect([...new Set(excused)].toSorted()).toEqual(exceptions.toSorted());
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
