import type { JsonCodec } from "../../src/core.ts";

/** Which integers a parser reads as bigints. */
export type Bigints = "large" | "all";

/** The option `json` of a caller whose integers are bigints: those beyond 2^53 - 1, or all of them. */
export function bigintJson(bigints: Bigints): JsonCodec {
  const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };
  return {
    parse: (text) => parseBigints(text, bigints),
    stringify: (value) =>
      JSON.stringify(value, (_name, each) => (typeof each === "bigint" ? rawJSON?.(String(each)) : each)),
  };
}

/**
 * Parses JSON by its grammar (RFC 8259), with no thought for speed. `context.source` of a reviver would do as well, but
 * V8 13.6, in Node 24.21, loses sources.
 */
export function parseBigints(text: string, bigints: Bigints): unknown {
  JSON.parse(text);
  const tokens = (text.match(/"(?:[^"\\]|\\.)*"|[-+.\w]+|[[\]{}:,]/g) ?? []).values();
  return readValue(
    (token) =>
      /^-?\d+$/.test(token) && (bigints === "all" || !Number.isSafeInteger(Number(token)))
        ? BigInt(token)
        : JSON.parse(token),
    tokens,
  );
}

type ReadToken = (token: string) => unknown;

function readValue(read: ReadToken, tokens: Iterator<string>, token: string = next(tokens)): unknown {
  if (token === "[") return readArray(read, tokens);
  if (token === "{") return readObject(read, tokens);
  return read(token);
}

function readArray(read: ReadToken, tokens: Iterator<string>): unknown[] {
  const items: unknown[] = [];
  for (let token = next(tokens); token !== "]"; token = next(tokens)) {
    if (token !== ",") items.push(readValue(read, tokens, token));
  }
  return items;
}

function readObject(read: ReadToken, tokens: Iterator<string>): object {
  const object = {};
  for (let token = next(tokens); token !== "}"; token = next(tokens)) {
    if (token === ",") continue;
    const name: string = JSON.parse(token);
    next(tokens);
    const value = readValue(read, tokens);
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  }
  return object;
}

function next(tokens: Iterator<string>): string {
  return String(tokens.next().value);
}
