import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { checksumProblems } from "../src/releases/checksums.ts";
import { printable } from "../src/releases/compressed.ts";
import { readIndex } from "../src/releases/release-index.ts";
import { refreshSnapshot, releaseSnapshot, takeSnapshot } from "../src/releases/releases.ts";
import { contract, objectAt } from "./support/contract.ts";
import { candidate, emptyReleases, sourceOf } from "./support/releases.ts";

const TODAY = "2026-01-31";

function edited(version = "1.0.0"): ReturnType<typeof sourceOf> {
  const document = contract();
  Object.assign(objectAt(document, "#/info"), { version, summary: "Other words." });
  return sourceOf(document);
}

function contentOf(folder: string): string {
  return gunzipSync(readFileSync(join(folder, "1.0.0/openapi.json.gz"))).toString("utf8");
}

describe("a snapshot", () => {
  it("is the bundle in one line, with samples and hashes of what is inside", async () => {
    const folder = emptyReleases();
    const source = sourceOf();
    expect(await takeSnapshot(folder, source)).toEqual({ version: "1.0.0", status: "candidate", package: "1.0.0" });
    const text = contentOf(folder);
    expect(text).toBe(JSON.stringify(source.bundle.document));
    const hash = createHash("sha256").update(text).digest("hex");
    const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8");
    expect(sums.split("\n")).toContain(`${hash}  1.0.0/openapi.json`);
    expect(sums).toMatch(/^[0-9a-f]{64} {2}1\.0\.0\/samples\/generated\/units\.ts$/m);
    expect(sums).toMatch(/^[0-9a-f]{64} {2}1\.0\.0\/samples\/paging\.ts$/m);
    expect(await checksumProblems(folder, await readIndex(folder))).toEqual([]);
  });

  it("is taken anew while it is a candidate, and on request only", async () => {
    const folder = await candidate();
    await expect(takeSnapshot(folder, edited())).rejects.toThrow("--refresh");
    await refreshSnapshot(folder, edited());
    expect(contentOf(folder)).toContain("Other words.");
    expect(await checksumProblems(folder, await readIndex(folder))).toEqual([]);
  });

  it("keeps the bytes of what did not change, whoever packed them, and nothing of what is gone", async () => {
    const folder = await candidate();
    const path = join(folder, "1.0.0/openapi.json.gz");
    const packed = gzipSync(sourceOf().bundle.text, { level: 1 });
    writeFileSync(path, packed);
    writeFileSync(join(folder, "1.0.0/samples/generated/old.ts.gz"), packed);
    await refreshSnapshot(folder, sourceOf());
    expect(readFileSync(path).equals(packed)).toBe(true);
    expect(await checksumProblems(folder, await readIndex(folder))).toEqual([]);
    expect(readFileSync(join(folder, "SHA256SUMS"), "utf8")).not.toContain("old.ts");
  });

  it("has no time, name or system in the header of its files, and can be printed", async () => {
    const folder = await candidate();
    const bytes = readFileSync(join(folder, "1.0.0/openapi.json.gz"));
    expect([...bytes.subarray(0, 10)]).toEqual([31, 139, 8, 0, 0, 0, 0, 0, expect.any(Number), 255]);
    const text = await printable(join(folder, "1.0.0/openapi.json"));
    expect(text).toContain('\n  "info": {\n');
    expect(await printable(join(folder, "1.0.0/openapi.json.gz"))).toBe(text);
    expect(await printable(join(folder, "1.0.0/samples/generated/tests.ts"))).toContain("fleet.tests.ping()");
  });

  it("never changes once it is released", async () => {
    const folder = await candidate();
    await releaseSnapshot(folder, sourceOf(), TODAY);
    for (const attempt of [takeSnapshot, refreshSnapshot]) {
      await expect(attempt(folder, edited())).rejects.toThrow("1.0.0 is released and never changes");
    }
    await expect(releaseSnapshot(folder, sourceOf(), TODAY)).rejects.toThrow("never changes");
    expect(contentOf(folder)).toBe(sourceOf().bundle.text);
  });

  it("is released only as the contract of that day", async () => {
    const folder = await candidate();
    await expect(releaseSnapshot(folder, edited(), TODAY)).rejects.toThrow("is not the contract of today");
    await releaseSnapshot(folder, sourceOf(), TODAY);
    expect((await readIndex(folder)).at(-1)).toMatchObject({ status: "released", released_on: TODAY });
  });

  it("waits until the one before it is released", async () => {
    const folder = await candidate();
    await expect(takeSnapshot(folder, edited("1.1.0"))).rejects.toThrow("1.0.0 is still a candidate");
    await releaseSnapshot(folder, sourceOf(), TODAY);
    await takeSnapshot(folder, edited("1.1.0"));
    expect((await readIndex(folder)).map(({ version }) => version)).toEqual(["1.0.0", "1.1.0"]);
  });
});

describe("index.json", () => {
  const index = (...releases: object[]): string => {
    const folder = emptyReleases();
    writeFileSync(join(folder, "index.json"), JSON.stringify({ releases }));
    return folder;
  };
  const release = { version: "1.0.0", status: "released", package: "1.0.0" };

  it("is refused when its order, a status or a version makes no sense", async () => {
    await expect(readIndex(index(release, { ...release, version: "0.9.0" }))).rejects.toThrow(
      "oldest release comes first",
    );
    await expect(readIndex(index({ ...release, status: "draft" }))).rejects.toThrow('"draft"');
    await expect(readIndex(index({ ...release, package: "next" }))).rejects.toThrow('"next" is not a version');
    const early = { ...release, status: "candidate" };
    await expect(readIndex(index(early, { ...release, version: "1.1.0" }))).rejects.toThrow("1.0.0 is a candidate");
  });
});
