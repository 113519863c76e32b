import { CallError } from "../errors.ts";

/** Tabs and line breaks: URL parsers drop them, so that ".<tab>." is a dot segment after one decoding too many. */
const ignored = /[\t\n\r]|%(25)*0[9ad]/gi;

/**
 * A dot segment, alone or between slashes, plain or percent-encoded any number of times. A URL parser removes the
 * plain ones (RFC 3986 section 5.2.4), a proxy that decodes once more than it should removes the others, and the
 * request would reach another operation.
 */
const dotSegment = /(^|[/\\]|%(25)*(2f|5c))(\.|%(25)*2e){1,2}($|[/\\]|%(25)*(2f|5c))/i;

/** What arrives otherwise than it was given, or not at all: other characters than bytes, and white space at the ends. */
const changedInHeader = /[^\t -~\x80-\xff]|^[\t ]|[\t ]$/;

/** An item of a list: a comma stands in double quotes only (RFC 9110 sections 5.6.1 and 5.6.4). */
const headerItem = /^(?:[^",]|"(?:[^"\\]|\\.)*")+$/;

/**
 * Fills the `{name}` parts of a path template, each with one percent-encoded segment (OpenAPI 3.1, style `simple`), in
 * which the items of an array stand between commas. Throws when a value is missing or empty, or would lead out of its
 * segment.
 */
export function serializePath(template: string, values: Readonly<Record<string, unknown>> = {}): string {
  if (!template.includes("{")) return template;
  return template.replaceAll(/\{([^{}]+)\}/g, (_part, name: string) => {
    const what = `path parameter ${name}`;
    const texts = textsOf(what, Object.hasOwn(values, name) ? values[name] : null);
    const text = texts.join();
    if (!text || dotSegment.test(text.replaceAll(ignored, "")))
      throw new CallError(`${what} must not be empty or have a "." or ".." segment`);
    return texts.map(encodeURIComponent).join();
  });
}

/**
 * Serialises a query by the styles of the contract (OpenAPI 3.1, style `form`): an array as one value with commas
 * for the names in `csv`, else as repeated parameters. A comma inside of an item is `%2C`. `undefined` and `null` are left
 * out. Throws for a value that has no exact text, and for an empty array.
 */
export function serializeQuery(query: Readonly<Record<string, unknown>> = {}, csv: readonly string[] = []): string {
  if (Object.prototype.toString.call(query) !== "[object Object]")
    throw new CallError("the query must be a plain object");
  let text = "";
  for (const name of Object.keys(query)) {
    const value = query[name];
    if (value === undefined || value === null) continue;
    const what = `query parameter ${name}`;
    refuseLoneSurrogate("the name of a query parameter", name);
    const key = `${encodeURIComponent(name)}=`;
    // One value, the most frequent case, without a list of one.
    const joined = Array.isArray(value)
      ? textsOf(what, value)
          .map(encodeURIComponent)
          .join(csv.includes(name) ? "," : `&${key}`)
      : encodeURIComponent(textOf(what, value));
    text += (text && "&") + key + joined;
  }
  return text;
}

/**
 * Serialises a header parameter (OpenAPI 3.1, style `simple`): an array as one value with commas. undefined for
 * `undefined` and `null`, which are left out. Throws for what a header cannot carry as it is; there is no
 * percent-encoding in headers.
 */
export function serializeHeader(name: string, value: unknown): string | undefined {
  const what = `header ${name}`;
  const texts = textsOf(what, value);
  for (const text of texts) {
    if (changedInHeader.test(text)) throw new CallError(`${what} must be Latin-1 text without white space at its ends`);
    if (Array.isArray(value) && !headerItem.test(text))
      throw new CallError(`${what} must have no empty item, and commas in double quotes only`);
  }
  return texts.length > 0 ? texts.join() : undefined;
}

/**
 * The texts of a parameter: of its one value or of each item of its list; none for undefined and null. Throws for an
 * empty list: it has no text (RFC 6570 section 2.3), and a service that is sent none may answer with everything.
 */
function textsOf(what: string, given: unknown): string[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) return [textOf(what, given)];
  if (given.length === 0) throw new CallError(`${what} must not be an empty list; leave it out`);
  return given.map((each) => textOf(what, each));
}

/**
 * The text of one parameter value: numbers and bigints exactly, a `Date` as ISO 8601 in UTC. Throws for what has no
 * exact text: NaN, infinities, integers that a double cannot hold, other objects, text that is not well-formed Unicode.
 */
function textOf(what: string, given: unknown): string {
  // An invalid date becomes null.
  const value: unknown = given instanceof Date ? given.toJSON() : given;
  const isExact =
    typeof value === "number"
      ? Math.abs(value) < 2 ** 53
      : typeof value === "boolean" || typeof value === "bigint" || typeof value === "string";
  if (!isExact) throw new CallError(`${what} must be a string, a boolean, a Date, a bigint or a number below 2^53`);
  const text = String(value);
  refuseLoneSurrogate(what, text);
  return text;
}

/** Throws for half of a surrogate pair, which has no UTF-8. `String.isWellFormed` is younger than some browsers. */
export function refuseLoneSurrogate(what: string, text: string): void {
  const index = text.search(/\p{Surrogate}/u);
  if (index >= 0) throw new CallError(`${what} must be well-formed Unicode: it has a lone surrogate at index ${index}`);
}

/** Headers as `fetch` takes them. Derived, because the name of that type is known in browsers only. */
export type HeadersInput = NonNullable<RequestInit["headers"]>;

/** Headers by lower-case name. */
export type HeaderRecord = Record<string, string>;

/** Header parameters and headers of one call; the latter win. */
export function callHeaders(
  parameters: Readonly<Record<string, unknown>> | undefined,
  headers: HeadersInput | undefined,
): HeaderRecord {
  const texts = Object.entries(parameters ?? {}).flatMap(([name, value]): [string, string][] => {
    const text = serializeHeader(name, value);
    return text === undefined ? [] : [[name, text]];
  });
  return mergeHeaders(texts, headers);
}

/**
 * Headers in one, the later ones over the earlier ones; undefined and null are left out.
 * @throws CallError for a name or value that HTTP does not allow
 */
export function mergeHeaders(...all: (HeadersInput | undefined)[]): HeaderRecord {
  // Without a prototype, so that a header may have any name.
  const merged: HeaderRecord = Object.create(null);
  try {
    for (const each of all) {
      if (!each) continue;
      const given = Symbol.iterator in each ? each : Object.entries(each).filter(([, value]) => value != null);
      new Headers(given).forEach((value, name) => {
        merged[name] = value;
      });
    }
  } catch {
    // Without the platform's error: it quotes the value, which may be a token.
    throw new CallError("headers has a name or a value that HTTP does not allow");
  }
  return merged;
}
