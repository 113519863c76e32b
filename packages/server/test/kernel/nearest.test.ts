import { describe, expect, it } from "vitest";
import { nearest } from "../../src/kernel/nearest.ts";

const known = ["page", "per_page", "limit", "client_id"];

describe("nearest", () => {
  it.each([
    ["perpage", "per_page"],
    ["perPage", "per_page"],
    ["per-page", "per_page"],
    ["pge", "page"],
    ["clientid", "client_id"],
    ["lmit", "limit"],
  ])("takes %s for %s", (name, wanted) => {
    expect(nearest(name, known)).toBe(wanted);
  });

  it.each(["colour", "x", "", "partner", "p".repeat(10_000)])("finds nothing near %s", (name) => {
    expect(nearest(name, known)).toBeNull();
  });

  it("finds nothing among nothing", () => {
    expect(nearest("page", [])).toBeNull();
  });
});
