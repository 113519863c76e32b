import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvReader, type CsvRow } from "../../src/streams/csv-reader.ts";

function read(chunks: readonly string[], most = 1_000, delimiter?: string): CsvRow[] {
  const { push, end } = csvReader(most, (line, why) => new Error(`${line} ${why}`), delimiter);
  return [...chunks.flatMap((chunk) => [...push(chunk)]), ...end()];
}

function rowsOf(chunks: readonly string[], most?: number, delimiter?: string): string[][] {
  return read(chunks, most, delimiter).map(({ fields }) => fields);
}

describe("RFC 4180, section 2", () => {
  it.each<[string, string, string[][]]>([
    [
      "1: rows end with CRLF",
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "2: the last row may have no line end",
      "a,b\r\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["4: spaces belong to the field", " a , b \r\n", [[" a ", " b "]]],
    [
      "5: quotes may be there or not",
      '"a",b\r\n"c","d"',
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "6: line ends, quotes and commas in quotes",
      '"a\r\nb","c,d"\r\n"\n","\r"',
      [
        ["a\r\nb", "c,d"],
        ["\n", "\r"],
      ],
    ],
    ["7: a quote in quotes is doubled", '"a""b","""",""', [['a"b', '"', ""]]],
    [
      "empty fields",
      ",\r\na,\r\n,b",
      [
        ["", ""],
        ["a", ""],
        ["", "b"],
      ],
    ],
    ["an empty line is a row with one empty field", "a\r\n\r\nb\r\n", [["a"], [""], ["b"]]],
    ["LF alone and CR alone end rows", "a\nb\rc\r\nd\n\re", [["a"], ["b"], ["c"], ["d"], [""], ["e"]]],
    ["a quoted empty field is a row", '""', [[""]]],
    ["nothing is no row", "", []],
  ])("%s", (_name, text, rows) => {
    expect(rowsOf([text])).toEqual(rows);
  });
});

describe("what the RFC does not allow", () => {
  it.each([
    ["a quote in a field without quotes", 'a"b', "has a quote in a field without quotes"],
    ["text after a closing quote", '"a"b', "has text after a closing quote"],
    ["a space after a closing quote", '"a" ,b', "has text after a closing quote"],
    ["an end inside quotes", '"a', "ends inside quotes"],
  ])("is an error: %s", (_name, text, why) => {
    expect(() => rowsOf([text])).toThrow(why);
    expect(() => rowsOf([...text])).toThrow(why);
  });

  it("a row that is longer than what is held", () => {
    for (const end of ["\r\n", "\n"]) expect(rowsOf([`12345,78${end}`.repeat(9)], 10)).toHaveLength(9);
    expect(() => rowsOf(['"12345\n', "789"], 9)).toThrow("has more than 9 characters");
  });
});

describe("a row", () => {
  it("says which of its fields are in quotes", () => {
    const text = 'a,"",b\n"",,""""';
    const quoted = [
      [false, true, false],
      [true, false, true],
    ];
    expect(read([text]).map((row) => row.quoted)).toEqual(quoted);
    expect(read([...text]).map((row) => row.quoted)).toEqual(quoted);
  });

  it("says on which line it begins, however lines end and wherever a chunk ends", () => {
    const text = 'a\r\n"b\r\n\r\rc\n"\nd\r\re\r\n\r\nf';
    const lines = [1, 2, 7, 8, 9, 10, 11];
    expect(read([text]).map(({ line }) => line)).toEqual(lines);
    expect(read([...text]).map(({ line }) => line)).toEqual(lines);
    expect(() => rowsOf([`${text}"`])).toThrow("11 has a quote in a field without quotes");
  });

  it.each([...";\t|\\]^-.dn0"])("has its fields between the delimiter %j", (delimiter) => {
    expect(rowsOf([`a${delimiter},${delimiter}"x${delimiter}"\n`], 100, delimiter)).toEqual([
      ["a", ",", `x${delimiter}`],
    ]);
  });
});

describe("any table", () => {
  const field = fc.string({ unit: fc.constantFrom(...'ab ,"\r\n\tü🚚') });
  const table = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
  const quoted = (each: string) => `"${each.replaceAll('"', '""')}"`;
  const written = (rows: string[][], quoteAll: boolean, end: string): string =>
    rows
      // One empty field without quotes, at the end of a file, cannot be told from nothing.
      .map((row) =>
        row
          .map((each) => (quoteAll || (each === "" && row.length === 1) || /[,"\r\n]/.test(each) ? quoted(each) : each))
          .join(),
      )
      .join(end);

  it("comes back as it was written, however it is cut into chunks", () => {
    const cuts = fc.array(fc.nat(), { maxLength: 10 });
    const property = fc.property(
      table,
      fc.boolean(),
      fc.constantFrom("\r\n", "\n", "\r"),
      fc.boolean(),
      cuts,
      (rows, all, end, ends, at) => {
        const text = written(rows, all, end) + (ends && rows.length > 0 ? end : "");
        const places = [0, ...at.map((each) => each % (text.length + 1)).toSorted((a, b) => a - b), text.length];
        const chunks = places.slice(1).map((place, index) => text.slice(places[index], place));
        expect(rowsOf(chunks)).toEqual(rows);
      },
    );
    fc.assert(property, { numRuns: 1_000 });
  });

  it("reads any text the same however it is cut, or refuses it however it is cut", () => {
    const outcome = (chunks: string[]): unknown => {
      try {
        return rowsOf(chunks);
      } catch (error) {
        return String(error);
      }
    };
    fc.assert(
      fc.property(field, (text) => {
        expect(outcome(text.split(""))).toEqual(outcome([text]));
      }),
      { numRuns: 1_000 },
    );
  });
});
