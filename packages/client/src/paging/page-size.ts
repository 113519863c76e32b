import { leastRows } from "./page-range.ts";

/** Most rows of a page that overlaps others; looking for its size takes as many steps. */
const mostOverlapping = 1000;

/** Whole pages of another size after which the first size is tried again, as a rule; tiny pages try it sooner. */
const mostPatience = 8;

/** How many rows to ask for at once: as many as at first, as long as the service gives them, and never more. */
export class PageSize {
  /** Rows of a page. */
  rows: number;
  /** Rows of the first page, as the service has applied it. */
  readonly first: number;
  /** Whether the first size is tried again, after another one. */
  isTried = false;
  /** Most rows that the service has shown to give, when it once did not give as many as it was asked for. */
  #given = Infinity;
  #wholePages = 0;
  #patience = mostPatience;

  constructor(rows: number, first = rows) {
    this.rows = rows;
    this.first = first;
  }

  /** Rows of a page that overlaps others: small ones could not. */
  get overlapping(): number {
    return Math.min(Math.max(this.rows, leastRows), this.#given, mostOverlapping);
  }

  /** Learns from a page that had fewer rows than it was asked for. */
  adapt(given: number): void {
    this.#patience = this.isTried ? this.#patience * 2 : Math.min(given, mostPatience);
    this.isTried = false;
    this.#given = given;
    this.rows = Math.min(this.rows, given);
    this.#wholePages = 0;
  }

  /** Learns from a page that had as many. After some of them the first size is tried again. */
  confirm(asked: number): void {
    if (asked === this.first) this.isTried = false;
    if (this.rows >= this.first || ++this.#wholePages < this.#patience) return;
    this.#reset();
    this.isTried = true;
  }

  /** Goes back to the first size when pages have become too small to overlap. */
  enlarge(): void {
    if (this.#given < leastRows) this.#reset();
  }

  #reset(): void {
    this.rows = this.first;
    this.#given = Infinity;
    this.#wholePages = 0;
  }
}
