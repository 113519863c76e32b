import { decodePercent } from "./percent.ts";

/** One `name=value` of a query, decoded. */
export type QueryPair = readonly [name: string, value: string];

/**
 * Parses a query string as HTML forms and `URLSearchParams` write it, but strictly.
 * @throws ProblemError `malformed_request` for a broken percent-encoding, bad UTF-8 or NUL
 */
export function parseQuery(query: string): QueryPair[] {
  return query
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const equals = part.indexOf("=");
      const name = equals < 0 ? part : part.slice(0, equals);
      const value = equals < 0 ? "" : part.slice(equals + 1);
      return [decode(name), decode(value)];
    });
}

function decode(text: string): string {
  return decodePercent(text.replaceAll("+", "%20"), "query");
}
