import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { Bump } from "../../src/bump/bump.ts";
import { samplesFolder } from "../../src/releases/folders.ts";
import { takeSnapshot, type SnapshotSource } from "../../src/releases/releases.ts";
import { bundleOf, contract } from "./contract.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder of its own that is gone after the tests of the file. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "release-gate-"));
  folders.push(folder);
  return folder;
}

/** What a snapshot of the real contract is taken of, as package version 1.0.0. */
export function sourceOf(document = contract()): SnapshotSource {
  return { bundle: bundleOf(document), packageVersion: "1.0.0", samples: samplesFolder };
}

/** A folder like `spec/releases` without a snapshot. */
export function emptyReleases(): string {
  const folder = scratch();
  writeFileSync(join(folder, "index.json"), '{ "releases": [] }');
  return folder;
}

/** A folder like `spec/releases` with the real contract as its candidate. */
export async function candidate(): Promise<string> {
  const folder = emptyReleases();
  await takeSnapshot(folder, sourceOf());
  return folder;
}

/** A folder like `.changeset`. */
export function changesets(...bumps: readonly Bump[]): string {
  const folder = scratch();
  writeFileSync(join(folder, "README.md"), "How changesets work.\n");
  for (const [at, bump] of bumps.entries()) {
    const text = `---\n"@fleet-api/contract": ${bump}\n"@fleet-api/client": patch\n---\n\nA sentence.\n`;
    writeFileSync(join(folder, `change-${at}.md`), text);
  }
  return folder;
}
