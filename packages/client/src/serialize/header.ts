import { Fault } from "../fault.ts";
import { textsOf } from "./scalar.ts";

/** What arrives otherwise than it was given, or not at all: other characters than bytes, and white space at the ends. */
const changed = /[^\t -~\x80-\xff]|^[\t ]|[\t ]$/;

/** An item of a list: a comma stands in double quotes only (RFC 9110 sections 5.6.1 and 5.6.4). */
const item = /^(?:[^",]|"(?:[^"\\]|\\.)*")+$/;

/**
 * Serialises a header parameter (OpenAPI 3.1, style `simple`): an array as one value with commas. undefined for
 * `undefined` and `null`, which are left out. Throws for what a header cannot carry as it is; there is no
 * percent-encoding in headers.
 */
export function serializeHeader(name: string, value: unknown): string | undefined {
  const what = `header ${name}`;
  const texts = textsOf(what, value);
  for (const text of texts) {
    if (changed.test(text)) throw new Fault(`${what} must be Latin-1 text without white space at its ends`);
    if (Array.isArray(value) && !item.test(text))
      throw new Fault(`${what} must have no empty item, and commas in double quotes only`);
  }
  return texts.length > 0 ? texts.join() : undefined;
}
