import { inspect } from "node:util";
import type { UnitImportItem } from "@fleet-api/contract/types/units";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { imports } from "../../src/built/imports.ts";
import { createFleetClient } from "../../src/index.ts";
import { type CsvItem, readItems } from "../../src/streams/csv-items.ts";
import { csvReader } from "../../src/streams/csv-reader.ts";
import { type CsvBatch, type CsvOptions, type CsvSource, readCsv } from "../../src/streams/index.ts";
import { baseUrl, jsonResponse } from "../support/answers.ts";
import { bytes, cuttingOf, failureOf, feed, toArray } from "./support.ts";

const units = imports.unitsImport;

async function read(source: CsvSource, options?: CsvOptions): Promise<CsvBatch<UnitImportItem>> {
  const batches = await toArray(readCsv("unitsImport", source, options));
  return { items: batches.flatMap(({ items }) => items), lines: batches.flatMap(({ lines }) => lines) };
}

/** What a file is refused with. */
async function refusal(source: CsvSource, options?: CsvOptions): Promise<string> {
  const error = await failureOf(read(source, options));
  expect(error).toMatchObject({ kind: "decode", operationId: "unitsImport" });
  return error.message;
}

/** Reads a file whose columns have these types; the contract need not have all of them. */
async function readColumns(
  columns: Readonly<Record<string, string>>,
  text: string,
  required: string[] = [],
): Promise<CsvItem[]> {
  const wrong = (line: number, why: string) => new Error(`line ${line} ${why}`);
  async function* rows() {
    const { push, end } = csvReader(10_000, wrong);
    yield* push(text);
    yield* end();
  }
  return toArray(readItems(rows(), { columns, required }, "null", wrong));
}

async function* stream(chunks: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* chunks;
}

describe("the fields of a row", () => {
  it("are members of an item: omitted where they are empty, null where they say so", async () => {
    const file = 'external_id,name,notes,model\nvan-1,"Van, 1",,null\nvan-2,"","null",\n';
    expect(await read(file)).toEqual({
      items: [
        { external_id: "van-1", name: "Van, 1", model: null },
        { external_id: "van-2", name: "", notes: "null" },
      ],
      lines: [2, 3],
    });
  });

  it("are null where they have the text of the option nullAs", async () => {
    const columns = "external_id,notes,model\n";
    expect((await read(`${columns}a,\\N,null`, { nullAs: String.raw`\N` })).items).toEqual([
      { external_id: "a", notes: null, model: "null" },
    ]);
    expect((await read(`${columns}a,,""`, { nullAs: "" })).items).toEqual([
      { external_id: "a", notes: null, model: "" },
    ]);
  });

  it("have the types of the contract", async () => {
    const row = [
      "9007199254740991",
      "0012",
      "2027-06-01",
      "2025-06-01T08:00:00Z",
      '"{""depot"":""north"",""axles"":3}"',
      "active",
    ];
    const headings = ["client_id", "name", "warranty_expires_on", "installed_at", "attributes", "lifecycle_status"];
    expect((await read(`${headings.join()}\n${row.join()}`)).items).toEqual([
      {
        client_id: 9_007_199_254_740_991,
        name: "0012",
        warranty_expires_on: "2027-06-01",
        installed_at: "2025-06-01T08:00:00Z",
        attributes: { depot: "north", axles: 3 },
        lifecycle_status: "active",
      },
    ]);
  });

  it.each([
    ["boolean", "true", true],
    ["boolean", "FALSE", false],
    ["number", "-12.50", -12.5],
    ["number", "0.000001", 0.000001],
    ["number", "0.30000000000000004", 0.30000000000000004],
    ["integer", "-3", -3],
    ["integer", '"0"', 0],
    ["array", '"[1,""a""]"', [1, "a"]],
    ["array", "[]", []],
    ["object", "{}", {}],
  ])("are read as %s: %s", async (type, field, value) => {
    expect(await readColumns({ other: "string", member: type }, `other,member\na,${field}`)).toEqual([
      { line: 2, item: { other: "a", member: value } },
    ]);
  });

  it.each([
    ["integer", ["1e3", "1.5", '"1,5"', "1 000", "+1", "007", "-0", " 1", "9007199254740992", "0x10", "null ", '""']],
    ["number", ["1e3", '"1,5"', ".5", "5.", "NaN", "Infinity", "0.1234567890123456789", "12345678901234567890", '""']],
    ["boolean", ["yes", "1", "TRUE ", '""', "constructor"]],
    ["array", ["1;2", "{}", "null ", '"[1"', "9007199254740993", "[9007199254740993]", '""']],
    ["object", ["[]", "depot=north", '"""a"""', '"{""a"":1e999}"', '""']],
  ])("are refused where they are no %s", async (type, fields) => {
    for (const field of fields) {
      const file = `other,member\na,\nb,${field}`;
      const outcome = await readColumns({ other: "string", member: type }, file).then(
        () => `${field} was read`,
        String,
      );
      expect(outcome).toMatch(/^Error: line 3 has a wrong value in member\. Write /);
    }
  });
});

