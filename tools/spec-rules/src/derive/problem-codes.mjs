/** @import { ProblemRow, ResourceGroup, Schema } from "../openapi.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { References } from "./references.mjs" */
import { isRecord, member, members } from "../document/located.mjs";

const ROWS = "x-problems";

/**
 * Derives the enum and the description of the schema of problem codes from its `x-problems` and from the `problems` of the
 * resource groups. If no code has a `description`, the schema is left as written.
 *
 * @param {References} references
 * @param {Located<Schema> | undefined} codes
 * @param {readonly Located<ResourceGroup>[]} groups
 */
export function completeProblemCodes({ context }, codes, groups) {
  if (codes === undefined) return;
  const own = /** @type {Located<Record<string, unknown>> | undefined} */ (member(context, codes, ROWS));
  const ofGroups = groups.map((group) => (isRecord(group.node) ? member(context, group, "problems") : undefined));
  const rows = [own, ...ofGroups].flatMap((list) => members(context, list));
  /** @type {Map<string, ProblemRow>} */
  const known = new Map();
  for (const [code, { node, location }] of rows) {
    /** @type {(message: string) => void} */
    const report = (message) => context.report({ message, location });
    if (known.has(code)) report(`The problem code \`${code}\` is in two places. Remove one of them.`);
    else if (isRow(node)) known.set(code, node);
    else
      report(`The problem code \`${code}\` needs a \`status\`, a \`title\` and a \`description\` that is a sentence.`);
  }
  // By status, whether a code is shared or belongs to a group.
  const sorted = [...known].toSorted(([, a], [, b]) => a.status - b.status);
  const told = sorted.filter(([, row]) => row.description !== undefined);
  if (told.length === 0) return;
  const { description = "", enum: values = [] } = codes.node;
  const lines = told.map(([code, row]) => `- \`${code}\`: ${withStatus(row)}`);
  codes.node.description = `${description.trim()}\n\n${lines.join("\n")}\n`;
  codes.node.enum = [...new Set([...values, ...sorted.map(([code]) => code)])];
  const facts = sorted.map(([code, { status, title }]) => [code, { status, title }]);
  Reflect.set(codes.node, ROWS, Object.fromEntries(facts));
}

/**
 * @param {unknown} row
 * @returns {row is ProblemRow}
 */
function isRow(row) {
  if (!isRecord(row)) return false;
  const { status, title, description = "A." } = row;
  return Number.isInteger(status) && typeof title === "string" && /\.(?:\s|$)/.test(String(description));
}

/**
 * Adds the status to the end of the first sentence of the description. A list item is one line.
 *
 * @param {ProblemRow} row
 */
function withStatus({ status, description = "" }) {
  return description
    .trim()
    .replaceAll(/\s+/g, " ")
    .replace(/\.(?= |$)/, ` (${status}).`);
}
