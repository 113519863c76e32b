import type { Params } from "../db/index.ts";

/** A search as SQL: which rows match, and in which order they come. */
export interface Search {
  readonly matches: (params: Params) => string;
  readonly orderBy: (params: Params) => string;
}

/**
 * Rows in one of whose columns a text stands, whatever the case of its letters: exact names first, then names that begin
 * with it, then the others, each by name. The first column is the name.
 */
export function searchFor([name, ...others]: readonly [string, ...string[]], text: string): Search {
  const literal = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return {
    matches: (params) => {
      const inside = params.add(`%${literal}%`);
      const terms = [name, ...others].map((column) => `lower(t.${column}) like lower(${inside}::text)`);
      return `(${terms.join(" or ")})`;
    },
    orderBy: (params) => {
      const exact = params.add(text);
      const start = params.add(`${literal}%`);
      return `lower(t.${name}) <> lower(${exact}::text), lower(t.${name}) not like lower(${start}::text), lower(t.${name}), t.id`;
    },
  };
}
