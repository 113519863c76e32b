import type { OperationRow, paths } from "@fleet-api/contract";
import { operations } from "@fleet-api/contract/operations";
import createClient, { type Client } from "openapi-fetch";
import type { CallInput } from "./check-input.ts";
import type { Settings } from "./options.ts";
import { serializeBody } from "./serialize/body.ts";
import { serializePath } from "./serialize/path.ts";
import { serializeQuery } from "./serialize/query.ts";

/** The path-typed openapi-fetch client below the facade. */
export type RawClient = Client<paths>;

/** A request as the facade hands it to a transport. */
export interface Outgoing {
  readonly row: OperationRow;
  readonly input: CallInput;
  readonly signal: AbortSignal | undefined;
  /** Called right before the request leaves: an error before that means that nothing was sent. */
  readonly onSend: () => void;
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
  send(outgoing: Outgoing): Promise<Answer>;
}

/**
 * The transport over openapi-fetch: the one file that knows that library, so that another transport can replace it.
 * Its serialisers are replaced by ours, for `raw` too. It reads a success as text, because it would parse any body as
 * JSON and throw a bare SyntaxError; a failure it gives parsed if it can, else as text.
 */
export function createTransport(settings: Settings): Transport {
  const { baseUrl, fetch, Request, headers } = settings;
  const raw = createClient<paths>({
    baseUrl,
    fetch,
    ...(Request && { Request }),
    ...(headers && { headers }),
    pathSerializer: serializePath,
    querySerializer: (query) => serializeQuery(query, csvNames),
    bodySerializer: serializeBody,
  });
  const request = untyped(raw);
  // A fetch with one parameter, such as `(request) => fetch(request)`, learns of the signal from the request only.
  // Any other gets it beside the request, which spares a second link of signals per call.
  const signalBeside = fetch.length > 1;

  return {
    raw,
    async send({ row, input, signal, onSend }) {
      const { data, error, response } = await request(row.verb, row.path, {
        params: { path: row.pathParams.length > 0 ? (input.path ?? {}) : undefined, query: input.query },
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

/** Query parameters that are written with commas. In the whole contract a name has one style; a test holds that. */
const csvNames: ReadonlySet<string> = new Set(
  Object.values<OperationRow>(operations).flatMap(({ query }) =>
    query.filter(({ csv }) => csv).map(({ name }) => name),
  ),
);

interface UntypedInit {
  readonly params: { readonly path: CallInput["path"]; readonly query: CallInput["query"] };
  readonly body: unknown;
  readonly parseAs: "text";
  readonly signal: AbortSignal | undefined;
  readonly fetch: (request: Request) => Promise<Response>;
}

type UntypedRequest = (
  method: string,
  path: string,
  init: UntypedInit,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/**
 * openapi-fetch derives every type from literal paths, but a row of the operation table is known at run time only.
 * The table and `paths` are generated from the same contract, and the facade types check the input.
 */
function untyped(raw: RawClient): UntypedRequest {
  return raw.request as unknown as UntypedRequest;
}
