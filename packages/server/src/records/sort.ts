/**
 * The order of a list by the keys of its parameter `sort`, which the contract allows: each is a column, descending with a
 * minus sign. Null is last, and ties are ordered by id.
 */
export function orderOf(keys: readonly string[] = []): string {
  const columns = keys.map((key) => {
    const descending = key.startsWith("-");
    return `t.${descending ? key.slice(1) : key} ${descending ? "desc" : "asc"} nulls last`;
  });
  return [...columns, "t.id"].join(", ");
}
