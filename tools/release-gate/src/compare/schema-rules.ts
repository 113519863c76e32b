import type { Bump } from "../bump.ts";
import { readEnum } from "../contract/enums.ts";
import { isObject, listOf, objectOf, sameJson, tokensOf, type JsonObject } from "../contract/json.ts";
import { ANNOTATIONS, sameMember, type Versions } from "../contract/meaning.ts";
import type { Direction } from "../contract/operations.ts";
import { ALTERNATIVES, NESTED, pairBranches, type SchemaPair } from "../contract/schema-pairs.ts";
import { enumValues, problemCodesGrow } from "./enum-rule.ts";
import { describeValues, ownerOf, type Finding, type SchemaRule } from "./finding.ts";

/** Whether a schema accepts fewer values than before, more, or other ones. */
type Effect = "fewer" | "more" | "other";

/** A caller must not send what is refused now; a reader must not meet what it does not know. */
const BUMPS: Readonly<Record<Effect, Readonly<Record<Direction, Bump>>>> = {
  fewer: { request: "major", response: "minor" },
  more: { request: "minor", response: "major" },
  other: { request: "major", response: "major" },
};

const LOWER: ReadonlySet<string> = new Set(["minLength", "minItems", "minProperties"]);
const UPPER: ReadonlySet<string> = new Set(["maxLength", "maxItems", "maxProperties"]);
const FIXED: ReadonlySet<string> = new Set(["pattern", "format", "const", "enum", "multipleOf"]);
/** Keywords that accept everything when they are absent or true, and nothing when they are false. */
const OPEN: ReadonlySet<string> = new Set(NESTED);
/** Keywords that a rule of their own judges. */
const JUDGED: ReadonlySet<string> = new Set([
  ...ANNOTATIONS,
  ...ALTERNATIVES,
  "type",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "properties",
  "required",
  "default",
  "deprecated",
  "x-open-enum",
  "x-permission-action",
]);
/** What an enum needs once other values of its type are accepted too. */
const BOUNDS: ReadonlySet<string> = new Set(["minLength", "maxLength", "pattern"]);

const typeChanged: SchemaRule = {
  name: "type-changed",
  reason: "a request with a type that is gone is refused; a reader does not expect a type that is new",
  find(pair) {
    const [before, after] = [typesOf(pair.base), typesOf(pair.revision)];
    const accepts = (types: readonly unknown[], type: unknown): boolean =>
      types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
    const isFewer = after.length > 0 && (before.length === 0 || before.some((type) => !accepts(after, type)));
    const isMore = before.length > 0 && (after.length === 0 || after.some((type) => !accepts(before, type)));
    if (!isFewer && !isMore) return [];
    return [changed(pair, "type", isFewer && isMore ? "other" : isFewer ? "fewer" : "more")];
  },
};

const boundsChanged: SchemaRule = {
  name: "bounds-changed",
  reason: "a request outside of the bounds is refused; a reader made room for what was inside of them",
  find: (pair) =>
    [
      { inclusive: "minimum", exclusive: "exclusiveMinimum", sign: 1 },
      { inclusive: "maximum", exclusive: "exclusiveMaximum", sign: -1 },
    ].flatMap(({ inclusive, exclusive, sign }) => {
      // The bound as a pair that is greater the fewer values it lets through.
      const bound = (schema: JsonObject): readonly [number, number] => {
        const values = [[schema[inclusive], 0] as const, [schema[exclusive], 1] as const];
        const known = values.flatMap(([value, isOpen]) =>
          typeof value === "number" ? [[value * sign, isOpen] as const] : [],
        );
        return known.toSorted((a, b) => b[0] - a[0] || b[1] - a[1])[0] ?? [-Infinity, 0];
      };
      const [before, after] = [bound(pair.base), bound(pair.revision)];
      const difference = after[0] - before[0] || after[1] - before[1];
      if (difference === 0) return [];
      const keyword = sameJson(pair.base[inclusive], pair.revision[inclusive]) ? exclusive : inclusive;
      return [changed(pair, keyword, difference > 0 ? "fewer" : "more")];
    }),
};

