import type { CallOptions, OperationId, OperationTypes } from "@fleet-api/contract";
import type { Core } from "./create-core.ts";
import type { AnyTypes, OperationArguments, OperationCall } from "./create-fleet-client.ts";
import type { AnyCall } from "./one-call.ts";
import type { OperationFacts } from "./operation.ts";
import type { CallInput } from "./transport.ts";

/** An operation as a function of its own: `unitsListing(core, { query: { page: 2 } })`. */
export interface OperationFunction<Id extends OperationId> {
  <Types extends AnyTypes = OperationTypes>(
    core: Core<Types>,
    ...rest: OperationArguments<Id, Types>
  ): OperationCall<Id, Types>;
}

/** Makes the function of an operation from its generated facts. */
export function operation<Id extends OperationId>(facts: OperationFacts & { readonly id: Id }): OperationFunction<Id> {
  return typedFunction((core, input, options) => core.call(facts, input, options));
}

type AnyFunction = (core: Core, input?: CallInput, options?: CallOptions) => AnyCall;

/** The facts and the types of an operation are generated from the same contract; the compiler cannot follow that. */
export function typedFunction<Id extends OperationId>(call: AnyFunction): OperationFunction<Id> {
  return call as unknown as OperationFunction<Id>;
}
