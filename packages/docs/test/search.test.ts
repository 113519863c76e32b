import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSearch, type IndexRow } from "../src/search/search.ts";
import { readRealSite } from "./support/real-site.ts";

const { pages } = await readRealSite();
const rows = pages.flatMap(({ search }) =>
  search.map(({ kind, title, url, text }): IndexRow => [kind, title, url, text]),
);
const search = createSearch(rows);
const operations = rows.filter(([kind]) => kind === "operation");

const urlsOf = (query: string): string[] => search(query).map(({ url }) => url);

describe("search", () => {
  it.each([
    ["unitsListing", "operations/unitsListing/"],
    ["list units", "operations/unitsListing/"],
    ["units listing", "operations/unitsListing/"],
    ["/units/find", "operations/unitsFind/"],
    ["validation_failed", "problems/validation_failed/"],
    ["units.view", "permissions/units.view/"],
    ["SimCard", "schemas/SimCard/"],
    ["Clients", "groups/clients/"],
    ["C34", "decisions/conventions/#c34"],
  ])("%s leads to %s first", (query, url) => {
    expect(search(query)[0]?.url).toBe(url);
  });

  it("finds every operation by its id, its summary and its path", () => {
    for (const [, title, url, text] of operations) {
      const [id = "", , path = ""] = text.split(" ");
      for (const query of [id, title, path]) expect([query, ...urlsOf(query)]).toContain(url);
    }
  });

  it("finds every page of the reference among the first three by its name", () => {
    for (const [kind, title, url] of rows.filter(([what]) =>
      ["error", "permission", "schema", "group"].includes(what),
    )) {
      expect(urlsOf(title).slice(0, 3), `${kind} ${title}`).toContain(url);
    }
  });

  it("forgives one wrong letter in an operation's summary", () => {
    const letter = fc.integer({ min: 97, max: 122 }).map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(fc.constantFrom(...operations), fc.nat(), fc.nat(), letter, (row, at, position, other) => {
        const words = row[1].split(" ");
        const long = words.filter((word) => word.length >= 5);
        const word = long[at % Math.max(1, long.length)];
        fc.pre(word !== undefined);
        // The first letter stays, since a search is done while the reader types.
        const place = 1 + (position % (word.length - 1));
        const wrong = word.slice(0, place) + other + word.slice(place + 1);
        const query = words.map((one) => (one === word ? wrong : one)).join(" ");
        expect([query, ...urlsOf(query)]).toContain(row[2]);
      }),
      { numRuns: 300 },
    );
  });

  it("takes anything for a query", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (query) => {
        expect(search(query).length).toBeLessThanOrEqual(20);
      }),
    );
  });
});
