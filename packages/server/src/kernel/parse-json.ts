import { malformed } from "./problems.ts";
import { scanJson } from "./scan-json.ts";

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
