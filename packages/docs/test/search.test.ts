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

const urlsOf = (query: string): string[] => search(query).found.map(({ url }) => url);

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
    ["how do I log in", "operations/authLogin/"],
    ["create a device", "operations/unitsCreate/"],
    ["undelete client", "operations/clientsRestore/"],
    ["send gps positions", "operations/monitoringIngest/"],
    ["location history", "operations/monitoringHistory/"],
    ["MonitoringSummary", "schemas/MonitoringSummary/"],
    ["createAuth", "packages/auth/root/#createAuth"],
    ["@fleet-api/client/retry", "packages/client/retry/"],
    ["RetryOptions.budget", "packages/client/retry/#RetryOptions.budget"],
    ["unit-suffix", "packages/lint-rules/#unit-suffix"],
    // Mistyped.
    ["unitsListng", "operations/unitsListing/"],
    ["/units/listng", "operations/unitsListing/"],
    ["Chek a permision", "operations/authPermission/"],
    ["validaton_faild", "problems/validation_failed/"],
    ["units.units_tecnical", "permissions/units.units_technical/"],
    ["Stor the tokn", "guides/login-and-rotation/#store-the-token"],
  ])("%s leads to %s first", (query, url) => {
    expect(urlsOf(query)[0]).toBe(url);
  });

  it.each([
    ["lsit untis", "operations/unitsListing/"],
    ["how do I refresh the token", "guides/login-and-rotation/#rotation"],
    ["tracker", "operations/unitsGet/"],
    ["track of a vehicle", "operations/monitoringHistory/"],
    ["latest location", "operations/monitoringLatestListing/"],
    ["401", "problems/unauthenticated/"],
    ["optimistic locking", "guides/idempotency-and-concurrent-edits/#edit-together-etag-and-if-match"],
  ])("%s leads to %s among others", (query, url) => {
    expect(urlsOf(query).slice(0, 5)).toContain(url);
  });

  it("says when nothing has all words, and gives what has some", () => {
    expect(search("unitsListing zebra")).toMatchObject({ allWords: false });
    expect(urlsOf("unitsListing zebra")[0]).toBe("operations/unitsListing/");
    expect(search("list units").allWords).toBe(true);
    expect(search("zebra quagga")).toEqual({ found: [], allWords: false });
  });

  it("takes a question of fillers alone by its words", () => {
    expect(() => search("how to")).not.toThrow();
    expect(search("").found).toEqual([]);
  });

  it("forgives two letters of a long word that changed places", () => {
    const names = rows.filter(([kind]) => kind === "error");
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), ([, name, url], at) => {
        const place = 1 + (at % (name.length - 2));
        const [one = "", other = ""] = [name[place], name[place + 1]];
        fc.pre(/[a-z]/.test(one) && /[a-z]/.test(other) && name.length >= 5);
        const wrong = name.slice(0, place) + other + one + name.slice(place + 2);
        expect([wrong, ...urlsOf(wrong)]).toContain(url);
      }),
    );
  });

  it("finds every operation first by its id and its summary, and by its path", () => {
    for (const [, title, url, text] of operations) {
      const [id = "", , path = ""] = text.split(" ");
      for (const query of [id, title]) expect([query, urlsOf(query)[0]]).toEqual([query, url]);
      expect([path, ...urlsOf(path)]).toContain(url);
    }
  });

  it.each(["iccid", "icciid"])("finds a field by its name, %s", (query) => {
    expect(urlsOf(query)[0]).toContain("iccid");
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
        expect(search(query).found.length).toBeLessThanOrEqual(20);
      }),
    );
  });
});
