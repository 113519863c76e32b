import { Fault } from "../fault.ts";
import { textsOf } from "./scalar.ts";

/** Tabs and line breaks: URL parsers drop them, so that ".<tab>." is a dot segment after one decoding too many. */
const ignored = /[\t\n\r]|%(25)*0[9ad]/gi;

/**
 * A dot segment, alone or between slashes, plain or percent-encoded any number of times. A URL parser removes the
 * plain ones (RFC 3986 section 5.2.4), a proxy that decodes once more than it should removes the others, and the
 * request would reach another operation.
 */
const dotSegment = /(^|[/\\]|%(25)*(2f|5c))(\.|%(25)*2e){1,2}($|[/\\]|%(25)*(2f|5c))/i;

/**
 * Fills the `{name}` parts of a path template, each with one percent-encoded segment (OpenAPI 3.1, style `simple`), in
 * which the items of an array stand between commas. Throws when a value is missing or empty, or would lead out of its
 * segment.
 */
export function serializePath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_part, name: string) => {
    const what = `path parameter ${name}`;
    const texts = textsOf(what, Object.hasOwn(values, name) ? values[name] : null);
    const text = texts.join();
    if (!text || dotSegment.test(text.replaceAll(ignored, "")))
      throw new Fault(`${what} must not be empty or have a "." or ".." segment`);
    return texts.map(encodeURIComponent).join();
  });
}
