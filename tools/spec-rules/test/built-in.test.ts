import { expect, inject, test } from "vitest";

// Later entries of `extends` win: with `spec` after `recommended-strict` both rules would be off without a word.
test.each([
  ["built-in/wrong-example", "no-invalid-media-type-examples"],
  ["built-in/loose-ref", "spec-strict-refs"],
])("%s is refused by %s alone, as an error", (document, rule) => {
  const found = inject("problems")[document]?.map(({ ruleId, severity }) => `${severity} ${ruleId}`);
  expect(found).toEqual([`error ${rule}`]);
});
