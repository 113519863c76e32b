import type { Params } from "../db/index.ts";

/** Other records that a search looks into, and the column that names them. */
export interface FoundBy {
  readonly column: string;
  /** Also the name of their permission resource. */
  readonly table: string;
}

/** A search as SQL over the columns `name` and `search` of the table `t`. */
interface Search {
  /** Which rows match. */
  readonly matches: (params: Params) => string;
  /** In which order they come, by `name` in lower case and `id`. */
  readonly orderBy: (params: Params) => string;
}

/** SQL of the order of strings: that of their letters, the same on every database. */
export const byLetters = 'collate "und-x-icu"';

/** What `search_column` puts between the strings of a row, and before its identifiers, which have no spaces and hyphens there. */
const [SEPARATOR, IDENTIFIERS] = ["\u0001", "\u0002"];

/** Those that `without_spaces` removes. */
const hyphen = /[\u2010-\u2015-]/u;
const hyphensOnly = /^[\u2010-\u2015-]+$/u;

/**
 * Rows that have all words of the search text, in any order, each anywhere in one of the strings (case-insensitive): exact
 * names first, then names that begin with the text, then the others, each by name.
 */
export function searchFor(text: string, foundBy?: FoundBy): Search {
  const words = wordsOf(text);
  const hasWord = (word: string, params: Params): string => {
    if (foundBy === undefined) return has(word, params);
    const { column, table } = foundBy;
    return `(${has(word, params)} or (select may_view('${table}')) and t.${column} in (
      select t.id from ${table} t where ${has(word, params)}))`;
  };
  return {
    matches: (params) =>
      words.length === 0 || text.includes(SEPARATOR) || text.includes(IDENTIFIERS)
        ? "false"
        : words.map((word) => hasWord(word, params)).join(" and "),
    orderBy: (params) => {
      const trimmed = text.trim();
      const exact = folded(params, trimmed);
      const start = folded(params, `${escaped(trimmed)}%`);
      return `name <> ${exact}, name not like ${start}, name ${byLetters}, id`;
    },
  };
}

/** The words of a search text, each once. Hyphens alone are no word next to others: `KDA - 001A` is `KDA 001A`. */
function wordsOf(text: string): string[] {
  const words = [...new Set(text.split(/\p{White_Space}+/u))].filter((word) => word !== "");
  const spoken = words.filter((word) => !hyphensOnly.test(word));
  return spoken.length === 0 ? words : spoken;
}

/** SQL of whether a row has a word. Identifiers have no hyphens in `search`, so a word with some is looked for without them too. */
function has(word: string, params: Params): string {
  const asWritten = `t.search like ${folded(params, `%${escaped(word)}%`)}`;
  if (!hyphen.test(word)) return asWritten;
  return `(${asWritten} or t.search like (
    select '%${IDENTIFIERS}%' || nullif(without_spaces(${params.add(escaped(word))}::text), '') || '%'))`;
}

/** SQL of a folded string, in a select of its own, which is evaluated once and not for every row. */
function folded(params: Params, value: string): string {
  return `(select fold_case(${params.add(value)}::text))`;
}

/** A string as `like` compares it, with its wildcards as letters. */
function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
