import type { Bump } from "../bump.ts";
import {
  dereferenced,
  isObject,
  listOf,
  objectOf,
  pointerOf,
  sameJson,
  tokensOf,
  valueAt,
  type JsonObject,
} from "../contract/json.ts";
import { ANNOTATIONS, sameMember, type Versions } from "../contract/meaning.ts";
import { listOperations, pairOperations, VERBS, type ListedOperation } from "../contract/operations.ts";
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
      .filter((name) => !Object.hasOwn(after, name))
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
  find(versions) {
    const [before, after] = [serversOf(versions.base), serversOf(versions.revision)];
    return Array.from({ length: Math.max(before.length, after.length) }, (_, at): Finding[] => {
      const [old, young] = [before[at], after[at]];
      if (old && young && sameMember(versions, "server", { server: old }, { server: young })) return [];
      const part = old === undefined || young === undefined || old.url === young.url ? [] : ["url"];
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

/** The servers of a contract, by default the one that sends it. */
function serversOf({ servers }: JsonObject): readonly JsonObject[] {
  return listOf(servers).length === 0 ? [{ url: "/" }] : listOf(servers).map(objectOf);
}

const securitySchemes: DocumentRule = {
  name: "security-schemes",
  reason: "clients present their credentials as the scheme of the release says",
  find(versions) {
    const [before, after] = [versions.base, versions.revision].map((each) => componentsOf(each, "securitySchemes"));
    const place = (name: string): readonly string[] => ["components", "securitySchemes", name];
    return Object.keys({ ...before, ...after }).flatMap((name): Finding[] => {
      const [old, young] = [before?.[name], after?.[name]];
      if (old === undefined || young === undefined) {
        const [bump, verb] = old === undefined ? (["minor", "added"] as const) : (["major", "removed"] as const);
        return [{ place: pointerOf(place(name)), bump, message: `Security scheme \`${name}\` was ${verb}.` }];
      }
      const holder = (document: JsonObject, scheme: unknown): Holder => ({
        node: dereferenced(document, scheme),
        tokens: place(name),
      });
      return changedMembers(
        versions,
        holder(versions.base, old),
        holder(versions.revision, young),
        (member) => member === "bearerFormat",
      );
    });
  },
};

/** An object of the contract, and where it is defined. */
export interface Holder {
  readonly node: JsonObject;
  readonly tokens: readonly string[];
}

/** The members that differ in more than annotations, except the known ones, as breaks. */
function changedMembers(
  versions: Versions,
  before: Holder,
  after: Holder,
  isKnown: (name: string) => boolean,
): Finding[] {
  return Object.keys({ ...before.node, ...after.node })
    .filter((name) => !isKnown(name) && !ANNOTATIONS.has(name))
    .filter((name) => !sameMember(versions, name, before.node, after.node))
    .map((name) => ({
      place: pointerOf([...after.tokens, name]),
      bump: "major",
      message: describeValues(name, ownerOf(after.tokens), before.node[name], after.node[name]),
    }));
}

/** The same for members that no rule knows, and what to do about them. */
export function unknownMembers(...options: Parameters<typeof changedMembers>): Finding[] {
  return changedMembers(...options).map((finding) => ({
    ...finding,
    message: `${finding.message} No rule rates \`${tokensOf(finding.place).at(-1)}\`: add one if this breaks no program.`,
  }));
}

/** Members of the document that rules rate or that people read, and the sections of its components. */
const DOCUMENT: ReadonlySet<string> = new Set(["info", "servers", "security", "paths", "components"]);
const SECTIONS: ReadonlySet<string> = new Set([
  "schemas",
  "responses",
  "parameters",
  "requestBodies",
  "headers",
  "securitySchemes",
  "links",
  "callbacks",
  "pathItems",
]);

export const unknownKeyword: DocumentRule = {
  name: "unknown-keyword",
  reason: "what no rule knows can change every call",
  find(versions) {
    const find = (tokens: readonly string[], isKnown: (name: string) => boolean, from = tokens): Finding[] => {
      const [before, after] = [valueAt(versions.base, from), valueAt(versions.revision, tokens)];
      return unknownMembers(versions, { node: objectOf(before), tokens }, { node: objectOf(after), tokens }, isKnown);
    };
    const isRated = (name: string): boolean => VERBS.has(name) || name === "parameters";
    return [
      ...find([], (name) => DOCUMENT.has(name) || (name === "openapi" && isSameMinor(versions))),
      ...find(["components"], (name) => SECTIONS.has(name)),
      ...find(["paths"], (name) => name.startsWith("/")),
      ...pairPaths(versions).flatMap(([before, after]) => find(["paths", after], isRated, ["paths", before])),
    ];
  },
};

/** Patch versions of OpenAPI only clarify the text of the specification. */
function isSameMinor({ base, revision }: Versions): boolean {
  const [before, after] = [base, revision].map(({ openapi }) => String(openapi).split(".").slice(0, 2).join("."));
  return before === after;
}

/** The paths of the release with their counterparts, whatever their parameters are called; those gone with themselves. */
function pairPaths({ base, revision }: Versions): [before: string, after: string][] {
  const urlOf = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "{}");
  const names = new Map(Object.keys(objectOf(revision.paths)).map((path) => [urlOf(path), path]));
  return Object.keys(objectOf(base.paths))
    .filter((path) => path.startsWith("/"))
    .map((path) => [path, names.get(urlOf(path)) ?? path]);
}

export const DOCUMENT_RULES: readonly DocumentRule[] = [
  operationsChanged,
  schemaGone,
  serversChanged,
  securitySchemes,
  unknownKeyword,
];

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
    keys.flatMap((key) => differences(valueAt(one, [key]), valueAt(other, [key]), [...tokens, key]));
  if (isObject(before) && isObject(after)) return inside(Object.keys({ ...before, ...after }), before, after);
  const [old, young] = [listOf(before), listOf(after)];
  const isPaired = old.length > 0 && old.length === young.length && [...old, ...young].every(isObject);
  if (isPaired) return inside([...old.keys()].map(String), { ...old }, { ...young });
  return [{ tokens, before, after }];
}