describe("a file that cannot be read exactly", () => {
  it.each([
    ["nothing", "", "line 1 has no headings: the file is empty"],
    ["empty lines only", "\r\n,,\n", "line 1 has no headings: the file is empty"],
    ["an unknown heading", "name,depot\na,b", 'line 1 has the unknown heading "depot". The headings are client_id,'],
    [
      "a heading in other letters",
      "External ID\na",
      'line 1 has the unknown heading "External ID". Did you mean external_id?',
    ],
    ["a heading of Object", "constructor\na", 'line 1 has the unknown heading "constructor". The headings are'],
    ["another delimiter", "name;model\na;b", 'Set the option delimiter to ";"'],
    ["tabs", "name\tmodel\na\tb", String.raw`Set the option delimiter to "\t"`],
    ["an empty heading", "name,\na,b", 'line 1 has the unknown heading ""'],
    ["a repeated heading", "name,model,name\na,b,c", "line 1 has the heading name more than once. Give it once"],
    ["too many fields", 'name,model\n"a\nb",c\nd,e,f', "line 4 has 3 fields, but there are 2 headings. Put a field"],
    ["too few fields", "name,model\na", "line 2 has 1 fields, but there are 2 headings"],
    [
      "null in a member that cannot be null",
      "name\nnull",
      "line 2 has null in name, which cannot be null. Put a string in quotes",
    ],
    ["a quoted empty integer", 'client_id\n""', "up to 2^53 - 1. Remove the quotes of an empty field to omit it"],
    ["an open quote", 'name\na\n"b\nc', "line 3 ends inside quotes"],
    ["a quote in a field", 'name\na"b', "line 2 has a quote in a field without quotes"],
    [
      "text that was lost",
      "name,model\nCaf\ufffd,b",
      "line 2 has the character U+FFFD, which stands for text that was lost",
    ],
  ])("is refused: %s", async (_name, file, message) => {
    expect(await refusal(file)).toContain(message);
    expect(await refusal(stream([...file]))).toContain(message);
  });

  it("is refused where a value is nested too deeply to be sent", async () => {
    const depth = 200_000;
    const deep = `"{""a"":${"[".repeat(depth)}${"]".repeat(depth)}}"`;
    expect(await refusal(`attributes\n${deep}`)).toContain("line 2 has a wrong value in attributes. Write an object");
  });

  it("names a heading that every item needs", async () => {
    await expect(readColumns({ id: "integer", name: "string" }, "name\na", ["id"])).rejects.toThrow(
      "line 1 lacks the heading id, which every item needs",
    );
  });

  it.each([
    ["Latin-1", [0x4d, 0xfc, 0x6c]],
    ["a character that is cut off", [0xe2, 0x82]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
  ])("is refused where its bytes are not UTF-8: %s", async (_name, wrong) => {
    const file = Uint8Array.of(...bytes("name,model\na,b\n"), ...wrong, ...bytes(",c"));
    const message =
      "unitsImport: line 3 has the character U+FFFD, which stands for text that was lost. Write the file in UTF-8";
    expect(await refusal(file)).toBe(message);
    expect(await refusal(stream([...file].map((byte) => Uint8Array.of(byte))))).toBe(message);
  });

  it("is quoted in no error, but for an unknown heading", async () => {
    for (const file of ["client_id\ncanary", 'name\n"canary"a', "name\ncanary,canary", "attributes\n{canary}"]) {
      expect(inspect(await failureOf(read(file)), { depth: 9 })).not.toContain("canary");
    }
  });

  it("is refused after the batches before the line were handed out", async () => {
    const rows = Array.from({ length: 500 }, (_row, index) => `van-${index}`);
    const batches = readCsv("unitsImport", ["name", ...rows, 'a"'].join("\n"));
    expect((await batches.next()).value).toMatchObject({ items: { length: 500 } });
    await expect(batches.next()).rejects.toMatchObject({ message: expect.stringContaining("line 502") });
  });

  it.each(["", ";;", '"', "\n", "\r"])("needs a delimiter of one character, and not %j", async (delimiter) => {
    expect(await failureOf(read("name\na", { delimiter }))).toMatchObject({ kind: "request" });
  });

  it("needs an operation that takes items", async () => {
    const other = "unitsListing" as "unitsImport";
    expect(await failureOf(toArray(readCsv(other, "name\na")))).toMatchObject({
      kind: "request",
      message: expect.stringMatching(/^unitsListing: takes no items. These do: .*unitsImport/),
    });
  });
});

describe("any items", () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'ab ,;"\r\n\tü€🚚\u0000') }),
    fc.string({ unit: "grapheme" }).filter((each) => !each.includes("\ufffd")),
    fc.constantFrom("null", "", "true", "12", "{}", " a ", "\ufeff"),
  );
  const scalar = fc.oneof(text, fc.boolean(), fc.maxSafeInteger());
  const values: Record<string, fc.Arbitrary<unknown>> = {
    string: text,
    integer: fc.maxSafeInteger(),
    boolean: fc.boolean(),
    number: fc
      .tuple(fc.integer(), fc.integer({ min: 0, max: 9999 }))
      .map(([whole, rest]) => Number(`${whole}.${rest}`)),
    array: fc.array(scalar, { maxLength: 3 }),
    object: fc.dictionary(text, scalar, { maxKeys: 3, noNullPrototype: true }),
  };
  const member = (type: string): fc.Arbitrary<unknown> => {
    const [kind = "", nullable] = type.split(" | ");
    const value = values[kind] ?? expect.fail(`no values of the type ${kind}`);
    return fc.oneof(fc.constant(undefined), nullable === undefined ? value : fc.constant(null), value);
  };
  /** Items with some of these columns, in any order; none of them is empty, which would be an empty line. */
  const tablesOf = (columns: Readonly<Record<string, string>>) =>
    fc
      .shuffledSubarray(Object.keys(columns), { minLength: 1 })
      .chain((names) =>
        fc.tuple(fc.constant(names), fc.array(fc.tuple(...names.map((name) => member(columns[name] ?? ""))))),
      )
      .map(([names, rows]) => ({
        names,
        rows: rows.filter((row) => row.some((value) => value !== undefined)),
      }));

  /** An independent writer: quotes where it must, and where `quoteMore` says so. */
  const write = (names: string[], rows: unknown[][], delimiter: string, end: string, quoteMore: boolean): string => {
    const quote = (each: string) => `"${each.replaceAll('"', '""')}"`;
    const field = (value: unknown): string => {
      if (value === undefined) return "";
      if (value === null) return "null";
      const plain = typeof value === "string" ? value : JSON.stringify(value);
      const must =
        plain === "" || plain === "null" || [delimiter, '"', "\r", "\n"].some((each) => plain.includes(each));
      return must || quoteMore ? quote(plain) : plain;
    };
    return [names, ...rows].map((row) => row.map(field).join(delimiter) + end).join("");
  };

  const itemsOf = (names: string[], rows: unknown[][]): unknown[] =>
    rows.map((row) =>
      Object.fromEntries(names.map((name, index) => [name, row[index]]).filter(([, value]) => value !== undefined)),
    );

  it("come back as they were written, with their lines, however their bytes are cut", async () => {
    const cut = fc
      .tuple(
        tablesOf(units.columns),
        fc.constantFrom(",", ";", "\t"),
        fc.constantFrom("\r\n", "\n"),
        fc.boolean(),
        fc.boolean(),
      )
      .chain(([{ names, rows }, delimiter, end, quoteMore, mark]) => {
        const file = (mark ? "\ufeff" : "") + write(names, rows, delimiter, end, quoteMore);
        return cuttingOf(bytes(file)).map((chunks) => ({ names, rows, delimiter, file, chunks }));
      });
    await fc.assert(
      fc.asyncProperty(cut, async ({ names, rows, delimiter, file, chunks }) => {
        const found = await read(stream(chunks), { delimiter });
        expect(found.items).toEqual(itemsOf(names, rows));
        expect(await read(file, { delimiter })).toEqual(found);
        const lines = file.split(/\r\n|\r|\n/);
        for (const [index, line] of found.lines.entries()) {
          const row = lines.slice(line - 1, (found.lines[index + 1] ?? lines.length) - 1);
          const alone = await read([names.join(delimiter), ...row].join("\n"), { delimiter });
          expect(alone.lines).toEqual([2]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("come back with members of all types, also those that no import has yet", async () => {
    const columns = { name: "string", spare: "boolean", weight: "number | null", tags: "array | null", more: "object" };
    await fc.assert(
      fc.asyncProperty(tablesOf(columns), fc.boolean(), async ({ names, rows }, quoteMore) => {
        const found = await readColumns(columns, write(names, rows, ",", "\n", quoteMore));
        expect(found.map(({ item }) => item)).toEqual(itemsOf(names, rows));
      }),
      { numRuns: 300 },
    );
  });
});

describe("batches", () => {
  it("have as many items as a request may have", async () => {
    const rows = Array.from({ length: 1001 }, (_row, index) => `Van ${index}`);
    const batches = await toArray(readCsv("unitsImport", ["name", ...rows].join("\r\n")));
    expect(batches.map(({ items }) => items.length)).toEqual([500, 500, 1]);
    expect(batches.map(({ lines }) => lines[0])).toEqual([2, 502, 1002]);
    expect(batches.every(({ items, lines }) => items.length === lines.length)).toBe(true);
  });

  it("fit in a request body, whatever their items hold", async () => {
    const notes = '\u0001ü"'.repeat(10_000);
    const file = `notes\n${`"${notes.replaceAll('"', '""')}"\n`.repeat(120)}`;
    const batches = await toArray(readCsv("unitsImport", file));
    const sizes = batches.map((body) => bytes(JSON.stringify({ match_on: "external_id", items: body.items })).length);
    expect(sizes.length).toBeGreaterThan(2);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(units.maxBytes);
    for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThan(units.maxBytes * 0.9);
    expect(batches.flatMap(({ items }) => items)).toHaveLength(120);
  });

  it("are none of a file with headings only", async () => {
    expect(await toArray(readCsv("unitsImport", "name,model\n\n,\n"))).toEqual([]);
  });

  it("come as the file comes, and nothing is read before it is asked for", async () => {
    const source = feed();
    const batches = readCsv("unitsImport", source.body);
    expect(source.pulls()).toBe(0);
    source.send(`name\n${"a\n".repeat(500)}`);
    expect((await batches.next()).value).toMatchObject({ items: { length: 500 } });
    await batches.return();
    await vi.waitFor(() => expect(source.cancelled()).toBe(true));
  });

  it("end with the error of their source", async () => {
    const source = feed();
    source.send("name\na\n");
    source.fail();
    await expect(read(source.body)).rejects.toThrow("terminated");
  });

  it("come from strings, bytes, streams of both, and their mixtures", async () => {
    const file = "\ufeffname\nü\n";
    const whole = bytes(file);
    const expected = { items: [{ name: "ü" }], lines: [2] };
    for (const source of [file, whole, Buffer.from(whole), stream([file]), new Blob([file]).stream()])
      expect(await read(source)).toEqual(expected);
    expect(await read(stream([whole.subarray(0, 3), "name\n", bytes("ü\n")]))).toEqual(expected);
    expect(await read(new Blob([file]).stream().pipeThrough(new TextDecoderStream()))).toEqual(expected);
  });
});

describe("memory", () => {
  it.each([
    ["a field", `"${"a".repeat(1_000)}`],
    ["a field without quotes", "a".repeat(1_000)],
    ["a row", ",".repeat(1_000)],
    ["a line end after the other in quotes", `"${"\n".repeat(1_000)}`],
  ])("has a bound: %s without an end is refused", async (_name, chunk) => {
    let chunks = 0;
    async function* endless() {
      yield "name,model\n";
      yield chunk;
      for (; ; chunks++) yield chunk.slice(1);
    }
    expect(await refusal(endless())).toContain("line 2 has more than 1048576 characters");
    expect(chunks).toBeLessThan(1_100);
  });

  it("does not grow with the file", async () => {
    const row = `van,"${"x".repeat(990)}"\n`;
    let sent = 0;
    async function* long() {
      yield "name,notes\n";
      while (sent < 60_000) {
        sent += 60;
        yield row.repeat(60);
      }
    }
    let ahead = 0;
    let taken = 0;
    for await (const { items } of readCsv("unitsImport", long())) {
      taken += items.length;
      ahead = Math.max(ahead, sent - taken);
    }
    expect(taken).toBe(60_000);
    // One chunk at most has been asked for beyond what was handed out.
    expect(ahead).toBeLessThanOrEqual(60);
  });
});

describe("types", () => {
  const fleet = createFleetClient({ baseUrl, fetch: async () => jsonResponse({}) });

  it("items are those of the operation", () => {
    expectTypeOf(readCsv("unitsImport", "")).toEqualTypeOf<AsyncGenerator<CsvBatch<UnitImportItem>, void, undefined>>();
    const send = (items: CsvBatch<UnitImportItem>["items"]) =>
      fleet.units.import({ body: { match_on: "external_id", items } });
    expectTypeOf(send).returns.toExtend<PromiseLike<unknown>>();
  });

  it("refuse other operations, sources and options", () => {
    // @ts-expect-error an operation without items
    void readCsv("unitsListing", "");
    // @ts-expect-error a misspelt operation
    void readCsv("unitsImprot", "");
    // @ts-expect-error numbers are no file
    void readCsv("unitsImport", [1, 2]);
    // @ts-expect-error a promise of a file
    void readCsv("unitsImport", Promise.resolve(""));
    // @ts-expect-error a misspelt option
    void readCsv("unitsImport", "", { delimeter: ";" });
    const batch: CsvBatch<UnitImportItem> = { items: [{}], lines: [2] };
    // @ts-expect-error a member that the contract does not have
    void batch.items[0]?.nmae;
    expect(batch.lines).toEqual([2]);
  });
});
