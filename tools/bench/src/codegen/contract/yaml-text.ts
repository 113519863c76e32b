import { Document, isMap, isScalar, isSeq, type YAMLMap } from "yaml";

/** A part of a contract before it is text. */
export type Node = { readonly [name: string]: Value };
export type Value = string | number | boolean | null | readonly Value[] | Node;

/** Widest line of a contract file. */
const WIDTH = 120;

/**
 * YAML as authors of the contract write it: what has no more than scalars in it stands on one line where it fits, and
 * so does an envelope. Hence the lines can be counted like those of a hand-written file.
 */
export function yamlText(comment: string, content: Node): string {
  const document = new Document(content, { aliasDuplicateObjects: false });
  if (isMap(document.contents)) writeMembers(document.contents, 0);
  document.commentBefore = ` ${comment}`;
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

function writeMembers(map: YAMLMap, indent: number): void {
  for (const { key, value } of map.items) {
    const name = String(key);
    const room = WIDTH - indent - name.length - 2;
    if (isMap(value) && (isFlat(value) || name.endsWith("Envelope")) && width(value) <= room) value.flow = true;
    else if (isMap(value)) writeMembers(value, indent + 2);
    else if (isSeq(value)) writeItems(value.items, indent + 2, () => (value.flow = width(value) <= room));
  }
}

function writeItems(items: readonly unknown[], indent: number, fit: () => void): void {
  if (items.every(isScalar)) return fit();
  for (const item of items) {
    if (!isMap(item)) continue;
    if (isFlat(item) && width(item) <= WIDTH - indent) item.flow = item.items.length > 1;
    else writeMembers(item, indent + 2);
  }
}

/** Whether the members are scalars and lists of scalars. */
function isFlat(map: YAMLMap): boolean {
  return map.items.every(({ value }) =>
    isSeq(value) ? value.items.every(isScalar) : isScalar(value) && !String(value.value).includes("\n"),
  );
}

/** Columns of a value on one line, braces and quotes included: never less than it takes. */
function width(value: { toJSON(): unknown }): number {
  return JSON.stringify(value.toJSON()).length;
}
