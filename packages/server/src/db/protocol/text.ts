/** UTF-8 in one piece of memory, where a message to or from the database lies. */
export interface TextAccess {
  /** The text of the bytes from `start` to before `end`. */
  read(start: number, end: number): string;
  /** Writes a text at `start` and returns how many bytes it took; there must be room for 3 times its length. */
  write(text: string, start: number): number;
}

/** With Node's Buffer: a column is a short text, for which TextDecoder takes three times as long. */
export function bufferText(bytes: Uint8Array): TextAccess {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    read: (start, end) => buffer.toString("utf8", start, end),
    write: (text, start) => buffer.write(text, start, "utf8"),
  };
}

const encoder = new TextEncoder();
// Otherwise a text would lose a U+FEFF at its start.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** With web standards alone. */
export function standardText(bytes: Uint8Array): TextAccess {
  return {
    read: (start, end) => decoder.decode(bytes.subarray(start, end)),
    write: (text, start) => encoder.encodeInto(text, bytes.subarray(start)).written,
  };
}

/** What the platform has. */
export const accessText: (bytes: Uint8Array) => TextAccess = typeof Buffer === "undefined" ? standardText : bufferText;
