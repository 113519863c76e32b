/** Addresses of requests. */
import type { Callable } from "./callable.ts";
import type { ExampleRequest, Values } from "./example-request.ts";

/** The path of a request, relative to the base address. */
export function pathOf({ path }: Callable, values: Values): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encoded(String(values[name] ?? `<${name.toUpperCase()}>`)),
  );
}

/** The query of a request as names and texts. */
export function queryOf(operation: Callable, { query }: ExampleRequest): [name: string, text: string][] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [[name, String(value)]];
    return isSeparated(operation, name) ? [[name, value.join(",")]] : value.map((item) => [name, String(item)]);
  });
}

/** A query as it stands in an address; empty without parameters. */
export function queryText(operation: Callable, { query }: ExampleRequest): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const items = (Array.isArray(value) ? value : [value]).map((item) => encoded(String(item)));
    // The commas between the items stay as they are (RFC 6570 section 3.2.8).
    const values = isSeparated(operation, name) ? [items.join(",")] : items;
    return values.map((text) => `${encoded(name)}=${text}`);
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Whether a list stands in the query once, with commas between its items. */
export function isSeparated({ parameters }: Callable, name: string): boolean {
  const parameter = parameters.find((each) => each.in === "query" && each.name === name);
  return parameter?.explode === false;
}

/** Percent-encoded, except a placeholder: it is there to be replaced. */
function encoded(text: string): string {
  return /^<[A-Z_]+>$/.test(text) ? text : encodeURIComponent(text);
}
