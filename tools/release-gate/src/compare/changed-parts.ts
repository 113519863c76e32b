import { objectOf, sameJson, type JsonObject } from "../contract/json.ts";
import { listOperations, type ListedOperation } from "../contract/operations.ts";
import { tokensOf, valueAt } from "../contract/pointer.ts";
import { References } from "../contract/references.ts";
import type { Versions } from "./finding.ts";

/** Parts of an operation that are compared or left out as a whole. */
type Kind = "parameters" | "requestBody" | "response";

/**
 * Two versions without what is the same in both. A judge that follows references compares a shared schema in every
 * response that has it, although its change has one place; here each changed component is left in one part of each kind
 * (a judge rates by direction), so that the time depends on what changed and not on how many operations there are.
 */
export function withoutUnchanged({ base, revision }: Versions): Versions {
  const [before, after] = [new References(base), new References(revision)];
  const changed = changedComponents(base, revision);
  const covered: Record<Kind, Set<string>> = { parameters: new Set(), requestBody: new Set(), response: new Set() };

  /** True when the part is the same in both and every changed component in it is compared elsewhere. */
  const isDone = (kind: Kind, part: unknown, counterpart: unknown): boolean => {
    if (!sameJson(part, counterpart)) return false;
    const within = [...before.within(part), ...after.within(part)].filter((ref) => changed.has(ref));
    const isNew = within.some((ref) => !covered[kind].has(ref));
    for (const ref of within) covered[kind].add(ref);
    return !isNew;
  };

  const old = new Map(listOperations(base).map((operation) => [operation.pointer, operation]));
  const done = new Map<string, ReadonlySet<string>>();
  for (const operation of listOperations(revision)) {
    const earlier = old.get(operation.pointer);
    if (earlier) done.set(operation.pointer, doneParts(earlier, operation, isDone));
  }
  return { base: reduced(base, before, done), revision: reduced(revision, after, done) };
}

/** Names of the parts that need no comparison: `parameters`, `requestBody`, and statuses. */
function doneParts(
  { value: before }: ListedOperation,
  { value: after }: ListedOperation,
  isDone: (kind: Kind, part: unknown, counterpart: unknown) => boolean,
): ReadonlySet<string> {
  const done = new Set<string>();
  for (const kind of ["parameters", "requestBody"] as const)
    if (isDone(kind, before[kind], after[kind])) done.add(kind);
  const responses = objectOf(after.responses);
  for (const [status, response] of Object.entries(objectOf(before.responses))) {
    if (isDone("response", response, responses[status])) done.add(status);
  }
  return done;
}

/** The document without the parts that are done, and without the components that nothing refers to any more. */
function reduced(
  document: JsonObject,
  references: References,
  done: ReadonlyMap<string, ReadonlySet<string>>,
): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [path, item] of Object.entries(objectOf(document.paths))) paths[path] = { ...objectOf(item) };
  for (const { pointer, path, value } of listOperations(document)) {
    const parts = done.get(pointer);
    if (parts === undefined) continue;
    const kept = Object.entries(value).filter(([name]) => !parts.has(name) || name === "responses");
    const responses = Object.entries(objectOf(value.responses)).filter(([status]) => !parts.has(status));
    const verb = tokensOf(pointer).at(-1) ?? "";
    paths[path] = { ...paths[path], [verb]: { ...Object.fromEntries(kept), responses: Object.fromEntries(responses) } };
  }
  const used = references.within(paths);
  const components = Object.entries(objectOf(document.components)).map(([section, entries]) => [
    section,
    section === "securitySchemes"
      ? entries
      : Object.fromEntries(
          Object.entries(objectOf(entries)).filter(([name]) => used.has(`#/components/${section}/${name}`)),
        ),
  ]);
  return { ...document, paths, components: Object.fromEntries(components) };
}

function changedComponents(base: JsonObject, revision: JsonObject): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const [one, other] of [
    [base, revision],
    [revision, base],
  ] as const) {
    for (const [section, entries] of Object.entries(objectOf(one.components))) {
      for (const [name, value] of Object.entries(objectOf(entries))) {
        if (!sameJson(value, valueAt(other, ["components", section, name])))
          changed.add(`#/components/${section}/${name}`);
      }
    }
  }
  return changed;
}
