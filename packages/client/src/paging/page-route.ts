import type { AnyPage } from "../call/result.ts";
import { FleetError } from "../errors.ts";
import { leastRows, type PageRange, rangeAt, rangeNear, rangeOn, rangeOver } from "./page-range.ts";
import { createSeen, keysOf, type Seen, takeUnseen } from "./seen.ts";
import type { Asked, KeyOptions, List, PlacedRoute, Position, Step } from "./source.ts";

/** Responses in a row that bring nothing, before an iteration gives up. */
const mostTries = 12;

const tooFar = "rows moved farther than an iteration can follow";

/** Whole pages after which a page of the first size is tried again; twice as many after each time. */
const firstPatience = 8;

/** What a response has, and where in the list that is. */
interface ReadPage {
  readonly page: number;
  /** How many rows it was asked for. */
  readonly asked: number;
  /** Index in the list of its first row, if it is the page that was asked for. */
  readonly begins: number;
  /** Items in the list by this response. */
  readonly total: number;
  /** Index in the list where it ends: the lesser of that and the asked `limit`. */
  readonly end: number;
  readonly keys: readonly (string | undefined)[];
  /** Index in the response of the first row that was handed out before; -1 for none. */
  readonly anchor: number;
  /** Whether the rows after the anchor leave no gap: rows of one response are neighbours. */
  readonly isAnchored: boolean;
  /** Whether some of them were not handed out. */
  readonly isNew: boolean;
  /** Whether it has as many rows as it was asked for, or as are left. */
  readonly isWhole: boolean;
  /** Index in the list behind the row that was handed out last, if the page is the asked one; undefined without that row. */
  readonly resumesAt: number | undefined;
}

/**
 * A list by `page` and `per_page`. It ends with the row number `total` of the latest response, or number `limit`, and not
 * before: a page that has fewer rows than it should have does not end it, unlike in the source description, section 8.
 *
 * Where rows are is known in two ways. By their index: page 3 of 50 begins at row 100. That holds for a page that has as
 * many rows as it was asked for, in a list that does not change. And by an anchor: the rows after one that was handed out
 * before follow it, whatever else is true. A response that fits its index is taken by it, unless `complete` demands an
 * anchor. Any other needs an anchor; without one it is asked for again, then pages that overlap are.
 */
export function pageRoute(
  list: List,
  options: KeyOptions,
  seen: Seen = createSeen(),
  place: readonly unknown[] = [],
  complete = false,
): PlacedRoute {
  return new PageRoute(list, options, seen, place, complete);
}

class PageRoute implements PlacedRoute {
  readonly #list: List;
  readonly #options: KeyOptions;
  readonly #seen: Seen;
  readonly #complete: boolean;
  readonly #limit: number;
  /** Index of the row to hand out next; NaN before the first response. */
  #at: number;
  /** Index of the first row that was not asked for. */
  #ahead: number;
  /** Rows of a page, as far as the service gives so many. */
  #size: number;
  /** That of the first page. */
  #firstSize: number;
  /** Most rows that the service has shown to give, when it has once not given as many as it was asked for. */
  #mostGiven = Infinity;
  #total: number;
  /** Rows up to `limit`. */
  #left: number;
  /** How many rows the list had when the next one had that index. */
  #totalAt: number;
  #isStarted: boolean;
  /** Whether the next page has to overlap, because the last one did not fit its index. */
  #isUnsure = false;
  /** The request that was sent again, and whether for an empty page. */
  #again: Position | undefined;
  #isEmpty = false;
  /** The last extra request for rows that moved. */
  #look: Position | undefined;
  /** Whether the last response that had a place was to an extra request. */
  #isExtra = false;
  /** The response that brought the last new rows. */
  #before: ReadPage | undefined;
  /** Where the next row is by the last response that says so. */
  #claim: { readonly at: number; readonly begins: number } | undefined;
  /** Responses in a row that brought nothing, and how many of them looked for rows that moved. */
  #tries = 0;
  #looks = 0;
  /** Whether the first size is tried again: nothing is sent ahead then. */
  #isTrying = false;
  /** Whole pages of a size that is not the first, and how many of them it takes to try that. */
  #wholePages = 0;
  #patience = firstPatience;

  constructor(
    list: List,
    options: KeyOptions,
    seen: Seen,
    [at = Number.NaN, size, total]: readonly unknown[],
    complete: boolean,
  ) {
    this.#list = list;
    this.#options = options;
    this.#seen = seen;
    this.#complete = complete;
    this.#limit = Number(list.input.query?.["limit"] ?? Infinity);
    this.#at = this.#ahead = Number(at);
    this.#size = this.#firstSize = Number(size);
    this.#total = this.#totalAt = Number(total);
    this.#left = this.#limit - this.#at;
    this.#isStarted = this.#at >= 0;
  }

