import { expect, inject, test } from "vitest";
import { seeds } from "./seeds.ts";

const problems = inject("problems");

// On the contract itself: that a rule knows a fixture does not yet show that it guards what is published.
test.each(seeds)("the contract fails with $name", ({ name, expected }) => {
  const found = problems[`seed ${name}`]?.map(({ ruleId, place }) => [ruleId, place]);
  expect(found?.toSorted()).toEqual(expected.toSorted());
});
