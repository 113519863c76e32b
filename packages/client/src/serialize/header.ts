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
  const texts = textsOf(`header ${name}`, value);
  if (texts.some((text) => changed.test(text)))
    throw new Fault(`header ${name} must be Latin-1 without control characters and without white space at its ends`);
  if (Array.isArray(value) && !texts.every((text) => item.test(text)))
    throw new Fault(
      `header ${name} must not have an empty item, nor one with a comma or a lone quote outside of quotes`,
    );
  return texts.length > 0 ? texts.join() : undefined;
}
