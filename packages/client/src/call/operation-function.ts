import type {
  ByCondition,
  Call,
  CallOptions,
  EventStream,
  IfNoneMatch,
  OperationId,
  OperationTypes,
  StreamOptions,
} from "@fleet-api/contract";
import type { OperationArguments, OperationCall } from "../create-fleet-client.ts";
import type { StrategyFactory } from "../paging/pagination.ts";
import type { CallInput } from "../transport/transport.ts";
import { type AnyCall, createListCall } from "./call.ts";
import { type AnyEvent, openStream } from "./event-stream.ts";
import type { OperationFacts } from "./operation.ts";
import type { Core } from "./pipeline.ts";

/** An operation as a function of its own: `unitsListing(core, { query: { page: 2 } })`. */
export interface OperationFunction<Id extends OperationId> {
  (core: Core, ...rest: OperationArguments<Id>): OperationCall<Id>;
}

/** An operation that answers 304 to `If-None-Match`, as a function of its own. */
export interface ConditionalFunction<Id extends OperationId> {
  <Condition extends string | undefined = undefined>(
    core: Core,
    input: Conditional<OperationTypes[Id]>["input"] & IfNoneMatch<Condition>,
    options?: CallOptions,
  ): ByCondition<
    Condition,
    OperationCall<Id>,
    Call<Conditional<OperationTypes[Id]>["success"], OperationTypes[Id]["failure"]>
  >;
}

/** The types of a call with a condition, in a row of the types of an operation. */
type Conditional<Row> = Row extends { conditional: { input: object; success: object } } ? Row["conditional"] : never;

/** The function of an operation, by whether it answers 304. */
export type FunctionOf<Id extends OperationId> = OperationTypes[Id] extends { conditional: object }
  ? ConditionalFunction<Id>
  : OperationFunction<Id>;

/** Makes the function of an operation from its generated facts. */
export function operation<Id extends OperationId>(facts: OperationFacts & { readonly id: Id }): FunctionOf<Id> {
  return typedFunction((core, input, options) => core.call(facts, input, options));
}

/** Makes the function of a stream, as `operation` does. */
export function stream<Id extends OperationId>(facts: OperationFacts & { readonly id: Id }): FunctionOf<Id> {
  return typedFunction((core, input, options) => core.stream(openStream, facts, input, options));
}

type AnyFunction = (
  core: Core,
  input?: CallInput,
  options?: CallOptions & StreamOptions,
) => AnyCall | EventStream<AnyEvent>;

/** The facts and the types of an operation are generated from the same contract; the compiler cannot follow that. */
function typedFunction<Id extends OperationId>(call: AnyFunction): FunctionOf<Id> {
  return call as unknown as FunctionOf<Id>;
}

/** Makes the function of a list, as `operation` does, with what iterates it. */
export function list<Id extends OperationId>(
  strategy: StrategyFactory,
  facts: OperationFacts & { readonly id: Id },
): FunctionOf<Id> {
  return typedFunction((core, input, options) => createListCall(core, facts, strategy, input, options));
}
