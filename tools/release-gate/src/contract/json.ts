export type JsonObject = { readonly [key: string]: unknown };

/** The value as an object; an empty one when it is none, so that a walk through a document needs no questions. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value as a list; an empty one when it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True when both are the same JSON; the order of object members does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => sameJson(item, b[at]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/** Tokens of a JSON pointer in its URI fragment form `#/a/b` (RFC 6901, section 6). */
export function tokensOf(pointer: string): string[] {
  const parts = pointer.replace(/^#\/?/, "").split("/");
  return parts
    .filter((part, at) => part !== "" || at > 0)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The pointer of tokens. */
export function pointerOf(tokens: readonly (string | number)[]): string {
  return `#/${tokens.map((token) => String(token).replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;
}

/** The value at tokens, undefined when there is none. References are not followed. */
export function valueAt(document: unknown, tokens: readonly string[]): unknown {
  let node = document;
  for (const token of tokens) {
    if (Array.isArray(node)) node = node[Number(token)];
    else if (isObject(node) && Object.hasOwn(node, token)) node = node[token];
    else return undefined;
  }
  return node;
}

/** The object that a reference means, or the object itself. */
export function dereferenced(document: JsonObject, value: unknown): JsonObject {
  const { $ref } = objectOf(value);
  return typeof $ref === "string" ? dereferenced(document, valueAt(document, tokensOf($ref))) : objectOf(value);
}
