import type { OperationId } from "@fleet-api/contract";
import { listCall } from "./list-call.ts";
import { type CallRow, factsOf } from "./operation.ts";
import { type OperationFunction, typedFunction } from "./operation-function.ts";
import type { RouteMaker } from "./paging/index.ts";

/** Makes the function of a list, as `operation` does, with what walks it. */
export function list<Id extends OperationId>(id: Id, route: RouteMaker, ...row: CallRow): OperationFunction<Id> {
  const facts = factsOf(id, row);
  return typedFunction((core, input, options) => listCall(core, facts, route, input, options));
}
