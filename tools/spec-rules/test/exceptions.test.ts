import { expect, test } from "vitest";
import { exceptionTest } from "../src/options/exceptions.mjs";
import { nameTest } from "../src/options/name-patterns.mjs";

test("an exception is for one place, or for a property of any schema", () => {
  const isExcepted = exceptionTest({ "Problem.timestamp": "a reason", "*.notices": "a reason" });
  expect(["Problem.timestamp", "UnitPage.notices", "query.notices"].map(isExcepted)).toEqual([true, true, true]);
  expect(["Pong.timestamp", "timestamp", "UnitPage.notice"].map(isExcepted)).toEqual([false, false, false]);
});

test.each(["", "  "])("an exception with the reason %j is refused", (reason) => {
  expect(() => exceptionTest({ "Problem.timestamp": reason })).toThrow(
    "The exception `Problem.timestamp` has no reason: write it as its value.",
  );
});

test("a star stands for anything, and nothing else has a meaning", () => {
  const matches = nameTest(["*_count", "a.c"]);
  expect(["axle_count", "_count", "a.c"].map(matches)).toEqual([true, true, true]);
  expect(["count", "axle_counts", "abc"].map(matches)).toEqual([false, false, false]);
  expect(nameTest([])("")).toBe(false);
});
