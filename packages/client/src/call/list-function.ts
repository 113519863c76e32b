import type { OperationId } from "@fleet-api/contract";
import { createListCall } from "./call.ts";
import type { OperationFacts } from "./operation.ts";
import { type FunctionOf, typedFunction } from "./operation-function.ts";
import type { RouteMaker } from "../paging/index.ts";

/** Makes the function of a list, as `operation` does, with what walks it. */
export function list<Id extends OperationId>(
  route: RouteMaker,
  facts: OperationFacts & { readonly id: Id },
): FunctionOf<Id> {
  return typedFunction((core, input, options) => createListCall(core, facts, route, input, options));
}
