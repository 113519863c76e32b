import type { TextAccess } from "./text.ts";
import { accessText } from "./text.ts";

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

  /** Where the text that begins at `start` ends: the place of its zero byte. */
  endOfText(start: number): number {
    return this.#bytes.indexOf(0, start);
  }
}
