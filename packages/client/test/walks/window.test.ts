import fc from "fast-check";
import { expect, it } from "vitest";
import { windowAt, windowOver } from "../../src/paging/page-route.ts";
import { windowOn } from "../../src/walks/complete-route.ts";

it("a window lies over its index, within the largest size, for all but multiples of 720,720", () => {
  const index = fc.integer({ min: 1, max: 720_719 });
  fc.assert(
    fc.property(index, fc.integer({ min: 16, max: 200 }), fc.boolean(), (at, most, left) => {
      const { page, per_page } = left ? windowOver(at, most) : windowOn(at, most);
      expect(per_page).toBeLessThanOrEqual(most);
      expect((page - 1) * per_page).toBeLessThan(at);
      expect(page * per_page).toBeGreaterThan(at);
      // Some rows may be deleted before it is answered: it still reaches back over the boundary.
      expect(at - (page - 1) * per_page).toBeGreaterThan(left ? 0 : per_page >> 4);
      expect(page).toBeLessThan(1_000_000);
    }),
  );
});

it("windows in a row cost a sixth more than pages of 200", () => {
  let requests = 0;
  for (let at = 200; at < 100_000; requests++) {
    const { page, per_page } = windowOn(at, 200);
    at = page * per_page;
  }
  expect(requests).toBeLessThan(500 * 1.17);
});

it("a page has the row at its index", () => {
  expect(windowAt(0, 10)).toEqual({ page: 1, per_page: 10 });
  expect(windowAt(19, 10)).toEqual({ page: 2, per_page: 10 });
  expect(windowAt(20, 10)).toEqual({ page: 3, per_page: 10 });
});
