/** Generated from spec/shared by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type { KnownPermissionAction, KnownPermissionResource } from "./permissions.ts";

/** An integer of `format: int64`. The client refuses one that a number would round. */ export type Int64 = number;

/** A header that every response has. */ export type CommonHeader = "cache-control" | "x-request-id";

/** A record that is no longer there for you. Remove it from your copy; if your copy does not have it, ignore the entry. */
export interface RecordRemoved {
  /** The record was removed. */ change: "removed";
  /** Identifies the record. */ id: Int64;
  /** When the record was changed, UTC. For display only; the order of the entries is that of the feed. */
  changed_at: string;
  /**
   * Why the record is no longer there.
   *
   * - `deleted`: it was deleted; a restoration is another change
   * - `left_scope`: it still exists, but outside your scope, or outside the requested client
   */
  reason: "deleted" | "left_scope" | (string & {});
}

/**
 * The kind of document.
 *
 * - `registration`: certificate of registration
 * - `insurance`: insurance policy
 * - `inspection`: periodic inspection
 * - `road_tax`: road tax
 * - `operator_licence`: licence of the operator
 * - `permit`: permit for a road, a load or an area
 * - `lease`: lease agreement
 * - `tachograph_calibration`: calibration of the tachograph
 * - `medical`: medical certificate
 * - `driver_card`: driver card of a tachograph
 * - `training`: certificate of a training
 * - `other`: any other
 */
export type DocumentType =
  | "registration" | "insurance" | "inspection" | "road_tax" | "operator_licence" | "permit" | "lease"
  | "tachograph_calibration" | "medical" | "driver_card" | "training" | "other" | (string & {});

/**
 * Whether the document is valid today, by the time zone of its client.
 *
 * - `valid`: the time of the first reminder has not come
 * - `expiring`: it is valid, and the time of the first reminder has come
 * - `expired`: `expires_on` is past
 * - `no_expiry`: it does not expire
 */
export type DocumentStatus = "valid" | "expiring" | "expired" | "no_expiry";

/** A file by its name and address. */
export interface Attachment {
  /** The name of the file. */ name: string;
  /** The media type of the file. */ content_type: string | null;
  /** The size of the file in bytes. */ size_bytes: Int64 | null;
  /** Where the file is stored. */ url: string;
}

/** A file by its name and address. */
export interface GivenAttachment {
  /** The name of the file. */ name: string;
  /** The media type of the file. */ content_type?: string | null;
  /** The size of the file in bytes. */ size_bytes?: Int64 | null;
  /** Where the file is stored. */ url: string;
}

/** Informational messages about a successful operation. Each has the form `code: text`. */
export type Notices = string[];

/** Paging metadata of a list. */
export interface Pagination {
  /** The page that was returned, 1-based. */ page: number;
  /** Items per page, as requested or by default, even on a page that `limit` shortens. A page with fewer items is the last one. */
  per_page: number;
  /** The number of items overall. It does not depend on `limit`. */ total: Int64;
}

/**
 * The permissions of the user per resource: `permissions.<resource>.actions.<action>.allow` says whether the user
 * may perform an action.
 *
 * The list is open: accept resources and actions that are not named here.
 */
export type Permissions = {
  [Resource in KnownPermissionResource]: {
    title: PermissionTitle;
    actions: Record<KnownPermissionAction<Resource>, PermissionGrant> & { [key: string]: PermissionGrant };
  };
} & { [key: string]: PermissionResource };

/** A permission resource that this contract does not name. */
export interface PermissionResource {
  title: PermissionTitle;
  /** The actions of the resource. */ actions: { [key: string]: PermissionGrant };
}

/** One action and whether the user may perform it. */
export interface PermissionGrant {
  title: PermissionTitle;
  /** Whether the user may perform the action. */ allow: boolean;
}

/** Name for people. */ export type PermissionTitle = string;

