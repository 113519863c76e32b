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

interface Results {
  readonly found: readonly Found[];
  /** False where nothing has all words of the query, so these have some. */
  readonly allWords: boolean;
}

/** The entries that a query is about, the best first. */
export type Search = (query: string) => Results;

/** Names of places weigh more than the text around them, and pages more than single fields. */
const WEIGHTS: Readonly<Record<string, number>> = {
  operation: 3,
  guide: 2.5,
  error: 2.5,
  permission: 2,
  group: 3,
  schema: 1.5,
  field: 0.6,
  decision: 0.7,
  package: 1.5,
  export: 1,
  option: 0.4,
};

const MAX_RESULTS = 20;

/** Words of a question that no entry is about. */
const FILLERS = new Set(
  "a an and are can do does for how i in is it my of on or the there to what when where which why with you your".split(
    " ",
  ),
);

/** What readers call things that the contract calls otherwise. */
const SYNONYMS = new Map<string, string[]>(
  Object.entries({
    add: ["create", "assign"],
    asset: ["vehicle", "unit"],
    car: ["vehicle"],
    company: ["client"],
    customer: ["client"],
    device: ["unit"],
    edit: ["change", "update"],
    etag: ["if-match"],
    folder: ["group"],
    gps: ["position"],
    location: ["position"],
    locking: ["if-match"],
    modify: ["change", "update"],
    new: ["create"],
    optimistic: ["if-match"],
    organisation: ["client", "agency", "partner"],
    organization: ["client", "agency", "partner"],
    pagination: ["paging", "page"],
    phone: ["msisdn"],
    query: ["find"],
    ratelimit: ["too_many_requests"],
    refresh: ["rotation"],
    renew: ["rotation"],
    route: ["history"],
    role: ["permission"],
    search: ["find"],
    signin: ["login"],
    signout: ["logout"],
    tenant: ["client"],
    track: ["history", "position"],
    tracker: ["unit"],
    undelete: ["restore"],
  }),
);

export function createSearch(rows: readonly IndexRow[]): Search {
  const index = new MiniSearch<Found & { id: number; words: string }>({
    fields: ["title", "words", "text"],
    storeFields: ["kind", "title", "url", "text"],
    searchOptions: {
      boost: { title: 3, words: 2 },
      prefix: true,
      boostDocument: (_id, _term, stored) => WEIGHTS[String(stored?.["kind"])] ?? 1,
    },
    tokenize: words,
  });
  index.addAll(rows.map(([kind, title, url, text], id) => ({ id, kind, title, url, text, words: splitName(title) })));

  const find = (terms: readonly string[], combineWith: "AND" | "OR", fuzzy: (term: string) => number): Found[] =>
    index
      .search({
        combineWith,
        queries: terms.map((term) => ({
          combineWith: "OR",
          queries: [
            { queries: [term], fuzzy },
            { queries: SYNONYMS.get(term.toLowerCase()) ?? [], boost: { title: 1, words: 1, text: 0.5 } },
          ],
        })),
      })
      .map(({ kind, title, url, text }): Found => ({ kind, title, url, text }));

  return (query) => {
    const name = query.trim();
    const said = words(query);
    const meant = said.filter((term) => !FILLERS.has(term.toLowerCase()));
    const terms = meant.length === 0 ? said : meant;
    const strict = find(terms, "AND", oneWrong);
    const loose = strict.length > 0 ? strict : find(terms, "AND", twoWrong);
    const best = loose.length > 0 ? loose : find(terms, "OR", twoWrong);
    // What has the very name, operationId or path comes before what contains it; fields are called alike too often for that. The
    // letter case counts too: an operation and a schema may differ in nothing else.
    const rank = ({ kind, title, text }: Found): number => {
      const [id = "", , path = ""] = kind === "operation" ? text.split(" ", 3) : [];
      const names = kind === "field" ? [] : [title, id, path];
      if (names.includes(name)) return 0;
      return names.some((one) => one.toLowerCase() === name.toLowerCase()) ? 1 : 2;
    };
    return {
      found: best.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_RESULTS),
      allWords: loose.length > 0,
    };
  };
}

/** One wrong letter in words of four letters, two from eight on. */
function oneWrong({ length }: string): number {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0;
}

/** Two wrong letters, such as two that changed places, in words of five. */
function twoWrong(term: string): number {
  return term.length >= 5 ? 2 : oneWrong(term);
}

/** `unitsListing` and `units_technical` are found by their parts as well as whole. */
function splitName(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(/[_.]/g, " ");
}

function words(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== "");
}
