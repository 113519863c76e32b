import { describe, expect, it } from "vitest";
import { rangeAt, rangeNear, rangeOn, rangeOver } from "../../src/paging/page-range.ts";
import { PageSize } from "../../src/paging/page-size.ts";

describe("the size of a page", () => {
  /** Whole pages of a size until the first size is tried again. */
  function pagesUntilTry(size: PageSize, asked: number): number {
    let pages = 0;
    while (!size.isTried && pages < 1000) {
      size.confirm(asked);
      pages++;
    }
    return pages;
  }

  it("falls to what the service gives, and is tried again after 8 pages, then after twice as many", () => {
    const size = new PageSize(200);
    size.adapt(100);
    expect([size.rows, size.overlapping]).toEqual([100, 100]);
    for (const pages of [8, 16, 32]) {
      expect(pagesUntilTry(size, 100)).toBe(pages);
      expect([size.rows, size.overlapping]).toEqual([200, 200]);
      size.adapt(100);
      expect([size.rows, size.isTried]).toEqual([100, false]);
    }
  });

  it("is tried again after as many pages as a tiny page has rows", () => {
    const size = new PageSize(200);
    size.adapt(3);
    expect(pagesUntilTry(size, 3)).toBe(3);
  });

  it("stays when the service gives it again, and is patient as at first when it falls once more", () => {
    const size = new PageSize(200);
    for (const round of [1, 2]) {
      size.adapt(100);
      expect([round, pagesUntilTry(size, 100)]).toEqual([round, 8]);
      size.confirm(200);
      expect([size.rows, size.isTried]).toEqual([200, false]);
    }
  });

  it("begins with that of a resumed iteration, and is tried again", () => {
    const size = new PageSize(10, 200);
    expect([size.rows, size.first]).toEqual([10, 200]);
    expect(pagesUntilTry(size, 10)).toBe(8);
  });

  it("counts only pages after the last one that was short", () => {
    const size = new PageSize(200);
    size.adapt(100);
    for (let page = 0; page < 7; page++) size.confirm(100);
    size.adapt(90);
    expect(pagesUntilTry(size, 90)).toBe(8);
  });

  it("never grows over the first one, and is large enough to overlap where the service gives so much", () => {
    const size = new PageSize(5);
    expect([size.rows, size.overlapping]).toEqual([5, 16]);
    size.adapt(10);
    expect([size.rows, size.overlapping]).toEqual([5, 10]);
    size.enlarge();
    expect([size.rows, size.overlapping]).toEqual([5, 16]);
    expect(new PageSize(2e9).overlapping).toBe(1000);
  });

  it("is not enlarged where pages can overlap", () => {
    const size = new PageSize(200);
    size.adapt(16);
    size.enlarge();
    expect(size.rows).toBe(16);
  });
});

describe("a page range", () => {
  it("lies over an index: mostly to its left, or mostly to its right", () => {
    expect(rangeOver(200, 200)).toEqual({ page: 2, per_page: 101 });
    expect(rangeOn(200, 200)).toEqual({ page: 2, per_page: 188 });
    expect(rangeAt(200, 200)).toEqual({ page: 2, per_page: 200 });
  });

  it("is of the largest size where no size overlaps", () => {
    expect([rangeOver(0, 20), rangeOn(0, 20)]).toEqual([rangeAt(0, 20), rangeAt(0, 20)]);
    expect(rangeOn(720_720, 16)).toEqual(rangeAt(720_720, 16));
  });

  it("wanders from an index to both sides, ever farther, and not below the beginning", () => {
    const first = (nth: number, left: boolean): number => {
      const { page, per_page } = rangeNear(100, nth, 20, left);
      return (page - 1) * per_page;
    };
    expect([0, 1, 2, 3, 4].map((nth) => first(nth, true))).toEqual([85, 72, 100, 54, 114]);
    expect(first(0, false)).toBe(95);
    expect(rangeNear(5, 9, 20, true).page).toBe(1);
  });
});
