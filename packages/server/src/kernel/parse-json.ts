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
    return strictDecoder().decode(bytes);
  } catch {
    throw malformed(`The body is not UTF-8: bad byte at offset ${badByte(bytes)}.`);
  }
}

function strictDecoder(): TextDecoder {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
}

/** Offset of the byte that makes bad UTF-8: the shortest refused prefix ends with it; decoders do not tell. */
function badByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodes(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return bad - 1;
}

/** Whether bytes are the beginning of UTF-8; a character that is cut at the end does not count. */
function decodes(bytes: Uint8Array): boolean {
  try {
    strictDecoder().decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
