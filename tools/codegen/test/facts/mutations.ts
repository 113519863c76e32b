/** A copy of a document with one difference, and where it is. */
export interface Mutation<Document> {
  what: string;
  document: Document;
}

/**
 * Every way to drop a member, to change a value, or to add a keyword to an object, one at a time. The document is
 * changed in place and changed back, because there are thousands of them.
 */
export function* mutationsOf<Document extends object>(document: Document): Generator<Mutation<Document>> {
  for (const [pointer, node] of nodesOf(document, "#")) {
    for (const key of Object.keys(node)) {
      const value: unknown = Reflect.get(node, key);
      const keep = Object.entries(node);
      const restore = (): void => replaceMembers(node, keep);
      replaceMembers(
        node,
        keep.filter(([other]) => other !== key),
      );
      yield { what: `drop ${pointer}/${key}`, document };
      restore();
      if (typeof value === "object" && value !== null) continue;
      Reflect.set(node, key, changed(value));
      yield { what: `change ${pointer}/${key}`, document };
      restore();
    }
    if (Array.isArray(node)) continue;
    Reflect.set(node, "added", true);
    yield { what: `add ${pointer}/added`, document };
    Reflect.deleteProperty(node, "added");
  }
}

function* nodesOf(value: unknown, pointer: string): Generator<[string, object]> {
  if (typeof value !== "object" || value === null) return;
  yield [pointer, value];
  for (const [key, child] of Object.entries(value)) yield* nodesOf(child, `${pointer}/${key}`);
}

function replaceMembers(node: object, members: [string, unknown][]): void {
  if (Array.isArray(node)) {
    node.splice(0, node.length, ...members.map(([, value]) => value));
    return;
  }
  for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
  for (const [key, value] of members) Reflect.set(node, key, value);
}

function changed(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  return `${String(value)} changed`;
}
