import type { SqlValue } from "../query.ts";
import { ByteWriter } from "./bytes.ts";

/**
 * Messages to the database in PostgreSQL's frontend protocol, version 3.0
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 * Speaking it directly lets one message to the worker carry a whole statement, with its plan kept
 * by name: a third of the time of the embedded library's own query call.
 */

/** One statement on its way to the database. */
export interface StatementMessage {
  /** Name of the prepared statement; empty for a plan that is used once. */
  readonly name: string;
  /** The SQL when it has to be prepared first; null when `name` is prepared already. */
  readonly prepare: string | null;
  readonly params: readonly SqlValue[];
}

const MAX_PARAMS = 65_535;

/** Parse + Describe (when not prepared yet), Bind and Execute for each statement, and one Sync, as one buffer. */
export function encodeBatch(messages: readonly StatementMessage[]): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  for (const { name, prepare, params } of messages) {
    if (params.length > MAX_PARAMS) {
      throw new RangeError(`A statement takes at most ${MAX_PARAMS} parameters; pass lists as one array parameter.`);
    }
    if (prepare !== null) writePrepare(writer, name, prepare);
    writer.message("B", () => writeBind(writer, name, params));
    writer.message("E", () => {
      writer.cString("");
      writer.int32(0);
    });
  }
  writer.message("S");
  return writer.bytes();
}

/** A script of several statements (simple query). */
export function encodeScript(sql: string): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.message("Q", () => writer.cString(sql));
  return writer.bytes();
}

function writePrepare(writer: ByteWriter, name: string, sql: string): void {
  writer.message("P", () => {
    writer.cString(name);
    writer.cString(sql);
    writer.int16(0);
  });
  writer.message("D", () => {
    writer.text("S");
    writer.cString(name);
  });
}

function writeBind(writer: ByteWriter, name: string, params: readonly SqlValue[]): void {
  writer.cString("");
  writer.cString(name);
  writer.int16(params.length);
  for (const param of params) writer.int16(isInstants(param) ? BINARY : TEXT);
  writer.int16(params.length);
  for (const param of params) {
    if (isInstants(param)) {
      writer.value(() => writeInstants(writer, param));
      continue;
    }
    const text = encodeParameter(param);
    if (text === null) writer.int32(-1);
    else writer.value(() => writer.text(text));
  }
  writer.int16(0);
}

const [TEXT, BINARY] = [0, 1];

type Instants = readonly (Date | null)[];

/** Whether a parameter is a list with instants in it. */
function isInstants(value: SqlValue): value is Instants {
  return Array.isArray(value) && value.find((item) => item !== null) instanceof Date;
}

/** The type `timestamptz`, and where its time begins. */
const [INSTANT_TYPE, YEAR_2000] = [1184, Date.UTC(2000, 0)];

/** An array of `timestamptz` in binary form: as text, writing and reading its items takes most of the time of a batch. */
function writeInstants(writer: ByteWriter, items: Instants): void {
  const [dimensions, first] = [1, 1];
  const hasNull = items.includes(null) ? 1 : 0;
  for (const value of [dimensions, hasNull, INSTANT_TYPE, items.length, first]) writer.int32(value);
  for (const item of items) {
    if (item === null) writer.int32(-1);
    else writer.value(() => writer.int64(BigInt(item.getTime() - YEAR_2000) * 1000n));
  }
}

/** The text form of a parameter; null is SQL null. */
function encodeParameter(value: SqlValue): string | null {
  if (value === null) return null;
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return encodeArray(value);
  return String(value);
}

function encodeArray(values: readonly SqlValue[]): string {
  // JSON writes a list of numbers several times as fast, and what is no number in JSON as null.
  if (values.every(isPlain)) return `{${JSON.stringify(values).slice(1, -1)}}`;
  const items = values.map((value) => {
    const text = encodeParameter(value);
    if (text === null) return "NULL";
    if (Array.isArray(value)) return text;
    return /["\\]/.test(text) ? `"${text.replaceAll(/["\\]/g, "\\$&")}"` : `"${text}"`;
  });
  return `{${items.join(",")}}`;
}

/** Whether a value has the same text in JSON as in an array of PostgreSQL. */
function isPlain(value: SqlValue): boolean {
  return value === null || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));
}
