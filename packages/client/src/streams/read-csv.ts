import type { OperationTypes } from "@fleet-api/contract";
import { imports } from "../built/imports.ts";
import { FleetError } from "../errors.ts";
import { type ImportItems, readItems } from "./csv-items.ts";
import { csvReader, type CsvRow, type WrongRow } from "./csv-reader.ts";
import { chunksOf } from "./readers.ts";
import { textDecoder } from "./text-pieces.ts";

/** Characters of the longest row: what is held in memory at once has a bound. */
const MOST = 2 ** 20;

/** Bytes that a request body may have besides its items. */
const REST_OF_BODY = 1_024;

/** The operations that take a list of items, such as `unitsImport`. */
export type ImportOperationId = keyof typeof imports;

/** An item of such an operation, such as `UnitImportItem`. */
export type ImportItem<Id extends ImportOperationId> = OperationTypes[Id]["input"]["body"]["items"][number];

/** The items of one request. */
export interface CsvBatch<Item> {
  readonly items: Item[];
  /** The line of the file on which each item begins, at the index of the item; the first line is 1. */
  readonly lines: number[];
}

/** Where a CSV file comes from: all of it, or its pieces. Bytes are UTF-8. */
export type CsvSource = string | Uint8Array | ReadableStream<Uint8Array | string> | AsyncIterable<Uint8Array | string>;

/** Options of `readCsv`. */
export interface CsvOptions {
  /** The character between two fields, for example `;`. Default: a comma. */
  readonly delimiter?: string | undefined;
  /**
   * A field without quotes that has this text is null. Default: `null`. With `""`, an empty field is null instead of
   * omitted.
   */
  readonly nullAs?: string | undefined;
}

/**
 * Reads a CSV file (RFC 4180) as the items of an import, in batches that fit in one request. It holds one batch in memory,
 * however long the file is. The headings are the names of members in the contract. Throws a `FleetError` of kind `decode`
 * that names the line for what cannot be read exactly; the batches before it have been handed out then.
 *
 * - An empty field is omitted, `""` is an empty string, and `null` without quotes is null.
 * - Integers and numbers have digits and a point only; booleans are `true` and `false`; lists and objects are JSON.
 *
 * @example
 * for await (const { items, lines } of readCsv("unitsImport", file.stream())) {
 *   const body = { match_on: "external_id", mode: "best_effort", items } as const;
 *   const { data } = await fleet.units.import({ body }).orThrow();
 *   for (const { index, problem } of data.results) if (problem) console.log(`line ${lines[index]}: ${problem.detail}`);
 * }
 */
export async function* readCsv<Id extends ImportOperationId>(
  operationId: Id,
  source: CsvSource,
  options: CsvOptions = {},
): AsyncGenerator<CsvBatch<ImportItem<Id>>, void, undefined> {
  const { delimiter = ",", nullAs = "null" } = options;
  const fail = (kind: "request" | "decode", why: string): FleetError => new FleetError(why, { kind, operationId });
  const facts: ImportItems | undefined = imports[operationId];
  if (facts === undefined) throw fail("request", `takes no items. These do: ${Object.keys(imports).join(", ")}`);
  if (!/^[^"\r\n]$/.test(delimiter)) throw fail("request", "delimiter must be one character, and no quote or line end");

  const wrong: WrongRow = (line, why) => fail("decode", `line ${line} ${why}`);
  const items = readItems(rowsOf(source, delimiter, wrong), facts, nullAs, wrong);
  const encoder = new TextEncoder();
  const limit = facts.maxBytes - REST_OF_BODY;
  let batch: CsvBatch<unknown> = { items: [], lines: [] };
  let bytes = 0;
  const take = (): CsvBatch<ImportItem<Id>> => {
    const whole = batch;
    batch = { items: [], lines: [] };
    bytes = 0;
    // The headings are members of the item, and each value has the type of its member.
    return whole as CsvBatch<ImportItem<Id>>;
  };
  for await (const { line, item } of items) {
    const size = encoder.encode(JSON.stringify(item)).length + 1;
    if (bytes + size > limit && batch.items.length > 0) yield take();
    batch.items.push(item);
    batch.lines.push(line);
    bytes += size;
    if (batch.items.length === facts.maxItems) yield take();
  }
  if (batch.items.length > 0) yield take();
}

async function* rowsOf(source: CsvSource, delimiter: string, wrong: WrongRow): AsyncGenerator<CsvRow> {
  const { push, end } = csvReader(MOST, wrong, delimiter);
  const decode = textDecoder();
  for await (const piece of piecesOf(source)) yield* push(decode(piece));
  yield* push(decode());
  yield* end();
}

async function* piecesOf(source: CsvSource): AsyncGenerator<string | Uint8Array> {
  if (typeof source === "string" || source instanceof Uint8Array) yield source;
  else yield* "getReader" in source ? chunksOf(source) : source;
}
