import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Bump,
  bumpBetween,
  compareVersions,
  highest,
  parseChangeset,
  pendingBump,
  raise,
  reaches,
} from "../src/bump.ts";

const BUMPS: readonly Bump[] = ["none", "patch", "minor", "major"];
const bump = fc.constantFrom(...BUMPS);
const version = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)).map((parts) => parts.join("."));

describe("bumps", () => {
  it("are ordered", () => {
    expect(highest([])).toBe("none");
    expect(highest(["patch", "major", "minor"])).toBe("major");
    fc.assert(fc.property(bump, bump, (a, b) => reaches(highest([a, b]), a) && reaches(highest([a, b]), b)));
  });

  it("lead from a version to the next, and are read off the two", () => {
    fc.assert(fc.property(version, bump, (from, by) => bumpBetween(from, raise(from, by)) === by));
    expect(raise("1.4.2", "minor")).toBe("1.5.0");
    expect(bumpBetween("0.0.0", "0.1.0")).toBe("minor");
    expect(bumpBetween("2.0.0", "1.9.9")).toBe("none");
    expect(compareVersions("1.10.0", "1.9.0")).toBeGreaterThan(0);
    expect(() => raise("1.0", "patch")).toThrow('"1.0" is not a version');
  });
});

describe("changesets", () => {
  it("say a bump per package", () => {
    const one = parseChangeset("a.md", '---\n"@fleet-api/contract": minor\n---\n\nWords with --- in them.\n');
    const two = parseChangeset("b.md", "---\r\n'@fleet-api/contract': patch\r\n---\r\n");
    expect(pendingBump([one, two], "@fleet-api/contract")).toBe("minor");
    expect(pendingBump([one, two], "@fleet-api/auth")).toBe("none");
    expect(parseChangeset("empty.md", "---\n---\n").bumps.size).toBe(0);
  });

  it("are refused when they say something else", () => {
    expect(() => parseChangeset("a.md", "Only words.")).toThrow(".changeset/a.md does not begin with ---");
    expect(() => parseChangeset("a.md", '---\n"@fleet-api/contract": huge\n---\n')).toThrow('asks for "huge"');
  });
});
