import { payloadTooLarge } from "./problems.ts";

const firstBytes = 1024;

/**
 * Takes a body in pieces, up to a limit. The pieces are copied: a body that comes in pieces of one byte would otherwise
 * be kept as one object per byte.
 */
export class BodyBuffer {
  readonly #limit: number;
  #buffer = new Uint8Array(0);
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @throws ProblemError `payload_too_large` when there are more than `limit` bytes */
  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#limit) throw payloadTooLarge(this.#limit);
    if (length > this.#buffer.length) this.#grow(length);
    this.#buffer.set(piece, this.#length);
    this.#length = length;
  }

  /** All that has come. */
  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** At least doubles, so that all copying together is linear. */
  #grow(needed: number): void {
    const larger = new Uint8Array(Math.min(this.#limit, Math.max(needed, this.#buffer.length * 2, firstBytes)));
    larger.set(this.bytes());
    this.#buffer = larger;
  }
}
