import { leastRows } from "./page-range.ts";

/** Whole pages of another size after which the first size is tried again; twice as many after each time. */
const firstPatience = 8;

/** How many rows to ask for at once: as many as at first, as long as the service gives them. */
export class PageSize {
  /** Rows of a page. */
  rows: number;
  /** Whether the first size is tried again, after another one. */
  isTried = false;
  readonly #first: number;
  /** Most rows that the service has shown to give, when it once did not give as many as it was asked for. */
  #given = Infinity;
  #wholePages = 0;
  #patience = firstPatience;

  /** @param first - of the first page, as the service has applied it */
  constructor(rows: number, first = rows) {
    this.rows = rows;
    this.#first = first;
  }

  /** Rows of a page that overlaps others: small ones could not. */
  get overlapping(): number {
    return Math.min(Math.max(this.rows, leastRows), this.#given);
  }

  /** Learns from a page that had not as many rows as it was asked for. */
  adapt(asked: number, given: number): void {
    this.isTried = false;
    this.#given = given;
    this.rows = given > asked ? given : Math.min(this.rows, given);
    this.#wholePages = 0;
  }

  /** Learns from a page that had. After some of them tries the first size again, where `next` is a good place for it. */
  confirm(asked: number, next: number): void {
    if (asked === this.#first) this.isTried = false;
    if (this.rows >= this.#first || ++this.#wholePages < this.#patience || next % this.#first >= this.rows) return;
    this.reset();
    this.isTried = true;
    this.#patience *= 2;
  }

  /** Goes back to the first size where pages have become too small to overlap. */
  enlarge(): void {
    if (this.#given < leastRows) this.reset();
  }

  /** Goes back to the first size. */
  private reset(): void {
    this.rows = this.#first;
    this.#given = Infinity;
    this.#wholePages = 0;
  }
}
