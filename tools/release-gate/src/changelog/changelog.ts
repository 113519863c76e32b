import { compareContracts } from "../compare/compare-contracts.ts";
import { readIndex, type Release } from "../releases/release-index.ts";
import { readSnapshot } from "../releases/releases.ts";
import { releasesFolder } from "../releases/folders.ts";
import { writtenBundle, type Bundle } from "../workspace.ts";
import { changesSection, firstSection } from "./sections.ts";

const HEAD = `# Changelog of the contract

What changed between releases, operation by operation. ⚠ marks what can break a program that works today.`;

/**
 * The changelog as Markdown: every snapshot compared with the one before it, newest first, and on top what is not in
 * a snapshot yet.
 * @param current - the contract of today. Default: what `pnpm codegen` wrote
 * @param folder - the snapshots. Default: `spec/releases`
 */
export async function changelog(current?: Bundle, folder = releasesFolder): Promise<string> {
  const today = current ?? (await writtenBundle());
  const releases = await readIndex(folder);
  const snapshots = await Promise.all(releases.map(({ version }) => readSnapshot(folder, version)));
  const sections: string[] = [];
  for (const [at, release] of releases.entries()) {
    const [base, revision] = [snapshots[at - 1], snapshots[at]];
    if (revision) sections.push(await section(headingOf(release), base, revision));
  }
  const last = snapshots.at(-1);
  if (last !== undefined && last.text !== today.text) sections.push(await section("Next", last, today));
  return `${[HEAD, ...sections.toReversed()].join("\n\n")}\n`;
}

async function section(heading: string, base: Bundle | undefined, revision: Bundle): Promise<string> {
  if (base === undefined) return firstSection(heading, revision.document);
  return changesSection(heading, await compareContracts({ base: base.document, revision: revision.document }));
}

function headingOf({ version, status, released_on: day }: Release): string {
  return status === "candidate" ? `${version} (not released yet)` : `${version} (${day ?? "released"})`;
}
