import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { repositoryRoot } from "./redocly.ts";

const problems = inject("problems");

test("the contract has no problem", () => {
  expect(problems["contract"]).toEqual([]);
});

test("the bundled contract has no problem", () => {
  expect(problems["contract bundled"]).toEqual([]);
});

test("no problem is hidden in an ignore file", () => {
  expect(existsSync(join(repositoryRoot, ".redocly.lint-ignore.yaml"))).toBe(false);
});

test("a bundle is judged like the files that it is made of", () => {
  const messages = (document: string) => problems[document]?.map(({ message }) => message).toSorted();
  expect(messages("provenance/fail bundled")).toEqual(messages("provenance/fail"));
});
