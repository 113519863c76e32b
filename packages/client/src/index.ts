/** The typed client of the Fleet API. Start with {@link createFleetClient}. */
export {
  createFleetClient,
  type ExactFleetClient,
  type FleetClient,
  type FleetClientOptions,
  type OperationArguments,
  type OperationCall,
} from "./create-fleet-client.ts";
export { FleetError, type FleetErrorCode, type FleetErrorKind, isFleetError } from "./fleet-error.ts";
export type { RawClient } from "./transports/openapi-fetch.ts";
export type { CallContext, Middleware, Next } from "./middleware.ts";
export type {
  BrokenResult,
  Call,
  CallError,
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
  WalkOptions,
  WalkProgress,
  components,
  paths,
} from "@fleet-api/contract";
