import { isObject, objectOf, type JsonObject } from "./json.ts";

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
    else if (isObject(node)) node = node[token];
    else return undefined;
  }
  return node;
}

/** The place that a path leads to when references are followed: a change of a shared schema has one place. */
export function definedAt(document: JsonObject, path: readonly (string | number)[]): string[] {
  let place: string[] = [];
  for (const token of path) {
    const node = valueAt(document, place);
    const ref = objectOf(node).$ref;
    // Words beside a reference (`description`, `title`) belong to the place that refers.
    if (typeof ref === "string" && !(String(token) in objectOf(node))) place = tokensOf(ref);
    place = [...place, String(token)];
  }
  return place;
}

/** Values that change as one: their members and positions have no identity of their own. */
const WHOLE_VALUES = new Set([
  "enum",
  "examples",
  "required",
  "security",
  "tags",
  "type",
  "x-permission",
  "x-problem-codes",
]);

/** The place of the whole value, when tokens lead into one. */
export function wholeValue(tokens: readonly string[]): readonly string[] {
  const parent = tokens.at(-2);
  // A property may be named `type` or `required`, and what is in it are keywords.
  return parent !== undefined && WHOLE_VALUES.has(parent) && tokens.at(-3) !== "properties"
    ? tokens.slice(0, -1)
    : tokens;
}

/** Tokens with parameters by name: their position differs between two versions, their name does not. */
export function identityOf(document: JsonObject, tokens: readonly string[]): string {
  const at = tokens.findLastIndex((token, index) => tokens[index - 1] === "parameters" && /^\d+$/.test(token));
  if (at === -1) return pointerOf(tokens);
  const parameter = dereferenced(document, valueAt(document, tokens.slice(0, at + 1)));
  const name = parameter.name === undefined ? tokens[at] : `${String(parameter.in)}:${String(parameter.name)}`;
  return pointerOf([...tokens.slice(0, at), name ?? "", ...tokens.slice(at + 1)]);
}

/** The object that a reference means, or the object itself. */
export function dereferenced(document: JsonObject, value: unknown): JsonObject {
  const { $ref } = objectOf(value);
  return typeof $ref === "string" ? dereferenced(document, valueAt(document, tokensOf($ref))) : objectOf(value);
}
