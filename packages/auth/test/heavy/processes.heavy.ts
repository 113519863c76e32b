import { describe, expect, test } from "vitest";
import { killWriters, startTogether } from "../stores/support/child.ts";

describe("many processes on one file store", () => {
  test("50 processes that start on one empty file log in once", async () => {
    expect(await startTogether(50)).toBe(1);
  });

  test("1,000 killed writers of one file leave a whole record and lose no done commit", async () => {
    expect(await killWriters(1_000, 4)).toBe(1_000);
  });
});
