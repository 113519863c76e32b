import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tapRows } from "../../src/db/postgres/tap-rows.ts";

/** One message of the backend: its type and its body. */
const anyMessage = fc.tuple(fc.constantFrom("D", "T", "C", "Z", "E", "S"), fc.uint8Array({ maxLength: 40 }));

function encode([type, body]: [string, Uint8Array]): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, "latin1");
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

/** Cuts bytes at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((one, other) => one - other);
  return [0, ...ends].map((start, index) => bytes.subarray(start, ends[index])).filter((piece) => piece.length > 0);
}

function receive(pieces: readonly Buffer[], isTapped: boolean) {
  const stream = new PassThrough();
  const parsed: Buffer[] = [];
  const rows: string[] = [];
  stream.on("data", (bytes: Buffer) => parsed.push(bytes));
  const tap = tapRows(stream);
  if (isTapped) tap.onRow = (body) => rows.push(Buffer.from(body).toString("hex"));
  for (const piece of pieces) stream.emit("data", piece);
  return { parsed: Buffer.concat(parsed).toString("hex"), rows };
}

test("rows go to the tap and everything else to the parser, wherever the network cuts the messages", () => {
  fc.assert(
    fc.property(fc.array(anyMessage), fc.array(fc.nat(1_000)), fc.boolean(), (messages, places, isTapped) => {
      const pieces = cut(Buffer.concat(messages.map(encode)), places);
      const { parsed, rows } = receive(pieces, isTapped);
      const isRow = ([type]: [string, Uint8Array]): boolean => isTapped && type === "D";
      expect(rows).toEqual(messages.filter(isRow).map(([, body]) => Buffer.from(body).toString("hex")));
      expect(parsed).toBe(Buffer.concat(messages.filter((message) => !isRow(message)).map(encode)).toString("hex"));
    }),
  );
});

test("a row of many pieces is copied once", () => {
  const row = encode(["D", new Uint8Array(1_000_000).fill(7)]);
  const pieces = Array.from({ length: 1_000 }, (_, index) => row.subarray(index * 1_001, (index + 1) * 1_001));
  let copied = 0;
  const { concat } = Buffer;
  Buffer.concat = (...given) => {
    const whole = concat(...given);
    copied += whole.length;
    return whole;
  };
  try {
    expect(receive(pieces, true).rows).toHaveLength(1);
  } finally {
    Buffer.concat = concat;
  }
  // Its head may come in pieces of its own.
  expect(copied).toBeLessThan(row.length + 2_000);
});
