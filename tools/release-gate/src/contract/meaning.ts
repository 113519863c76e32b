import { isObject, tokensOf, valueAt, type JsonObject } from "./json.ts";

/** Two versions of the bundled contract. */
export interface Versions {
  readonly base: JsonObject;
  readonly revision: JsonObject;
}

/** Members that only people read, in every object of the contract. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  "title",
  "summary",
  "description",
  "example",
  "examples",
  "externalDocs",
  "tags",
  "$comment",
  "x-expected",
  "x-optional",
  "x-problems",
  "x-provenance",
  "x-quoted",
  "x-sensitive",
]);

/** Members whose keys are names that authors choose. */
const MAPS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependentRequired",
  "$defs",
  "mapping",
  "encoding",
  "headers",
  "links",
  "callbacks",
  "webhooks",
  "parameters",
  "scopes",
  "variables",
]);
const LITERALS: ReadonlySet<string> = new Set(["const", "default", "enum"]);

type Kind = "object" | "map" | "literal";

/** True when a member means the same in both objects: annotations do not count, and references are followed. */
export function sameMember({ base, revision }: Versions, name: string, before: JsonObject, after: JsonObject): boolean {
  const seen = new Set<string>();

  const sameTarget = (left: string, right: string): boolean => {
    const visit = `${left} ${right}`;
    if (seen.has(visit)) return true;
    seen.add(visit);
    return same(targetOf(base, left), targetOf(revision, right), "object");
  };

  const sameKeys = (one: JsonObject, other: JsonObject, kind: Kind): boolean =>
    Object.keys({ ...one, ...other })
      .filter((key) => kind !== "object" || !ANNOTATIONS.has(key))
      .every((key) =>
        same(
          valueAt(one, [key]),
          valueAt(other, [key]),
          kind === "object" ? kindOf(key) : kind === "map" ? "object" : kind,
        ),
      );

  const same = (one: unknown, other: unknown, kind: Kind): boolean => {
    if (Array.isArray(one) && Array.isArray(other))
      return (
        one.length === other.length && one.every((item, at) => same(item, other[at], kind === "map" ? "object" : kind))
      );
    if (!isObject(one) || !isObject(other)) return one === other;
    if (kind !== "object") return sameKeys(one, other, kind);
    const [{ $ref: left, ...besideLeft }, { $ref: right, ...besideRight }] = [one, other];
    if (typeof left === "string" && typeof right === "string")
      return sameTarget(left, right) && sameKeys(besideLeft, besideRight, kind);
    if (typeof left === "string") return sameKeys(besideLeft, {}, kind) && same(targetOf(base, left), other, kind);
    if (typeof right === "string") return sameKeys({}, besideRight, kind) && same(one, targetOf(revision, right), kind);
    return sameKeys(one, other, kind);
  };

  return same(before[name], after[name], kindOf(name));
}

function kindOf(name: string): Kind {
  if (LITERALS.has(name)) return "literal";
  return MAPS.has(name) ? "map" : "object";
}

/** What a reference leads to; the reference itself when that is not in the document. */
function targetOf(document: JsonObject, reference: string): unknown {
  return valueAt(document, tokensOf(reference)) ?? reference;
}
