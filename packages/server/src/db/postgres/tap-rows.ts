import type { Duplex } from "node:stream";

/** Takes the rows that a connection receives. */
export interface RowTap {
  /** Told of the body of each data row, which `pg` does not see then; without it, `pg` reads all. */
  onRow: ((body: Uint8Array) => void) | null;
}

const DATA_ROW = "D".charCodeAt(0);
/** Type and length, which counts itself. */
const HEAD_BYTES = 5;

/**
 * Stands between a connection that is ready and the parser of `pg`, which makes a string of every value: the JSON of a page
 * is passed on as it is instead.
 */
export function tapRows(stream: Duplex): RowTap {
  const tap: RowTap = { onRow: null };
  const parsers = stream.listeners("data");
  const forward = (bytes: Buffer): void => {
    if (bytes.length > 0) for (const parse of parsers) parse.call(stream, bytes);
  };
  /** Pieces of a message that has not been received as a whole, and how many bytes are there and needed. */
  let pieces: Buffer[] = [];
  let had = 0;
  let needed = HEAD_BYTES;

  const split = (bytes: Buffer): void => {
    let start = 0;
    let at = 0;
    needed = HEAD_BYTES;
    while (bytes.length - at >= HEAD_BYTES) {
      const end = at + 1 + bytes.readInt32BE(at + 1);
      if (end > bytes.length) {
        needed = end - at;
        break;
      }
      if (bytes[at] === DATA_ROW && tap.onRow !== null) {
        forward(bytes.subarray(start, at));
        tap.onRow(new Uint8Array(bytes.buffer, bytes.byteOffset + at + HEAD_BYTES, end - at - HEAD_BYTES));
        start = end;
      }
      at = end;
    }
    forward(bytes.subarray(start, at));
    pieces = at < bytes.length ? [bytes.subarray(at)] : [];
    had = bytes.length - at;
  };

  stream.removeAllListeners("data");
  stream.on("data", (chunk: Buffer) => {
    pieces.push(chunk);
    had += chunk.length;
    // A row of many pieces is put together once.
    if (had >= needed) split(pieces.length === 1 ? chunk : Buffer.concat(pieces));
  });
  return tap;
}
