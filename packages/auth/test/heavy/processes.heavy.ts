import { describe, expect, test } from "vitest";
import { killWriters } from "../stores/support/kill-writers.ts";
import { startTogether } from "../stores/support/start-together.ts";

describe.each(["file", "sqlite"] as const)("many processes on one %s store", (kind) => {
  test("F16 50 processes start on an empty store: 1 login", async () => {
    expect(await startTogether(kind, 50)).toBe(1);
  });

  test("F1 L4 1,000 kills: always a whole record, no done commit lost", async () => {
    expect(await killWriters(kind, 1_000, 4)).toBe(1_000);
  });
});
