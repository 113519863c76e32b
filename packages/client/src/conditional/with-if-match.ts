import type { Ok } from "@fleet-api/contract";

/** A record that knows its version. */
export interface Versioned {
  readonly version: number;
}

/** Call options that make a write conditional. */
export interface IfMatch {
  readonly headers: { readonly "if-match": string };
}

/** A strong entity tag, RFC 9110 section 8.8.3. */
const strong = /^"[!\x23-\x7e\x80-\xff]*"$/;

/**
 * Call options with which a write succeeds only while the record is still the one that was read: the service answers
 * 412 otherwise. Takes the result of the read, for its `ETag`, or a record with a `version`, whose tag is `"v<version>"`.
 *
 * Throws a `TypeError` for what has neither, and for a weak tag, which `If-Match` never matches (RFC 9110, 13.1.1).
 */
export function withIfMatch(source: Ok<number, unknown> | Versioned): IfMatch {
  const read = isResult(source);
  if (read && !source.ok) throw new TypeError("withIfMatch needs a successful result: a failed one has no record");
  const tag = read ? source.headers?.get("etag") : undefined;
  if (tag?.startsWith("W/")) throw new TypeError("withIfMatch needs a strong ETag; the response has a weak one");
  if (tag != null && !strong.test(tag)) throw new TypeError("withIfMatch cannot read the ETag of the response");
  return { headers: { "if-match": tag ?? tagOfVersion(read ? source.data : source) } };
}

function isResult(source: object): source is Ok<number, unknown> {
  return "ok" in source && "meta" in source;
}

function tagOfVersion(record: unknown): string {
  const { version }: { version?: unknown } = Object(record);
  // A parser of the caller may give bigints.
  if (!(typeof version === "bigint" || Number.isSafeInteger(version)) || Number(version) < 0)
    throw new TypeError("withIfMatch needs a result with an ETag, or a record with a version");
  return `"v${version}"`;
}
