import type { PaginateOptions } from "@fleet-api/contract";
import type { AnyPage } from "../call/result.ts";

/** Keys of the items that were handed out last. */
export interface SeenKeys {
  has(key: string | undefined): boolean;
  add(key: string | undefined): void;
  /** The key that was added last. */
  last: string | undefined;
  /** False when items before these were handed out, or omitted, of which nothing is known. */
  all: boolean;
  /** How many are kept. */
  size(): number;
}

/** At least so many of the last keys are kept, and at most twice as many: memory stays flat however long the list. */
export const keptKeys = 2000;

/** Remembers keys. Two generations make room without a list of ages. */
export function createSeenKeys(): SeenKeys {
  let young = new Set<string>();
  let old = new Set<string>();
  const seen: SeenKeys = {
    all: true,
    last: undefined,
    has: (key) => key !== undefined && (young.has(key) || old.has(key)),
    add(key) {
      if (key !== undefined) young.add((seen.last = key));
      if (young.size < keptKeys) return;
      if (old.size) seen.all = false;
      [old, young] = [young, new Set()];
    },
    size: () => young.size + old.size,
  };
  return seen;
}

/** The keys of the items of a page, as strings; undefined for an item without one, or with one of another type. */
export function keysOf({ data }: AnyPage, { keyOf = idOf }: Pick<PaginateOptions, "keyOf">): (string | undefined)[] {
  return data.map((item) => {
    const key: unknown = keyOf(item);
    // The string "1" is another key than the number.
    if (typeof key === "string") return JSON.stringify(key);
    return typeof key === "number" || typeof key === "bigint" ? `${key}` : undefined;
  });
}

function idOf(item: unknown): string | undefined {
  return Object(item).id;
}

/**
 * Takes at most `room` rows of a page that were not seen, from index `from` to the last one that has a place in `keys`, and
 * remembers them. `end` is the index behind the last row that was taken or passed.
 */
export function dedupe(
  { data }: AnyPage,
  keys: readonly (string | undefined)[],
  seen: SeenKeys,
  from: number,
  room: number,
): { rows: unknown[]; end: number } {
  const rows: unknown[] = [];
  let end = from;
  // A page is one moment of the list: what is in it twice is there twice.
  const isNew = keys.map((key) => !seen.has(key));
  for (; end < keys.length; end++) {
    if (!isNew[end]) continue;
    if (rows.length >= room) break;
    rows.push(data[end]);
    seen.add(keys[end]);
  }
  return { rows, end };
}
