/**
 * The types for a client with `int64: exactInt64`, by the same names as in the root entry: each integer of
 * `format: int64` is a `number | bigint`. Names that are missing here have no such integer in them: take them from the
 * root. Records are `components["schemas"]["Unit"]` here. `Pagination` is the one of the root as well: the client takes
 * only counts that are safe as numbers.
 *
 * @module
 */
export type { Facade, Int64, OperationTypes, Permissions } from "./built/exact.ts";
export type { Finding, Pagination, Problem, ProblemCode } from "./generated/shared.ts";
export type { Envelope, PagedEnvelope } from "./envelope.ts";
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
  IfNoneMatch,
  Ok,
  OkPage,
  PagedCall,
  WalkOptions,
  WalkProgress,
  ProblemResult,
} from "./call.ts";
export type { OperationId } from "./generated/index.ts";
export type {
  KnownPermission,
  KnownPermissionResource,
  PermissionActionName,
  PermissionResourceName,
} from "./generated/permissions.ts";
export type { components, operations, paths } from "./built/openapi.exact.ts";
