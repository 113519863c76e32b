/** Columns that are never null: without `nulls last`, indexes have their order. */
const neverNull = ["id", "updated_at"];

/**
 * The order of a list by the keys of its parameter `sort`, which the contract allows: each is a column, descending with a
 * minus sign. Null is last, and ties are ordered by id. `changedOnly` says that the list has only what changed after an
 * instant: no index has that in the order of the ids.
 */
export function orderOf(keys: readonly string[] = [], changedOnly = false): string {
  const [first = "id"] = keys;
  // As an expression, so that the rows are found by their change and sorted: a plan that is made without the instant
  // takes it for a third of all rows, and walks along all ids.
  if (changedOnly && /^-?id$/.test(first)) return first === "id" ? "t.id + 0" : "t.id + 0 desc";
  return [...keys.map(columnOrder), "t.id"].join(", ");
}

function columnOrder(key: string): string {
  const descending = key.startsWith("-");
  const column = descending ? key.slice(1) : key;
  return `t.${column} ${descending ? "desc" : "asc"}${neverNull.includes(column) ? "" : " nulls last"}`;
}
