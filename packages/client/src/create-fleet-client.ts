import type { Call, CallOptions, Facade, OperationId, OperationTypes, PagedCall } from "@fleet-api/contract";
import { calls } from "@fleet-api/contract/operations";
import { execute } from "./execute.ts";
import { type LazyCall, lazyCall } from "./lazy-call.ts";
import { type FleetClientOptions, mergeHeaders, settingsOf } from "./options.ts";
import { type CallInput, createTransport, type Operation, type RawClient } from "./transport.ts";

/** The call of one operation, as `fleet.op` returns it. */
export type OperationCall<Id extends OperationId> = [OperationTypes[Id]["item"]] extends [never]
  ? Call<OperationTypes[Id]["success"], OperationTypes[Id]["failure"]>
  : PagedCall<OperationTypes[Id]["success"], OperationTypes[Id]["failure"], OperationTypes[Id]["item"]>;

/** Input and options of one operation, as `fleet.op` takes them: the input may be left out where nothing in it is required. */
export type OperationArguments<Id extends OperationId> =
  Record<never, never> extends OperationTypes[Id]["input"]
    ? [input?: OperationTypes[Id]["input"], options?: CallOptions]
    : [input: OperationTypes[Id]["input"], options?: CallOptions];

/** A client of one service: its operations by resource group, and ways to reach them otherwise. */
export interface FleetClient extends Facade {
  /** Calls an operation by its id: `fleet.op("unitsListing", { query: { page: 2 } })`. */
  op<Id extends OperationId>(id: Id, ...rest: OperationArguments<Id>): OperationCall<Id>;
  /**
   * The path-typed openapi-fetch client below: `fleet.raw.GET("/units/listing")`. It shares `baseUrl`, `fetch`,
   * headers and serialisation, and middleware given to `raw.use()` sees the calls of the groups too. It has neither
   * timeouts nor the result types of the groups, and it does reject.
   */
  readonly raw: RawClient;
  /**
   * A client with some options replaced and headers added. It shares what the options hold, such as the session
   * behind `...auth.bind()`; middleware of `raw.use()` stays with the old client.
   */
  with(overrides: Partial<FleetClientOptions>): FleetClient;
}

/**
 * Makes a client. Nothing is sent before a call is awaited, iterated or given `orThrow()`: a call that is only made,
 * such as `fleet.auth.logout();`, does nothing.
 *
 * A call resolves with a result to be told apart by `ok`, then by `kind` and `status`; it does not reject. `orThrow()`
 * rejects with a `FleetError` instead. Throws a `TypeError` for options that cannot work.
 */
export function createFleetClient(options: FleetClientOptions): FleetClient {
  const settings = settingsOf(options);
  const { raw, send } = createTransport(settings);
  const groups: Record<string, Record<string, AnyMethod>> = {};
  const byId = new Map<string, AnyMethod>();
  for (const [group, rows] of Object.entries(calls)) {
    const methods: Record<string, AnyMethod> = (groups[group] = {});
    for (const [name, row] of Object.entries(rows)) {
      const id = group + name.charAt(0).toUpperCase() + name.slice(1);
      const operation: Operation = [id, ...row];
      const method: AnyMethod = (input = {}, own = {}) =>
        lazyCall(id, (each) => execute(settings, send, operation, each, own), input, own);
      byId.set(id, (methods[name] = method));
    }
  }
  return typed({
    ...groups,
    op(id: OperationId, input?: CallInput, own?: CallOptions) {
      const method = byId.get(id);
      if (!method) throw new TypeError(`there is no operation ${id}`);
      return method(input, own);
    },
    raw,
    with: (overrides: Partial<FleetClientOptions>) =>
      createFleetClient({ ...options, ...overrides, headers: mergeHeaders(options.headers, overrides.headers) }),
  });
}

type AnyMethod = (input?: CallInput, options?: CallOptions) => LazyCall;

/**
 * The facade is built from the table of calls and typed by the facade types; both are generated from the same
 * contract, and the compiler cannot follow that.
 */
function typed(client: Record<string, unknown>): FleetClient {
  return client as unknown as FleetClient;
}