/**
 * The stable code of a problem; programs switch on it.
 *
 * - `malformed_request`: the request cannot be parsed: broken JSON or UTF-8, a NUL character, a duplicate key or header, a broken percent-encoding (400). Correct the request; a retry fails in the same way.
 * - `unauthenticated`: there is no access token, or one that the service does not know (401). Log in and send the token in the `Authorization` header.
 * - `invalid_credentials`: the username or the password of a login is wrong (401). Ask the user for them again.
 * - `token_expired`: the access token was superseded, or left unused, more than 7 days ago (401). Log in again.
 * - `token_revoked`: the session of the access token has ended, by a logout or a new password (401). Log in again.
 * - `permission_denied`: the user lacks the permission in `required_permission` (403). Ask an administrator for it.
 * - `client_suspended`: the client of the record is suspended or archived; its records cannot be changed (403).
 * - `not_found`: there is no such record or path, or it is outside the caller's scope (404).
 * - `unknown_permission`: there is no such permission resource or action (404). If the resource exists, `detail` lists its actions.
 * - `method_not_allowed`: the path does not have this method (405). The `Allow` header lists those it has.
 * - `request_timeout`: the request did not arrive in time (408). Send it again.
 * - `duplicate`: another record already has this value (409). Choose another value.
 * - `in_use`: other records refer to this one (409). `references` has the first of them; change those first.
 * - `limit_reached`: the client has as many units, vehicles or users as its `limits` allow (409). Remove others, or have the limit raised.
 * - `invalid_state`: the state of the record does not allow this (409). `detail` says which state does.
 * - `assignment_overlap`: another unit is installed in the vehicle at that time, or the driver or the vehicle has another assignment (409). `existing_id` is that installation or assignment, and `references` has the unit or all overlapping assignments. End or correct it, or send `force_reassign` for a unit or `end_current` for a driver.
 * - `request_in_progress`: a request with the same `Idempotency-Key` is being carried out (409). Send it again after `retry_after_s` seconds.
 * - `sim_in_use`: another unit has this SIM card (409). Remove it from that unit first, or choose another card.
 * - `unit_already_assigned`: the unit is installed in another vehicle at that time (409). `existing_id` is that installation, and `references` has the vehicle. End or correct it, or send `force_reassign`.
 * - `tag_in_use`: a driver of the client has an active tag with this value (409). `existing_id` is that tag, and `references` has the driver. Remove the tag from that driver first.
 * - `gone`: the one-time token was used, was replaced by a newer one, or has expired, or the record was deleted more than 30 days ago (410).
 * - `cursor_expired`: the cursor is older than 30 days, or your scope, your permissions or the database changed (410). Begin again without a cursor, and remove from your copy what does not come again.
 * - `precondition_failed`: the record does not have the entity tag of `If-Match` (412). `current_version` is its version now; read it again.
 * - `payload_too_large`: the body is larger than the operation accepts (413). Send less.
 * - `unsupported_media_type`: the body is not `application/json`, or it has a content coding (415). Send plain JSON.
 * - `validation_failed`: the request parses but breaks the contract (422). `errors` lists the findings; correct them all.
 * - `idempotency_key_reused`: another request had the same `Idempotency-Key` (422). Choose a new key for each intended change.
 * - `group_cycle`: the parent of a group would be the group itself or one below it (422). Choose another parent.
 * - `group_too_deep`: groups would be nested more than 5 levels deep (422). Choose a parent further up.
 * - `query_too_slow`: the search, or the page of a list, takes longer than the service allows (422). Search for a longer text, filter more, or request a page closer to the first; a retry fails in the same way.
 * - `odometer_rollback`: a reading before this one has a higher odometer, or one after it a lower odometer (422). Correct the value or `read_at`, or mark the later of the two readings with `is_correction`.
 * - `engine_hours_rollback`: a reading before this one has more engine hours, or one after it fewer (422). Correct the value or `read_at`, or mark the later of the two readings with `is_correction`.
 * - `too_many_requests`: the user has too many requests in progress, or there were too many attempts (429). The request was not carried out. Wait `retry_after_s` seconds, then send it again.
 * - `headers_too_large`: the request line and the headers are larger than the service accepts (431). Send less.
 * - `internal_error`: the service failed (500). Report the `request_id`.
 * - `not_implemented`: the service knows no such method or transfer coding (501). Use a method of the contract; send the body with `Content-Length` or in chunks.
 * - `unavailable`: the service is temporarily unavailable (503). Try again after `retry_after_s` seconds. When a change could not be confirmed, `detail` says that it may have been made.
 */
