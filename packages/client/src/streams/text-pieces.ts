/** Decodes chunks of bytes and passes strings on; without a chunk, it ends and returns what is left of a character. */
export type DecodeText = (chunk?: Uint8Array | string) => string;

/**
 * A decoder that takes one byte order mark off, at the start, and keeps characters whole that chunks cut. The mark is
 * taken off here because Node's decoder takes two off when a chunk ends inside the first. Throws a `RangeError` for a
 * charset that the platform does not know.
 */
export function textDecoder(charset = "utf-8"): DecodeText {
  const decoder = new TextDecoder(charset, { ignoreBOM: true });
  let begun = false;
  return (chunk) => {
    const text =
      typeof chunk === "string" ? decoder.decode() + chunk : decoder.decode(chunk, { stream: chunk !== undefined });
    if (begun || !text) return text;
    begun = true;
    return text.replace(/^\ufeff/, "");
  };
}

/** Cuts text that comes in pieces into lines. */
interface LineSplitter {
  /** The lines that end in this piece, one by one as they are asked for. Take all before the next piece. */
  push(text: string): Generator<string>;
  /** What stands after the last line end. */
  rest(): string;
}

/**
 * A splitter at LF, CRLF and CR, however the pieces are cut. A CR ends its line at once, also where a piece ends with
 * it: a LF at the start of the next piece then belongs to it. A line of more than `most` characters throws `tooLong()`.
 */
export function lineSplitter(most: number, tooLong: () => Error): LineSplitter {
  let rest = "";
  let afterCr = false;
  const append = (text: string): void => {
    if (rest.length + text.length > most) throw tooLong();
    rest += text;
  };
  return {
    *push(text) {
      if (!text) return;
      const lineEnd = /\r\n?|\n/g;
      let start = afterCr && text[0] === "\n" ? 1 : 0;
      afterCr = text.endsWith("\r");
      lineEnd.lastIndex = start;
      for (let end = lineEnd.exec(text); end; end = lineEnd.exec(text)) {
        append(text.slice(start, end.index));
        start = lineEnd.lastIndex;
        const line = rest;
        rest = "";
        yield line;
      }
      append(text.slice(start));
    },
    rest: () => rest,
  };
}
