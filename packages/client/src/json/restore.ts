import { CallError } from "../errors/call-error.ts";
import { shownName } from "./shown-name.ts";

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
 * Throws a `CallError` of kind `decode` for a number that would be infinite, and where the two differ in any other way.
 */
export function restore(value: unknown, marked: unknown): unknown {
  const top: Place = { value: { "": value }, marked: { "": marked }, above: undefined, key: "" };
  const places = [top];
  for (const place of places) {
    for (const key of Object.keys(place.value)) {
      const here = place.value[key];
      const there = place.marked[key];
      if (isMembers(here) && isMembers(there)) places.push({ value: here, marked: there, above: place, key });
      else if (here === Infinity || here === -Infinity) throw lossError(place, key, "is beyond the range of a double");
      else if (here !== there) {
        if (typeof there !== "string" || Number(there) !== here) throw lossError(place, key, "cannot be read exactly");
        place.value[key] = BigInt(there);
      }
    }
  }
  return top.value[""];
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}

function lossError(place: Place, key: string, what: string): CallError {
  return new CallError(`${pathOf(place, key) || "the body"} ${what}`, "decode");
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
