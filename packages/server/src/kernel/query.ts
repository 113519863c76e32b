import { decodePercent } from "./percent.ts";
import { malformed } from "./problems.ts";

/** One `name=value` of a query, decoded. */
export type QueryPair = readonly [name: string, value: string];

/** Most parameters of a query. A head has room for 8,000, which take a millisecond to decode. */
const maxParameters = 1000;

/**
 * Parses a query string as HTML forms and `URLSearchParams` write it, but strictly.
 * @throws ProblemError `malformed_request` for more than 1000 parameters, a broken percent-encoding, bad UTF-8
 * or NUL
 */
export function parseQuery(query: string): QueryPair[] {
  const parts = query.split("&").filter((part) => part !== "");
  if (parts.length > maxParameters) throw malformed(`The query has more than ${maxParameters} parameters.`);
  return parts.map((part) => {
    const equals = part.indexOf("=");
    const name = equals < 0 ? part : part.slice(0, equals);
    const value = equals < 0 ? "" : part.slice(equals + 1);
    return [decode(name), decode(value)];
  });
}

function decode(text: string): string {
  return decodePercent(text.replaceAll("+", "%20"), "query");
}
