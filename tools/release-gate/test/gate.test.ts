import { rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkRelease, type CheckOptions, type CheckResult } from "../src/check.ts";
import { compressed, writeChecksums, writeCompressed } from "../src/releases/snapshot-files.ts";
import { generateSamples } from "../src/samples/generate-samples.ts";
import { all, bundleOf, candidate, changesets, drop, objectAt, realContract, unset } from "./support.ts";

const UNIT = "#/components/schemas/Unit";

function check(options: Partial<CheckOptions>): Promise<CheckResult> {
  return checkRelease({
    changesets: changesets(),
    bundle: bundleOf(realContract()),
    packageVersion: "1.0.0",
    ...options,
  });
}

/** The contract after a required property left a response. */
function broken(): ReturnType<typeof bundleOf> {
  const document = realContract();
  all(unset(`${UNIT}/properties/name`), drop(`${UNIT}/required`, "name"))(document);
  return bundleOf(document);
}

describe("the gate", () => {
  it("passes when nothing changed, without a changeset", async () => {
    const { passed, text } = await check({ releases: await candidate(realContract()) });
    expect(text).toContain("nothing changed");
    expect(passed).toBe(true);
  });

  it("names place, bump and command when a required property leaves a response", async () => {
    const { passed, text } = await check({ releases: await candidate(realContract()), bundle: broken() });
    expect(passed).toBe(false);
    expect(text).toContain("major  #/components/schemas/Unit/properties/name");
    expect(text).toContain("Property `name` of `Unit` was removed.");
    expect(text).toContain("GET /units/listing");
    expect(text).toContain('need a changeset with "major" for @fleet-api/contract; no changeset names');
    expect(text).toContain("pnpm changeset ");
    expect(text).toContain("node tools/release-gate/src/snapshot.ts --refresh");
  });

  it("passes a break that a changeset announces", async () => {
    const options = {
      releases: await candidate(realContract()),
      bundle: broken(),
      changesets: changesets("minor", "major"),
    };
    expect((await check(options)).passed).toBe(true);
  });
});

describe("snapshots", () => {
  const BUNDLE = "1.0.0/openapi.json.gz";
  it.each<[string, (folder: string) => void, string]>([
    ["changed", (folder) => writeFileSync(join(folder, BUNDLE), compressed("{}")), `${BUNDLE} was changed`],
    ["cut off", (folder) => truncateSync(join(folder, BUNDLE), 99), `${BUNDLE} was changed: it cannot be unpacked`],
    ["added", (folder) => writeFileSync(join(folder, "1.0.0/samples/new.ts"), ""), "1.0.0/samples/new.ts was added"],
    ["added unpacked", (folder) => writeFileSync(join(folder, "1.0.0/openapi.json"), "{}"), "is there twice"],
    ["removed", (folder) => rmSync(join(folder, "1.0.0/samples/paging.ts")), "1.0.0/samples/paging.ts was removed"],
  ])("fail by name when a file is %s", async (_, tamper, message) => {
    const releases = await candidate(realContract());
    tamper(releases);
    const { passed, text } = await check({ releases });
    expect(passed).toBe(false);
    expect(text).toContain(message);
    expect(text).toContain("Restore them: git checkout -- spec/releases");
  });
});

describe("samples of the last release", () => {
  it("must compile even when no rule sees a change of the contract", async () => {
    const releases = await candidate(realContract());
    const earlier = realContract();
    objectAt(earlier, "#/components/schemas/LoginRequest/properties").remember = { type: "boolean" };
    for (const [name, text] of generateSamples(earlier)) {
      await writeCompressed(join(releases, `1.0.0/samples/generated/${name}.gz`), text);
    }
    await writeChecksums(releases, "1.0.0");
    const { passed, verdict, text } = await check({ releases, changesets: changesets("minor") });
    expect(passed).toBe(false);
    expect(verdict?.demanded).toBe("major");
    expect(text).toMatch(/major {2}spec\/releases\/1\.0\.0\/samples\/generated\/auth\.ts:\d+/);
    expect(text).toContain("A call site of 1.0.0 no longer compiles: TS");
    expect(text).toContain("await fleet.auth.login({ body: {");
    expect((await check({ releases, changesets: changesets("major") })).passed).toBe(true);
  });
});
