import type { paths } from "@fleet-api/contract";
import createClient, { type Client } from "openapi-fetch";
import { csvNames } from "../built/operation-table.ts";
import { Fault } from "../fault.ts";
import type { Settings } from "../options.ts";
import { serializeBody } from "../serialize/body.ts";
import { serializePath } from "../serialize/path.ts";
import { serializeQuery } from "../serialize/query.ts";
import type { Transport } from "../transport.ts";
import { caller } from "./caller.ts";

/** The path-typed openapi-fetch client below the facade. */
export type RawClient = Client<paths>;

/** A transport that also gives its openapi-fetch client. */
export interface RawTransport extends Transport {
  readonly raw: RawClient;
}

/**
 * The transport over openapi-fetch: the one file that knows that library, so that another transport can replace it.
 * Its serialisers are replaced by ours, for `raw` too. It reads a success as text, because it would parse any body as
 * JSON and throw a bare SyntaxError; a failure it would parse too, and is read beside it.
 */
export function openapiFetchTransport(settings: Settings): RawTransport {
  const { baseUrl, fetch, Request, json, headers: ofClient } = settings;
  const raw = createClient<paths>({
    baseUrl,
    // It fills paths only when it is given values; calls of the groups bring a fetch of their own.
    fetch(request) {
      if (/\/%7B\w+%7D(?=[/?]|$)/.test(request.url)) throw new Fault("a path parameter is missing");
      return fetch(request);
    },
    Request,
    ...(ofClient && { headers: ofClient }),
    pathSerializer: serializePath,
    querySerializer: (query) => serializeQuery(query, csvNames),
    bodySerializer: (body: unknown) => serializeBody(body, json),
  });
  const { request } = untyped(raw);
  const { ofRequest, call } = caller(settings);

  return {
    raw,
    async send({ operation: { verb, path, csv }, input, headers, signal, onSend }) {
      let failed: Response | undefined;
      let text: Promise<string> | undefined;
      const { data, error, response } = await request(verb, path, {
        params: { path: path.includes("{") ? (input.path ?? {}) : undefined, query: input.query },
        body: input.body,
        headers,
        querySerializer: (query) => serializeQuery(query, csv),
        parseAs: "text",
        signal: ofRequest(signal),
        async fetch(sent) {
          onSend();
          const answer = await call(sent, signal);
          if (answer.ok) return answer;
          // It parses failures by itself, and so rounds integers.
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
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly querySerializer: (query: Readonly<Record<string, unknown>>) => string;
  readonly parseAs: "text";
  readonly signal: AbortSignal | undefined;
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
