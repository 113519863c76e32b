import { serializePath, serializeQuery } from "./serialize-parameters.ts";
import { CallError } from "../errors.ts";
import type { Transport, TransportSettings } from "./transport.ts";

/** The transport over `fetch` alone: it is given a URL and an init, so that no `Request` is made. */
export function fetchTransport({ baseUrl, fetch, headers: clientHeaders }: TransportSettings): Transport {
  return {
    async send({ operation: { verb, path, csv }, input, body, headers, signal, onSend }) {
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
      if (typeof response?.text !== "function") throw new CallError("fetch gave no Response", "unexpected");
      if (response.bodyUsed) throw new CallError("fetch gave a Response whose body was read before", "unexpected");
      return { response, content: await response.text() };
    },
  };
}
