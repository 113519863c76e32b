/** Small pieces of TypeScript text that the emitters share. */

/** Columns of a line of generated code, unless a single word is longer. */
export const lineWidth = 120;

/** A doc comment; nothing when there is no text. A comment end inside the text is disarmed. */
export function jsdoc(text: string, indent = ""): string {
  const lines = text.trim().replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return lines[0] === "" ? "" : `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

/** A text of the contract for a comment: a line that begins with `@` would be a tag, such as `@deprecated`. */
export function withoutTags(text: string): string {
  return text.replaceAll(/^(\s*)@/gm, "$1\\@");
}

/** A member name, quoted only where it must be. */
export function key(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : JSON.stringify(name);
}

/** A union of string literals, on one line. */
export function literals(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

/** Pieces on as few lines as they need, each line with its end. Lines after the first begin with `hanging`. */
export function fill(pieces: readonly string[], indent: string, hanging = indent): string {
  const lines: string[] = [];
  for (const piece of pieces) {
    const line = lines.at(-1);
    const longer = `${line} ${piece}`;
    if (line === undefined) lines.push(indent + piece);
    else if (longer.length > lineWidth) lines.push(hanging + piece);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** The members of an object on as few lines as they need: `open`, the members, `close`. */
export function fillObject(open: string, members: readonly string[], close: string, indent: string): string {
  const pieces = members.map((member, index) => (index < members.length - 1 ? `${member},` : `${member} ${close}`));
  return fill([open, ...(pieces.length === 0 ? [close] : pieces)], indent, `${indent}  `);
}

/**
 * A declaration or a member of one line with its comment: on the same line where there is room. Paragraphs of a comment
 * that has room on one line are joined.
 */
export function commented(comment: string, line: string, indent = ""): string {
  const flat = /\n *(?:[-*@`|>]|\d+\.)/.test(comment) ? comment : comment.trim().replaceAll(/\s+/g, " ");
  const doc = jsdoc(flat, indent);
  const isLine = doc.trim() !== "" && !flat.includes("\n") && !line.includes("\n");
  if (isLine && `${doc.trimEnd()} ${line}`.length <= lineWidth) return `${doc.trimEnd()} ${line}\n`;
  return (doc.trimEnd().length <= lineWidth ? doc : jsdoc(comment, indent)) + `${indent}${line}\n`;
}

/** A JSON value as people write it in TypeScript. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${memberName(name)}: ${literal(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function memberName(name: string): string {
  return /^(0|[1-9][0-9]*)$/.test(name) ? name : key(name);
}

export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Items by a key, in the order in which the keys first appear. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = keyOf(item);
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return groups;
}
