import type { TextAccess } from "./text.ts";
import { accessText } from "./text.ts";

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

  /** A value: the length of its text, and the text. */
  value(text: string): void {
    this.#withLength(
      () => this.text(text),
      (start) => this.#at - start - 4,
    );
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
