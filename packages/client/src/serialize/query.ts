import { textOf } from "./scalar.ts";

/**
 * Serialises a query by the styles of the contract (OpenAPI 3.1, style `form`): an array as one value with commas
 * for the names in `csv`, else as repeated parameters. `undefined`, `null` and empty arrays are left out.
 * Throws for a value that has no exact text.
 */
export function serializeQuery(query: Readonly<Record<string, unknown>>, csv: ReadonlySet<string>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    const values: unknown[] = Array.isArray(value) ? value : [value ?? []].flat();
    const texts = values.map((each) => encodeURIComponent(textOf(`query parameter ${name}`, each)));
    if (csv.has(name) && texts.length > 0) parts.push(`${name}=${texts.join(",")}`);
    else for (const text of texts) parts.push(`${name}=${text}`);
  }
  return parts.join("&");
}
