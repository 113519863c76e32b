import type { paths } from "@fleet-api/contract";
import createClient, { type Client, type FetchOptions } from "openapi-fetch";
import { csvNames } from "../built/operation-table.ts";
import { cancelQuietly } from "../platform.ts";
import { readText, refuseRedirect } from "./fetch.ts";
import { serializeBody } from "./json.ts";
import { serializePath, serializeQuery } from "./serialize-parameters.ts";
import type { Fetch, ReadResponse, Transport, TransportSettings } from "./transport.ts";

/** The path-typed openapi-fetch client. */
export type RawClient = Client<paths> & {
  /**
   * Calls a path that the contract does not have, such as one of a newer service: `fleet.raw.request("get", "/news")`.
   * Nothing is known of its types.
   */
  request<Path extends `/${string}`>(
    method: "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace",
    path: Path extends keyof paths ? never : Path,
    init?: Omit<FetchOptions<unknown>, "params" | "body"> & {
      params?: { path?: object; query?: object; header?: Record<string, unknown> };
      body?: unknown;
    },
  ): Promise<{ data?: unknown; error?: unknown; response: Response }>;
};

/** A transport that also gives its openapi-fetch client. */
export interface RawTransport extends Transport {
  readonly raw: RawClient;
}

/** The openapi-fetch client of some settings. Its serialisers are replaced by ours. */
export function rawClient({ baseUrl, fetch, Request, json, headers }: TransportSettings): RawClient {
  const raw = createClient<paths>({
    baseUrl,
    ...(Request && { Request }),
    headers,
    pathSerializer: serializePath,
    querySerializer: (query) => serializeQuery(query, csvNames),
    bodySerializer: (body: unknown) => serializeBody(body, json),
  });
  return Object.assign(raw, checkedMethods(raw, fetch));
}

type Method = (...given: unknown[]) => Promise<unknown>;

/** The methods that send, with checks that also hold where a call has a `fetch` of its own. */
function checkedMethods(raw: object, fetch: Fetch): Record<string, Method> {
  const methods: Record<string, Method> = {};
  for (const [name, method] of Object.entries<Method>({ ...raw })) {
    if (name === "use" || name === "eject") continue;
    const last = name === "request" ? 2 : 1;
    methods[name] = async (...given) => {
      const init: UntypedInit = { ...Object(given[last]) };
      // openapi-fetch fills a path only when it is given values.
      const params = { ...init.params, path: init.params?.path ?? {} };
      given[last] = { ...init, params, fetch: checkedFetch(init.fetch ?? fetch) };
      return method(...given);
    };
  }
  return methods;
}

function checkedFetch(fetch: NonNullable<UntypedInit["fetch"]>): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await fetch(request);
    try {
      refuseRedirect(request.method, response, request.url);
    } catch (error) {
      cancelQuietly(response?.body);
      throw error;
    }
    return response;
  };
}

/**
 * The transport over openapi-fetch, for those who want its middleware around the calls of the groups as well. A success is
 * not read by openapi-fetch, which would parse any body as JSON and throw a bare SyntaxError; of a failure, which it
 * parses in any case, it gets a copy.
 */
export function openapiFetchTransport(settings: TransportSettings): RawTransport {
  const raw = rawClient(settings);
  const { request } = untyped(raw);
  return {
    raw,
    async send({ operation: { verb, path, csv }, input, body, headers, signal, fetch, onSend, onResponse }) {
      let failed: ReadResponse | undefined;
      let copy: Response | undefined;
      const { error, response } = await request(verb, path, {
        params: { path: path.includes("{") ? (input.path ?? {}) : undefined, query: input.query },
        body,
        bodySerializer: (json) => json,
        headers,
        querySerializer: (query) => serializeQuery(query, csv),
        parseAs: "stream",
        signal,
        async fetch(sent) {
          onSend();
          const answer = await fetch(sent);
          onResponse(answer);
          if (answer.ok) return answer;
          // openapi-fetch reads and parses failures, and so rounds integers.
          failed = { response: answer, content: await readText(answer, signal) };
          return (copy = copyOf(failed));
        },
      });
      if (failed && response === copy) return failed;
      return { response, content: response.ok ? await readText(response, signal) : error };
    },
  };
}

/** A failure for openapi-fetch and its middleware, after its body was read. */
function copyOf({ response, content }: ReadResponse): Response {
  const { status, statusText, headers, url, redirected } = response;
  // A constructor refuses the others, but fetch may give them.
  const isUsual = status >= 200 && status < 600;
  const copy = new Response(`${content}` || null, { status: isUsual ? status : 599, statusText, headers });
  return Object.defineProperties(copy, {
    status: { value: status },
    url: { value: url },
    redirected: { value: redirected },
  });
}

/** The options of a request whose types are not known. */
interface UntypedInit {
  readonly params?: { readonly path?: unknown; readonly query?: unknown } | undefined;
  readonly body?: string | undefined;
  readonly bodySerializer?: (text: string) => string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly querySerializer?: (query: Readonly<Record<string, unknown>>) => string;
  readonly parseAs?: "stream";
  readonly signal?: AbortSignal;
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
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
