import { decodeSfList, SfItem } from "@svta/cml-structured-field-values";

/** A value of a structured field. A token comes as its text, a byte sequence as its base64 text. */
export type BareItem = string | number | boolean | Date;

/** An item with its parameters. */
export interface FieldItem {
  readonly value: BareItem;
  readonly params: ReadonlyMap<string, BareItem>;
}

/**
 * Reads a list of items (RFC 9651, section 4.2.1), which is also how a lone item reads. Gives no items for a field that is
 * absent, malformed or has inner lists: the RFC wants such a field to be ignored as a whole.
 */
export function parseList(field: string | null): FieldItem[] {
  // Step 1 of section 4.2, which the library leaves to its callers.
  if (field === null || !/^[\t -~]*$/.test(field)) return [];
  try {
    return decodeSfList(field).map(itemOf);
  } catch {
    return [];
  }
}

function itemOf(member: unknown): FieldItem {
  if (!(member instanceof SfItem)) throw new TypeError("not an item");
  const params = Object.entries(member.params ?? {}).map(([name, value]) => [name, bareOf(value)] as const);
  return { value: bareOf(member.value), params: new Map(params) };
}

function bareOf(value: unknown): BareItem {
  if (typeof value === "symbol") return value.description ?? "";
  if (value instanceof Uint8Array) return btoa(String.fromCharCode(...value));
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  throw new TypeError("an inner list, or a date that no Date can be");
}
