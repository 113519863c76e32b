import { asNode, asNodes, type Node } from "./contract.ts";

/**
 * A contract with all that either of two has; where both have something, that of the first. Guides link to parts of the
 * contract of today, so the site of another one is built with these as well.
 */
export function union(first: Node, second: Node): Node {
  const names = new Set(asNodes(first["tags"]).map(({ name }) => name));
  return {
    ...second,
    ...first,
    tags: [...asNodes(first["tags"]), ...asNodes(second["tags"]).filter(({ name }) => !names.has(name))],
    paths: merged(first["paths"], second["paths"]),
    components: merged(first["components"], second["components"]),
  };
}

/** Two levels deep: path and method, or kind and name of a component. */
function merged(first: unknown, second: unknown): Node {
  const [mine, others] = [asNode(first), asNode(second)];
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(others)])];
  return Object.fromEntries(keys.map((key) => [key, { ...asNode(others[key] ?? {}), ...asNode(mine[key] ?? {}) }]));
}
