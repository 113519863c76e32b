import type { CallOptions } from "@fleet-api/contract";
import { closeEngine, type Engine, engineOf } from "./engine.ts";
import { type LazyCall, lazyCall } from "./lazy-call.ts";
import type { OperationFacts } from "./operation.ts";
import type { CoreOptions } from "./options.ts";
import { runCall } from "./run-call.ts";
import type { CallInput } from "./transport.ts";
import { plainTransport } from "./transports/plain.ts";

/** What sends the calls of one service. The operations are functions that take it: `unitsListing(core)`. */
export interface Core {
  /** Makes a call of an operation; nothing is sent before it is awaited, iterated or given `orThrow()`. */
  call(operation: OperationFacts, input?: CallInput, options?: CallOptions): LazyCall;
  /** Ends it: calls under way give `abort`, later ones `request`. */
  close(): void;
}

/** Makes a core. Throws a `TypeError` for options that cannot work. Default transport: `plainTransport`. */
export function createCore(options: CoreOptions): Core {
  return coreOf(engineOf(options, options.transport ?? plainTransport));
}

/** The calls of an engine. */
export function coreOf(engine: Engine): Core {
  return {
    call: (operation, input = {}, options = {}) =>
      lazyCall(
        operation,
        (each, signal) =>
          runCall(engine, operation, each, signal === options.signal ? options : { ...options, signal }),
        input,
        options,
      ),
    close: () => closeEngine(engine),
  };
}
