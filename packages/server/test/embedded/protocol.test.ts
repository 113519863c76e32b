import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bufferText, ByteReader, ByteWriter, standardText } from "../../src/db/protocol/bytes.ts";

/** Any text, halves of surrogate pairs and byte order marks among it. */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("\ufeff", "\ud83d", "\ude9a", "ž", "a") }),
);

/** What UTF-8 can carry of a text: halves of surrogate pairs are replaced. */
const asUtf8 = (text: string): string => Buffer.from(text).toString();

describe("text in bytes", () => {
  it("is the same with Buffer and with web standards alone", () => {
    fc.assert(
      fc.property(anyText, fc.nat(9), (text, before) => {
        const [one, other] = [bufferText, standardText].map((accessText) => {
          // A view that begins inside of its memory, as the answers of a thread may.
          const bytes = new Uint8Array(text.length * 3 + 20).subarray(3);
          const access = accessText(bytes);
          const written = access.write(text, before);
          return { bytes, written, read: access.read(before, before + written) };
        });
        expect(one).toEqual(other);
        expect(one?.read).toBe(asUtf8(text));
      }),
    );
  });
});

describe("messages", () => {
  it("are read as they were written, however long they are", () => {
    const values = fc.array(
      fc.tuple(
        anyText.filter((text) => !text.includes("\0")),
        fc.integer({ min: -1 }),
      ),
    );
    fc.assert(
      fc.property(values, (written) => {
        const writer = new ByteWriter();
        writer.message("X", () => {
          for (const [text, number] of written) {
            writer.cString(text);
            writer.value(() => writer.text(text));
            writer.int32(number);
          }
        });
        const reader = new ByteReader(writer.bytes());
        expect(reader.character(0)).toBe("X");
        expect(reader.int32(1)).toBe(reader.length - 1);
        let at = 5;
        for (const [text, number] of written) {
          const end = reader.endOfText(at);
          expect(reader.text(at, end)).toBe(asUtf8(text));
          const start = end + 5;
          const length = reader.int32(end + 1);
          expect(reader.text(start, start + length)).toBe(asUtf8(text));
          expect(reader.int32(start + length)).toBe(number);
          at = start + length + 4;
        }
        expect(at).toBe(reader.length);
      }),
    );
  });
});
