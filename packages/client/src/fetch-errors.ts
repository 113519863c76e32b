import { describeError, type ErrorFacts } from "./errors.ts";

/** The codes of network failures, or their names where they have no code, by platform. */
const codes = oneOf(
  // Node and Bun: the system and its DNS
  "E(CONN(ABORTED|REFUSED|RESET)|PIPE|PROTO|TIMEDOUT|NOTFOUND|ADDRNOTAVAIL|NETRESET|(HOST|NET)(DOWN|UNREACH)|AI_\\w+)",
  // Node and Bun: TLS and its certificates
  "ERR_(SSL_\\w+|TLS_(CERT_ALTNAME_INVALID|HANDSHAKE_TIMEOUT))|(CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_\\w+",
  // Node: its parsers of HTTP, and undici
  "HTTPParserError|HPE_INVALID_\\w+|ERR_HTTP2_(ERROR|STREAM_ERROR|STREAM_CANCEL|SESSION_ERROR|GOAWAY_SESSION)",
  "UND_ERR_(SOCKET|INFO|PRX_TLS|RES_CONTENT_LENGTH_MISMATCH|(CONNECT|HEADERS|BODY)_TIMEOUT)",
  // Bun
  "Connection(Refused|Reset|Closed)|FailedToOpenSocket|Malformed_HTTP_Response|InvalidHTTPResponse|HTTP[23]\\w+",
  // node-fetch, axios, XMLHttpRequest
  "ERR_STREAM_PREMATURE_CLOSE|ERR_NETWORK|NetworkError",
);

/** The messages of network failures that have no code, by platform. */
const messages = oneOf(
  // Chrome and Edge, Electron
  "Failed to fetch( \\(.+\\))?|network error",
  "net::ERR_(CONNECTION|NAME|INTERNET|NETWORK|ADDRESS|SSL|CERT|TIMED|EMPTY|INVALID_HTTP|INCOMPLETE)_\\w+",
  // Firefox
  "NetworkError when attempting to fetch resource\\.|Error in (body|input) stream",
  // Safari; see below for its translations
  "Load failed( \\(.+\\))?|The Internet connection appears to be offline\\.|The network connection was lost\\.",
  // React Native, and the polyfill that it has
  "Network request (failed|timed out)",
  // Node: a proxy that does not reach the service; one that refuses the caller is a mistake
  "Proxy response \\(5\\d\\d\\) .+",
  // node-fetch
  "network timeout at: .+",
  // Deno, with the words of the system, of HTTP/2 and of TLS
  "error sending request (for|from) .+|error reading a body from connection(: .+)?",
  ".+ \\(os error (32|5[0-4]|6[0-5]|10[0-4]|11[0-3]|100[56]\\d)\\)",
  "(connection|stream) error (received|detected): .+|stream closed because of a broken pipe",
  "peer closed connection without sending TLS close_notify.*|received fatal alert: .+",
  // Cloudflare Workers; an internal error is what they make of DNS and TLS
  "Network connection lost\\.|internal error; reference = \\w+",
);

/** The messages of Node and Deno for any failure; if there is a cause, it decides. */
const genericMessages = oneOf("fetch failed|terminated");

/** The names of mistakes in a program. TypeError is not one of them: platforms reject with it when a network fails. */
const bugs = oneOf("(Eval|Range|Reference|Syntax|URI)Error");

/** Makes a test for whole strings: a string that only begins like these may be the message of a caller's own error. */
function oneOf(...texts: readonly string[]): (value: unknown) => boolean {
  const pattern = new RegExp(`^(${texts.join("|")})$`);
  return (value) => typeof value === "string" && pattern.test(value);
}

/**
 * Kind, message and cause of what `fetch`, or reading the body of its response, failed with: `network` only for what a
 * platform rejects with when its network fails. Anything else is `unexpected`: a mistake of the caller's `fetch`, say, or a
 * service without an end to its redirects. Its message is shown without most values: see `plainWords` for the limits.
 * @param otherwise - what to say of a network failure
 * @param note - what to add to the message of a mistake
 */
export function describeFetchError(error: unknown, otherwise: string, note = ""): ErrorFacts {
  let words: string;
  try {
    const { name }: { name?: unknown } = Object(error);
    // Of a signal that the caller's fetch has of its own. A page that is left aborts its requests, too.
    if (name === "AbortError") return describeError(error, "fetch was aborted", "abort");
    if (name === "TimeoutError") return describeError(error, "fetch took too long", "timeout");
    if (isNetworkError(error)) return describeError(error, otherwise, "network");
    words = `fetch failed: ${plainWords(toMessage(error))}`;
  } catch {
    // See describeError.
    words = "fetch failed";
  }
  return describeError(error, words + note, "unexpected");
}

/** Whether a network failed. If an error wraps others, those decide: Node and Deno wrap mistakes like network failures. */
function isNetworkError(error: unknown, depth = 0): boolean {
  const { name, code, message, cause, errors, stack }: Partial<Record<string, unknown>> = Object(error);
  if (depth > 5 || bugs(name)) return false;
  if (codes(code) || codes(name)) return true;
  if (cause != null) return isNetworkError(cause, depth + 1);
  // For example of `Promise.any`: a bug in one of the calls is not to be sent again.
  if (Array.isArray(errors)) return errors.length > 0 && errors.every((each) => isNetworkError(each, depth + 1));
  return (
    genericMessages(message) ||
    messages(message) ||
    (name === "TypeError" && stack === undefined && isSafariError(error))
  );
}

/**
 * Whether an error without a stack is one of Safari, which translates its messages. If new errors have no stack either, the
 * missing stack proves nothing. Not by `instanceof`: an error may come from another realm.
 */
function isSafariError(error: unknown): boolean {
  return Object.prototype.toString.call(error) === "[object Error]" && new TypeError().stack !== undefined;
}

/** The message of an error, or of its innermost cause if its own message is generic. */
function toMessage(error: unknown, depth = 0): string {
  const { message, cause }: { message?: unknown; cause?: unknown } = Object(error);
  const inner = genericMessages(message) || depth > 0;
  const deeper = inner && cause != null && depth < 5 ? toMessage(cause, depth + 1) : "";
  const own = [message, error].find((each) => typeof each === "string");
  return deeper || String(own ?? typeof error);
}

/**
 * Replaces what may be a value in a message by `*`: URLs, paths, text in double quotes, several words in single quotes, and any
 * word with digits or signs. A secret that looks like plain words stays: one of letters, also joined by `_` or `-`, outside of
 * quotes or alone in single quotes. Platforms quote names so, as in `Failed to execute 'fetch' on 'Window'`.
 */
function plainWords(message: string): string {
  return message
    .slice(0, 300)
    .replaceAll(/"[^"]*"?|'[^'\s]*\s[^']*'|[^\s"]+/g, (word) =>
      /^[('[]*[a-z]+([-.'_$][a-z]+)*[)'\],.:;]*$/i.test(word) && word.length < 40 ? word : "*",
    );
}
