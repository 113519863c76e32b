import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { highest } from "../src/bump/bump.ts";
import { ALLOWANCES } from "../src/compare/allowances.ts";
import { compareContracts } from "../src/compare/compare-contracts.ts";
import type { Change } from "../src/compare/finding.ts";
import { HOUSE_RULES, SCHEMA_RULES } from "../src/compare/house-rules.ts";
import { BREAKING } from "./seeds/breaking.ts";
import { SAFE } from "./seeds/safe.ts";
import type { Seed } from "./seeds/seed.ts";
import { contract, objectAt } from "./support/contract.ts";

async function changesOf(seeds: readonly Seed[]): Promise<Change[]> {
  const revision = contract();
  for (const seed of seeds) seed.make(revision);
  return compareContracts({ base: contract(), revision });
}

/** What the comparison said at the place of a seed, in the form of the seed. */
function verdictAt(changes: readonly Change[], { what, place, rule }: Seed): object {
  const change = changes.find((candidate) => candidate.place === place);
  if (change === undefined)
    throw new Error(`Nothing at ${place}, but at ${changes.map((one) => one.place).join(", ")}`);
  const decided = rule === undefined ? {} : { rule: change.rule?.name };
  return { what, place, bump: change.bump, told: change.message !== "", ...decided };
}

function expected({ what, place, bump, rule }: Seed): object {
  return { what, place, bump, told: true, ...(rule === undefined ? {} : { rule }) };
}

describe("breaking changes", () => {
  let changes: Change[];
  beforeAll(async () => {
    changes = await changesOf(BREAKING);
  });

  it("are at least fifteen", () => expect(BREAKING.length).toBeGreaterThanOrEqual(15));
  it.each(BREAKING)("$what: major, at its place", (seed) => {
    expect(verdictAt(changes, seed)).toEqual(expected(seed));
  });
});

describe("safe changes", () => {
  let changes: Change[];
  beforeAll(async () => {
    changes = await changesOf(SAFE);
  });

  it("are at least five, and none is rated a break", () => {
    expect(SAFE.length).toBeGreaterThanOrEqual(5);
    expect(changes.filter(({ bump }) => bump === "major").map(({ place }) => place)).toEqual([]);
  });
  it.each(SAFE)("$what: $bump, at its place", (seed) => {
    expect(verdictAt(changes, seed)).toEqual(expected(seed));
  });
});

describe("the comparison", () => {
  it("has each of its own rules explained in the README", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    for (const { name } of [...HOUSE_RULES, ...SCHEMA_RULES, ...ALLOWANCES])
      expect(readme).toContain(`- \`${name}\`: `);
  });

  it("sees nothing between equal contracts, and nothing in a new version number", async () => {
    const revision = contract();
    objectAt(revision, "#/info").version = "9.0.0";
    expect(await compareContracts({ base: contract(), revision })).toEqual([]);
  });

  it("takes the higher bump where the judges disagree, and keeps what each said", async () => {
    const [change] = await changesOf(BREAKING.filter(({ what }) => what === "a default is another"));
    expect(change?.bump).toBe("major");
    expect(Object.fromEntries(change?.ratings ?? [])).toEqual({ redocly: "patch", "api-smart-diff": "major" });
  });

  it("rates the first property that is added to a response by what it is for readers", async () => {
    const changes = await changesOf(SAFE.filter(({ what }) => what === "a new property of a response"));
    expect(highest(changes.map(({ bump }) => bump))).toBe("minor");
  });

  it("names the operations that a shared schema is part of", async () => {
    const changes = await changesOf(BREAKING.filter(({ what }) => what.startsWith("a required property is gone")));
    for (const change of changes) expect(change.operations).toContain("GET /units/listing");
    expect(changes.flatMap(({ operations }) => operations)).not.toContain("GET /tests/ping");
  });
});
