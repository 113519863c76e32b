import { expect, inject, test } from "vitest";
import { seeds } from "./seeds.ts";

const found = (inject("problems")["seeds"] ?? []).map(({ ruleId, place }) => [ruleId, place]);

// On the contract itself: that a rule knows a fixture does not yet show that it guards what is published.
test.each(seeds)("the contract fails with $name", ({ expected }) => {
  expect(found).toEqual(expect.arrayContaining([...expected]));
});

test("the contract fails with nothing else", () => {
  expect(found.toSorted()).toEqual(seeds.flatMap(({ expected }) => [...expected]).toSorted());
});
