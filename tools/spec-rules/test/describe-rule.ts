import { describe, expect, inject, test } from "vitest";

/**
 * The test of one rule: `fixtures/<rule>/pass.yaml` has no problem at all, and `fail.yaml` has exactly the expected
 * ones, `[place, message]` each, in the order of the document, from this rule alone.
 */
export function describeRule(rule: string, expected: [place: string, message: string][]): void {
  describe(`fleet/${rule}`, () => {
    const problems = inject("problems");

    test("accepts the passing fixture", () => {
      expect(problems[`${rule}/pass`]).toEqual([]);
    });

    test("is the only rule that refuses the failing fixture, as an error", () => {
      const found = problems[`${rule}/fail`]?.map(({ ruleId, severity }) => `${severity} ${ruleId}`);
      expect(new Set(found)).toEqual(new Set([`error fleet/${rule}`]));
    });

    test("says where and what to fix", () => {
      expect(problems[`${rule}/fail`]?.map(({ place, message }) => [place, message])).toEqual(expected);
    });
  });
}
