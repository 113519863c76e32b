import { decodeItems, decodePercent } from "./percent.ts";
import { malformed } from "./problems.ts";

/** One `name=value` of a query, decoded. */
export interface QueryPair {
  readonly name: string;
  /** What stands between the commas of the value that are not percent-encoded. Joined with commas it is the value. */
  readonly items: readonly string[];
}

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
    const text = part.replaceAll("+", "%20");
    const equals = text.indexOf("=");
    const name = equals < 0 ? text : text.slice(0, equals);
    const value = equals < 0 ? "" : text.slice(equals + 1);
    return { name: decodePercent(name, "query"), items: decodeItems(value, "query") };
  });
}
