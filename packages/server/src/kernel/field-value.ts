/** The values of header fields, as RFC 9110 section 5 defines them for all fields. */

/** White space around a value or an item is no part of it: spaces and tabs, and no others (sections 5.5 and 5.6.3). */
export function trimOws(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isOws(text[start])) start += 1;
  while (start < end && isOws(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isOws(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

/**
 * The value of a field with these lines; null without any. Several lines mean the same as one line with commas
 * (section 5.3), and a host on the Fetch API is given them so.
 */
export function fieldValue(lines: readonly string[]): string | null {
  return lines.length === 0 ? null : trimOws(lines.join(", "));
}

/**
 * The items of a list (section 5.6.1). A comma in double quotes is a part of its item (section 5.6.4); an empty item is
 * none.
 */
export function fieldItems(value: string): string[] {
  const items: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < value.length; index += 1) {
    const character = value[index];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted && character === "\\") index += 1;
    else if (!isQuoted && character === ",") {
      items.push(trimOws(value.slice(start, index)));
      start = index + 1;
    }
  }
  items.push(trimOws(value.slice(start)));
  return items.filter((item) => item !== "");
}

/**
 * The entity tags of `If-Match` or `If-None-Match`, or `*` for any. A tag ends with its second quote: a backslash in it is
 * a character like any other (RFC 9110 section 8.8.3).
 */
export function entityTags(field: string): readonly string[] | "*" {
  return field === "*" ? "*" : (field.match(/(?:W\/)?"[^"]*"/g) ?? []);
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
