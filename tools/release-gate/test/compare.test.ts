import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { highest } from "../src/bump.ts";
import { compareContracts, RULES } from "../src/compare/compare-contracts.ts";
import type { Change } from "../src/compare/finding.ts";
import { isObject } from "../src/contract/json.ts";
import { SEEDS } from "./seeds.ts";
import { all, type Edit, push, set, tinyContract } from "./support.ts";

function changesOf(edit: Edit): Change[] {
  const revision = tinyContract();
  edit(revision);
  return compareContracts({ base: tinyContract(), revision });
}

function seed(what: string): Edit {
  return SEEDS.find((candidate) => candidate.what === what)!.edit;
}

describe("the comparison", () => {
  it.each(SEEDS)("rates as $bump, at its place: $what", ({ bump, place, edit, rule }) => {
    const changes = changesOf(edit);
    expect(highest(changes.map((change) => change.bump))).toBe(bump);
    const [change] = changes.filter((one) => one.place === place && one.bump === bump);
    expect(change).toMatchObject({
      message: expect.stringMatching(/\.$/),
      rule: { name: rule ?? expect.any(String) },
    });
  });

  it("has each of its rules explained in the README", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    for (const { name } of RULES) expect(readme).toContain(`- \`${name}\`: `);
  });

  it("finds nothing between equal contracts, and nothing in a new version number", () => {
    expect(changesOf(set("#/info/version", "9.0.0"))).toEqual([]);
  });

  it("finds a change of every value of a contract", () => {
    const places = leavesOf(tinyContract(), "#").filter((place) => place !== "#/info/version");
    fc.assert(
      fc.property(fc.constantFrom(...places), (place) => {
        expect(changesOf(set(place, "something else"))).not.toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("takes the higher bump for a schema that is sent and received", () => {
    const [change] = changesOf(push("#/components/schemas/Status/enum", "lost"));
    expect(change).toMatchObject({ place: "#/components/schemas/Status/enum", bump: "major" });
  });

  it("reports changes in the order of their bumps, a parameter that replaces another one as two", () => {
    const changes = changesOf(all(seed("a parameter has another name"), seed("an operation has another summary")));
    const place = "#/paths/~1units~1listing/get/parameters/0";
    expect(changes.map((change) => [change.bump, change.place])).toEqual([
      ["major", place],
      ["minor", place],
      ["patch", "#/paths/~1tests~1ping/get/summary"],
    ]);
  });

  it("names the operations that a shared schema is part of", () => {
    for (const change of changesOf(seed("a required property leaves a response"))) {
      expect(change.operations).toEqual(["GET /units/listing", "GET /units/{unit_id}", "PATCH /units/{unit_id}"]);
    }
  });

  it("rates a schema with keywords beside a reference by those keywords", () => {
    const place = "#/components/schemas/UnitUpdate/properties/name";
    const [change] = changesOf(set(place, { $ref: `#/components/schemas/Login/properties/username`, minLength: 2 }));
    expect(change).toMatchObject({ place: `${place}/minLength`, bump: "major" });
  });
});

function leavesOf(value: unknown, place: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => leavesOf(item, `${place}/${at}`));
  if (!isObject(value)) return [place];
  return Object.entries(value).flatMap(([key, member]) =>
    leavesOf(member, `${place}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}
