/** A value of a structured field. A byte sequence comes as its base64 text. */
export type BareItem = string | number | boolean | Date;

/** An item with its parameters. */
export interface FieldItem {
  readonly value: BareItem;
  readonly params: ReadonlyMap<string, BareItem>;
}

const string = /"((?:[ !#-[\]-~]|\\["\\])*)"/y;
const date = /@(-?\d{1,15})/y;
const number = /-?(?:\d{1,12}\.\d{1,3}|\d{1,15})/y;
const boolean = /\?([01])/y;
const bytes = /:([A-Za-z0-9+/=]*):/y;
const token = /[A-Za-z*][\w!#$%&'*+.^`|~:/-]*/y;
const key = /[a-z*][a-z0-9_.*-]*/y;

/**
 * Reads a list of items (RFC 9651, section 4.2.1), which is also how a lone item reads. Inner lists are not read. Gives
 * no items for a field that is absent or malformed: the RFC wants such a field to be ignored as a whole. `Headers` has
 * taken the white space around the field away.
 */
export function parseList(field: string | null): FieldItem[] {
  const text = field ?? "";
  const items: FieldItem[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match?.[1] ?? match?.[0];
  };
  const bare = (): BareItem | undefined => {
    const next = text[at] ?? "";
    if (next === '"') return take(string)?.replaceAll(/\\(.)/g, "$1");
    if (next === "@") return dateOf(take(date));
    if (next === "?") return { "0": false, "1": true }[take(boolean) ?? ""];
    if (next === ":") return take(bytes);
    const digits = /[-\d]/.test(next) ? take(number) : undefined;
    return digits === undefined ? take(token) : Number(digits);
  };
  while (at < text.length) {
    const value = bare();
    const params = new Map<string, BareItem>();
    if (value === undefined) return [];
    while (take(/; */y) !== undefined) {
      const name = take(key);
      const given = take(/=/y) === undefined ? true : bare();
      if (name === undefined || given === undefined) return [];
      params.set(name, given);
    }
    items.push({ value, params });
    const end = at === text.length;
    if (!end && (take(/[ \t]*,[ \t]*/y) === undefined || at === text.length)) return [];
  }
  return items;
}

function dateOf(seconds: string | undefined): Date | undefined {
  const made = new Date(Number(seconds) * 1000);
  return Number.isNaN(made.getTime()) ? undefined : made;
}