/** A keyword that these tables do not know can mean anything, so another value of it is a break. */
const keywordChanged: SchemaRule = {
  name: "keyword-changed",
  reason: "a request that the keyword excludes is refused; a reader does not expect what it let through before",
  find(pair, versions) {
    const { base, revision } = pair;
    const enums = [readEnum(base), readEnum(revision)] as const;
    const isEnum = enums[0] !== undefined && enums[1] !== undefined;
    // The bounds come with the opening of an enum, for the values that it lets through.
    const isOpened = enums[0]?.kind === "closed" && enums[1] !== undefined && enums[1].kind !== "closed";
    // Beside `enum`, a `const` is a keyword of its own.
    const enumKeywords = [base, revision].some((schema) => "enum" in schema && "const" in schema)
      ? ["enum"]
      : ["enum", "const"];
    return Object.keys({ ...base, ...revision }).flatMap((keyword) => {
      if (JUDGED.has(keyword) || (isOpened && BOUNDS.has(keyword) && !(keyword in base))) return [];
      if (isEnum && enumKeywords.includes(keyword)) return [];
      const effect = effectOf(keyword, pair, versions);
      return effect === undefined ? [] : [changed(pair, keyword, effect)];
    });
  },
};

function effectOf(keyword: string, { base, revision }: SchemaPair, versions: Versions): Effect | undefined {
  const [before, after] = [base[keyword], revision[keyword]];
  if (OPEN.has(keyword)) {
    const isNarrow = (value: unknown): boolean => Object.keys(objectOf(value)).some((key) => !ANNOTATIONS.has(key));
    const rank = (value: unknown): number => (value === false ? 0 : isNarrow(value) ? 1 : 2);
    const difference = rank(after) - rank(before);
    return difference === 0 ? undefined : difference > 0 ? "more" : "fewer";
  }
  if (sameMember(versions, keyword, base, revision)) return undefined;
  if (keyword === "uniqueItems") return after === true ? "fewer" : before === true ? "more" : undefined;
  if (!LOWER.has(keyword) && !UPPER.has(keyword) && !FIXED.has(keyword)) return "other";
  if (before === undefined) return "fewer";
  if (after === undefined) return "more";
  if (FIXED.has(keyword)) return "other";
  return Number(after) > Number(before) === LOWER.has(keyword) ? "fewer" : "more";
}

const alternatives: SchemaRule = {
  name: "alternatives-changed",
  reason: "a request in a form that is gone is refused; a reader does not know a form that is new",
  find: (pair) =>
    ALTERNATIVES.flatMap((keyword) => {
      const [before, after] = [listOf(pair.base[keyword]), listOf(pair.revision[keyword])];
      if (before.length === 0 && after.length === 0) return [];
      const counterparts = pairBranches(before, after);
      const kept = new Set(counterparts);
      // Each schema of `allOf` takes values away, and properties go with it; each of the others adds values.
      const [adds, removes] = keyword === "allOf" ? (["fewer", "other"] as const) : (["more", "fewer"] as const);
      const finding = (at: number, effect: Effect, verb: string): Finding => ({
        place: pair.place(keyword, String(at)),
        bump: BUMPS[effect][pair.direction],
        message: `A schema of \`${keyword}\` of \`${nameOf(pair)}\` was ${verb}.`,
        key: `${pair.place(keyword)} ${verb} ${at}`,
      });
      // A schema that had no alternatives is one when it gets some, and accepts fewer or other values otherwise.
      if (before.length === 0) return [changed(pair, keyword, "fewer")];
      if (after.length === 0) return [changed(pair, keyword, keyword === "allOf" ? "other" : "more")];
      return [
        ...counterparts.flatMap((at, index) => (at === undefined ? [finding(index, adds, "added")] : [])),
        ...[...before.keys()].filter((at) => !kept.has(at)).map((at) => finding(at, removes, "removed")),
      ];
    }),
};

const propertiesChanged: SchemaRule = {
  name: "properties-changed",
  reason: "programs send and read properties by their names; an unknown one is ignored, and a new one can be",
  find(pair) {
    const [before, after] = [objectOf(pair.base.properties), objectOf(pair.revision.properties)];
    const finding = (name: string, bump: Bump, verb: string): Finding => ({
      place: pair.place("properties", name),
      bump,
      message: `Property \`${name}\` of \`${nameOf(pair)}\` was ${verb}.`,
    });
    return [
      ...Object.keys(before)
        .filter((name) => !Object.hasOwn(after, name) && !isOpenKey(pair, name))
        .map((name) => finding(name, "major", "removed")),
      ...Object.keys(after)
        .filter((name) => !Object.hasOwn(before, name) && !isOpenKey(pair, name))
        .map((name) => finding(name, "minor", "added")),
    ];
  },
};

