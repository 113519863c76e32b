/// <reference lib="esnext.disposable" preserve="true" />
import type {
  Call,
  CallOptions,
  EventStream,
  Facade,
  OperationId,
  OperationTypes,
  PagedCall,
  StreamOptions,
} from "@fleet-api/contract";
import { strategies } from "./built/features.ts";
import { type AnyCall, createListCall } from "./call/call.ts";
import { type AnyEvent, openStream } from "./call/event-stream.ts";
import type { Middleware } from "./call/middleware.ts";
import { findMethod, operationGroups } from "./call/operation-groups.ts";
import { Pipeline } from "./call/pipeline.ts";
import type { CoreOptions } from "./options.ts";
import { asyncDispose } from "./platform.ts";
import { type RetryOptions, retry } from "./retry/retry.ts";
import { mergeHeaders } from "./transport/serialize-parameters.ts";
import { type RawClient, type RawTransport, rawClient } from "./transport/openapi-fetch.ts";
import type { CallInput, Transport } from "./transport/transport.ts";

/** Options of `createFleetClient`. */
export interface FleetClientOptions extends CoreOptions {
  /** How failed calls are sent again, where that is safe; false for never. See `retry` for the defaults. */
  readonly retry?: RetryOptions | false | undefined;
}

/** The call of one operation, as `fleet.op` returns it. */
export type OperationCall<Id extends OperationId> = OperationTypes[Id] extends { event: infer Event }
  ? EventStream<Event>
  : [OperationTypes[Id]["item"]] extends [never]
    ? Call<OperationTypes[Id]["success"], OperationTypes[Id]["failure"]>
    : PagedCall<OperationTypes[Id]["success"], OperationTypes[Id]["failure"], OperationTypes[Id]["item"]>;

/** The options of one operation: a stream has others than a call. */
export type OptionsOf<Id extends OperationId> = OperationTypes[Id] extends { event: object }
  ? StreamOptions
  : CallOptions;

/** Input and options of one operation, as `fleet.op` takes them: the input may be left out where nothing in it is required. */
export type OperationArguments<Id extends OperationId> =
  Record<never, never> extends OperationTypes[Id]["input"]
    ? [input?: OperationTypes[Id]["input"], options?: OptionsOf<Id>]
    : [input: OperationTypes[Id]["input"], options?: OptionsOf<Id>];

/** A client of one service: its operations by resource group, and ways to reach them otherwise. */
export interface FleetClient extends Facade {
  /** Calls an operation by its id: `fleet.op("unitsListing", { query: { page: 2 } })`. */
  op<Id extends OperationId>(id: Id, ...rest: OperationArguments<Id>): OperationCall<Id>;
  /**
   * The path-typed openapi-fetch client: `fleet.raw.GET("/units/listing")`; `fleet.raw.request("get", "/reports")` for a path
   * that the contract does not have. It is made when it is first used, and shares
   * `baseUrl`, `fetch`, headers and serialisation, also that of `json.stringify`. It has neither timeouts nor retries nor
   * the result types of the groups, and rejects. It parses responses with `JSON.parse`, whatever `json.parse` is: ask for
   * `parseAs: "text"` to parse them yourself. Middleware given to `raw.use()` sees the calls of the groups only with
   * `transport: openapiFetchTransport`.
   */
  readonly raw: RawClient;
  /**
   * A client with some options replaced and headers added. It shares what the options hold, such as the session
   * behind `...auth.bind()`, and the retry budget unless `retry` is replaced; middleware of `raw.use()` stays with the old client.
   */
  with(overrides: Partial<FleetClientOptions>): this;
  /**
   * Ends this client: calls under way give `abort`, later ones `request`, and streams end. Clients made by `with` go on, and so does
   * `raw`.
   */
  close(): void;
  /** The same, for `await using`. Where a runtime does not have that symbol, call `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a client. A call is sent whether it is awaited or not, so `fleet.auth.logout();` logs out.
 *
 * A call is a promise of a result, to be told apart by `ok`, then by `kind` and `status`; it does not reject.
 * `orThrow()` gives a promise of the success, which rejects with a `FleetError`. Throws a `TypeError` for options that
 * cannot work.
 */
export function createFleetClient(options: FleetClientOptions): FleetClient {
  return clientOf(options, retryOf(options));
}

/** What retries calls. One for a client and its children: they share the budget. */
function retryOf({ retry: options }: Pick<FleetClientOptions, "retry">): Middleware | undefined {
  return options === false ? undefined : retry(options);
}

function clientOf(options: FleetClientOptions, retries: Middleware | undefined): FleetClient {
  const pipeline = new Pipeline(options, retries);
  const groups = operationGroups<AnyMethod>((operation) => {
    if (operation.stream) return (input, own) => pipeline.stream(openStream, operation, input, own);
    const strategy = operation.paged && strategies[operation.paged];
    return strategy
      ? (input, own) => createListCall(pipeline, operation, strategy, input, own)
      : (input, own) => pipeline.call(operation, input, own);
  });
  let raw: RawClient | undefined;
  const members = {
    op(id: OperationId, input?: CallInput, own?: CallOptions & StreamOptions) {
      const method = findMethod(groups, id);
      if (!method) throw new TypeError(`there is no operation ${id}`);
      return method(input, own);
    },
    with(overrides: Partial<FleetClientOptions>) {
      const all = { ...options, ...overrides, headers: mergeHeaders(options.headers, overrides.headers) };
      return clientOf(all, "retry" in overrides ? retryOf(all) : retries);
    },
    close: () => pipeline.close(),
    [asyncDispose]: async () => pipeline.close(),
  };
  const client = Object.defineProperty(Object.assign(groups, members), "raw", {
    get: () => (raw ??= rawOf(pipeline.transport) ?? rawClient(pipeline.settings)),
    enumerable: true,
  });
  return typed(client);
}

/** That of a transport over openapi-fetch, so that its middleware sees the calls of the groups. */
function rawOf(transport: Transport & Partial<RawTransport>): RawClient | undefined {
  return transport.raw;
}

type AnyMethod = (input?: CallInput, options?: CallOptions & StreamOptions) => AnyCall | EventStream<AnyEvent>;

/**
 * The facade is built from the table of calls and typed by the facade types; both are generated from the same
 * contract, and the compiler cannot follow that.
 */
function typed(client: Record<string | symbol, unknown>): FleetClient {
  return client as unknown as FleetClient;
}

/** Any method of a group: `typeof fleet.units.listing`. */
type Method = (...args: never[]) => PromiseLike<unknown>;

/** The result of a call: `ResultOf<typeof fleet.units.listing>`. */
export type ResultOf<Of extends Method> = Awaited<ReturnType<Of>>;

/** The success of a call, a union where the operation has several success statuses. */
export type SuccessOf<Of extends Method> = Extract<ResultOf<Of>, { ok: true }>;

/** All failures of a call. */
export type FailureOf<Of extends Method> = Extract<ResultOf<Of>, { ok: false }>;

/** An item of a paged list: `ItemOf<typeof fleet.units.listing>` is `Unit`. */
export type ItemOf<Of extends Method> =
  SuccessOf<Of> extends infer Success
    ? Success extends { pagination: unknown; data: (infer Item)[] }
      ? Item
      : ReturnType<Of> extends AsyncIterable<infer Item>
        ? Item
        : never
    : never;
