import type { CallOptions, OperationTypes } from "@fleet-api/contract";
import type { OperationTypes as ExactOperationTypes } from "@fleet-api/contract/exact";
import { closeEngine, type Engine, engineOf } from "./engine.ts";
import { type AnyCall, callOf, sendOnce } from "./one-call.ts";
import type { OperationFacts } from "./operation.ts";
import type { AnyOptions, CoreOptions, ExactOptions } from "./options.ts";
import type { AnyResult } from "./outcome.ts";
import { runCall } from "./run-call.ts";
import type { CallInput } from "./transport.ts";
import { plainTransport } from "./transports/plain.ts";

/** What sends the calls of one service. The operations are functions that take it: `unitsListing(core)`. */
export interface Core<Types = OperationTypes> {
  /** Only a type: what the operations take and give by this core, with numbers or with exact integers. */
  readonly types?: Types;
  /** Makes a call, which is sent when it is awaited. A list is walked by its function only. */
  call(operation: OperationFacts, input?: CallInput, options?: CallOptions): AnyCall;
  /** Sends one request, with what `use` does to it, and says how it went. Never rejects. */
  send(operation: OperationFacts, input: CallInput, options: CallOptions): Promise<AnyResult>;
  /** Ends it: calls under way give `abort`, later ones `request`. */
  close(): void;
}

/** Makes a core. Throws a `TypeError` for options that cannot work. Default transport: `plainTransport`. */
export function createCore(options: ExactOptions<CoreOptions>): Core<ExactOperationTypes>;
export function createCore(options: CoreOptions): Core;
export function createCore(options: AnyOptions<CoreOptions>): Core {
  return coreOf(engineOf(options, options.transport ?? plainTransport));
}

/** The face of an engine. */
export function coreOf(engine: Engine): Core {
  const send: Core["send"] = (operation, input, options) => runCall(engine, operation, input, options);
  return {
    call: (operation, input = {}, options = {}) => callOf(sendOnce(send, operation, input, options)),
    send,
    close: () => closeEngine(engine),
  };
}