/**
 * A map with an open list of keys, as permission resources and their actions are: `properties` names the known keys,
 * `additionalProperties` has the schema of all others.
 */
const openMapKeys: SchemaRule = {
  name: "open-map-keys",
  reason: "an optional key of an open map may be missing already, and any key may come",
  find(pair) {
    const [before, after] = [objectOf(pair.base.properties), objectOf(pair.revision.properties)];
    return Object.keys({ ...before, ...after })
      .filter((key) => Object.hasOwn(before, key) !== Object.hasOwn(after, key) && isOpenKey(pair, key))
      .map((key) => ({
        place: pair.place("properties", key),
        bump: "minor",
        message: `Key \`${key}\` of an open map ${Object.hasOwn(after, key) ? "is named now" : "is no longer named"}.`,
      }));
  },
};

/** A required key is a promise, so it is judged as a property. */
function isOpenKey({ base, revision }: SchemaPair, key: string): boolean {
  if (!isObject(base.additionalProperties) || !isObject(revision.additionalProperties)) return false;
  return ![...listOf(base.required), ...listOf(revision.required)].includes(key);
}

const requiredChanged: SchemaRule = {
  name: "required-changed",
  reason: "a request without a required property is refused; a reader relies on a required property",
  find(pair) {
    const [before, after] = [listOf(pair.base.required), listOf(pair.revision.required)];
    const added = after.filter((name) => !before.includes(name));
    const removed = before.filter((name) => !after.includes(name));
    if (added.length === 0 && removed.length === 0) return [];
    const effect = added.length === 0 ? "more" : removed.length === 0 ? "fewer" : "other";
    const parts = [
      ...(added.length === 0 ? [] : [`Properties of \`${nameOf(pair)}\` are required now: ${quoted(added)}.`]),
      ...(removed.length === 0
        ? []
        : [`Properties of \`${nameOf(pair)}\` are no longer required: ${quoted(removed)}.`]),
    ];
    return [{ place: pair.place("required"), bump: BUMPS[effect][pair.direction], message: parts.join(" ") }];
  },
};

const defaultChanged: SchemaRule = {
  name: "default-changed",
  reason: "a request that omits the value means something else; of a response a default says nothing",
  find(pair) {
    if (pair.direction === "response" || sameJson(pair.base.default, pair.revision.default)) return [];
    const { place, bump, message } = changed(pair, "default", "other");
    return [{ place, message, bump: "default" in pair.base ? bump : "minor" }];
  },
};

export const fieldPermission: SchemaRule = {
  name: "field-permission",
  reason: "callers without the action are refused; an action that falls away refuses nobody",
  find(pair) {
    const keyword = "x-permission-action";
    if (sameJson(pair.base[keyword], pair.revision[keyword])) return [];
    const { place, message } = changed(pair, keyword, "other");
    return [{ place, message, bump: keyword in pair.revision ? "major" : "minor" }];
  },
};

const deprecated: SchemaRule = {
  name: "deprecated",
  reason: "a deprecation is announced in a minor release (semver.org)",
  find(pair) {
    if ((pair.base.deprecated === true) === (pair.revision.deprecated === true)) return [];
    const { place, message } = changed(pair, "deprecated", "other");
    return [{ place, message, bump: "minor" }];
  },
};

export const SCHEMA_RULES: readonly SchemaRule[] = [
  enumValues,
  problemCodesGrow,
  openMapKeys,
  fieldPermission,
  typeChanged,
  boundsChanged,
  keywordChanged,
  alternatives,
  propertiesChanged,
  requiredChanged,
  defaultChanged,
  deprecated,
];

function changed(pair: SchemaPair, keyword: string, effect: Effect): Finding {
  const message = describeValues(keyword, nameOf(pair), pair.base[keyword], pair.revision[keyword]);
  return { place: pair.place(keyword), bump: BUMPS[effect][pair.direction], message };
}

function nameOf(pair: SchemaPair): string {
  return ownerOf(tokensOf(pair.place()));
}

function quoted(names: readonly unknown[]): string {
  return names.map((name) => `\`${String(name)}\``).join(", ");
}

function typesOf({ type }: JsonObject): readonly unknown[] {
  return type === undefined ? [] : [type].flat();
}
