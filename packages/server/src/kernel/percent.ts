import { malformed } from "./problems.ts";

const badEscape = /%(?![0-9A-Fa-f]{2})/;
/** Characters of a path in RFC 3986 section 3.3, and the percent sign of an encoding. */
const outsidePath = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]|%(?![0-9A-Fa-f]{2})/gu;

/**
 * Decodes percent-encoding (RFC 3986 section 2.1) strictly. `where` names the place in the error.
 * @throws ProblemError `malformed_request` for a broken encoding, for bytes that are not UTF-8, and for NUL
 */
export function decodePercent(text: string, where: string): string {
  if (!/[%\0]|[^\x21-\x7e]/.test(text)) return text;
  if (badEscape.test(text)) throw malformed(`The ${where} has a broken percent-encoding. Write % as %25.`);
  if (/[^\x20-\x7e]/.test(text)) throw malformed(`The ${where} has a character that must be percent-encoded as UTF-8.`);
  const decoded = decodeUtf8(text);
  if (decoded === null) throw malformed(`The ${where} is not UTF-8 after percent-decoding.`);
  if (decoded.includes("\0")) throw malformed(`The ${where} has a NUL character (%00). Leave it out.`);
  return decoded;
}

/**
 * Decodes what stands between the commas of a text. The delimiter of a list is not encoded, a comma inside of an item is
 * `%2C` (RFC 6570 section 3.2.1). Joined with commas, the items are the text as a whole.
 * @throws ProblemError as `decodePercent`
 */
export function decodeItems(text: string, where: string): string[] {
  return text.split(",").map((item) => decodePercent(item, where));
}

function decodeUtf8(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Paths that are shown as they are, but for their length and a second slash at the beginning: nearly all. */
const plainPath = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/]*$/;

/** Longest path that is shown: as long as the `instance` of the Problem schema. */
const maxShown = 2000;

/**
 * Makes any text a valid URI path; valid paths stay as they are, but for what is too long to be shown. A second slash at
 * the beginning is encoded: a reference that begins with two names another host (RFC 3986 section 4.2).
 */
export function safePath(path: string): string {
  if (path.length <= maxShown && plainPath.test(path) && !path.startsWith("//")) return path;
  const local = path.slice(0, maxShown).replace(/^\/\//, "/%2F");
  return shorten(local.replaceAll(outsidePath, encodeCharacter));
}

/** Cuts a valid path to the length that is shown, in front of an escape rather than inside of it. */
export function shorten(path: string): string {
  if (path.length <= maxShown) return path;
  return path.slice(0, maxShown).replace(/%[0-9A-Fa-f]?$/, "");
}

function encodeCharacter(character: string): string {
  // A lone surrogate has no encoding.
  return /\p{Surrogate}/u.test(character) ? "%EF%BF%BD" : encodeURIComponent(character);
}
