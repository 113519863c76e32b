import type { Bump } from "../bump.ts";
import { isObject, listOf, objectOf, pointerOf, sameJson, type JsonObject } from "../contract/json.ts";
import { listOperations, pairOperations, type ListedOperation } from "../contract/operations.ts";
import { describeValues, ownerOf, type DocumentRule, type Finding } from "./finding.ts";

const operationsChanged: DocumentRule = {
  name: "operations-changed",
  reason: "a call of an operation that is gone fails; nobody calls a new one yet",
  find({ base, revision }) {
    const { removed, added } = pairOperations(base, revision);
    return [
      ...pathsAndOperations(removed, revision, "major", "removed"),
      ...pathsAndOperations(added, base, "minor", "added"),
    ];
  },
};

/** A path that the other version has not is one change, however many operations it has. */
function pathsAndOperations(
  operations: readonly ListedOperation[],
  other: JsonObject,
  bump: Bump,
  verb: string,
): Finding[] {
  const known = new Set(listOperations(other).map(({ path }) => path));
  const findings = operations.map(({ path, title, tokens }): Finding => {
    if (known.has(path)) return { place: pointerOf(tokens), bump, message: `Operation \`${title}\` was ${verb}.` };
    return { place: pointerOf(["paths", path]), bump, message: `Path \`${path}\` was ${verb}.` };
  });
  return findings;
}

const schemaGone: DocumentRule = {
  name: "schema-gone",
  reason: 'programs name it: `components["schemas"]["Unit"]` is part of the types that are published',
  find({ base, revision }) {
    const [before, after] = [componentsOf(base, "schemas"), componentsOf(revision, "schemas")];
    return Object.keys(before)
      .filter((name) => !(name in after))
      .map((name) => ({
        place: pointerOf(["components", "schemas", name]),
        bump: "major",
        message: `Schema \`${name}\` was removed or renamed.`,
      }));
  },
};

function componentsOf({ components }: JsonObject, section: string): JsonObject {
  return objectOf(objectOf(components)[section]);
}

const serversChanged: DocumentRule = {
  name: "servers-changed",
  reason: "clients call the address of the release",
  find({ base, revision }) {
    const [before, after] = [addressesOf(base), addressesOf(revision)];
    return Array.from({ length: Math.max(before.length, after.length) }, (_, at): Finding[] => {
      const [old, young] = [before[at], after[at]];
      if (sameJson(old, young)) return [];
      const part = old === undefined || young === undefined ? [] : [old.url === young.url ? "variables" : "url"];
      const verb = old === undefined ? "added" : young === undefined ? "removed" : "changed";
      return [
        {
          place: pointerOf(["servers", at, ...part]),
          bump: old === undefined ? "minor" : "major",
          message: `The server \`${String((old ?? young)?.url)}\` was ${verb}.`,
        },
      ];
    }).flat();
  },
};

interface Address {
  readonly url: unknown;
  /** Name, default and values of each variable. */
  readonly variables: readonly (readonly unknown[])[];
}

function addressesOf({ servers }: JsonObject): readonly Address[] {
  return listOf(servers)
    .map(objectOf)
    .map(({ url, variables }) => ({
      url,
      variables: Object.entries(objectOf(variables)).map(([name, variable]) => {
        const { default: value, enum: values = [] } = objectOf(variable);
        return [name, value, values];
      }),
    }));
}

/** Members of a security scheme that no program reads. */
const SCHEME_NOTES: ReadonlySet<string> = new Set(["description", "bearerFormat"]);

const securitySchemes: DocumentRule = {
  name: "security-schemes",
  reason: "clients present their credentials as the scheme of the release says",
  find({ base, revision }) {
    const [before, after] = [componentsOf(base, "securitySchemes"), componentsOf(revision, "securitySchemes")];
    const place = (...tokens: readonly string[]): string => pointerOf(["components", "securitySchemes", ...tokens]);
    return Object.keys({ ...before, ...after }).flatMap((name): Finding[] => {
      const [old, young] = [before[name], after[name]];
      if (old === undefined || young === undefined) {
        const [bump, verb] = old === undefined ? (["minor", "added"] as const) : (["major", "removed"] as const);
        return [{ place: place(name), bump, message: `Security scheme \`${name}\` was ${verb}.` }];
      }
      return Object.keys({ ...objectOf(old), ...objectOf(young) })
        .filter((key) => !SCHEME_NOTES.has(key) && !key.startsWith("x-"))
        .filter((key) => !sameJson(objectOf(old)[key], objectOf(young)[key]))
        .map((key) => ({
          place: place(name, key),
          bump: "major",
          message: describeValues(key, name, objectOf(old)[key], objectOf(young)[key]),
        }));
    });
  },
};

export const DOCUMENT_RULES: readonly DocumentRule[] = [operationsChanged, schemaGone, serversChanged, securitySchemes];

/** Everything that differs and that no other rule mentions: words, examples, tags and extensions. */
export const otherChange: DocumentRule = {
  name: "other-change",
  reason: "no program depends on it, but readers see another contract",
  find: ({ base, revision }) =>
    differences(base, revision, []).map(({ tokens, before, after }) => {
      const name = tokens.at(-1) ?? "";
      const owner = ownerOf(tokens.slice(0, -1));
      const verb = before === undefined ? "added" : after === undefined ? "removed" : undefined;
      const message =
        verb !== undefined && (isObject(before) || isObject(after))
          ? `\`${name}\` of \`${owner}\` was ${verb}.`
          : describeValues(name, owner, before, after);
      return { place: pointerOf(tokens), bump: "patch", message };
    }),
};

interface Difference {
  readonly tokens: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** The innermost members that differ. Lists change as a whole unless they have objects in the same number. */
function differences(before: unknown, after: unknown, tokens: readonly string[]): Difference[] {
  if (sameJson(before, after)) return [];
  const inside = (keys: readonly string[], one: JsonObject, other: JsonObject): Difference[] =>
    keys.flatMap((key) => differences(one[key], other[key], [...tokens, key]));
  if (isObject(before) && isObject(after)) return inside(Object.keys({ ...before, ...after }), before, after);
  const [old, young] = [listOf(before), listOf(after)];
  const isPaired = old.length > 0 && old.length === young.length && [...old, ...young].every(isObject);
  if (isPaired) return inside([...old.keys()].map(String), { ...old }, { ...young });
  return [{ tokens, before, after }];
}
