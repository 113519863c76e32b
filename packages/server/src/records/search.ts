import type { Params } from "../db/index.ts";

/** A search as SQL over the columns `name` and `search` of the table `t`. */
export interface Search {
  /** Which rows match. */
  readonly matches: (params: Params) => string;
  /** In which order they come, by `name` in lower case and `id`. */
  readonly orderBy: (params: Params) => string;
}

/** What stands between the texts of a row in its column `search`. */
const SEPARATOR = "\u0001";

/**
 * Rows in one of whose texts a text stands, whatever the case of its letters: exact names first, then names that begin with
 * it, then the others, each by name.
 */
export function searchFor(text: string): Search {
  const literal = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return {
    matches: (params) =>
      text.includes(SEPARATOR) ? "false" : `t.search like lower(${params.add(`%${literal}%`)}::text)`,
    orderBy: (params) => {
      const exact = params.add(text);
      const start = params.add(`${literal}%`);
      return `name <> lower(${exact}::text), name not like lower(${start}::text), name, id`;
    },
  };
}
