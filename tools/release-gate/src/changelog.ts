/** `node src/changelog.ts` writes the changelog of the contract to packages/contract/dist; `--print` only prints it. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compareContracts } from "./compare/compare-contracts.ts";
import type { Change } from "./compare/finding.ts";
import type { JsonObject } from "./contract/json.ts";
import { listOperations } from "./contract/operations.ts";
import { readIndex, type Release } from "./releases/release-index.ts";
import { readSnapshot } from "./releases/releases.ts";
import { releasesFolder, writtenBundle, type Bundle } from "./workspace.ts";

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
    if (revision) sections.push(section(headingOf(release), base, revision));
  }
  const last = snapshots.at(-1);
  if (last !== undefined && last.text !== today.text) sections.push(section("Next", last, today));
  return `${[HEAD, ...sections.toReversed()].join("\n\n")}\n`;
}

function section(heading: string, base: Bundle | undefined, revision: Bundle): string {
  if (base === undefined) return firstSection(heading, revision.document);
  return changesSection(heading, compareContracts({ base: base.document, revision: revision.document }));
}

function headingOf({ version, status, released_on: day }: Release): string {
  return status === "candidate" ? `${version} (not released yet)` : `${version} (${day ?? "released"})`;
}

/** A change of a shared part that touches more operations is told once, and not under each of them. */
const OWN_OPERATIONS = 3;

/** The section of the first release: nothing changed, so it lists what there is. */
function firstSection(heading: string, document: JsonObject): string {
  const operations = listOperations(document);
  const lines = operations.map(({ title, value }) => `- \`${title}\`: ${inText(String(value.summary ?? ""))}`);
  return [`## ${heading}`, `The first release: ${operations.length} operations.`, lines.join("\n")].join("\n\n");
}

/** The section of a release: changes by operation, then those of shared parts, then those of no operation. */
export function changesSection(heading: string, changes: readonly Change[]): string {
  if (changes.length === 0) return `## ${heading}\n\nNothing changed.`;
  const isOwn = ({ operations }: Change): boolean => operations.length > 0 && operations.length <= OWN_OPERATIONS;
  const titles = [...new Set(changes.filter(isOwn).flatMap(({ operations }) => operations))].toSorted();
  const parts = titles.map((title) => {
    const own = changes.filter((change) => isOwn(change) && change.operations.includes(title));
    return part(`\`${title}\``, own);
  });
  const shared = changes.filter(({ operations }) => operations.length > OWN_OPERATIONS);
  const general = changes.filter(({ operations }) => operations.length === 0);
  return [`## ${heading}`, ...parts, part("Many operations", shared), part("The whole contract", general)]
    .filter((text) => text !== "")
    .join("\n\n");
}

function part(title: string, changes: readonly Change[]): string {
  if (changes.length === 0) return "";
  return `### ${title}\n\n${changes.map(line).join("\n")}`;
}

function line({ bump, message, place, operations }: Change): string {
  const count = operations.length > OWN_OPERATIONS ? `, ${operations.length} operations` : "";
  return `- ${bump === "major" ? "⚠ " : ""}${inText(message)} (${bump}, \`${place}\`${count})`;
}

/** What the contract says may hold `<placeholders>`, which Markdown outside of code would take for HTML. */
function inText(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.startsWith("`") ? piece : piece.replaceAll("<", "&lt;")))
    .join("")
    .replaceAll("\n", " ");
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { print: { type: "boolean", default: false } } });
  const text = await changelog();
  if (values.print) process.stdout.write(text);
  else {
    const path = fileURLToPath(import.meta.resolve("@fleet-api/contract/changelog.md"));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
