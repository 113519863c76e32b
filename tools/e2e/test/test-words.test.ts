import { describe, expect, it } from "vitest";
import { readTestWords } from "../src/test-words.ts";

const files = ["quick-start.test.ts", "browser/browser.test.ts", "start-command.test.ts"];

describe("readTestWords", () => {
  it.each([
    [["quick-start"], ["test/quick-start.test.ts"]],
    [["--", "browser"], ["test/browser/browser.test.ts"]],
    [["start"], ["test/quick-start.test.ts", "test/start-command.test.ts"]],
    [
      ["quick", "command"],
      ["test/quick-start.test.ts", "test/start-command.test.ts"],
    ],
    [[], ["test/browser/browser.test.ts", "test/quick-start.test.ts", "test/start-command.test.ts"]],
  ])("%j", (words, expected) => {
    expect(readTestWords(words, files)).toEqual(expected);
  });

  it("names a word that is in no name, and the tests", () => {
    expect(() => readTestWords(["quick-start", "nonsense"], files)).toThrow(
      '"nonsense" is not an end-to-end test; the tests are browser/browser, quick-start, start-command.',
    );
    expect(() => readTestWords(["--watch"], files)).toThrow('"--watch" is not an end-to-end test');
  });
});