export type ProblemCode =
  | "malformed_request" | "unauthenticated" | "invalid_credentials" | "token_expired" | "token_revoked"
  | "permission_denied" | "client_suspended" | "not_found" | "unknown_permission" | "method_not_allowed"
  | "request_timeout" | "duplicate" | "in_use" | "limit_reached" | "invalid_state" | "assignment_overlap"
  | "request_in_progress" | "sim_in_use" | "unit_already_assigned" | "tag_in_use" | "gone" | "cursor_expired"
  | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "validation_failed"
  | "idempotency_key_reused" | "group_cycle" | "group_too_deep" | "query_too_slow" | "odometer_rollback"
  | "engine_hours_rollback" | "too_many_requests" | "headers_too_large" | "internal_error" | "not_implemented"
  | "unavailable";

/** An error, in the form of RFC 9457. */
export interface Problem {
  /** Identifies the kind of problem. The service has a page about it at this path; the last segment is `code`. */
  type: string;
  /** The kind of problem in a few words, the same for every occurrence. */ title: string;
  /** The HTTP status. */ status: number;
  /** What was wrong this time and what to do. */ detail: string;
  /** The path of the request, without secrets; in an unknown path, `*` replaces what is no word of the contract. */
  instance: string;
  code: ProblemCode;
  /** The same as the `X-Request-Id` response header. */ request_id: string;
  /** When the problem occurred, UTC. */ timestamp: string;
  /** The findings, with the code `validation_failed`. At most the first 50; `detail` gives the total number. */
  errors?: Finding[];
  required_permission?: RequiredPermission;
  /** The version that the record has now, with the code `precondition_failed`. */ current_version?: Int64;
  /**
   * Identifies the record that has the value, with the codes `duplicate`, `sim_in_use` and `tag_in_use`, or the other
   * installation or assignment, with `unit_already_assigned` and `assignment_overlap`.
   */
  existing_id?: Int64;
  /**
   * What refers to the record, with the code `in_use`; the driver who has the tag, with `tag_in_use`; what is installed or assigned at
   * that time, with `unit_already_assigned` and `assignment_overlap`. One entry for each kind of record.
   */
  references?: Reference[];
  /**
   * How many seconds to wait before another attempt, with the codes `too_many_requests`, `request_in_progress` and
   * `unavailable`.
   */
  retry_after_s?: number;
}

/** One place where a request breaks the contract. */
export interface Finding {
  /**
   * Where the value is.
   *
   * - `body`: in the body; `pointer` says where
   * - `query`: in a query parameter
   * - `path`: in a path parameter
   * - `header`: in a header
   */
  in: "body" | "query" | "path" | "header";
  /** RFC 6901 pointer into the body, empty for the whole body; null for parameters and headers. */
  pointer: string | null;
  /** Name of the parameter or header; null in the body. */ name: string | null;
  code: FindingCode;
  /** What is wrong and what is accepted. */ detail: string;
  /** The accepted values, if they are a closed list; otherwise null. */ allowed_values: string[] | null;
}

/**
 * The rule that a value breaks; programs switch on it.
 *
 * - `required`: a required value is missing
 * - `type`: the value has the wrong type
 * - `enum`: the value is not in the list of accepted values; `allowed_values` has them
 * - `const`: only one value is accepted, and this is not it
 * - `format`: the value does not have the required format, such as a date or a time zone
 * - `pattern`: the text does not match the required pattern
 * - `check_digit`: a check digit does not fit, so a digit is wrong
 * - `min_length`: the text is too short
 * - `max_length`: the text is too long
 * - `minimum`: the number is too small
 * - `maximum`: the number is too large
 * - `multiple_of`: the number is not a multiple of the required step
 * - `min_items`: the list has too few items
 * - `max_items`: the list has too many items
 * - `unique_items`: an item is in the list more than once
 * - `min_properties`: the object has too few properties
 * - `max_properties`: the object has too many properties
 * - `unknown_property`: the object does not have this property
 * - `unknown_parameter`: the operation does not have this parameter
 * - `repeated_parameter`: the parameter is given more than once
 * - `unexpected_body`: the operation takes no body
 * - `invalid`: the value breaks a rule that has no code of its own; `detail` says which
 */
