import { CallError } from "../errors.ts";
import { cancelQuietly, nextTask } from "../platform.ts";
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

/**
 * Throws for a redirected response to anything but a read. After 301, 302 and 303 `fetch` sends a GET in place of a write,
 * and of a 307 or 308 browsers show no more than of those (Fetch standard, HTTP-redirect fetch).
 */
export function refuseRedirect(verb: string, { redirected, url }: Response): void {
  if (!redirected || /^(GET|HEAD)$/.test(verb)) return;
  const target = url ? new URL(url).origin : "another address";
  throw new CallError(
    `the service redirected the ${verb} to ${target}: it may have been carried out or not; correct baseUrl`,
    "unexpected",
  );
}
