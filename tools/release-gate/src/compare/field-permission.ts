import { highest, type Bump } from "../bump.ts";
import { pairOperations, type OperationPair } from "../contract/operations.ts";
import { requestFields, rightOf, type RequestFields } from "../contract/request-fields.ts";
import { REFUSES_NOBODY, someOf, type DocumentRule, type Finding } from "./finding.ts";

/** A mark that came, went or names another right, for one field of one operation. */
interface MarkChange {
  readonly place: string;
  readonly bump: Bump;
  readonly operation: string;
  /** What the field of these operations needs now, and what that does to callers. */
  readonly telling: (operations: string) => string;
}

/** A field that one version has not is judged as a property or a parameter. */
export const fieldPermission: DocumentRule = {
  name: "field-permission",
  reason: "callers who lack the right are refused when they send the field; a right that falls away refuses nobody",
  find({ base, revision }) {
    const [before, after] = [requestFields(base), requestFields(revision)];
    const changes = pairOperations(base, revision).pairs.flatMap((pair) =>
      markChanges(pair, before(pair.base), after(pair.revision)),
    );
    return [...grouped(changes, ({ place }) => place)].map(([place, ofPlace]) => findingOf(place, ofPlace));
  },
};

function markChanges(pair: OperationPair, before: RequestFields, after: RequestFields): MarkChange[] {
  const ways = new Map([...before.marked, ...after.marked].map(([key, { way }]) => [key, way]));
  return [...ways].flatMap(([key, way]) => {
    if (!before.has(way) || !after.has(way)) return [];
    const [old, young] = [rightsOf(before, key), rightsOf(after, key)];
    const change = (place: string, bump: Bump, what: string): MarkChange => ({
      place,
      bump,
      operation: pair.revision.title,
      telling: (operations) =>
        `${fieldName(way)} of ${operations} needs ${namesOf(young)} now; before, it needed ${namesOf(old)}. ${what}`,
    });
    const held = heldBefore(pair, before, way);
    const added = [...young]
      .filter(([right]) => !old.has(right))
      .map(([right, place]) =>
        held.has(right)
          ? change(place, "minor", REFUSES_NOBODY)
          : change(place, "major", `A caller without \`${right}\` who sends it gets 403.`),
      );
    const removed = [...old]
      .filter(([right, place]) => !young.has(right) && added.every((each) => each.place !== place))
      .map(([, place]) => change(place, "minor", REFUSES_NOBODY));
    return [...added, ...removed];
  });
}

function fieldName([root, ...names]: readonly string[]): string {
  const name = `\`${names.join(".")}\``;
  return root === "query" ? `Query parameter ${name}` : `${name} in the body`;
}

function rightsOf({ marked }: RequestFields, key: string): ReadonlyMap<string, string> {
  return marked.get(key)?.rights ?? new Map<string, string>();
}

function namesOf(rights: ReadonlyMap<string, string>): string {
  const names = [...rights.keys()].map((right) => `\`${right}\``);
  return names.length === 0 ? "no right of its own" : names.join(" and ");
}

/** What every caller had who could send the field: the rights of the operation, and of the objects that hold the field. */
function heldBefore({ base }: OperationPair, { marked }: RequestFields, way: readonly string[]): ReadonlySet<string> {
  const around = [...marked.values()].filter((field) => field.way.every((name, at) => name === way[at]));
  return new Set([rightOf(base.value["x-permission"]), ...around.flatMap(({ rights }) => [...rights.keys()])]);
}

/** A mark of a shared part means fields of several operations; each kind of change is told once. */
function findingOf(place: string, changes: readonly MarkChange[]): Finding {
  const told = grouped(changes, ({ telling }) => telling(""));
  const sentences = [...told.values()].map((alike) => {
    const operations = someOf(alike.map(({ operation }) => operation));
    return alike[0]?.telling(operations);
  });
  return {
    place,
    bump: highest(changes.map(({ bump }) => bump)),
    message: sentences.join(" "),
    operations: [...new Set(changes.map(({ operation }) => operation))],
  };
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