export type FindingCode =
  | "required" | "type" | "enum" | "const" | "format" | "pattern" | "check_digit" | "min_length" | "max_length"
  | "minimum" | "maximum" | "multiple_of" | "min_items" | "max_items" | "unique_items" | "min_properties"
  | "max_properties" | "unknown_property" | "unknown_parameter" | "repeated_parameter" | "unexpected_body" | "invalid";

/** Records of one kind that refer to a record. */
export interface Reference {
  /** The permission resource of the records, or `driver_assignments`. */ resource: string;
  /** The first of them, in the order of their ids. There are at most 20, or 200 assignments. */ ids: Int64[];
  /** How many there are. */ count: Int64;
}

/** The permission that the user lacks, with the code `permission_denied`. */
export interface RequiredPermission {
  /** Permission resource. */ resource: string;
  /** Action of the resource. */ action: string;
  /** The action in words. */ title: string;
  /** The fields of the body and the parameters that need the permission. */ fields?: string[];
}

/** A client by id and name. */
export interface ClientName {
  /** Identifies the client. */ id: Int64;
  /** Name of the client. */ name: string;
}

/**
 * What happens if some of the items cannot be processed.
 *
 * - `all_or_nothing`: nothing is changed, and the response is an error
 * - `best_effort`: the others are processed, and the result says which failed
 *
 * Default: "all_or_nothing".
 */
export type BulkMode = "all_or_nothing" | "best_effort";

/** What became of the items of a bulk request. */
export interface BulkResult {
  /** Whether nothing was changed, as requested. */ dry_run: boolean;
  /** How many items the request had. */ total: number;
  /** How many items were processed, or were already as requested. */ succeeded: number;
  /** How many items could not be processed. */ failed: number;
  /**
   * How many records were removed because the request, which replaces a list, does not name them. It is 0 in every other
   * request.
   */
  removed: number;
  /** One entry for each item, in the order of the request. */ results: BulkItem[];
}

/** What became of one item. */
export interface BulkItem {
  /** The position of the item in the request, from 0. */ index: number;
  /** Identifies the record that the item is about. It is null if no record is known, or if a dry run would create it. */
  id: Int64 | null;
  /** The permission resource of the record. */ resource: string;
  /**
   * What was done.
   *
   * - `created`: the record was created
   * - `updated`: fields of the record were changed
   * - `changed`: what the request is about was changed, such as the membership of the record in a group
   * - `unchanged`: the record was already as requested
   * - `moved`: the record belongs to another owner now
   * - `skipped`: the item was skipped, as requested
   * - `failed`: the item could not be processed; `problem` says why
   */
  outcome: "created" | "updated" | "changed" | "unchanged" | "moved" | "skipped" | "failed" | (string & {});
  /** Why the item failed; otherwise null. */ problem: BulkProblem | null;
}

/** Why an item failed. */
export interface BulkProblem {
  code: ProblemCode;
  /** What was wrong with the item. */ detail: string;
  /**
   * The findings, with the code `validation_failed`, with pointers into the whole body. At most the first 10; `detail`
   * gives the total number.
   */
  errors?: Finding[];
  required_permission?: RequiredPermission;
  /**
   * Identifies the record that has the value, with the codes `duplicate`, `sim_in_use` and `tag_in_use`, or the other
   * installation or assignment, with `unit_already_assigned` and `assignment_overlap`.
   */
  existing_id?: Int64;
}

/** The envelope of BulkResult. */ export interface BulkEnvelope { data: BulkResult; notices?: Notices }

/** An access token in the form `bearer <ACCESS_TOKEN>`. */ export type BearerToken = string;
