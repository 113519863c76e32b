import type { paths } from "@fleet-api/contract";
import { type CallRow, csvNames } from "@fleet-api/contract/operations";
import createClient, { type Client } from "openapi-fetch";
import type { Settings } from "./options.ts";
import { serializeBody } from "./serialize/body.ts";
import { serializePath } from "./serialize/path.ts";
import { serializeQuery } from "./serialize/query.ts";

/** The path-typed openapi-fetch client below the facade. */
export type RawClient = Client<paths>;

/** An operation: its id, and what the contract has of it for clients. */
export type Operation = readonly [id: string, ...row: CallRow];

/** Parameters and body of a call, as the run time sees them; the generated input types are narrower. */
export interface CallInput {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** An answer that was read, but not judged yet. */
export interface Answer {
  readonly response: Response;
  /** The body: its text, or its JSON value where the transport has parsed it; undefined or "" when there is none. */
  readonly content: unknown;
}

/** What carries requests: it serialises, sends and reads. What an answer means is decided above it. */
export interface Transport {
  readonly raw: RawClient;
  /** `onSend` is called right before the request leaves: an error before that means that nothing was sent. */
  send(operation: Operation, input: CallInput, signal: AbortSignal | undefined, onSend: () => void): Promise<Answer>;
}

/**
 * The transport over openapi-fetch: the one file that knows that library, so that another transport can replace it.
 * Its serialisers are replaced by ours, for `raw` too. It reads a success as text, because it would parse any body as
 * JSON and throw a bare SyntaxError; a failure it gives parsed if it can, else as text.
 */
export function createTransport({ baseUrl, fetch, Request, headers }: Settings): Transport {
  const raw = createClient<paths>({
    baseUrl,
    fetch,
    Request,
    ...(headers && { headers }),
    pathSerializer: serializePath,
    querySerializer: (query) => serializeQuery(query, csvNames),
    bodySerializer: serializeBody,
  });
  const { request } = untyped(raw);
  // A fetch with one parameter, such as `(request) => fetch(request)`, learns of the signal from the request only.
  // Any other gets it beside the request, which spares a second link of signals per call.
  const signalBeside = fetch.length > 1;

  return {
    raw,
    async send([, verb, path], input, signal, onSend) {
      const { data, error, response } = await request(verb, path, {
        params: { path: path.includes("{") ? (input.path ?? {}) : undefined, query: input.query },
        body: input.body,
        parseAs: "text",
        signal: signalBeside ? undefined : signal,
        fetch(sent) {
          onSend();
          return fetch(sent, signalBeside && signal ? { signal } : undefined);
        },
      });
      return { response, content: data ?? error };
    },
  };
}

interface UntypedInit {
  readonly params: Pick<CallInput, "path" | "query">;
  readonly body: unknown;
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
