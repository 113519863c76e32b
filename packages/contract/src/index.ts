/** The contract as types. This entry has no run-time code; the data entries are `./operations` and `./permissions`. */
export type { User, Settings, Permissions, Unit, Problem, ProblemCode, Finding, Pagination } from "./records.ts";
export type { Envelope, PagedEnvelope } from "./envelope.ts";
export type {
  BrokenResult,
  Call,
  CallError,
  CallMeta,
  CallOptions,
  EmptyInput,
  Ok,
  OkPage,
  PagedCall,
  WalkOptions,
  WalkProgress,
  ProblemResult,
} from "./call.ts";
export type { AuthApi, Facade, OperationTypes, TestsApi, UnitsApi } from "./generated/facade.ts";
export type { OperationId } from "./generated/operations.ts";
export type { OperationRow, QueryParameterRow } from "./operation-row.ts";
export type {
  KnownPermission,
  KnownPermissionResource,
  PermissionActionName,
  PermissionResourceName,
} from "./generated/permissions.ts";
export type { HandlerData, HandlerInput, HandlerResponse } from "./handler.ts";
export type { components, operations, paths } from "./generated/schema.ts";
