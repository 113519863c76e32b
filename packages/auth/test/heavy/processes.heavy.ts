import { describe, expect, test } from "vitest";
import { killWriters } from "../stores/support/kill-writers.ts";
import { startTogether } from "../stores/support/start-together.ts";

describe("many processes on one file store", () => {
  test("F16 50 processes start on an empty store: 1 login", async () => {
    expect(await startTogether(50)).toBe(1);
  });

  test("F1 L4 1,000 kills: always a whole record, no done commit lost", async () => {
    expect(await killWriters(1_000, 4)).toBe(1_000);
  });
});
