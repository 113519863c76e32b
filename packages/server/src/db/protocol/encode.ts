import type { SqlValue } from "../query.ts";

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
  const parts: Buffer[] = [];
  for (const { name, prepare, params } of messages) {
    if (params.length > MAX_PARAMS) {
      throw new RangeError(`A statement takes at most ${MAX_PARAMS} parameters; pass lists as one array parameter.`);
    }
    if (prepare !== null) {
      parts.push(frame("P", cString(name), cString(prepare), int16(0)));
      parts.push(frame("D", Buffer.from("S"), cString(name)));
    }
    parts.push(frame("B", ...bindBody(name, params)), frame("E", cString(""), int32(0)));
  }
  parts.push(frame("S"));
  return joinBytes(parts);
}

/** A script of several statements (simple query). */
export function encodeScript(sql: string): Uint8Array<ArrayBuffer> {
  return joinBytes([frame("Q", cString(sql))]);
}

function bindBody(name: string, params: readonly SqlValue[]): Buffer[] {
  const body = [cString(""), cString(name), int16(0), int16(params.length)];
  for (const param of params) {
    const text = encodeParameter(param);
    if (text === null) {
      body.push(int32(-1));
    } else {
      const bytes = Buffer.from(text);
      body.push(int32(bytes.length), bytes);
    }
  }
  body.push(int16(0));
  return body;
}

/** The text form of a parameter; null is SQL null. */
export function encodeParameter(value: SqlValue): string | null {
  if (value === null) return null;
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return encodeArray(value);
  return String(value);
}

function encodeArray(values: readonly SqlValue[]): string {
  const items = values.map((value) => {
    const text = encodeParameter(value);
    if (text === null) return "NULL";
    if (Array.isArray(value)) return text;
    return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
  });
  return `{${items.join(",")}}`;
}

function frame(type: string, ...body: Buffer[]): Buffer {
  const length = body.reduce((sum, part) => sum + part.length, 4);
  return Buffer.concat([Buffer.from(type), int32(length), ...body]);
}

function cString(text: string): Buffer {
  if (text.includes("\0")) throw new TypeError("SQL text must not contain a NUL character.");
  return Buffer.from(`${text}\0`);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** Copies into memory of its own: a pooled Buffer would drag its whole pool to the worker. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
