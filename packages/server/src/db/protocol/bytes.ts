/** UTF-8 in one piece of memory, where a message to or from the database lies. */
interface TextAccess {
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
const accessText: (bytes: Uint8Array) => TextAccess = typeof Buffer === "undefined" ? standardText : bufferText;

/** Reads numbers and texts at places of an answer. Numbers are big-endian, as everywhere in the protocol. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #text: TextAccess;
  readonly length: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#text = accessText(bytes);
    this.length = bytes.length;
  }

  /** The character of one byte, such as the type of a message. */
  character(at: number): string {
    return String.fromCharCode(this.#view.getUint8(at));
  }

  uint16(at: number): number {
    return this.#view.getUint16(at);
  }

  int32(at: number): number {
    return this.#view.getInt32(at);
  }

  uint32(at: number): number {
    return this.#view.getUint32(at);
  }

  text(start: number, end: number): string {
    return this.#text.read(start, end);
  }

  /** The bytes themselves. */
  part(start: number, end: number): Uint8Array {
    return this.#bytes.subarray(start, end);
  }

  /** Where the text that begins at `start` ends: the place of its zero byte. */
  endOfText(start: number): number {
    return this.#bytes.indexOf(0, start);
  }
}

const firstBytes = 512;

/** Writes messages one after the other into one piece of memory, which grows. */
export class ByteWriter {
  #bytes = new Uint8Array(firstBytes);
  #view = new DataView(this.#bytes.buffer);
  #text: TextAccess = accessText(this.#bytes);
  #at = 0;

  /** A message: its type, its length, and what `body` writes. */
  message(type: string, body: () => void = () => {}): void {
    this.#reserve(1);
    this.#view.setUint8(this.#at, type.charCodeAt(0));
    this.#at += 1;
    this.#withLength(body, (start) => this.#at - start);
  }

  /** A value: its length, and what `body` writes. */
  value(body: () => void): void {
    this.#withLength(body, (start) => this.#at - start - 4);
  }

  /** A text that ends with a zero byte. */
  cString(text: string): void {
    if (text.includes("\0")) throw new TypeError("SQL text must not contain a NUL character.");
    this.text(`${text}\0`);
  }

  text(text: string): void {
    this.#reserve(text.length * 3);
    this.#at += this.#text.write(text, this.#at);
  }

  int16(value: number): void {
    this.#reserve(2);
    this.#view.setUint16(this.#at, value);
    this.#at += 2;
  }

  int32(value: number): void {
    this.#reserve(4);
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  int64(value: bigint): void {
    this.#reserve(8);
    this.#view.setBigInt64(this.#at, value);
    this.#at += 8;
  }

  /** All that was written, in memory of its own, which can be handed to another thread. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#at);
  }

  /** Writes `body` after its length, which is known only then. */
  #withLength(body: () => void, lengthOf: (start: number) => number): void {
    const start = this.#at;
    this.int32(0);
    body();
    this.#view.setInt32(start, lengthOf(start));
  }

  #reserve(count: number): void {
    const needed = this.#at + count;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
    this.#text = accessText(larger);
  }
}
