import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentTypeOf, filenameOf } from "../../src/streams/download.ts";

const named = (value: string) => filenameOf(new Headers({ "content-disposition": value }));

describe("Content-Type", () => {
  it.each<[string, string | null, string | null]>([
    ["text/csv", "text/csv", null],
    ["Text/CSV; Charset=UTF-8; header=present", "text/csv", "utf-8"],
    ['text/csv;header=present ; charset="iso-8859-1"', "text/csv", "iso-8859-1"],
    ["application/geo+json", "application/geo+json", null],
    ["csv", null, null],
    ["", null, null],
  ])("%s", (value, mediaType, charset) => {
    expect(contentTypeOf(new Headers({ "content-type": value }))).toEqual({ mediaType, charset });
  });
});

describe("Content-Disposition", () => {
  it.each<[string, string | null]>([
    ["attachment; filename=trips.csv", "trips.csv"],
    ['Attachment; FILENAME="trips of may.csv"', "trips of may.csv"],
    ['attachment; filename="a \\"b\\".csv"', "a _b_.csv"],
    ["attachment; filename=\"plain.csv\"; filename*=UTF-8''%e2%82%ac%20rates.csv", "€ rates.csv"],
    ["attachment; filename*=utf-8'en'%C3%BCbersicht.csv; filename=plain.csv", "übersicht.csv"],
    ["attachment; filename=plain.csv; filename*=UTF-8''%ff", "plain.csv"],
    ["attachment; filename=plain.csv; filename*=koi8-r''%e2", "plain.csv"],
    ['attachment; note="; filename=forged.exe"; filename=true.csv', "true.csv"],
    ["inline", null],
    ["attachment; filename=", null],
    ['attachment; filename="open', null],
  ])("%s", (value, name) => {
    expect(named(value)).toBe(name);
  });

  it.each<[string, string, string | null]>([
    ["a path", "../../etc/passwd", "passwd"],
    ["a path of Windows", "C:\\\\Windows\\\\win.ini", "win.ini"],
    ["a mixed path", "a/b\\\\..", null],
    ["the folder above", "..", null],
    ["blanks", "   ", null],
    ["a stream or a wildcard of Windows", "a:b?.csv", "a_b_.csv"],
  ])("keeps %s out", (_name, given, name) => {
    expect(named(`attachment; filename="${given}"`)).toBe(name);
  });

  it("keeps control characters and marks that turn the direction of writing out", () => {
    expect(named("attachment; filename*=UTF-8''a%00%0d%0ab%7f%e2%80%aecsv.exe")).toBe("abcsv.exe");
    expect(named("attachment; filename*=UTF-8''..%2F..%5Cx.csv")).toBe("x.csv");
  });

  it("gives a name that leaves no folder, or none, whatever is sent", () => {
    const part = fc.constantFrom(..."attachment|;|filename|*|=|\"|\\|/|..|%2e|%2f|%00|UTF-8''|a|:| ".split("|"));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        expect(named(`attachment; filename${parts.join("")}`) ?? "none").toMatch(/^(?!\.*$)[^/\\:"\p{Cc}]+$/u);
      }),
      { numRuns: 1_000 },
    );
  });
});
