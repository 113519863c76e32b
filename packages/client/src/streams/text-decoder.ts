/** Decodes a text that comes in chunks; without a chunk, what an end in the middle of a character leaves. */
export type DecodeText = (chunk?: Uint8Array<ArrayBuffer>) => string;

/**
 * A decoder that takes one byte order mark off, at the start, and keeps characters whole that chunks cut. The mark is
 * taken off here because Node's decoder takes two off when a chunk ends inside the first. Throws a `RangeError` for a
 * charset that the platform does not know.
 */
export function textDecoder(charset = "utf-8"): DecodeText {
  const decoder = new TextDecoder(charset, { ignoreBOM: true });
  let begun = false;
  return (chunk) => {
    const text = decoder.decode(chunk, { stream: chunk !== undefined });
    if (begun || !text) return text;
    begun = true;
    return text.replace(/^\ufeff/, "");
  };
}
