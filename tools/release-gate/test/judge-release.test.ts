import { describe, expect, it } from "vitest";
import type { Bump } from "../src/bump.ts";
import { compareContracts } from "../src/compare/compare-contracts.ts";
import type { Change } from "../src/compare/finding.ts";
import { judgeRelease, type Evidence } from "../src/judge-release.ts";
import type { Release } from "../src/releases/release-index.ts";
import { SEEDS } from "./seeds.ts";
import { tinyContract } from "./support.ts";

const CONTRACT = "@fleet-api/contract";
const CANDIDATE: Release = { version: "1.0.0", status: "candidate", package: "1.0.0" };
const RELEASED: Release = { ...CANDIDATE, status: "released" };
/** Nothing happened since the snapshot. */
const QUIET: Evidence = {
  release: CANDIDATE,
  changes: [],
  sampleErrors: [],
  contractVersion: "1.0.0",
  packageVersion: "1.0.0",
  changesets: [],
};

function changesOf(what: string): readonly Change[] {
  const revision = tinyContract();
  SEEDS.find((seed) => seed.what === what)!.edit(revision);
  return compareContracts({ base: tinyContract(), revision });
}

const changes: Record<"nothing" | "a break" | "an addition" | "other words", readonly Change[]> = {
  nothing: [],
  "a break": changesOf("a required property leaves a response"),
  "an addition": changesOf("an operation on a path of its own is added"),
  "other words": changesOf("an operation has another summary"),
};

function judge(evidence: Partial<Evidence>, ...bumps: readonly Bump[]): readonly string[] {
  const changesets = bumps.map((bump) => ({ file: "some.md", bumps: new Map([[CONTRACT, bump]]) }));
  return judgeRelease({ ...QUIET, changesets, ...evidence }).objections;
}

describe("changesets", () => {
  it.each<[keyof typeof changes, Bump[], Bump | undefined]>([
    ["nothing", [], undefined],
    ["other words", [], "patch"],
    ["other words", ["patch"], undefined],
    ["an addition", [], "minor"],
    ["an addition", ["patch"], "minor"],
    ["an addition", ["patch", "minor"], undefined],
    ["an addition", ["major"], undefined],
    ["a break", [], "major"],
    ["a break", ["patch"], "major"],
    ["a break", ["minor"], "major"],
    ["a break", ["minor", "major"], undefined],
  ])("for %s with %j: missing is %s", (what, bumps, missing) => {
    const objections = judge({ changes: changes[what] }, ...bumps);
    expect(objections).toHaveLength(missing === undefined ? 0 : 1);
    if (missing !== undefined) expect(objections[0]).toContain(`need a changeset with "${missing}" for ${CONTRACT}`);
  });

  it("count when they have become package versions since the snapshot", () => {
    const addition = { changes: changes["an addition"] };
    expect(judge({ ...addition, packageVersion: "1.0.9" })).toHaveLength(1);
    expect(judge({ ...addition, packageVersion: "1.1.0" })).toEqual([]);
    const early = { ...addition, release: { ...CANDIDATE, package: "0.0.0" } };
    expect(judge({ ...early, packageVersion: "0.1.0" })).toEqual([]);
    expect(judge({ ...early, packageVersion: "0.1.0", changes: changes["a break"] })).toHaveLength(1);
  });

  it("do not count when they name other packages only", () => {
    const changesets = [{ file: "client.md", bumps: new Map<string, Bump>([["@fleet-api/client", "major"]]) }];
    const [objection] = judge({ changes: changes["an addition"], changesets });
    expect(objection).toContain(`no changeset names ${CONTRACT}`);
  });
});

describe("info.version", () => {
  it("may stay, but not fall, while its snapshot is a candidate", () => {
    const addition = { changes: changes["an addition"] };
    expect(judge(addition, "minor")).toEqual([]);
    expect(judge({ ...addition, contractVersion: "0.9.0" }, "minor")[0]).toContain("it must be 1.0.0 or newer");
  });

  it.each<[keyof typeof changes, string, string | undefined]>([
    ["nothing", "1.0.0", undefined],
    ["other words", "1.0.0", "1.0.1"],
    ["other words", "1.0.1", undefined],
    ["an addition", "1.0.1", "1.1.0"],
    ["an addition", "1.1.0", undefined],
    ["a break", "1.9.0", "2.0.0"],
    ["a break", "2.0.0", undefined],
  ])("after a release, for %s, at %s: must be %s", (what, contractVersion, needed) => {
    const objections = judge({ release: RELEASED, changes: changes[what], contractVersion }, "major");
    expect(objections).toHaveLength(needed === undefined ? 0 : 1);
    if (needed !== undefined)
      expect(objections[0]).toContain(`is ${contractVersion}; 1.0.0 is released, so it must be ${needed}`);
  });
});

describe("the way out", () => {
  it("is a new snapshot for a candidate and never for a release", () => {
    expect(judge({ changes: changes["a break"] })[0]).toContain("snapshot.ts --refresh");
    expect(judge({ changes: changes["a break"], release: RELEASED }).join()).not.toContain("--refresh");
  });
});

describe("samples", () => {
  const sampleErrors = [{ place: "log-in.ts:7", message: "TS2339: gone" }];

  it("that no longer compile are a break, unless the contract breaks anyway", () => {
    expect(judge({ sampleErrors }, "minor")[0]).toContain('"major"');
    expect(judge({ sampleErrors }, "major")).toEqual([]);
    const known = judgeRelease({ ...QUIET, changes: changes["a break"], sampleErrors });
    expect(known.changes).toEqual(changes["a break"]);
  });

  it("are told one by one up to twenty", () => {
    const many = Array.from({ length: 151 }, (_, at) => ({ place: `units.ts:${at}`, message: "TS2339: gone" }));
    const { changes: told } = judgeRelease({ ...QUIET, sampleErrors: many });
    expect(told).toHaveLength(21);
    expect(told.at(-1)?.message).toBe("131 more call sites of 1.0.0 no longer compile.");
  });
});
