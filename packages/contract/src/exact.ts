/**
 * The types for a client with `int64: exactInt64`, by the same names as in the root entry: each integer of
 * `format: int64` is a `number | bigint`. Names that are missing here have no such integer in them: take them from the
 * root. `Pagination` is the one of the root as well: the client takes only counts that are safe as numbers.
 */
import type { components } from "./generated/schema.exact.ts";

type Schemas = components["schemas"];

/** The logged-in user, as POST /auth/login returns it. Source description, section 2.1. */
export type User = Schemas["User"];
/** Preferences of a user. Source description, section 2.2. */
export type Settings = Schemas["Settings"];
/** What a user may do, by resource and action. Source description, section 2.3. */
export type Permissions = Schemas["Permissions"];
/** A tracking device. */
export type Unit = Schemas["Unit"];
export type { Finding, Pagination, Problem, ProblemCode } from "./records.ts";
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
export type { AuthApi, Facade, OperationTypes, TestsApi, UnitsApi } from "./generated/facade.exact.ts";
export type { OperationId } from "./generated/operations.ts";
export type {
  KnownPermission,
  KnownPermissionResource,
  PermissionActionName,
  PermissionResourceName,
} from "./generated/permissions.ts";
export type { components, Int64, operations, paths } from "./generated/schema.exact.ts";
