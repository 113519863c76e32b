import { fieldItems } from "./field-value.ts";

/** The entity tags of `If-Match` or `If-None-Match` (RFC 9110 section 8.8.3), or `*` for any. */
export function entityTags(field: string): readonly string[] | "*" {
  return field === "*" ? "*" : fieldItems(field);
}

/** Whether a reader who has these tags has the response already: the weak comparison of RFC 9110 section 13.1.2. */
export function isKnown(ifNoneMatch: string, etag: string): boolean {
  const tags = entityTags(ifNoneMatch);
  return tags === "*" || tags.some((tag) => opaque(tag) === opaque(etag));
}

/** A proxy that compresses makes a tag weak, which changes nothing here. */
function opaque(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}
