import type { AnyPage } from "../call/result.ts";
import { createSeenKeys, dedupe, type SeenKeys } from "./dedupe.ts";
import { type PageRange, rangeAt, rangeNear, rangeOn, rangeOver } from "./page-range.ts";
import { PageSize } from "./page-size.ts";
import type { KeyOptions, List, PageRequest, Position, ResumableStrategy, Step } from "./pagination.ts";
import { type ReadPage, readPage, unexpected } from "./read-page.ts";

/** Responses in a row that bring nothing, before an iteration gives up. */
const mostTries = 12;

const tooFar = "rows moved farther than an iteration can follow: start again";

/**
 * A list by `page` and `per_page`. It ends with row number `total` of the latest response, or row number `limit`, and not
 * before: unlike in the source description, section 8, a page that has fewer rows than it should have does not end it.
 *
 * Two things tell where the rows of a response belong:
 * - Their index: page 3 of 50 rows begins at index 100.
 * - An anchor, which is a row that was handed out before: the rows after it follow it, whatever has moved.
 *
 * A response with as many rows as it was asked for, or as are left, is placed by its index, unless `complete` demands an
 * anchor, or other responses speak against it. Any other is dropped, because it may lack rows anywhere: it is asked for
 * again, then smaller pages that overlap are, of a size that the service gives.
 */
export function pageStrategy(
  list: List,
  options: KeyOptions,
  seen: SeenKeys = createSeenKeys(),
  place: readonly unknown[] = [],
  complete = false,
): ResumableStrategy {
  return new PageStrategy(list, options, seen, place, complete);
}

class PageStrategy implements ResumableStrategy {
  readonly #list: List;
  readonly #options: KeyOptions;
  readonly #seen: SeenKeys;
  readonly #complete: boolean;
  /** Whether every response has to have an anchor. */
  #isStrict: boolean;
  readonly #limit: number;
  #size: PageSize;
  /** Index of the row to hand out next; NaN before the first response. */
  #at: number;
  /** Items in the list when that row had that index. */
  #totalAt: number;
  /** Items in the list by the latest response that was not an extra one. */
  #total: number;
  /** Index of the first row that was not asked for. */
  #ahead: number;
  /** Rows up to `limit`. */
  #left: number;
  #isStarted: boolean;
  /** Whether the next page has to overlap, because the last response had no place. */
  #isUnsure = false;
  /** The response that brought the last new rows. */
  #newest: ReadPage | undefined;
  /** Where the next row is by the last response that says so, and where that response began. */
  #claim: { readonly next: number; readonly begins: number } | undefined;
  /** The request that was sent again, and whether for an empty page. */
  #again: Position | undefined;
  #wasEmpty = false;
  /** The last extra request for rows that moved, and how many of them found nothing. */
  #look: Position | undefined;
  #looks = 0;
  /** Whether the last response that had a place was to an extra request. */
  #wasExtra = false;
  /** Responses in a row that brought nothing. */
  #tries = 0;

  constructor(
    list: List,
    options: KeyOptions,
    seen: SeenKeys,
    [at = Number.NaN, size, total, firstSize = size]: readonly unknown[],
    complete: boolean,
  ) {
    this.#list = list;
    this.#options = options;
    this.#seen = seen;
    this.#complete = complete;
    this.#isStrict = complete;
    this.#limit = Number(list.input.query?.["limit"] ?? Infinity);
    this.#size = new PageSize(Number(size), Number(firstSize));
    this.#at = this.#ahead = Number(at);
    this.#total = this.#totalAt = Number(total);
    this.#left = this.#limit - this.#at;
    this.#isStarted = this.#at >= 0;
  }

