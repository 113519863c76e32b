import type { paths } from "@fleet-api/contract";
import createClient, { type Client } from "openapi-fetch";
import { csvNames } from "../built/operation-table.ts";
import { CallError } from "../errors.ts";
import { serializeBody } from "./json.ts";
import { serializePath, serializeQuery } from "./serialize-parameters.ts";
import type { Transport, TransportSettings } from "./transport.ts";

/** The path-typed openapi-fetch client. */
export type RawClient = Client<paths>;

/** A transport that also gives its openapi-fetch client. */
export interface RawTransport extends Transport {
  readonly raw: RawClient;
}

/** The openapi-fetch client of some settings. Its serialisers are replaced by ours. */
export function rawClient({ baseUrl, fetch, Request, json, headers }: TransportSettings): RawClient {
  return createClient<paths>({
    baseUrl,
    // It fills paths only when it is given values.
    async fetch(request) {
      if (/\/%7B\w+%7D(?=[/?]|$)/.test(request.url)) throw new CallError("a path parameter is missing");
      return fetch(request);
    },
    ...(Request && { Request }),
    headers,
    pathSerializer: serializePath,
    querySerializer: (query) => serializeQuery(query, csvNames),
    bodySerializer: (body: unknown) => serializeBody(body, json),
  });
}

/**
 * The transport over openapi-fetch, for those who want its middleware around the calls of the groups as well. A success is
 * read as text, because openapi-fetch would parse any body as JSON and throw a bare SyntaxError; a failure, which it
 * parses in any case, is read a second time.
 */
export function openapiFetchTransport(settings: TransportSettings): RawTransport {
  const raw = rawClient(settings);
  const { request } = untyped(raw);
  return {
    raw,
    async send({ operation: { verb, path, csv }, input, body, headers, signal, onSend }) {
      let failed: Response | undefined;
      let text: Promise<string> | undefined;
      const { data, error, response } = await request(verb, path, {
        params: { path: path.includes("{") ? (input.path ?? {}) : undefined, query: input.query },
        body,
        bodySerializer: (json) => json,
        headers,
        querySerializer: (query) => serializeQuery(query, csv),
        parseAs: "text",
        signal,
        async fetch(sent) {
          onSend();
          const answer = await settings.fetch(sent);
          if (answer.ok) return answer;
          // openapi-fetch parses failures, and so rounds integers.
          failed = answer;
          text = answer.clone().text();
          text.catch(() => {});
          return answer;
        },
      });
      return { response, content: response === failed ? await text : (data ?? error) };
    },
  };
}

interface UntypedInit {
  readonly params: { readonly path: unknown; readonly query: unknown };
  readonly body: string | undefined;
  readonly bodySerializer: (text: string) => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly querySerializer: (query: Readonly<Record<string, unknown>>) => string;
  readonly parseAs: "text";
  readonly signal: AbortSignal;
  readonly fetch: (request: Request) => Promise<Response>;
}

interface UntypedClient {
  readonly request: (
    method: string,
    path: string,
    init: UntypedInit,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
}

/**
 * openapi-fetch derives every type from literal paths, but a row of the operation table is known at run time only.
 * The table and `paths` are generated from the same contract, and the facade types check the input.
 */
function untyped(raw: RawClient): UntypedClient {
  return raw as unknown as UntypedClient;
}
