import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const expected = [...numbered("P", 19), ...numbered("R", 26)];

const at = (path: string): URL => new URL(path, import.meta.url);
const read = (path: string): string => readFileSync(at(path), "utf8");

/** Titles of tests, and of the cases of tables: text in quotes before a comma, as the source has it. */
const titlesOf = (path: string): string[] => [...read(path).matchAll(/"([^"\n]+)",/g)].map(([, title = ""]) => title);

/** The ids that a title begins with. */
const idsOf = (title: string): string[] =>
  /^(?:[PR]\d+ )*/
    .exec(title)?.[0]
    .split(" ")
    .filter((id) => id !== "") ?? [];

const rows = read("PITFALLS.md")
  .split("\n")
  .flatMap((line) => {
    const [, id = "", cell = ""] = /^\| ([PR]\d+) +\| .*? +\| (.*?) +\|/.exec(line) ?? [];
    return id === "" ? [] : [{ id, places: cell.split(/; (?=`[\w/.-]+\.ts`: )/).map(placeOf) }];
  });

describe("the pitfalls", () => {
  test("lists every id, in order, once", () => {
    expect(rows.map(({ id }) => id)).toEqual(expected);
  });

  test.each(rows)("$id is shown by the tests that it names", ({ id, places }) => {
    expect(places.length).toBeGreaterThan(0);
    for (const { file, title } of places) {
      const found = titlesOf(file).includes(title);
      const named = !file.startsWith("pitfalls/") || idsOf(title).includes(id);
      expect({ file, title, found, named }).toEqual({ file, title, found: true, named: true });
    }
  });

  test("name every test that has an id", () => {
    const files = globSync("pitfalls/*.test.ts", { cwd: at(".") });
    const used = files.flatMap((file) =>
      titlesOf(file).flatMap((title) => idsOf(title).map((id) => ({ id, file, title }))),
    );
    expect(used.length).toBeGreaterThan(40);
    const known = rows.flatMap(({ id, places }) => places.map(({ file, title }) => `${id} ${file} ${title}`));
    expect(used.filter(({ id, file, title }) => !known.includes(`${id} ${file} ${title}`))).toEqual([]);
  });

  test("are not shown by tests that do not run", () => {
    const files = [...new Set(rows.flatMap(({ places }) => places.map(({ file }) => file)))];
    expect(files.filter((file) => /\.(?:skip|todo|only)\b/.test(read(file)))).toEqual([]);
  });
});

function numbered(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
}

function placeOf(place: string): { readonly file: string; readonly title: string } {
  const [, file = "", title = ""] = /^`([\w/.-]+\.ts)`: (.+)$/.exec(place) ?? [];
  return { file, title };
}
