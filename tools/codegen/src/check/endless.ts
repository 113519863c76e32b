import { kindOf } from "../reachable.ts";
import { isObject } from "./place.ts";

/** Keywords whose schemas are for the same value, and not for a part of it. */
const sameValue = ["allOf", "anyOf", "oneOf"];

/**
 * Refuses components that stand for themselves: no value could be checked against them.
 * @throws Error naming the component
 */
export function refuseEndless(components: object): void {
  const entries = Object.entries(components).flatMap(([section, members]: [string, unknown]) =>
    Object.entries(Object(members)).map(([name, value]): [string, unknown] => [
      `#/components/${section}/${name}`,
      value,
    ]),
  );
  const targets = new Map(entries.map(([ref, value]) => [ref, standsFor(value)]));
  const clear = new Set<string>();
  const visit = (ref: string, way: readonly string[]): void => {
    if (clear.has(ref)) return;
    if (way.includes(ref)) {
      const [, , section = "", name = ""] = ref.split("/");
      throw new Error(`${kindOf(section)} ${name} leads to itself. Write out what it stands for.`);
    }
    for (const next of targets.get(ref) ?? []) visit(next, [...way, ref]);
    clear.add(ref);
  };
  for (const ref of targets.keys()) visit(ref, []);
}

/** The references that lead to the same value as a component. */
function standsFor(value: unknown): string[] {
  if (!isObject(value)) return [];
  const own = typeof value["$ref"] === "string" ? [value["$ref"]] : [];
  return [...own, ...sameValue.flatMap((keyword) => [value[keyword] ?? []].flat().flatMap(standsFor))];
}
