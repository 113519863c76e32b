import { Fault } from "../fault.ts";
import { textsOf } from "./scalar.ts";

/**
 * Serialises a query by the styles of the contract (OpenAPI 3.1, style `form`): an array as one value with commas
 * for the names in `csv`, else as repeated parameters. A comma inside of an item is `%2C`. `undefined` and `null` are left
 * out. Throws for a value that has no exact text, and for an empty array.
 */
export function serializeQuery(query: Readonly<Record<string, unknown>>, csv: readonly string[] = []): string {
  if (Object.prototype.toString.call(query) !== "[object Object]") throw new Fault("the query must be a plain object");
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    const texts = textsOf(`query parameter ${name}`, value).map(encodeURIComponent);
    const key = `${encodeURIComponent(name)}=`;
    if (texts.length > 0) parts.push(key + texts.join(csv.includes(name) ? "," : `&${key}`));
  }
  return parts.join("&");
}
