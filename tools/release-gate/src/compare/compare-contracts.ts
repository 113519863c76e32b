import { reaches } from "../bump.ts";
import { withAuthoredEnums } from "../contract/enums.ts";
import { operationsByPlace, pairOperations } from "../contract/operations.ts";
import { dereferenced, objectOf, type JsonObject } from "../contract/json.ts";
import type { Versions } from "../contract/meaning.ts";
import { listSchemaPairs } from "../contract/schema-pairs.ts";
import { DOCUMENT_RULES, otherChange } from "./document-rules.ts";
import type { Change, Finding, Reason } from "./finding.ts";
import { MESSAGE_RULES } from "./message-rules.ts";
import { OPERATION_RULES } from "./operation-rules.ts";
import { SCHEMA_RULES } from "./schema-rules.ts";

/** All rules, in the order of the README. */
export const RULES: readonly Reason[] = [
  ...DOCUMENT_RULES,
  ...OPERATION_RULES,
  ...MESSAGE_RULES,
  ...SCHEMA_RULES,
  otherChange,
];

type Judged = Finding & { readonly rule: Reason };

/** Every change between two bundled contracts, highest bump first. Another `info.version` alone is no change. */
export function compareContracts(contracts: Versions): Change[] {
  const versions: Versions = {
    base: withAuthoredEnums(withPathItems(contracts.base)),
    revision: withAuthoredEnums(withPathItems(contracts.revision)),
  };
  const judged = highestByPlace(ruleFindings(versions));
  const places = judged.map(({ place }) => place);
  const isMentioned = (place: string): boolean =>
    places.some((known) => isWithin(known, place) || isWithin(place, known)) || place === "#/info/version";
  const rest = withRule(otherChange, otherChange.find(versions)).filter(({ place }) => !isMentioned(place));
  const [before, after] = [operationsByPlace(versions.base), operationsByPlace(versions.revision)];
  return [...judged, ...rest]
    .map(({ place, bump, message, rule }) => {
      // What an operation had before tells whom a change meets; a new operation has nothing that could change.
      const met = before(place);
      const operations = met.length > 0 ? met : after(place);
      return { place, bump, message, rule, operations: operations.map(({ title }) => title) };
    })
    .toSorted((a, b) => (a.bump === b.bump ? 0 : reaches(a.bump, b.bump) ? -1 : 1));
}

/** The document with each path item in its place, so that no rule meets a reference to one. */
function withPathItems(document: JsonObject): JsonObject {
  const items = Object.entries(objectOf(document.paths)).map(([path, item]) => {
    const { $ref: _reference, ...members } = objectOf(item);
    const target = dereferenced(document, item);
    return [path, Object.keys(target).length === 0 ? item : { ...target, ...members }];
  });
  return { ...document, paths: Object.fromEntries(items) };
}

function ruleFindings(versions: Versions): Judged[] {
  const { pairs } = pairOperations(versions.base, versions.revision);
  const schemas = listSchemaPairs(versions.base, versions.revision, pairs);
  return [
    ...DOCUMENT_RULES.flatMap((rule) => withRule(rule, rule.find(versions))),
    ...[...OPERATION_RULES, ...MESSAGE_RULES].flatMap((rule) =>
      withRule(
        rule,
        pairs.flatMap((pair) => rule.find(pair, versions)),
      ),
    ),
    ...SCHEMA_RULES.flatMap((rule) =>
      withRule(
        rule,
        schemas.flatMap((pair) => rule.find(pair, versions)),
      ),
    ),
  ];
}

function withRule({ name, reason }: Reason, findings: readonly Finding[]): Judged[] {
  return findings.map((finding) => ({ ...finding, rule: { name, reason } }));
}

/** A shared part is met in many operations and in both directions: the highest bump counts. */
function highestByPlace(findings: readonly Judged[]): Judged[] {
  const highest = new Map<string, Judged>();
  for (const finding of findings) {
    const key = finding.key ?? finding.place;
    const known = highest.get(key);
    if (known === undefined || !reaches(known.bump, finding.bump)) highest.set(key, finding);
  }
  return [...highest.values()];
}

/** Whether a place is another one or a part of it. */
function isWithin(place: string, whole: string): boolean {
  return place === whole || place.startsWith(`${whole}/`);
}
