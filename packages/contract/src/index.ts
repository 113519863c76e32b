/**
 * The contract as types. This entry has no run-time code; the data entries are `./operations` and `./permissions`.
 * The records of a resource group are in `./types/<group>`, so that a new group changes nothing here.
 *
 * @module
 */
export type { Finding, Pagination, Permissions, Problem, ProblemCode } from "./generated/shared.ts";
export type { Envelope, PagedEnvelope } from "./call.ts";
export type {
  AnswerHeaders,
  ByCondition,
  FailureResult,
  Call,
  FailureKind,
  FleetError,
  FleetErrorCode,
  FleetErrorKind,
  CallMeta,
  CallOptions,
  EmptyInput,
  EventStream,
  IfNoneMatch,
  Ok,
  OkPage,
  PagedCall,
  PaginateOptions,
  PaginateProgress,
  ProblemResult,
  StreamOptions,
} from "./call.ts";
export type { Facade, OperationId, OperationTypes } from "./generated/index.ts";
export type { OperationRow, QueryParameterRow } from "./operation-row.ts";
export type {
  KnownPermission,
  KnownPermissionResource,
  PermissionActionName,
  PermissionResourceName,
} from "./generated/permissions.ts";
export type { HandlerInput, HandlerReplies } from "./handler.ts";
export type { components, operations, paths } from "./built/openapi.ts";
