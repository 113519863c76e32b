import type { AnyPage } from "../call/result.ts";
import { FleetError } from "../errors.ts";
import { keysOf, type SeenKeys } from "./dedupe.ts";
import type { KeyOptions, List, PageRequest } from "./pagination.ts";

/** What a response has, and where in the list that is. */
export interface ReadPage {
  readonly page: number;
  /** How many rows it was asked for. */
  readonly asked: number;
  /** Index in the list of its first row, if it is the page that was asked for. */
  readonly begins: number;
  /** Items in the list by this response. */
  readonly total: number;
  /** Index in the list where it ends: the lesser of `total` and the asked `limit`. */
  readonly end: number;
  readonly keys: readonly (string | undefined)[];
  /** Index in the response of the first row that was handed out before; -1 for none. */
  readonly anchor: number;
  /** Whether the rows after the anchor leave no gap: rows of one response are neighbours. */
  readonly isAnchored: boolean;
  /** Whether some of them were not handed out. */
  readonly isNew: boolean;
  /** Whether it has at least as many rows as it was asked for, or as are left. */
  readonly isWhole: boolean;
  /** Whether it has more rows than it was asked for: then another size may have been applied to its place, too. */
  readonly isLong: boolean;
  /** Index in the list of the next row, if the page is the asked one; undefined without the row that was handed out last. */
  readonly next: number | undefined;
}

/** What reading a response takes to know. */
interface Known {
  readonly list: List;
  readonly options: KeyOptions;
  readonly seen: SeenKeys;
  readonly limit: number;
  /** Whether rows were handed out, in this iteration or in those that it resumes. */
  readonly isStarted: boolean;
}

/** Reads a response. Throws a `FleetError` for another page than the asked one. */
export function readPage(response: AnyPage, { position }: PageRequest, known: Known): ReadPage {
  const { page, per_page, total } = response.pagination;
  const { list, options, seen, limit, isStarted } = known;
  const { query } = list.input;
  // Numbers by their types; an untyped caller may give digits as strings.
  const wanted = Number(position.page ?? query?.["page"] ?? page);
  if (page !== wanted) throw unexpected(response, `the service gave page ${page} in place of page ${wanted}`);
  // The first page begins at the same row, whichever size was applied.
  const asked = page === 1 ? per_page : Number(position.per_page ?? query?.["per_page"] ?? per_page);
  const begins = (page - 1) * asked;
  const end = Math.min(total, limit);
  const given = keysOf(response, options);
  const left = (to: number): number => Math.max(Math.min(asked, to - begins), 0);
  // A service may ignore the limit, or give more rows than it was asked for: those are omitted.
  const keys = given.slice(0, Math.max(Math.min(limit - begins, asked), 0));
  const anchor = keys.findIndex(seen.has);
  // By which of two sizes a page was cut, and whether it is behind the end, shows only in a list of which rows are known.
  const isSized = !given.length || isStarted || !begins || (per_page === asked && begins < total);
  const last = seen.last === undefined ? -1 : keys.lastIndexOf(seen.last);
  return {
    page,
    asked,
    begins,
    total,
    end,
    keys,
    anchor,
    isAnchored: anchor >= 0 || (!begins && (seen.all || !keys.length)),
    isNew: keys.some((key, index) => index >= anchor && !seen.has(key)),
    isWhole: isSized && (given.length >= left(total) || given.length === left(end)),
    isLong: given.length > asked,
    next: last < 0 ? undefined : begins + last + 1,
  };
}

/** The error of a service that gives other rows than it was asked for. */
export function unexpected({ meta }: AnyPage, message: string): FleetError {
  return new FleetError(message, { kind: "unexpected", ...meta });
}
