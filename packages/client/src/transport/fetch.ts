import { CallError } from "../errors.ts";
import { cancelQuietly, nextTask, parseUrl } from "../platform.ts";
import { serializePath, serializeQuery } from "./serialize-parameters.ts";
import type { Transport, TransportSettings } from "./transport.ts";

/** The transport over `fetch` alone: it is given a URL and an init, so that no `Request` is made. */
export function fetchTransport({ baseUrl, headers: clientHeaders }: TransportSettings): Transport {
  return {
    async send({ operation: { verb, path, csv }, input, body, headers, signal, fetch, onSend, onResponse }) {
      // In the order of openapi-fetch, so that of several mistakes both transports tell the same one.
      const address = baseUrl + serializePath(path, input.path ?? {});
      const query = serializeQuery(input.query ?? {}, csv);
      const url = query ? `${address}?${query}` : address;
      const init: RequestInit =
        body === undefined
          ? { method: verb, headers: { ...clientHeaders, ...headers }, signal }
          : {
              method: verb,
              headers: { "content-type": "application/json", ...clientHeaders, ...headers },
              body,
              signal,
            };
      onSend();
      const response = await fetch(url, init);
      onResponse(response);
      return { response, content: await readText(response, signal) };
    },
  };
}

/**
 * Reads a body as `response.text()` does, and cancels it when the signal is aborted: a `fetch` that ignores its signal
 * would be read for ever.
 */
export async function readText(response: Response, signal: AbortSignal): Promise<string> {
  if (response.bodyUsed || response.body?.locked)
    throw new CallError("fetch gave a Response whose body was read before", "unexpected");
  const reader = response.body?.getReader?.();
  // Not every polyfill has streams.
  if (!reader) return response.text();
  const cancel = (): void => cancelQuietly(reader, signal.reason);
  signal.addEventListener("abort", cancel);
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let reads = 1; !signal.aborted; reads += 1) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
      // A body that is always ready, such as one from memory, would let no time limit end it.
      if (reads % 1000 === 0) await nextTask();
    }
    return text + decoder.decode();
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Whether a method changes nothing, and so may follow redirects. */
export function isRead(verb: string): boolean {
  return verb === "GET" || verb === "HEAD";
}

/**
 * Throws for a redirected response to anything but a read. After 301, 302 and 303 `fetch` sends a GET in place of a write,
 * and of a 307 or 308 browsers show no more than of those (Fetch standard, HTTP-redirect fetch). Throws also for a redirect
 * that `fetch` did not follow, because a caller has set `redirect: "manual"`: browsers hide its status.
 * @param requested - the URL that `fetch` was given
 */
export function refuseRedirect(verb: string, response: Response, requested: string): void {
  const isOpaque = response.type === "opaqueredirect";
  if (!isOpaque && (isRead(verb) || !isRedirected(response, requested))) return;
  const origin = isOpaque ? undefined : parseUrl(response.url)?.origin;
  // The origin of `about:blank` is "null".
  const target = origin && origin !== "null" ? origin : "another address";
  const doubt = isRead(verb) ? "" : "it may have been carried out or not; ";
  throw new CallError(`the service redirected the ${verb} to ${target}: ${doubt}correct baseUrl`, "unexpected");
}

/** React Native has no `redirected`; its `url` is that of the last request. */
function isRedirected({ redirected, url }: Partial<Response>, requested: string): boolean {
  if (redirected !== undefined) return redirected;
  const [from, to] = [requested, url ?? ""].map((each) => parseUrl(each)?.href.replace(/#.*/, ""));
  return from !== undefined && to !== undefined && from !== to;
}
