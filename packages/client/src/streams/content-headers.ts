/** `Content-Type`: the media type in lower case and its charset; null where it says none. RFC 9110 section 8.3. */
export function contentTypeOf(headers: Headers): { mediaType: string | null; charset: string | null } {
  const value = headers.get("content-type") ?? "";
  const mediaType = /^([^\s;,]+\/[^\s;,]+)/.exec(value)?.[1]?.toLowerCase() ?? null;
  return { mediaType, charset: parameterOf(value, "charset")?.toLowerCase() ?? null };
}

/**
 * The file name that `Content-Disposition` suggests (RFC 6266); null without a usable one. `filename*` (RFC 8187) goes
 * before `filename`. It is made safe to save under: the last part of a path, without control characters and marks
 * that turn the direction of writing, with `_` for what a file system may refuse, and never `.` or `..`.
 */
export function filenameOf(headers: Headers): string | null {
  const value = headers.get("content-disposition") ?? "";
  const name = extendedOf(parameterOf(value, "filename*")) ?? parameterOf(value, "filename") ?? "";
  const safe = name
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/^.*[\\/]/s, "")
    .replace(/[<>:"|?*]/g, "_")
    .trim();
  return /^\.*$/.test(safe) ? null : safe;
}

/** A parameter of a header: a token, or a quoted string whose escapes are taken off. */
function parameterOf(header: string, name: string): string | undefined {
  for (const [, key, quoted, token] of header.matchAll(
    /;[ \t]*([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gs,
  ))
    if (key?.toLowerCase() === name) return quoted?.replace(/\\(.)/gs, "$1") ?? token;
  return undefined;
}

/** The text of an extended value: charset ' language ' percent-encoded. Undefined if it is none that we can read. */
function extendedOf(value = ""): string | undefined {
  const [, charset = "", encoded = ""] = /^([^']*)'[^']*'(.*)$/s.exec(value) ?? [];
  try {
    if (/^utf-8$/i.test(charset)) return decodeURIComponent(encoded);
  } catch {
    // Not UTF-8: the plain parameter may be there too.
  }
  return undefined;
}
