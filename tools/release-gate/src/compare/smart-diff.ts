import { apiDiff, type Diff } from "api-smart-diff";
import type { Bump } from "../bump/bump.ts";
import { listOf, objectOf, sameJson, type JsonObject } from "../contract/json.ts";
import { definedAt, identityOf, pointerOf, valueAt, wholeValue } from "../contract/pointer.ts";
import { withoutUnchanged } from "./changed-parts.ts";
import type { Finding, Versions } from "./finding.ts";

const BUMPS: Readonly<Record<Diff["type"], Bump>> = {
  breaking: "major",
  // A deprecation is announced in a minor release (semver.org, "How should I handle deprecating functionality?").
  deprecated: "minor",
  "non-breaking": "minor",
  annotation: "patch",
  unclassified: "patch",
};

/**
 * What api-smart-diff says of two versions, in the words of this package.
 * @param changed - what it compares, as parts of the two versions. Default: without what is the same in both
 */
export function smartDiff({ base, revision }: Versions, changed = withoutUnchanged({ base, revision })): Finding[] {
  // The library writes into what it compares.
  const diffs = apiDiff(structuredClone(changed.base), structuredClone(changed.revision));
  return diffs.filter(isPlaced).map((diff) => {
    const tokens = wholeValue(placeOf(diff, { base, revision }));
    const document = diff.action === "add" ? revision : base;
    return {
      judge: "api-smart-diff",
      place: pointerOf(tokens),
      identity: identityOf(document, tokens),
      bump: BUMPS[diff.type],
      message: sentence(diff, tokens),
    };
  });
}

/**
 * Under `components` the library cannot know whether a schema is sent or received, and guesses. Whatever an operation
 * reaches is rated again under `paths`, where it knows; whatever none reaches concerns nobody but the rule
 * `schema-gone`. Security schemes are reached by name only, so they are rated where they stand.
 */
function isPlaced({ path, action }: Diff): boolean {
  // Paths that differ in the names of their parameters; the rule `path-parameter-renamed` says which.
  if (action === "rename") return false;
  return path[0] !== "components" || path[1] === "securitySchemes";
}

function placeOf(diff: Diff, { base, revision }: Versions): string[] {
  const tokens = definedAt(base, withoutInvented(base, diff.path));
  // The position of an added parameter is one of the library's own merged list.
  if (tokens.at(-2) !== "parameters" || diff.action !== "add") return tokens;
  const list = tokens.slice(0, -1);
  const position = listOf(valueAt(revision, list)).findIndex((parameter) => sameJson(parameter, diff.after));
  return position === -1 ? tokens : [...list, String(position)];
}

/** The library moves what stands beside `$ref` or `anyOf` into an `allOf` that the contract does not have. */
function withoutInvented(base: JsonObject, path: Diff["path"]): (string | number)[] {
  const kept: (string | number)[] = [];
  for (let at = 0; at < path.length; at++) {
    const token = path[at] ?? "";
    if (token === "allOf" && !("allOf" in objectOf(valueAt(base, definedAt(base, kept))))) at++;
    else kept.push(token);
  }
  return kept;
}

function sentence({ description, action }: Diff, tokens: readonly string[]): string {
  const [, verb, rest] = /^\[(\w+)\] (.+)$/.exec(description ?? "") ?? [];
  if (verb === undefined || rest === undefined) return `\`${tokens.at(-1)}\`: ${action}.`;
  return `${verb} ${rest}.`;
}
