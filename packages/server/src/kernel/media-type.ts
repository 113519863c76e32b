import { fieldItems } from "./field-value.ts";
import { ProblemError } from "./problem.ts";
import { malformed } from "./problems.ts";
import type { RequestHead } from "./request-head.ts";

/** RFC 9110 sections 5.6.2 and 8.3.1: type, slash, subtype. */
const typePattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+\/[!#$%&'*+\-.^_`|~0-9A-Za-z]+/;
/** RFC 9110 sections 5.6.2, 5.6.4 and 5.6.6: a semicolon, and a parameter with a token or a quoted string. */
const parameterPattern =
  /[ \t]*;[ \t]*(?:([!#$%&'*+\-.^_`|~0-9A-Za-z]+)=(?:([!#$%&'*+\-.^_`|~0-9A-Za-z]+)|"((?:[\t \x21\x23-\x5b\x5d-\x7e]|\\[\t\x20-\x7e])*)"))?/y;

/** Longest value that is parsed; those that clients send have less than 100 characters. */
const maxLength = 1000;

/** A media type in lower case, and its parameters by lower-case name. */
interface MediaType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Parses a `Content-Type` by its grammar; null where it does not fit, is too long, or repeats a parameter. */
export function parseMediaType(value: string): MediaType | null {
  const type = value.length > maxLength ? undefined : typePattern.exec(value)?.[0];
  if (type === undefined) return null;
  const parameters = new Map<string, string>();
  const end = endOf(value);
  parameterPattern.lastIndex = type.length;
  while (parameterPattern.lastIndex < end) {
    const found = parameterPattern.exec(value);
    if (!found) return null;
    const name = found[1]?.toLowerCase();
    if (name === undefined) continue;
    if (parameters.has(name)) return null;
    parameters.set(name, found[2] ?? (found[3] ?? "").replaceAll(/\\(.)/g, "$1"));
  }
  return { type: type.toLowerCase(), parameters };
}

/** The length without white space at the end. A pattern for it would try every space as the beginning of the last ones. */
function endOf(value: string): number {
  let end = value.length;
  while (value[end - 1] === " " || value[end - 1] === "\t") end -= 1;
  return end;
}

/** True for `application/json`, at most with `charset=utf-8` (RFC 8259 section 8.1 knows no other). */
export function isJson(value: string): boolean {
  const media = parseMediaType(value);
  if (media?.type !== "application/json") return false;
  return [...media.parameters].every(([name, text]) => name === "charset" && text.toLowerCase() === "utf-8");
}

/**
 * Checks what a body is sent as, before it is read.
 * @throws ProblemError `unsupported_media_type`, or `malformed_request` for a repeated header
 */
export function requireJson(head: RequestHead): void {
  const types = head.values("content-type");
  const [type] = types;
  // Hosts may join repeated headers with a comma, which no media type has outside of quotes.
  if (types.length > 1 || (type?.includes(",") && parseMediaType(type) === null)) {
    throw malformed("There is more than one Content-Type header. Send exactly one.");
  }
  if (type === undefined ? head.hasBody : !isJson(type)) {
    throw new ProblemError("unsupported_media_type", "Send the body as `Content-Type: application/json`.");
  }
  const codings = head.values("content-encoding").flatMap(fieldItems);
  if (codings.every((coding) => coding.toLowerCase() === "identity")) return;
  throw new ProblemError("unsupported_media_type", "Send the body without a Content-Encoding.");
}
