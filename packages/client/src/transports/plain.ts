import { mergeHeaders, type Settings } from "../options.ts";
import { serializeBody } from "../serialize/body.ts";
import { serializePath } from "../serialize/path.ts";
import { serializeQuery } from "../serialize/query.ts";
import type { Transport } from "../transport.ts";
import { caller } from "./caller.ts";

/** The transport over `fetch` alone, without openapi-fetch: the same requests and results, 2 kB less. */
export function plainTransport(settings: Settings): Transport {
  const { baseUrl, Request } = settings;
  const { ofRequest, call } = caller(settings);
  return {
    async send({ operation: { verb, path, csv }, input, headers, signal, onSend }) {
      const body = input.body === undefined ? undefined : serializeBody(input.body, settings.json);
      const type = body === undefined ? undefined : { "content-type": "application/json" };
      const url = baseUrl + serializePath(path, input.path ?? {});
      const query = serializeQuery(input.query ?? {}, csv);
      const request = new Request(query ? `${url}?${query}` : url, {
        method: verb,
        headers: mergeHeaders(type, settings.headers, headers),
        ...(body && { body }),
        ...(ofRequest(signal) && { signal }),
      });
      onSend();
      const response = await call(request, signal);
      return { response, content: await response.text() };
    },
  };
}
