/** @import { Location, Rule, Visitor } from "../redocly.d.ts" */

/** @type {Map<string, Location>} */
const origins = new Map();

/**
 * Remembers where the node at `place` was copied from.
 *
 * @param {Location} place
 * @param {Location} origin
 */
export function rememberOrigin(place, origin) {
  origins.set(place.absolutePointer, origin);
}

/**
 * The rule with its findings in copied nodes moved to where the author wrote them, each once: a shared response that is
 * wrong is one problem, however many operations have a copy of it.
 *
 * @template Options
 * @param {Rule<Options>} rule
 * @returns {Rule<Options>}
 */
export function reportingOrigins(rule) {
  return (options) => {
    const seen = new Set();
    return /** @type {Visitor} */ (redirected(rule(options), seen));
  };
}

/**
 * @param {unknown} visitor a function, or a map of them
 * @param {Set<string>} seen
 * @returns {unknown}
 */
function redirected(visitor, seen) {
  if (typeof visitor === "function") {
    return (/** @type {unknown} */ node, /** @type {import("../redocly.d.ts").Context} */ context) =>
      visitor(node, {
        ...context,
        report(/** @type {{ message: string, location?: Location }} */ problem) {
          const place = problem.location ?? context.location;
          const location = originOf(place);
          if (location === place) return context.report(problem);
          const key = `${location.absolutePointer} ${problem.message}`;
          if (!seen.has(key)) context.report({ ...problem, location });
          seen.add(key);
        },
      });
  }
  return Object.fromEntries(Object.entries(Object(visitor)).map(([key, value]) => [key, redirected(value, seen)]));
}

/**
 * @param {Location} place
 * @returns {Location}
 */
function originOf(place) {
  const [file = "", pointer = ""] = place.absolutePointer.split("#");
  const segments = pointer.split("/");
  for (let length = segments.length; length > 1; length -= 1) {
    const origin = origins.get(`${file}#${segments.slice(0, length).join("/")}`);
    if (origin === undefined) continue;
    const rest = segments.slice(length).map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
    const location = rest.length === 0 ? origin : origin.child(rest);
    return place.reportOnKey === true ? location.key() : location;
  }
  return place;
}
