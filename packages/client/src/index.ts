/**
 * The typed client of the Fleet API. Start with {@link createFleetClient}.
 *
 * @module
 */
export {
  createFleetClient,
  type FleetClient,
  type FleetClientOptions,
  type OperationCall,
} from "./create-fleet-client.ts";
export { FleetError, isFleetError } from "./errors.ts";
export { openapiFetchTransport, type RawClient } from "./transport/openapi-fetch.ts";
export type { FailureOf, ItemOf, ResultOf, SuccessOf } from "./create-fleet-client.ts";
// oxlint-disable-next-line unicorn/require-module-specifiers -- makes the entries known to compilers that write types down
export type {} from "./built/types.ts";
export type { CallContext, Middleware, Next } from "./call/middleware.ts";
export type {
  FailureResult,
  Call,
  FailureKind,
  FleetErrorCode,
  FleetErrorKind,
  CallMeta,
  CallOptions,
  Finding,
  Ok,
  OkPage,
  OperationId,
  OperationTypes,
  PagedCall,
  Pagination,
  PermissionActionName,
  PermissionResourceName,
  Permissions,
  Problem,
  ProblemCode,
  ProblemResult,
  PaginateOptions,
  PaginateProgress,
  components,
  paths,
} from "@fleet-api/contract";
