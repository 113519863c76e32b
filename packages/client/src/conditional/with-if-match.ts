import type { Ok } from "@fleet-api/contract";

/** A record that says which version it is, and when that was made. */
export interface Versioned {
  readonly version: number;
  /** RFC 3339 with an offset. */
  readonly updated_at: string;
}

/** Call options that make a write conditional. */
export interface IfMatch {
  readonly headers: { readonly "if-match": string };
}

/** A strong entity tag, RFC 9110 section 8.8.3. */
const strong = /^"[!\x23-\x7e\x80-\xff]*"$/;
const instant = /^\d{4}-\d\d-\d\dt.+(?:z|[+-]\d\d:\d\d)$/i;

/**
 * Call options with which a write succeeds only while the record is still the one that was read: the service answers
 * 412 otherwise. Takes the result of the read, for its `ETag`, or a record with `version` and `updated_at`: its tag is
 * `"v<version>-<updated_at>"`, with the time in milliseconds since 1970.
 *
 * Throws a `TypeError` for what has neither, and for a weak tag, which `If-Match` never matches (RFC 9110, 13.1.1).
 */
export function withIfMatch(source: Ok<number, unknown> | Versioned): IfMatch {
  const read = isResult(source);
  if (read && !source.ok) throw new TypeError("withIfMatch needs a successful result: a failed one has no record");
  const tag = read ? source.headers?.get("etag") : undefined;
  if (tag?.startsWith("W/")) throw new TypeError("withIfMatch needs a strong ETag; the response has a weak one");
  if (tag != null && !strong.test(tag)) throw new TypeError("withIfMatch cannot read the ETag of the response");
  return { headers: { "if-match": tag ?? tagOf(read ? source.data : source) } };
}

function isResult(source: object): source is Ok<number, unknown> {
  return "ok" in source && "meta" in source;
}

function tagOf(record: unknown): string {
  const { version, updated_at }: { version?: unknown; updated_at?: unknown } = Object(record);
  // A parser of the caller may give bigints.
  const isVersion = (typeof version === "bigint" || Number.isSafeInteger(version)) && Number(version) >= 0;
  const time = typeof updated_at === "string" && instant.test(updated_at) ? Date.parse(updated_at.toUpperCase()) : -1;
  if (!isVersion || !(time >= 0))
    throw new TypeError("withIfMatch needs a result with an ETag, or a record with version and updated_at");
  return `"v${String(version)}-${time}"`;
}
