import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readIndex } from "../src/releases/release-index.ts";
import { refreshSnapshot, releaseSnapshot, takeSnapshot } from "../src/releases/releases.ts";
import { checksumProblems, printable, readHistory, writeChecksums } from "../src/releases/snapshot-files.ts";
import { candidate, emptyReleases, objectAt, scratch, sourceOf, tinyContract } from "./support.ts";

const TODAY = "2026-01-31";

function edited(version = "1.0.0"): ReturnType<typeof sourceOf> {
  const document = tinyContract();
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

describe("a released snapshot", () => {
  const BUNDLE = "1.0.0/openapi.json.gz";

  /** A repository of git with a contract released as 1.0.0. */
  async function released(): Promise<string> {
    const folder = await candidate();
    await releaseSnapshot(folder, sourceOf(), TODAY);
    git(folder, "init", "--quiet", "--separate-git-dir", join(scratch(), "git"));
    commit(folder);
    return folder;
  }

  function git(folder: string, ...args: readonly string[]): void {
    const own = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...own, ...args], { cwd: folder });
  }

  function commit(folder: string): void {
    git(folder, "add", "-A");
    git(folder, "commit", "--quiet", "-m", "release");
  }

  async function problems(folder: string): Promise<readonly string[]> {
    const releases = await readIndex(folder);
    return [...(await checksumProblems(folder, releases)), ...(await readHistory(folder, releases)).problems];
  }

  it("that was changed stays invalid when the next one is taken", async () => {
    const folder = await candidate();
    await releaseSnapshot(folder, sourceOf(), TODAY);
    writeFileSync(join(folder, BUNDLE), gzipSync("{}"));
    await takeSnapshot(folder, edited("1.1.0"));
    expect(await problems(folder)).toEqual([expect.stringContaining(`${BUNDLE} was changed`)]);
  });

  it("is what it was in the commit of its release, also when the hash was changed with it", async () => {
    const folder = await released();
    expect(await readHistory(folder, await readIndex(folder))).toEqual({ problems: [], commits: 1 });
    await takeSnapshot(folder, edited("1.1.0"));
    expect(await problems(folder)).toEqual([]);
    writeFileSync(join(folder, BUNDLE), gzipSync("{}"));
    await writeChecksums(folder, "1.0.0");
    commit(folder);
    expect(await problems(folder)).toEqual([expect.stringMatching(/^1\.0\.0 was released by \w+ with other hashes/)]);
  });

  it("does not become a candidate again", async () => {
    const folder = await released();
    const [release] = await readIndex(folder);
    writeFileSync(join(folder, "index.json"), JSON.stringify({ releases: [{ ...release, status: "candidate" }] }));
    commit(folder);
    expect(await problems(folder)).toEqual([expect.stringMatching(/^1\.0\.0 was released by \w+: index\.json must/)]);
  });

  it("is verified by its hashes alone where there is no git", async () => {
    const folder = await candidate();
    expect(await readHistory(folder, await readIndex(folder))).toEqual({ problems: [], commits: 0 });
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
