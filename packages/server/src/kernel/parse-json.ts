import { malformed } from "./problems.ts";

/**
 * Parses a JSON request body strictly: UTF-8 without a byte order mark, RFC 8259, no duplicate key, no NUL.
 * @throws ProblemError `malformed_request`, naming the position
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  const fault = scanJson(text);
  if (fault) throw malformed(`The body is not JSON: ${fault.reason} at offset ${fault.offset}.`);
  return JSON.parse(text);
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed(`The body is not UTF-8: bad byte at offset ${badByte(bytes)}.`);
  }
}

/**
 * Offset of the first character that is not UTF-8. A lenient decoder writes U+FFFD there, which has other bytes; the
 * first ones may be equal, so the offset is where the character begins that the first other byte belongs to.
 */
function badByte(bytes: Uint8Array): number {
  const again = new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  let at = again.findIndex((byte, index) => byte !== bytes[index]);
  while (isContinuation(again[at])) at -= 1;
  return at;
}

/** Whether a byte continues a character (RFC 3629 section 3). */
function isContinuation(byte = 0): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

/** Why a text is refused as JSON, and where. */
interface JsonFault {
  /** Index into the text, in UTF-16 units. */
  readonly offset: number;
  /** What is wrong there. */
  readonly reason: string;
}

/** Deepest nesting of arrays and objects in a request body. */
export const maxJsonDepth = 32;

const numberOrWord = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const quote = 0x22;
const backslash = 0x5c;

/**
 * Checks a text against RFC 8259 and against what `JSON.parse` lets pass in silence: duplicate keys, NUL characters,
 * lone surrogates and nesting deeper than `maxJsonDepth`. Null for a good text.
 */
export function scanJson(text: string): JsonFault | null {
  try {
    new Scanner(text).document();
    return null;
  } catch (fault) {
    if (fault instanceof Fault) return { offset: fault.offset, reason: fault.reason };
    throw fault;
  }
}

/** Not an `Error`: it never leaves this file, and a stack trace per refused body would cost more than the scan. */
class Fault {
  readonly offset: number;
  readonly reason: string;

  constructor(offset: number, reason: string) {
    this.offset = offset;
    this.reason = reason;
  }
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): void {
    this.#value(1);
    if (this.#next() !== undefined) this.#fail("text after the end of the value");
  }

  #value(depth: number): void {
    const character = this.#next();
    if (character === '"') this.#string();
    else if (character === "{" || character === "[") {
      if (depth > maxJsonDepth) this.#fail(`nesting deeper than ${maxJsonDepth}`);
      if (character === "{") this.#object(depth);
      else this.#list("]", () => this.#value(depth + 1));
    } else if (!this.#match(numberOrWord)) this.#fail("a JSON value was expected");
  }

  #object(depth: number): void {
    const keys = new Set<string>();
    this.#list("}", () => {
      if (this.#next() !== '"') this.#fail("a property name in double quotes was expected");
      const start = this.#at;
      const key = this.#string();
      if (keys.has(key)) this.#fail(`the property ${JSON.stringify(key.slice(0, 64))} is given twice`, start);
      keys.add(key);
      this.#expect(":");
      this.#value(depth + 1);
    });
  }

  /** Members with commas between them, from the opening bracket to the closing one. */
  #list(end: string, member: () => void): void {
    this.#at += 1;
    if (this.#next() === end) {
      this.#at += 1;
      return;
    }
    for (;;) {
      member();
      if (this.#next() === end) break;
      this.#expect(",");
    }
    this.#at += 1;
  }

  /** Reads a string and returns its value. */
  #string(): string {
    const start = this.#at;
    this.#at += 1;
    let plain = true;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === quote) break;
      if (code === backslash) {
        plain = false;
        if (!this.#match(escape)) this.#fail("an unknown escape sequence");
      } else if (code >= 0x20) this.#at += 1;
      else this.#fail(code === 0 ? "a NUL character" : "a string that is not closed, or a raw control character in it");
    }
    this.#at += 1;
    const literal = this.#text.slice(start, this.#at);
    return plain ? literal.slice(1, -1) : this.#unescape(literal, start);
  }

  #unescape(literal: string, start: number): string {
    const value: unknown = JSON.parse(literal);
    const string = String(value);
    if (string.includes("\0")) this.#fail("a string with a NUL character (\\u0000)", start);
    if (/\p{Surrogate}/u.test(string)) this.#fail("a string with a lone surrogate", start);
    return string;
  }

  /** The next character after white space; undefined at the end. */
  #next(): string | undefined {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
    return this.#text[this.#at];
  }

  #expect(character: string): void {
    if (this.#next() !== character) this.#fail(`${character} was expected`);
    this.#at += 1;
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #fail(reason: string, offset = this.#at): never {
    throw new Fault(offset, offset >= this.#text.length ? "unexpected end" : reason);
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