  next(early: boolean): Position | undefined {
    if (Number.isNaN(this.#at)) return {};
    if (!early) this.#ahead = this.#at;
    else if (this.#isUnsure || this.#size.isTried || this.#ahead >= Math.min(this.#total, this.#limit))
      return undefined;
    const range = this.#rangeFrom(this.#ahead);
    this.#ahead = range.page * range.per_page;
    return range;
  }

  take(response: AnyPage, request: PageRequest, room: number): Step {
    const page = readPage(response, request, {
      list: this.#list,
      options: this.#options,
      seen: this.#seen,
      limit: this.#limit,
      isStarted: this.#isStarted,
    });
    if (this.#complete && page.keys.includes(undefined))
      throw unexpected(response, "complete needs a key of each item, and one has none: give keyOf");
    if (Number.isNaN(this.#at)) {
      this.#at = page.begins;
      this.#left = this.#limit - page.begins;
      this.#size = new PageSize(page.asked, Math.min(page.asked, response.pagination.per_page));
      this.#seen.all = !page.begins;
    }
    if (page.isLong) this.#isStrict = true;
    const before = this.#askBefore(page, request);
    if (before) return before;
    const isDoubtful = this.#isDoubtful(page);
    return (
      this.#handOut(page, isDoubtful, response, request, room) ?? this.#askInstead(page, isDoubtful, response, request)
    );
  }

  progress(retrieved: number) {
    const pageOf = (index: number): number => Math.ceil(index / this.#size.first);
    const end = Math.min(this.#total, this.#limit);
    return { page: pageOf(this.#at), pages: pageOf(end), retrieved, total: this.#total };
  }

  place(): readonly unknown[] {
    return [this.#at, this.#size.rows, this.#total, this.#size.first];
  }

  /** The page to ask for next, of the rows from an index on. */
  #rangeFrom(index: number): PageRange {
    return this.#isStrict || this.#isUnsure ? rangeOn(index, this.#size.overlapping) : rangeAt(index, this.#size.rows);
  }

  /** An extra request that comes before a response, when rows are missing between the one before and this one. */
  #askBefore({ begins, total, end, isAnchored, isWhole }: ReadPage, request: PageRequest): Step | undefined {
    if (this.#isStrict || !this.#isStarted || isAnchored || !isWhole) return undefined;
    // What was looked at lies elsewhere.
    if (request.position === this.#look) return { rows: [], last: false, end: 0 };
    if (!request.isExtra && total !== this.#total && this.#seen.size()) {
      this.#total = total;
      this.#look = rangeOver(Math.min(this.#at, total), this.#size.overlapping);
      return { ask: this.#look, again: true };
    }
    return begins > this.#at && this.#at < end ? { ask: this.#rangeFrom(this.#at), again: true } : undefined;
  }

  /** Whether a response is at odds with those before it, in a list of which nothing says that it has changed. */
  #isDoubtful({ begins, total, end, keys, anchor, isAnchored, isNew, next }: ReadPage): boolean {
    if (!this.#isStarted || total !== this.#totalAt || !this.#seen.size()) return false;
    // The newest rows, under another page number.
    const newest = this.#newest;
    if (keys[0] !== undefined && keys[0] === newest?.keys[0] && begins !== newest.begins) return true;
    if (begins < this.#at ? !isAnchored : anchor > 0) return true;
    // All rows were handed out, and yet it should have what follows them.
    if (next === undefined) return !isNew && this.#at < end && begins + keys.length > this.#at;
    // It takes two responses to believe that rows have moved.
    const isKnown = !begins || (next === this.#claim?.next && begins !== this.#claim.begins);
    this.#claim = { next, begins };
    return next > this.#at && !isKnown;
  }

  /** The rows of a response that has a place; undefined for any other. */
  #handOut(
    page: ReadPage,
    isDoubtful: boolean,
    response: AnyPage,
    { isExtra }: PageRequest,
    room: number,
  ): Step | undefined {
    const { asked, begins, total, end, keys, anchor, isAnchored, isWhole, next } = page;
    if (!isWhole || isDoubtful || (this.#isStrict && this.#isStarted && !isAnchored)) return undefined;
    const at = this.#at;
    // Rows before an anchor may have been handed out so long ago that their keys are forgotten.
    const from = begins >= at ? 0 : this.#seen.size() ? anchor : at - begins;
    const { rows, end: index } = dedupe(response, keys, this.#seen, from, Math.min(room, this.#left));
    // Where all rows are old, and the last one is not among them, the next row is somewhere behind.
    const isLocated = rows.length > 0 || next !== undefined;
    if (isLocated || begins + index > at) this.#at = begins + Math.min(index, asked);
    if (isLocated) this.#totalAt = total;
    if (rows.length) {
      this.#newest = page;
      this.#claim = { next: begins + index, begins };
      this.#tries = 0;
    } else if ((isExtra || this.#at <= at) && ++this.#tries > mostTries) throw unexpected(response, tooFar);
    if (isLocated) this.#looks = 0;
    this.#size.confirm(asked);
    if (!isExtra) this.#total = total;
    if (!this.#isStarted) this.#ahead = this.#at;
    this.#left -= rows.length;
    this.#isUnsure = false;
    this.#isStarted = true;
    this.#wasExtra = isExtra;
    // A full page that `total` has no room for proves that there are more rows. A service that counts before it selects may
    // also have more if there is room: of a complete list, more is asked for.
    const isEnd = this.#at >= end && (keys.length < asked || (!this.#complete && begins + keys.length <= total));
    return { rows, last: isEnd || this.#left <= 0, end: index };
  }

  /** What to ask for instead of a response that has no place. Throws a `FleetError` when that was tried before. */
  #askInstead(page: ReadPage, isDoubtful: boolean, response: AnyPage, { position, isExtra }: PageRequest): Step {
    const { asked, end, keys, isWhole, total, next = 0 } = page;
    const hasMoved = isWhole && !isDoubtful;
    const isEmpty = !isWhole && !keys.length;
    const again = "also when it is asked for again, in a list of";
    // Nothing speaks for the size of a first page, or for one that is tried again: the service gives fewer rows.
    if (!isWhole && !isEmpty && (!this.#isStarted || this.#size.isTried) && ++this.#tries <= mostTries) {
      this.#size.adapt(keys.length);
      return { ask: rangeAt(this.#at, this.#size.rows), again: false };
    }
    if (isEmpty ? !this.#wasEmpty || position !== this.#again : !hasMoved && !this.#tries) {
      this.#tries++;
      this.#wasEmpty = isEmpty;
      this.#again = { page: page.page, per_page: asked };
      return { ask: this.#again, again: false };
    }
    const name = `page ${page.page} of ${asked} rows`;
    if (isEmpty) throw unexpected(response, `${name} is empty, ${again} ${end}`);
    if (++this.#tries > mostTries) {
      const wrong = isWhole ? "has rows of other pages" : `has ${keys.length}`;
      throw unexpected(response, hasMoved ? tooFar : `${name} ${wrong}, ${again} ${end}`);
    }
    this.#isUnsure = true;
    if (isWhole) this.#size.enlarge();
    else this.#size.adapt(keys.length);
    const near = Math.min(Math.max(this.#at, next), total);
    const left = isWhole && (isDoubtful || !this.#wasExtra);
    const range = this.#seen.size()
      ? rangeNear(near, this.#looks++, this.#size.overlapping, left)
      : rangeAt(near, this.#size.rows);
    return { ask: range, again: hasMoved && !isExtra };
  }
}
