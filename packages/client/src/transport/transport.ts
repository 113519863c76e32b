import type { OperationFacts } from "../call/operation.ts";
import type { HeaderRecord } from "./serialize-parameters.ts";
import type { JsonCodec } from "./json.ts";

/**
 * What sends requests. Calls give it a URL and an init, as most programs do; `fleet.raw` gives it a `Request`, as
 * openapi-fetch does.
 */
export type Fetch = (input: string | Request, init?: RequestInit) => Promise<Response>;

/** What a transport is made from. */
export interface TransportSettings {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** The fetch of the client, for requests outside of calls. A call is sent by the `fetch` of its `TransportRequest`. */
  readonly fetch: Fetch;
  /** Class of requests, where a transport makes some; undefined for the global one. */
  readonly Request: typeof Request | undefined;
  /** Headers of every request. */
  readonly headers: HeaderRecord;
  /** Reads and writes bodies. */
  readonly json: JsonCodec;
}

/** Parameters and body of a call, as the run time sees them; the generated input types are narrower. */
export interface CallInput {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** A response whose body was read, but not interpreted yet. */
export interface ReadResponse {
  readonly response: Response;
  /** The body: its text, or its JSON value where the transport has parsed it; undefined or "" when there is none. */
  readonly content: unknown;
}

/** One request to be made. */
export interface TransportRequest {
  readonly operation: OperationFacts;
  /** The parameters; what becomes of the body is in `body`. */
  readonly input: CallInput;
  /** JSON text; undefined for none. */
  readonly body: string | undefined;
  /** Headers with lower-case names, over those of the client. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Sends the request: the fetch of the call, or else of the client. To be called in place of that of the settings. */
  readonly fetch: Fetch;
  /** To be called right before the request leaves: an error before that means that nothing was sent. */
  readonly onSend: () => void;
  /**
   * To be called with the response before its body is read: what it says is then known, however the body fails. Throws for
   * a response that must not be read, whose body it has cancelled.
   */
  readonly onResponse: (response: Response) => void;
}

/**
 * What carries requests: it serialises parameters, sends and reads. It rejects with the error of `fetch`, or with a `CallError` for
 * what cannot be serialised.
 */
export interface Transport {
  send(request: TransportRequest): Promise<ReadResponse>;
}

/** Makes the transport of a client. */
export type TransportFactory = (settings: TransportSettings) => Transport;