  next(early: boolean): PageRange | Record<never, never> | undefined {
    if (Number.isNaN(this.#at)) return {};
    if (!early) this.#ahead = this.#at;
    else if (this.#isUnsure || this.#isTrying || this.#ahead >= Math.min(this.#total, this.#limit)) return undefined;
    const range = this.#rangeOf(this.#ahead);
    this.#ahead = range.page * range.per_page;
    return range;
  }

  take(response: AnyPage, request: Asked, room: number): Step {
    const page = this.#read(response, request);
    if (this.#complete && page.keys.includes(undefined))
      throw unexpected(response, "complete needs a key of each item");
    if (Number.isNaN(this.#at)) {
      this.#at = page.begins;
      this.#left = this.#limit - page.begins;
      this.#size = page.asked;
      this.#firstSize = Math.min(page.asked, response.pagination.per_page);
      this.#seen.all = !page.begins;
    }
    const before = this.#askBefore(page, request);
    if (before) return before;
    const isOdd = this.#isOdd(page);
    return this.#handOut(page, isOdd, response, request, room) ?? this.#miss(page, isOdd, response, request);
  }

  progress(retrieved: number) {
    const pageOf = (index: number): number => Math.ceil(index / this.#size);
    const end = Math.min(this.#total, this.#limit);
    return { page: pageOf(this.#at), pages: pageOf(end), retrieved, total: this.#total };
  }

  place(): readonly unknown[] {
    return [this.#at, this.#size, this.#total];
  }

  /** The page to ask for next, of the rows from an index on. */
  #rangeOf(index: number): PageRange {
    return this.#complete || this.#isUnsure ? rangeOn(index, this.#mostRows()) : rangeAt(index, this.#size);
  }

  /** Rows of the largest page that overlaps others. */
  #mostRows(): number {
    return Math.min(Math.max(this.#size, leastRows), this.#mostGiven);
  }

  /** Throws a `FleetError` for another page than the asked one. */
  #read(response: AnyPage, { position }: Asked): ReadPage {
    const { page, per_page, total } = response.pagination;
    // A number by its type; an untyped caller may give digits as text.
    const wanted = Number(position.page ?? this.#list.input.query?.["page"] ?? page);
    if (page !== wanted) throw unexpected(response, `the service gave page ${page} in place of page ${wanted}`);
    const { has, all, last } = this.#seen;
    const asked = Number(position.per_page ?? this.#list.input.query?.["per_page"] ?? per_page);
    const begins = (page - 1) * asked;
    const end = Math.min(total, this.#limit);
    // Without those behind the limit, of a service that ignores it.
    const keys = keysOf(response, this.#options).slice(0, Math.max(this.#limit - begins, 0));
    const anchor = keys.findIndex(has);
    const left = Math.max(Math.min(asked, end - begins), 0);
    // Which of two sizes a page was cut by shows only in a list that is known.
    const isSized = per_page === asked || !begins || !keys.length || this.#isStarted;
    const lastIndex = last === undefined ? -1 : keys.lastIndexOf(last);
    return {
      page,
      asked,
      begins,
      total,
      end,
      keys,
      anchor,
      isAnchored: anchor >= 0 || (!begins && (all || !keys.length)),
      isNew: keys.some((key, index) => index >= anchor && !has(key)),
      isWhole: keys.length >= left && keys.length <= asked && isSized,
      resumesAt: lastIndex < 0 ? undefined : begins + lastIndex + 1,
    };
  }

  /** An extra request that comes before a response when rows are missing between the one before and this one. */
  #askBefore({ begins, total, end, isAnchored, isWhole }: ReadPage, { position, bridge }: Asked): Step | undefined {
    if (this.#complete || !this.#isStarted || isAnchored || !isWhole) return undefined;
    // What was looked at lies elsewhere.
    if (position === this.#look) return { rows: [], last: false, end: 0 };
    if (!bridge && total !== this.#total && this.#seen.size()) {
      this.#total = total;
      this.#look = rangeOver(Math.min(this.#at, total), this.#mostRows());
      return { ask: this.#look, again: true };
    }
    return begins > this.#at && this.#at < end ? { ask: this.#rangeOf(this.#at), again: true } : undefined;
  }

  /** Whether a response is at odds with those before it, in a list of which nothing says that it has changed. */
  #isOdd({ begins, total, end, keys, isAnchored, isNew, resumesAt }: ReadPage): boolean {
    const before = this.#before;
    if (!before || total !== this.#totalAt || !this.#seen.size()) return false;
    // The rows that came last, under another page number.
    if (keys[0] !== undefined && keys[0] === before.keys[0] && begins !== before.begins) return true;
    if (begins < this.#at && !isAnchored) return true;
    // All were handed out, and yet it should have what follows them.
    if (resumesAt === undefined) return !isNew && this.#at < end && begins + keys.length > this.#at;
    // That rows have moved takes two responses to believe.
    const isKnown = !begins || (resumesAt === this.#claim?.at && begins !== this.#claim.begins);
    this.#claim = { at: resumesAt, begins };
    return resumesAt > this.#at && !isKnown;
  }

  /** The rows of a response that has a place; undefined for any other. */
  #handOut(page: ReadPage, isOdd: boolean, response: AnyPage, { bridge }: Asked, room: number): Step | undefined {
    const { asked, begins, total, end, keys, anchor, isAnchored, isNew, isWhole, resumesAt } = page;
    const fits = isWhole && !isOdd && (isAnchored || !this.#complete || !this.#isStarted);
    if (!fits && !(isNew && isAnchored)) return undefined;
    const at = this.#at;
    // Rows before an anchor may have been handed out so long ago that their keys are forgotten.
    const from = anchor >= 0 && (begins < at || !fits) ? anchor : begins < at && !this.#seen.size() ? at - begins : 0;
    const { rows, end: index } = takeUnseen(response, keys, this.#seen, from, Math.min(room, this.#left));
    this.#left -= rows.length;
    if (fits || !begins) this.#totalAt = total;
    if (!fits) this.#at += rows.length;
    // A request that was sent ahead may be for rows that another one brought.
    else if (begins + index > at || resumesAt !== undefined || bridge) this.#at = begins + Math.min(index, asked);
    if (rows.length) {
      this.#before = page;
      this.#claim = { at: begins + index, begins };
      this.#tries = 0;
    } else if ((bridge || this.#at <= at) && ++this.#tries > mostTries) throw unexpected(response, tooFar);
    if (rows.length || (fits && resumesAt !== undefined)) this.#looks = 0;
    this.#isUnsure = !fits && begins > 0;
    if (!bridge) this.#total = total;
    if (!this.#isStarted) this.#ahead = this.#at;
    this.#isStarted = true;
    this.#isExtra = bridge;
    this.#fit(page);
    // A service that counts before it selects may have more rows than it says: of a complete list, more is asked for.
    const isEnd = this.#at >= end && (!this.#complete || keys.length < asked || begins >= total);
    return { rows, last: isEnd || this.#left <= 0, end: index };
  }

  /** Asks for pages of as many rows as the service gives, and now and then for larger ones. */
  #fit({ asked, keys: { length }, isWhole }: ReadPage): void {
    if (!isWhole || asked === this.#firstSize) this.#isTrying = false;
    if (!isWhole) {
      this.#mostGiven = length;
      this.#size = length > asked ? length : Math.min(this.#size, length);
      this.#wholePages = 0;
    } else if (
      this.#size < this.#firstSize &&
      ++this.#wholePages >= this.#patience &&
      this.#at % this.#firstSize < this.#size
    ) {
      this.#useFirstSize();
      this.#isTrying = true;
      this.#patience *= 2;
    }
  }

  #useFirstSize(): void {
    this.#size = this.#firstSize;
    this.#mostGiven = Infinity;
    this.#wholePages = 0;
  }

  /** What to ask for in place of a response that has no place. Throws a `FleetError` when that was tried before. */
  #miss(page: ReadPage, isOdd: boolean, response: AnyPage, { position, bridge }: Asked): Step {
    const { asked, end, keys, isWhole, total, resumesAt = 0 } = page;
    const hasMoved = isWhole && !isOdd;
    const isEmpty = !isWhole && !keys.length;
    if (isEmpty ? !(this.#isEmpty && position === this.#again) : !hasMoved && !this.#tries) {
      this.#tries++;
      this.#isEmpty = isEmpty;
      this.#again = { page: page.page, per_page: asked };
      return { ask: this.#again, again: false };
    }
    const name = `page ${page.page} of ${asked} rows`;
    const list = `also when it is asked for again, in a list of ${end}`;
    if (isEmpty) throw unexpected(response, `${name} is empty, ${list}`);
    if (++this.#tries > mostTries) {
      const wrong = isWhole ? `${name} has rows of other pages` : `${name} has ${keys.length}`;
      throw unexpected(response, hasMoved ? tooFar : `${wrong}, ${list}`);
    }
    this.#isUnsure = true;
    this.#fit(page);
    if (isWhole && this.#mostGiven < leastRows) this.#useFirstSize();
    const near = Math.min(Math.max(this.#at, resumesAt), total);
    const left = isWhole && (isOdd || !this.#isExtra);
    const range = this.#seen.size()
      ? rangeNear(near, this.#looks++, this.#mostRows(), left)
      : rangeAt(near, this.#size);
    return { ask: range, again: hasMoved && !bridge };
  }
}

function unexpected({ meta }: AnyPage, message: string): FleetError {
  return new FleetError(message, { kind: "unexpected", ...meta });
}
