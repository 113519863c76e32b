import type { DbErrorFields } from "../errors.ts";
import { serverError } from "../errors.ts";
import type { ResultSet } from "../query.ts";
import { ByteReader } from "./bytes.ts";
import type { Column } from "./values.ts";
import { columnDecoder } from "./values.ts";

/** What the database answered to one message (backend protocol 3.0). */
export interface Answer {
  /** How many statements were parsed, so that their names can be used from now on. */
  readonly parsed: number;
  /** One for each statement that was carried out or begun. */
  readonly results: readonly AnsweredStatement[];
  readonly error: Error | null;
  /** Whether the database ended with that error, or would have if it could: FATAL and PANIC. */
  readonly isEnd: boolean;
  /** Channels that were notified, in order. */
  readonly notified: readonly string[];
}

/** A data row as it was received. */
export interface RawRow {
  readonly bytes: ByteReader;
  /** Where it begins: with the number of its columns. */
  readonly start: number;
}

/** What was answered to one statement. */
interface AnsweredStatement {
  /** Columns, when the answer describes them; an empty list for statements without rows. */
  columns: readonly Column[] | null;
  readonly rows: RawRow[];
  /** Command tag, for example `COMMIT`. */
  tag: string;
}

/** Reads the answer without decoding its rows. */
export function readAnswer(raw: Uint8Array): Answer {
  const bytes = new ByteReader(raw);
  const begin = (): AnsweredStatement => ({ columns: null, rows: [], tag: "" });
  const results: AnsweredStatement[] = [];
  const notified: string[] = [];
  let current = begin();
  let parsed = 0;
  let error: Error | null = null;
  let isEnd = false;
  let at = 0;
  while (at + 5 <= bytes.length) {
    const type = bytes.character(at);
    const end = at + 1 + bytes.int32(at + 1);
    const body = at + 5;
    if (type === "D") current.rows.push({ bytes, start: body });
    else if (type === "1") parsed += 1;
    else if (type === "T") current.columns = readColumns(bytes, body);
    else if (type === "n") current.columns = [];
    else if (type === "E") {
      const fields = readErrorFields(bytes, body);
      error ??= errorOf(fields);
      isEnd ||= fields["V"] === "FATAL" || fields["V"] === "PANIC";
    } else if (type === "A") notified.push(bytes.text(body + 4, bytes.endOfText(body + 4)));
    else if (type === "C" || type === "I") {
      if (type === "C") current.tag = bytes.text(body, end - 1);
      results.push(current);
      current = begin();
    }
    at = end;
  }
  // The statement that failed: described, but not carried out.
  if (error !== null) results.push(current);
  return { parsed, results, error, isEnd, notified };
}

/** Rows with these columns, as their caller reads them. */
export function resultSet(rows: readonly RawRow[], columns: readonly Column[]): ResultSet {
  return {
    rows: () => rows.map((row) => decodeRow(row, columns)),
    text: (column) => valueOf(rows[0], column, (bytes, start, end) => bytes.text(start, end)),
    bytes: (column) => valueOf(rows[0], column, (bytes, start, end) => bytes.part(start, end)),
  };
}

function valueOf<T>(
  row: RawRow | undefined,
  column = 0,
  read: (bytes: ByteReader, start: number, end: number) => T,
): T | null {
  if (row === undefined || row.bytes.uint16(row.start) <= column) return null;
  const { bytes } = row;
  let at = row.start + 2;
  for (let before = 0; before < column; before += 1) at += 4 + Math.max(0, bytes.int32(at));
  const length = bytes.int32(at);
  return length < 0 ? null : read(bytes, at + 4, at + 4 + length);
}

function decodeRow({ bytes, start }: RawRow, columns: readonly Column[]): object {
  const row: Record<string, unknown> = {};
  let at = start + 2;
  for (const column of columns) {
    const length = bytes.int32(at);
    at += 4;
    if (length < 0) {
      row[column.name] = null;
      continue;
    }
    row[column.name] = column.decode(bytes.text(at, at + length));
    at += length;
  }
  return row;
}

function readColumns(bytes: ByteReader, body: number): Column[] {
  const columns: Column[] = [];
  const count = bytes.uint16(body);
  let at = body + 2;
  for (let index = 0; index < count; index += 1) {
    const nameEnd = bytes.endOfText(at);
    const name = bytes.text(at, nameEnd);
    // name, table oid (4), column number (2), type oid (4), size (2), modifier (4), format (2)
    columns.push({ name, decode: columnDecoder(bytes.uint32(nameEnd + 7)) });
    at = nameEnd + 19;
  }
  return columns;
}

const errorFieldNames: Readonly<Record<string, keyof DbErrorFields>> = {
  C: "code",
  D: "detail",
  H: "hint",
  t: "table",
  c: "column",
  n: "constraint",
  P: "position",
  R: "routine",
};

type ErrorFields = Readonly<Record<string, string>>;

/** The fields by their letters in the protocol. */
function readErrorFields(bytes: ByteReader, body: number): ErrorFields {
  const fields: Record<string, string> = {};
  let at = body;
  for (;;) {
    const letter = bytes.character(at);
    if (letter === "\0") return fields;
    const end = bytes.endOfText(at + 1);
    fields[letter] = bytes.text(at + 1, end);
    at = end + 1;
  }
}

function errorOf(fields: ErrorFields): Error {
  const known: DbErrorFields = { code: "XX000" };
  for (const [letter, name] of Object.entries(errorFieldNames)) {
    const value = fields[letter];
    if (value !== undefined) known[name] = value;
  }
  return serverError(fields["M"] ?? "The database reported an error without a message.", known);
}
