import type { Change } from "../compare/finding.ts";
import type { JsonObject } from "../contract/json.ts";
import { listOperations } from "../contract/operations.ts";

/** A change of a shared part that touches more operations is told once, and not under each of them. */
const OWN_OPERATIONS = 3;

/** The section of the first release: nothing changed, so it lists what there is. */
export function firstSection(heading: string, document: JsonObject): string {
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
