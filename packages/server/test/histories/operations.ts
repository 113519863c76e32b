import type { DemoRandom } from "../../src/demo/demo-random.ts";

/** What a caller does next. Groups are places in the list of those that the history knows by then. */
export type Operation = (
  | { readonly kind: "create"; readonly name: string; readonly parent: number | null }
  | { readonly kind: "read"; readonly target: number }
  | {
      readonly kind: "change";
      readonly target: number;
      readonly change: { readonly name?: string; readonly notes?: string };
      /** Where the group moves to. */
      readonly parent?: number | null;
      /** Whether the change is made to the version that the caller read last. */
      readonly conditional: boolean;
    }
  | { readonly kind: "delete"; readonly target: number; readonly conditional: boolean }
  | { readonly kind: "restore"; readonly target: number }
  | { readonly kind: "units"; readonly target: number; readonly add: boolean; readonly units: readonly number[] }
  /** A request whose content follows from its key; `other` is another request with the same key. */
  | { readonly kind: "keyed"; readonly key: number; readonly other: boolean }
) & {
  /** The caller gives up after so many milliseconds; what has a key is then sent again. */
  readonly patienceMs: number | null;
};

/** Few names, so that they meet. */
const names: readonly [string, ...string[]] = ["North", "south", "SOUTH", "East"];
const unitChoices: readonly [number[], ...number[][]] = [[0], [1], [0, 1], [1, 2], [2, 0], [0, 1, 2]];

/** How many keys the callers of a history share. */
export const KEYS = 3;

/** The operations of one caller. */
export function operationsOf(caller: string, count: number, random: DemoRandom): Operation[] {
  return Array.from({ length: count }, (_, index) => {
    const operation = operationOf(`${caller}-${index}`, random);
    const isImpatient = random.int(1, operation.kind === "keyed" ? 3 : 12) === 1;
    return { ...operation, patienceMs: isImpatient ? random.int(0, 6) : null };
  });
}

type WithoutPatience<T> = T extends unknown ? Omit<T, "patienceMs"> : never;

function operationOf(mark: string, random: DemoRandom): WithoutPatience<Operation> {
  const target = random.int(0, 5);
  const conditional = random.int(0, 2) > 0;
  const die = random.int(1, 20);
  if (die <= 3) return { kind: "create", name: random.pick(names), parent: placeOf(random) };
  if (die <= 5) return { kind: "read", target };
  // Each change has a mark of its own, so that it makes a version, and values tell which one.
  if (die <= 7) return { kind: "change", target, change: { notes: mark }, conditional };
  if (die <= 9) return { kind: "change", target, change: { notes: mark, name: random.pick(names) }, conditional };
  if (die <= 11) return { kind: "change", target, change: { notes: mark }, parent: placeOf(random), conditional };
  if (die <= 13) return { kind: "delete", target, conditional };
  if (die <= 14) return { kind: "restore", target };
  if (die <= 17) return { kind: "units", target, add: random.int(0, 1) === 0, units: random.pick(unitChoices) };
  return { kind: "keyed", key: random.int(0, KEYS - 1), other: random.int(1, 8) === 1 };
}

function placeOf(random: DemoRandom): number | null {
  return random.int(0, 3) === 0 ? null : random.int(0, 5);
}
