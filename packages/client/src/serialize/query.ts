import { Fault } from "../fault.ts";
import { textOf } from "./scalar.ts";

/**
 * Serialises a query by the styles of the contract (OpenAPI 3.1, style `form`): an array as one value with commas
 * for the names in `csv`, else as repeated parameters. `undefined`, `null` and empty arrays are left out.
 * Throws for a value that has no exact text.
 */
export function serializeQuery(query: Readonly<Record<string, unknown>>, csv: readonly string[] = []): string {
  if (Object.prototype.toString.call(query) !== "[object Object]") throw new Fault("the query must be a plain object");
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    const values: unknown[] = Array.isArray(value) ? value : value == null ? [] : [value];
    const texts = values.map((each) => encodeURIComponent(textOf(`query parameter ${name}`, each)));
    const key = `${encodeURIComponent(name)}=`;
    if (texts.length > 0) parts.push(key + texts.join(csv.includes(name) ? "," : `&${key}`));
  }
  return parts.join("&");
}
