/** The search over the entries of the pages; the same code builds it in the browser and in tests. */
import MiniSearch from "minisearch";

/** An entry as the index file has it: kind, title, path, more text. */
export type IndexRow = readonly [kind: string, title: string, url: string, text: string];

export interface Found {
  readonly kind: string;
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** Entries with all words of a query, or with any of them; the best first. */
export type Search = (query: string, words?: "all" | "any") => Found[];

/** Names of places weigh more than the text around them, and pages more than single fields. */
const WEIGHTS: Readonly<Record<string, number>> = {
  operation: 3,
  guide: 2.5,
  error: 2.5,
  permission: 2,
  group: 3,
  schema: 1.5,
  field: 1,
  decision: 0.7,
};

const MOST_RESULTS = 20;

export function createSearch(rows: readonly IndexRow[]): Search {
  const index = new MiniSearch<Found & { id: number; words: string }>({
    fields: ["title", "words", "text"],
    storeFields: ["kind", "title", "url", "text"],
    searchOptions: {
      boost: { title: 3, words: 2 },
      prefix: true,
      // One wrong letter in words of four letters, two from eight on.
      fuzzy: (term) => (term.length >= 8 ? 2 : term.length >= 4 ? 1 : false),
      boostDocument: (_id, _term, stored) => WEIGHTS[String(stored?.["kind"])] ?? 1,
    },
    tokenize: words,
  });
  index.addAll(rows.map(([kind, title, url, text], id) => ({ id, kind, title, url, text, words: splitName(title) })));
  return (query, which = "all") => {
    const name = query.trim().toLowerCase();
    const found = index
      .search(query, { combineWith: which === "all" ? "AND" : "OR" })
      .map(({ kind, title, url, text }): Found => ({ kind, title, url, text }));
    // What has the very name comes before what contains it; fields are called alike too often for that.
    const isNamed = ({ kind, title }: Found): boolean => kind !== "field" && title.toLowerCase() === name;
    return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))].slice(0, MOST_RESULTS);
  };
}

/** `unitsListing` and `units_technical` are found by their parts as well as whole. */
function splitName(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(/[_.]/g, " ");
}

function words(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== "");
}
