import type { DbErrorFields } from "../errors.ts";
import { DbError } from "../errors.ts";
import type { Column } from "./values.ts";
import { columnDecoder } from "./values.ts";

/** What the database answered to one message (backend protocol 3.0). */
export interface Answer {
  /** The statement was parsed, so its name can be used from now on. */
  prepared: boolean;
  /** Columns, when the answer describes them; an empty list for statements without rows. */
  columns: readonly Column[] | null;
  /** Where the data rows lie: offsets of their column counts. */
  rows: readonly number[];
  /** Command tag of the last statement, for example `COMMIT`. */
  tag: string;
  error: DbError | null;
  bytes: Buffer;
}

/** Reads the answer without decoding its rows. */
export function readAnswer(raw: Uint8Array): Answer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const rows: number[] = [];
  const answer: Answer = { prepared: false, columns: null, rows, tag: "", error: null, bytes };
  let at = 0;
  while (at + 5 <= bytes.length) {
    const type = String.fromCharCode(bytes.readUInt8(at));
    const end = at + 1 + bytes.readInt32BE(at + 1);
    const body = at + 5;
    if (type === "D") rows.push(body);
    else if (type === "1") answer.prepared = true;
    else if (type === "T") answer.columns = readColumns(bytes, body);
    else if (type === "n") answer.columns = [];
    else if (type === "C") answer.tag = bytes.toString("latin1", body, end - 1);
    else if (type === "E") answer.error ??= readError(bytes, body);
    at = end;
  }
  return answer;
}

/** The rows of an answer as objects. */
export function decodeRows(answer: Answer, columns: readonly Column[]): object[] {
  return answer.rows.map((start) => decodeRow(answer.bytes, start, columns));
}

/** The text of the first column of the first row; null without a row. */
export function decodeText(answer: Answer): string | null {
  const start = answer.rows[0];
  if (start === undefined || answer.bytes.readUInt16BE(start) === 0) return null;
  const length = answer.bytes.readInt32BE(start + 2);
  return length < 0 ? null : answer.bytes.toString("utf8", start + 6, start + 6 + length);
}

function decodeRow(bytes: Buffer, start: number, columns: readonly Column[]): object {
  const row: Record<string, unknown> = {};
  let at = start + 2;
  for (const column of columns) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) {
      row[column.name] = null;
      continue;
    }
    row[column.name] = column.decode(bytes.toString("utf8", at, at + length));
    at += length;
  }
  return row;
}

function readColumns(bytes: Buffer, body: number): Column[] {
  const columns: Column[] = [];
  const count = bytes.readUInt16BE(body);
  let at = body + 2;
  for (let index = 0; index < count; index += 1) {
    const nameEnd = bytes.indexOf(0, at);
    const name = bytes.toString("utf8", at, nameEnd);
    // name, table oid (4), column number (2), type oid (4), size (2), modifier (4), format (2)
    columns.push({ name, decode: columnDecoder(bytes.readUInt32BE(nameEnd + 7)) });
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
};

function readError(bytes: Buffer, body: number): DbError {
  const fields: DbErrorFields = { code: "XX000" };
  let message = "The database reported an error without a message.";
  let at = body;
  while (bytes.readUInt8(at) !== 0) {
    const kind = String.fromCharCode(bytes.readUInt8(at));
    const end = bytes.indexOf(0, at + 1);
    const value = bytes.toString("utf8", at + 1, end);
    const name = errorFieldNames[kind];
    if (kind === "M") message = value;
    else if (name !== undefined) fields[name] = value;
    at = end + 1;
  }
  return new DbError(message, fields);
}
