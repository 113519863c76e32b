import { describeError, type ErrorFacts } from "./errors.ts";

/** How the codes and messages of network failures begin, by platform. */
const networkErrors = startingWith(
  // Chrome and Edge
  "Failed to fetch",
  "network error",
  "net::ERR_",
  // Firefox
  "NetworkError",
  "Error in (body|input) stream",
  // Safari; see below for its translations
  "Load failed",
  "The (Internet|network) connection",
  // React Native, and the polyfill that it has
  "Network request",
  // Node: the system, DNS, TLS, certificates, its HTTP parser, and undici
  "E(CONN|PIPE|PROTO|HOST|NET|TIMEDOUT|AI_|NOTFOUND|ADDRNOT)",
  "ERR_(SSL|TLS|HTTP2|STREAM_PRE)",
  "\\w*CERT|UNABLE_TO_",
  "HTTPParserError",
  "fetch failed|terminated$",
  "UND_ERR_[SCDHB]",
  // node-fetch, axios
  "network timeout|ERR_NETWORK",
  // Bun, and the words of the system in Deno
  "Connection ?(re|cl|Re|Cl)|FailedToOpen|Malformed_HTTP",
  // Deno
  "error (sending|reading)",
  // Cloudflare Workers
  "Network connection|internal error;",
);

/** How the cause of a `fetch failed` of undici begins, where no network is to blame. */
const mistakes = startingWith(
  "bad port|unknown scheme|URL scheme|unexpected redirect|redirect count|UND_(ERR_[INR]|MOCK)|Z_",
);

function startingWith(...texts: readonly string[]): RegExp {
  return new RegExp(`^(${texts.join("|")})`);
}

/**
 * Kind, message and cause of what `fetch`, or reading the body of its response, failed with: `network` only for what a
 * platform rejects with when its network fails. Anything else is `unexpected`: a mistake of the caller's `fetch`, say, or a
 * service without an end to its redirects. Its message is shown, but for words that may be values.
 * @param otherwise - what to say of a network failure
 */
export function describeFetchError(error: unknown, otherwise: string): ErrorFacts {
  const { name, message }: { name?: unknown; message?: unknown } = Object(error);
  // Of a signal that the caller's fetch has of its own. A page that is left aborts its requests, too.
  if (name === "AbortError") return describeError(error, "fetch was aborted", "abort");
  if (name === "TimeoutError") return describeError(error, "fetch took too long", "timeout");
  if (isNetworkError(error)) return describeError(error, otherwise, "network");
  return describeError(error, `fetch failed: ${plainWords(`${message ?? error}`)}`, "unexpected");
}

/** Whether a network has failed; of an error that wraps another one, whether that says so. */
function isNetworkError(error: unknown, depth = 0): boolean {
  const { name, code, message, cause, stack }: Partial<Record<string, unknown>> = Object(error);
  const { code: causeCode, message: causeMessage } = Object(cause);
  if (mistakes.test(causeCode) || mistakes.test(causeMessage)) return false;
  if ([name, code, message].some((each) => networkErrors.test(`${each}`))) return true;
  // Safari translates its messages, and its errors alone have no stack.
  if (name === "TypeError" && !stack) return true;
  return cause !== undefined && depth < 5 && isNetworkError(cause, depth + 1);
}

/** A message without what may be a value in it: a quoted text, a URL, a path, any word with digits or other signs. */
function plainWords(message: string): string {
  return message
    .slice(0, 300)
    .replaceAll(/"[^"]*"?|[^\s"]+/g, (word) =>
      /^[('[]*[a-z]+([-.'_$][a-z]+)*[)'\],.:;]*$/i.test(word) && word.length < 40 ? word : "*",
    );
}
