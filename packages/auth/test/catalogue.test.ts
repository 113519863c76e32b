import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const ids: Record<string, readonly number[]> = {
  A: [1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 14, 15, 16, 18],
  B: [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 15, 16, 17, 19, 20, 22, 23, 24, 25, 26, 27],
  C: [1, 2, 3, 4, 6, 7, 8, 9, 10, 13, 14, 15],
  D: [1, 2, 3, 5, 6, 7, 9, 11, 12, 14, 15],
  E: [1, 2, 4, 5, 7, 8, 10],
  F: [1, 2, 3, 4, 5, 8, 10, 11, 13, 14, 16, 17, 18, 19, 20, 21, 22],
  G: [1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13],
  H: [1, 3, 4, 5, 7, 8, 9, 10],
  I: [1, 3, 4, 5, 6, 7],
  J: [1, 2, 3, 4],
  K: [1, 3, 4, 5, 8, 9, 10, 11, 12, 13],
  L: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
};
const expected = Object.entries(ids).flatMap(([group, numbers]) => numbers.map((number) => `${group}${number}`));

const at = (path: string): URL => new URL(path, import.meta.url);
const read = (path: string): string => readFileSync(at(path), "utf8");

/** Text between quotes, as the source has it. */
const titlesOf = (text: string): string[] =>
  [...text.matchAll(/"([^"\n]+)"|`([^`\n]+)`/g)].map(([, a, b]) => a ?? b ?? "");

const rows = read("CATALOGUE.md")
  .split("\n")
  .flatMap((line) => {
    const [, id = "", cell = ""] = /^\| ([A-L]\d+) +\| (.*?) +\|/.exec(line) ?? [];
    return id === ""
      ? []
      : [{ id, places: cell.split("; `").map((place, index) => (index > 0 ? `\`${place}` : place)) }];
  })
  .map(({ id, places }) => ({ id, places: places.flatMap((place) => place.split(/; (?=store suite|browser suite)/)) }));

const storeSuite = globSync(["stores/**/*.ts", "heavy/*.ts", "../src/testing/conformance/*.ts"], {
  cwd: at("."),
}).flatMap((path) => titlesOf(read(path)));

/** Whether a title begins with ids, and this is one of them. */
const names = (title: string, id: string): boolean =>
  /^(?:[A-L]\d+ )*/.exec(title)?.[0].split(" ").includes(id) ?? false;

describe("the failure catalogue", () => {
  test("lists every id, in order, once", () => {
    expect(rows.map(({ id }) => id)).toEqual(expected);
  });

  test.each(rows)("$id is shown by the tests that it names", ({ id, places }) => {
    expect(places.length).toBeGreaterThan(0);
    for (const place of places) {
      if (place === "browser suite") continue;
      if (place === "store suite") {
        expect(storeSuite.some((title) => names(title, id))).toBe(true);
        continue;
      }
      const [, file = "", title = ""] = /^`([\w/.-]+\.ts)`: (.+)$/.exec(place) ?? [];
      const found = titlesOf(read(file)).some((one) => one.startsWith(title));
      expect({ place, named: names(title, id), found }).toEqual({ place, named: true, found: true });
    }
  });

  test("no test has an id that the catalogue lacks", () => {
    const files = globSync(["*.test.ts", "heavy/*.ts", "stores/**/*.ts"], { cwd: at(".") });
    const used = files
      .flatMap((path) => titlesOf(read(path)))
      .flatMap((title) => /^(?:[A-L]\d+ )+(?=\w)/.exec(title)?.[0].trim().split(" ") ?? []);
    expect(used.length).toBeGreaterThan(100);
    expect([...new Set(used)].filter((id) => !expected.includes(id))).toEqual([]);
  });
});
