import type { Settings } from "../options.ts";
import { serializeBody } from "./serialize-body.ts";
import { serializePath, serializeQuery } from "./serialize-parameters.ts";
import type { Transport } from "./transport.ts";

/** The transport over `fetch` alone: it is given a URL and an init, so that no `Request` is made. */
export function fetchTransport({ baseUrl, fetch, json, headers: clientHeaders }: Settings): Transport {
  return {
    async send({ operation: { verb, path, csv }, input, headers, signal, onSend }) {
      // In the order of openapi-fetch, so that of several mistakes both transports tell the same one.
      const body = input.body === undefined ? undefined : serializeBody(input.body, json);
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
      return { response, content: await response.text() };
    },
  };
}
