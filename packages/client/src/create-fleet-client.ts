/// <reference lib="esnext.disposable" preserve="true" />
import { asyncDispose } from "./async-dispose.ts";
import type { Call, CallOptions, Facade, OperationId, OperationTypes, PagedCall } from "@fleet-api/contract";
import type { Facade as ExactFacade, OperationTypes as ExactOperationTypes } from "@fleet-api/contract/exact";
import { coreOf } from "./create-core.ts";
import { engineOf } from "./engine.ts";
import type { Middleware } from "./middleware.ts";
import { keyMakers, routes } from "./built/features.ts";
import { listCall } from "./list-call.ts";
import type { AnyCall } from "./one-call.ts";
import { findMethod, operationGroups } from "./operation-groups.ts";
import { type AnyOptions, type CoreOptions, type ExactOptions, mergeHeaders } from "./options.ts";
import { retry, type RetryOptions } from "./retry/retry.ts";
import type { CallInput } from "./transport.ts";
import { openapiFetchTransport, type RawClient, type RawTransport } from "./transports/openapi-fetch.ts";

/** Options of `createFleetClient`. */
export interface FleetClientOptions extends CoreOptions {
  /** How failed calls are sent again, where that is safe; false for never. See `retry` for the defaults. */
  readonly retry?: RetryOptions | false | undefined;
}

/** The call of one operation, as `fleet.op` returns it. */
export type OperationCall<Id extends OperationId, Types extends AnyTypes = OperationTypes> = [
  Types[Id]["item"],
] extends [never]
  ? Call<Types[Id]["success"], Types[Id]["failure"]>
  : PagedCall<Types[Id]["success"], Types[Id]["failure"], Types[Id]["item"]>;

/** Input and options of one operation, as `fleet.op` takes them: the input may be left out where nothing in it is required. */
export type OperationArguments<Id extends OperationId, Types extends AnyTypes = OperationTypes> =
  Record<never, never> extends Types[Id]["input"]
    ? [input?: Types[Id]["input"], options?: CallOptions]
    : [input: Types[Id]["input"], options?: CallOptions];

/** What a client has beside its operations by resource group. */
export interface ClientMembers<Types extends AnyTypes> {
  /** Calls an operation by its id: `fleet.op("unitsListing", { query: { page: 2 } })`. */
  op<Id extends OperationId>(id: Id, ...rest: OperationArguments<Id, Types>): OperationCall<Id, Types>;
  /**
   * The path-typed openapi-fetch client: `fleet.raw.GET("/units/listing")`. It shares `baseUrl`, `fetch`, headers and
   * serialisation, and middleware given to `raw.use()` sees the calls of the groups too, unless they go by another
   * transport. It has neither timeouts nor retries nor the result types of the groups, it parses integers as
   * `JSON.parse` does, and it does reject.
   */
  readonly raw: RawClient;
  /**
   * A client with some options replaced and headers added. It shares what the options hold, such as the session
   * behind `...auth.bind()`, and the retry budget unless `retry` is replaced; middleware of `raw.use()` stays with the old client.
   */
  with(overrides: Partial<Omit<FleetClientOptions, "int64">>): this;
  /**
   * Ends this client: calls under way give `abort`, later ones `request`. Clients made by `with` go on, and so does
   * `raw`.
   */
  close(): void;
  /** The same, for `await using`. Where a runtime does not have that symbol, call `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A client of one service: its operations by resource group, and ways to reach them otherwise. */
export interface FleetClient extends Facade, ClientMembers<OperationTypes> {}

/** A client with `int64: exactInt64`: the same, but each int64 is a `number | bigint`. */
export interface ExactFleetClient extends ExactFacade, ClientMembers<ExactOperationTypes> {}

/** Types of all operations. */
export type AnyTypes = {
  readonly [Id in OperationId]: { input: object; success: object; failure: object; item: unknown };
};

/**
 * Makes a client. Nothing is sent before a call is awaited, iterated or given `orThrow()`: a call that is only made,
 * such as `fleet.auth.logout();`, does nothing.
 *
 * A call resolves with a result to be told apart by `ok`, then by `kind` and `status`; it does not reject. `orThrow()`
 * rejects with a `FleetError` instead. Throws a `TypeError` for options that cannot work.
 */
export function createFleetClient(options: ExactOptions<FleetClientOptions>): ExactFleetClient;
export function createFleetClient(options: FleetClientOptions): FleetClient;
export function createFleetClient(options: AnyOptions<FleetClientOptions>): FleetClient {
  return clientOf(options, repeating(options));
}

/** What repeats calls. One for a client and its children: they share the budget. */
function repeating({ retry: options, platform }: Pick<FleetClientOptions, "retry" | "platform">): Middleware[] {
  return [...keyMakers.map((make) => make()), ...(options === false ? [] : [retry({ platform, ...options })])];
}

function clientOf(options: AnyOptions<FleetClientOptions>, repeat: readonly Middleware[]): FleetClient {
  const { transport = openapiFetchTransport, use = [] } = options;
  const engine = engineOf({ ...options, use: [...use, ...repeat] }, transport);
  const core = coreOf(engine);
  const groups = operationGroups<AnyMethod>((operation) => {
    const route = operation.paged && routes[operation.paged];
    // An untyped caller may leave something out with null.
    return (given, own) => {
      const input = given ?? {};
      return route ? listCall(core, operation, route, input, own ?? {}) : core.call(operation, input, own ?? {});
    };
  });
  const { raw = openapiFetchTransport(engine.settings).raw }: Partial<RawTransport> = engine.transport;
  const members = {
    op(id: OperationId, input?: CallInput, own?: CallOptions) {
      const method = findMethod(groups, id);
      if (!method) throw new TypeError(`there is no operation ${id}`);
      return method(input, own);
    },
    raw,
    with(overrides: Partial<FleetClientOptions>) {
      const all = { ...options, ...overrides, headers: mergeHeaders(options.headers, overrides.headers) };
      return clientOf(all, "retry" in overrides || "platform" in overrides ? repeating(all) : repeat);
    },
    close: () => core.close(),
    [asyncDispose]: async () => core.close(),
  };
  return typed(Object.assign(groups, members));
}

type AnyMethod = (input?: CallInput, options?: CallOptions) => AnyCall;

/**
 * The facade is built from the table of calls and typed by the facade types; both are generated from the same
 * contract, and the compiler cannot follow that.
 */
function typed(client: Record<string | symbol, unknown>): FleetClient {
  return client as unknown as FleetClient;
}
