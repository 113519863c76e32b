import { Fault } from "../fault.ts";
import { shownName } from "./shown-name.ts";

/**
 * What becomes of an integer beyond +-(2^53 - 1), which a number would round.
 *
 * - `safe`: an error, so that every integer is a number
 * - `bigint`: an exact `bigint`; smaller ones stay numbers
 */
export type Int64Policy = "safe" | "bigint";

/** An object or array, as its own members. */
type Members = Record<string, unknown>;

/** A place in both values: the same object or array in each. */
interface Place {
  readonly value: Members;
  readonly marked: Members;
  readonly above: Place | undefined;
  readonly key: string;
}

/**
 * Puts the exact integers into a parsed value. `marked` is the same JSON once more, with each integer that a number
 * would round as a string of its digits: a number here and a string there tells them from real strings.
 * It goes breadth first and without recursion, since the nesting may be deep. `value` itself is changed.
 * Throws a `Fault` of kind `decode` for what may not become a number, and where the two differ in any other way.
 */
export function restore(value: unknown, marked: unknown, policy: Int64Policy): unknown {
  const top: Place = { value: { "": value }, marked: { "": marked }, above: undefined, key: "" };
  const places = [top];
  for (const place of places) {
    for (const key of Object.keys(place.value)) {
      const here = place.value[key];
      const there = place.marked[key];
      if (isMembers(here) && isMembers(there)) places.push({ value: here, marked: there, above: place, key });
      else if (here === Infinity || here === -Infinity) throw fault(place, key, "is beyond the range of a double");
      else if (here !== there) {
        if (typeof there !== "string" || Number(there) !== here) throw fault(place, key, "cannot be read exactly");
        if (policy === "safe") throw fault(place, key, rounded);
        place.value[key] = BigInt(there);
      }
    }
  }
  return top.value[""];
}

const rounded = 'is an integer beyond 2^53 - 1, which a number would round: set int64: "bigint"';

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}

function fault(place: Place, key: string, what: string): Fault {
  return new Fault(`${pathOf(place, key) || "the body"} ${what}`, "decode");
}

/** A path such as `data[3].id`; beyond a dozen steps the first ones are cut off. */
function pathOf(place: Place, key: string): string {
  let path = "";
  let steps = 0;
  for (let at: Place | undefined = place, name = key; at?.above; name = at.key, at = at.above) {
    if (++steps > 12) return `...${path}`;
    path = `${Array.isArray(at.value) ? `[${name}]` : `.${shownName(name)}`}${path}`;
  }
  return path.replace(/^\./, "");
}
