/** Generated from spec/resources/unit_groups by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type {
  ByCondition, Call, CallOptions, FailureResult, IfNoneMatch, NoCondition, Ok, OkPage, PagedCall, ProblemResult,
  Unconditional,
} from "../call.ts";
import type { OperationRow } from "../operation-row.ts";
import type { BulkMode, BulkResult, ClientName, Int64, Notices, Pagination, RecordRemoved } from "./shared.ts";
import type { UnitSummary } from "./units.ts";

/** Operations under `fleet.unitGroups`. */
export interface UnitGroupsApi {
  /**
   * List unit groups. `GET /unit_groups/listing`
   *
   * Returns the unit groups in the caller's scope in pages.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `unit_groups.view`. Reference: `/docs/v1/operations/unitGroupsListing/` of the service.
   * @example
   * for await (const item of fleet.unitGroups.listing()) console.log(item);
   */
  listing(input?: UnitGroupsListingInput, options?: CallOptions): PagedCall<UnitGroupsListingSuccess, UnitGroupsListingFailure, UnitGroup>;
  /**
   * List the unit groups of a client. `GET /unit_groups/listing/client/{client_id}`
   *
   * Returns summaries of the unit groups of one client, in pages, ordered by id.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `unit_groups.view`. Reference: `/docs/v1/operations/unitGroupsListingByClient/` of the service.
   * @example
   * for await (const item of fleet.unitGroups.listingByClient({ path: { client_id: 1 } })) console.log(item);
   */
  listingByClient(input: UnitGroupsListingByClientInput, options?: CallOptions): PagedCall<UnitGroupsListingByClientSuccess, UnitGroupsListingByClientFailure, UnitGroupSummary>;
  /**
   * Find unit groups. `GET /unit_groups/find`
   *
   * Returns the unit groups whose name, description or external id contains a text, whatever the case of its letters. Exact
   * names come first, then names that begin with the text, then the others, each by name.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `unit_groups.view`. Reference: `/docs/v1/operations/unitGroupsFind/` of the service.
   * @example
   * for await (const item of fleet.unitGroups.find({ query: { q: "depot" } })) console.log(item);
   */
  find(input: UnitGroupsFindInput, options?: CallOptions): PagedCall<UnitGroupsFindSuccess, UnitGroupsFindFailure, UnitGroupSummary>;
  /**
   * Synchronise unit groups. `GET /unit_groups/changes`
   *
   * Returns what changed, oldest first: the current state of each unit group that is new or was changed, and the id of each one
   * that was deleted or left your scope. Without a `cursor` it begins with all unit groups in your scope. Repeat the request with
   * `next_cursor` while `has_more` is true, then from time to time.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `cursor_expired`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `unit_groups.view`. Reference: `/docs/v1/operations/unitGroupsChanges/` of the service.
   * @example
   * const result = await fleet.unitGroups.changes();
   * if (result.ok) console.log(result.data);
   */
  changes(input?: UnitGroupsChangesInput, options?: CallOptions): Call<UnitGroupsChangesSuccess, UnitGroupsChangesFailure>;
  /**
   * Create a unit group. `POST /unit_groups`
   *
   * Creates a unit group for a client, at the top or in another group of the same client.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `group_too_deep`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `unit_groups.create`. Reference: `/docs/v1/operations/unitGroupsCreate/` of the service.
   * @example
   * const result = await fleet.unitGroups.create({ body: { client_id: 1, external_id: "erp-group-7", name: "North", description: "Units of the northern depot", color: "#1E88E5", icon: "depot", parent_id: 1, attributes: { depot: "north" }, notes: null } });
   * if (result.ok) console.log(result.data);
   */
  create(input: UnitGroupsCreateInput, options?: CallOptions): Call<UnitGroupsCreateSuccess, UnitGroupsCreateFailure>;
  /**
   * Get a unit group. `GET /unit_groups/{unit_group_id}`
   *
   * Returns one unit group.
   *
   * Statuses of a success: `200`, `304`.
   * With `If-None-Match`, `status` is 304 and `data` is null if nothing has changed.
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `unit_groups.view`. Reference: `/docs/v1/operations/unitGroupsGet/` of the service.
   * @example
   * const result = await fleet.unitGroups.get({ path: { unit_group_id: 2 } });
   * if (result.ok) console.log(result.data);
   */
  get<Condition extends string | undefined = undefined>(input: UnitGroupsGetInput & IfNoneMatch<Condition>, options?: CallOptions): ByCondition<Condition, Call<Unconditional<UnitGroupsGetSuccess>, UnitGroupsGetFailure>, Call<UnitGroupsGetSuccess, UnitGroupsGetFailure>>;
  /**
   * Change a unit group. `PATCH /unit_groups/{unit_group_id}`
   *
   * Changes the fields of a unit group that the body has. With `parent_id` the group moves, together with the groups below
   * it. A body that changes nothing leaves the version as it is.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `group_cycle`, `group_too_deep`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `unit_groups.edit`. Reference: `/docs/v1/operations/unitGroupsUpdate/` of the service.
   * @example
   * const result = await fleet.unitGroups.update({ path: { unit_group_id: 2 }, body: { description: "Units of the northern depot", color: "#1E88E5" } });
   * if (result.ok) console.log(result.data);
   */
  update(input: UnitGroupsUpdateInput, options?: CallOptions): Call<UnitGroupsUpdateSuccess, UnitGroupsUpdateFailure>;
  /**
   * Delete a unit group. `DELETE /unit_groups/{unit_group_id}`
   *
   * Deletes a unit group without groups below it; its units are only detached. It can be restored, with its units, for 30
   * days.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `in_use`, `precondition_failed`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `unit_groups.delete`. Reference: `/docs/v1/operations/unitGroupsDelete/` of the service.
   * @example
   * const result = await fleet.unitGroups.delete({ path: { unit_group_id: 2 } });
   * if (result.ok) console.log(result.data);
   */
  delete(input: UnitGroupsDeleteInput, options?: CallOptions): Call<UnitGroupsDeleteSuccess, UnitGroupsDeleteFailure>;
  /**
   * Restore a unit group. `POST /unit_groups/{unit_group_id}/restore`
   *
   * Brings a unit group back that was deleted at most 30 days ago, with the units that it had. A group that is not deleted
   * stays as it is.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `invalid_state`, `request_in_progress`, `gone`, `group_too_deep`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `unit_groups.delete`. Reference: `/docs/v1/operations/unitGroupsRestore/` of the service.
   * @example
   * const result = await fleet.unitGroups.restore({ path: { unit_group_id: 2 } });
   * if (result.ok) console.log(result.data);
   */
  restore(input: UnitGroupsRestoreInput, options?: CallOptions): Call<UnitGroupsRestoreSuccess, UnitGroupsRestoreFailure>;
  /**
   * List the units of a group. `GET /unit_groups/{unit_group_id}/units/listing`
   *
   * Returns summaries of the units of a group, in pages, ordered by id. Each unit is there once.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.view`. Reference: `/docs/v1/operations/unitGroupsUnitsListing/` of the service.
   * @example
   * for await (const item of fleet.unitGroups.unitsListing({ path: { unit_group_id: 2 } })) console.log(item);
   */
  unitsListing(input: UnitGroupsUnitsListingInput, options?: CallOptions): PagedCall<UnitGroupsUnitsListingSuccess, UnitGroupsUnitsListingFailure, UnitSummary>;
  /**
   * Set the units of a group. `PUT /unit_groups/{unit_group_id}/units`
   *
   * Replaces the units of a group: those of the request are in it afterwards, and no others. Units that the request does not
   * name are removed from the group and counted in `removed`; the units themselves stay. A unit that is in the group already
   * is `unchanged`. With `best_effort`, a list in which every id is wrong empties the group.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `unit_groups.edit`. Reference: `/docs/v1/operations/unitGroupsSetUnits/` of the service.
   * @example
   * const result = await fleet.unitGroups.setUnits({ path: { unit_group_id: 2 }, body: { unit_ids: [1, 2], mode: "all_or_nothing", dry_run: false } });
   * if (result.ok) console.log(result.data);
   */
  setUnits(input: UnitGroupsSetUnitsInput, options?: CallOptions): Call<UnitGroupsSetUnitsSuccess, UnitGroupsSetUnitsFailure>;
  /**
   * Add units to a group. `POST /unit_groups/{unit_group_id}/add_units`
   *
   * Adds units of the same client to a group. A unit that is in the group already stays in it.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `unit_groups.edit`. Reference: `/docs/v1/operations/unitGroupsAddUnits/` of the service.
   * @example
   * const result = await fleet.unitGroups.addUnits({ path: { unit_group_id: 2 }, body: { unit_ids: [1, 2], mode: "all_or_nothing", dry_run: false } });
   * if (result.ok) console.log(result.data);
   */
  addUnits(input: UnitGroupsAddUnitsInput, options?: CallOptions): Call<UnitGroupsAddUnitsSuccess, UnitGroupsAddUnitsFailure>;
  /**
   * Remove units from a group. `POST /unit_groups/{unit_group_id}/remove_units`
   *
   * Removes units from a group; the units themselves stay. A unit that is not in the group stays out of it.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `unit_groups.edit`. Reference: `/docs/v1/operations/unitGroupsRemoveUnits/` of the service.
   * @example
   * const result = await fleet.unitGroups.removeUnits({ path: { unit_group_id: 2 }, body: { unit_ids: [1, 2], mode: "all_or_nothing", dry_run: false } });
   * if (result.ok) console.log(result.data);
   */
  removeUnits(input: UnitGroupsRemoveUnitsInput, options?: CallOptions): Call<UnitGroupsRemoveUnitsSuccess, UnitGroupsRemoveUnitsFailure>;
}

export interface UnitGroupsListingInput {
  query?: {
    /** Page number to return, 1-based. A page past the last one is empty and has the same `total`. Default: 1. */
    page?: number | undefined;
    /** Items per page. A value above the maximum is refused with 422, never lowered silently. Default: 50. */
    per_page?: number | undefined;
    /**
     * Maximum items to return.
     *
     * Applies to the whole listing, over all of its pages: the listing ends with a short or an empty page, and `total` does
     * not change. Without it there is no maximum.
     */
    limit?: number | undefined;
    /** Only the records with these ids, at most 200. An id without a record in your scope finds nothing. */
    ids?: Int64[] | undefined;
    /**
     * Only the records with one of these values, at most 200. If long values make the request line too large (431), send them in
     * several requests.
     */
    external_id?: string[] | undefined;
    /** Restricts the result to this partner. The caller's own scope applies as well. */
    partner_id?: string | undefined;
    /** Restricts the result to this agency. The caller's own scope applies as well. */ agency_id?: string | undefined;
    /** Restricts the result to this client. The caller's own scope applies as well. */ client_id?: Int64 | undefined;
    /** Only the groups directly below this group. */ parent_id?: Int64 | undefined;
    /**
     * Only records whose `updated_at` is later than this instant. To keep a copy of all records, use the feed of changes
     * instead: this filter misses changes that become visible late and records that leave your scope.
     */
    updated_after?: string | undefined;
    /** Also returns deleted records, which have a `deleted_at`. Default: false. */
    include_deleted?: boolean | undefined;
    /**
     * The order of the groups: by the first key, then by the next. A key with a minus sign is descending, null is last, and
     * ties are ordered by id. Without this parameter the order is that of the ids.
     */
    sort?: UnitGroupSort[] | undefined;
  } | undefined;
}
export type UnitGroupsListingSuccess = OkPage<200, UnitGroup, "authorization">;
export type UnitGroupsListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitGroupsListingByClientInput {
  path: {
    /** The client whose records are listed. */ client_id: Int64;
  };
  query?: {
    /** Page number to return, 1-based. A page past the last one is empty and has the same `total`. Default: 1. */
    page?: number | undefined;
    /** Items per page. A value above the maximum is refused with 422, never lowered silently. Default: 50. */
    per_page?: number | undefined;
    /**
     * Maximum items to return.
     *
     * Applies to the whole listing, over all of its pages: the listing ends with a short or an empty page, and `total` does
     * not change. Without it there is no maximum.
     */
    limit?: number | undefined;
  } | undefined;
}
export type UnitGroupsListingByClientSuccess = OkPage<200, UnitGroupSummary, "authorization">;
export type UnitGroupsListingByClientFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitGroupsFindInput {
  query: {
    /** The text to look for in the name, the description and the external id. */ q: string;
    /** Page number to return, 1-based. A page past the last one is empty and has the same `total`. Default: 1. */
    page?: number | undefined;
    /** Items per page. A value above the maximum is refused with 422, never lowered silently. Default: 50. */
    per_page?: number | undefined;
    /**
     * Maximum items to return.
     *
     * Applies to the whole listing, over all of its pages: the listing ends with a short or an empty page, and `total` does
     * not change. Without it there is no maximum.
     */
    limit?: number | undefined;
  };
}
export type UnitGroupsFindSuccess = OkPage<200, UnitGroupSummary, "authorization">;
export type UnitGroupsFindFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitGroupsChangesInput {
  query?: {
    /**
     * The `next_cursor` of the previous page. Without it the feed begins with all records in your scope. A cursor is valid for
     * requests with the same `client_id`, for 30 days, and until your scope or your permissions change.
     */
    cursor?: string | undefined;
    /** Where a feed without a `cursor` begins. Without this parameter it begins with all records in your scope. */
    from?: "now" | undefined;
    /** Restricts the feed to this client. Your own scope applies as well. */ client_id?: Int64 | undefined;
    /** Items per page. A value above the maximum is refused with 422, never lowered silently. Default: 50. */
    per_page?: number | undefined;
  } | undefined;
}
export type UnitGroupsChangesSuccess = Ok<200, UnitGroupChanges, "authorization">;
export type UnitGroupsChangesFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<410, "cursor_expired", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitGroupsCreateInput { /** The new unit group. */ body: UnitGroupCreate }
export type UnitGroupsCreateSuccess = Ok<201, UnitGroup, "authorization" | "idempotency-replayed" | "location" | "etag">;
export type UnitGroupsCreateFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "group_too_deep" | "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitGroupsGetInput {
  path: {
    /** Identifies the unit group. */ unit_group_id: Int64;
  };
  query?: {
    /** Also returns deleted records, which have a `deleted_at`. Default: false. */
    include_deleted?: boolean | undefined;
  } | undefined;
  headers?: {
    /**
     * The entity tags of responses that the caller has kept (RFC 9110 section 13.1.2). If the record still has one of them,
     * the response is 304 without content.
     */
    "If-None-Match"?: string | undefined;
  } | undefined;
}
export type UnitGroupsGetSuccess =
  | Ok<200, UnitGroup, "authorization" | "etag"> | Ok<304, null, "authorization" | "etag">;
export type UnitGroupsGetFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitGroupsUpdateInput {
  path: {
    /** Identifies the unit group. */ unit_group_id: Int64;
  };
  headers?: {
    /**
     * Changes the record only if it has not changed since you read it (RFC 9110 section 13.1.1); otherwise the response is
     * 412. Send the `ETag` of the last response, or `"v<version>-<updated_at>"` with `updated_at` of the record in milliseconds
     * since 1970: version and time are compared. Of several tags one must match; a weak tag never matches, `*` always does.
     * Without this header the record is changed in any case, and the response has the notice `updated_without_precondition`.
     */
    "If-Match"?: string | undefined;
  } | undefined;
  /** The fields to change. */ body: UnitGroupUpdate;
}
export type UnitGroupsUpdateSuccess = Ok<200, UnitGroup, "authorization" | "etag">;
export type UnitGroupsUpdateFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<409, "duplicate", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "group_cycle" | "group_too_deep" | "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitGroupsDeleteInput {
  path: {
    /** Identifies the unit group. */ unit_group_id: Int64;
  };
  headers?: {
    /**
     * Changes the record only if it has not changed since you read it (RFC 9110 section 13.1.1); otherwise the response is
     * 412. Send the `ETag` of the last response, or `"v<version>-<updated_at>"` with `updated_at` of the record in milliseconds
     * since 1970: version and time are compared. Of several tags one must match; a weak tag never matches, `*` always does.
     * Without this header the record is changed in any case, and the response has the notice `updated_without_precondition`.
     */
    "If-Match"?: string | undefined;
  } | undefined;
}
export type UnitGroupsDeleteSuccess = Ok<200, UnitGroup, "authorization" | "etag">;
export type UnitGroupsDeleteFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<409, "in_use", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitGroupsRestoreInput {
  path: {
    /** Identifies the unit group. */ unit_group_id: Int64;
  };
}
export type UnitGroupsRestoreSuccess = Ok<200, UnitGroup, "authorization" | "idempotency-replayed" | "etag">;
export type UnitGroupsRestoreFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate" | "invalid_state" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<410, "gone", "authorization">
  | ProblemResult<422, "group_too_deep" | "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitGroupsUnitsListingInput {
  path: {
    /** Identifies the unit group. */ unit_group_id: Int64;
  };
  query?: {
    /** Page number to return, 1-based. A page past the last one is empty and has the same `total`. Default: 1. */
    page?: number | undefined;
    /** Items per page. A value above the maximum is refused with 422, never lowered silently. Default: 50. */
    per_page?: number | undefined;
    /**
     * Maximum items to return.
     *
     * Applies to the whole listing, over all of its pages: the listing ends with a short or an empty page, and `total` does
     * not change. Without it there is no maximum.
     */
    limit?: number | undefined;
    /** Also returns the units of the groups below. Default: false. */ include_descendants?: boolean | undefined;
  } | undefined;
}
export type UnitGroupsUnitsListingSuccess = OkPage<200, UnitSummary, "authorization">;
export type UnitGroupsUnitsListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitGroupsSetUnitsInput {
  path: {
    /** Identifies the unit group. */ unit_group_id: Int64;
  };
  /** All units of the group. */ body: AllUnitIds;
}
export type UnitGroupsSetUnitsSuccess = Ok<200, BulkResult, "authorization">;
export type UnitGroupsSetUnitsFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitGroupsAddUnitsInput {
  path: {
    /** Identifies the unit group. */ unit_group_id: Int64;
  };
  /** The units to add. */ body: UnitIds;
}
export type UnitGroupsAddUnitsSuccess = Ok<200, BulkResult, "authorization" | "idempotency-replayed">;
export type UnitGroupsAddUnitsFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitGroupsRemoveUnitsInput {
  path: {
    /** Identifies the unit group. */ unit_group_id: Int64;
  };
  /** The units to remove. */ body: UnitIds;
}
export type UnitGroupsRemoveUnitsSuccess = Ok<200, BulkResult, "authorization" | "idempotency-replayed">;
export type UnitGroupsRemoveUnitsFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

/** The types of these operations, by id. */
export interface UnitGroupsOperationTypes {
  unitGroupsListing: { input: UnitGroupsListingInput; success: UnitGroupsListingSuccess; failure: UnitGroupsListingFailure; item: UnitGroup };
  unitGroupsListingByClient: { input: UnitGroupsListingByClientInput; success: UnitGroupsListingByClientSuccess; failure: UnitGroupsListingByClientFailure; item: UnitGroupSummary };
  unitGroupsFind: { input: UnitGroupsFindInput; success: UnitGroupsFindSuccess; failure: UnitGroupsFindFailure; item: UnitGroupSummary };
  unitGroupsChanges: { input: UnitGroupsChangesInput; success: UnitGroupsChangesSuccess; failure: UnitGroupsChangesFailure; item: never };
  unitGroupsCreate: { input: UnitGroupsCreateInput; success: UnitGroupsCreateSuccess; failure: UnitGroupsCreateFailure; item: never };
  unitGroupsGet: { input: UnitGroupsGetInput & NoCondition; success: Unconditional<UnitGroupsGetSuccess>; failure: UnitGroupsGetFailure; item: never; conditional: { input: UnitGroupsGetInput; success: UnitGroupsGetSuccess } };
  unitGroupsUpdate: { input: UnitGroupsUpdateInput; success: UnitGroupsUpdateSuccess; failure: UnitGroupsUpdateFailure; item: never };
  unitGroupsDelete: { input: UnitGroupsDeleteInput; success: UnitGroupsDeleteSuccess; failure: UnitGroupsDeleteFailure; item: never };
  unitGroupsRestore: { input: UnitGroupsRestoreInput; success: UnitGroupsRestoreSuccess; failure: UnitGroupsRestoreFailure; item: never };
  unitGroupsUnitsListing: { input: UnitGroupsUnitsListingInput; success: UnitGroupsUnitsListingSuccess; failure: UnitGroupsUnitsListingFailure; item: UnitSummary };
  unitGroupsSetUnits: { input: UnitGroupsSetUnitsInput; success: UnitGroupsSetUnitsSuccess; failure: UnitGroupsSetUnitsFailure; item: never };
  unitGroupsAddUnits: { input: UnitGroupsAddUnitsInput; success: UnitGroupsAddUnitsSuccess; failure: UnitGroupsAddUnitsFailure; item: never };
  unitGroupsRemoveUnits: { input: UnitGroupsRemoveUnitsInput; success: UnitGroupsRemoveUnitsSuccess; failure: UnitGroupsRemoveUnitsFailure; item: never };
}

/** A group of units of one client. Groups can be nested; a unit can be in several groups. */
export interface UnitGroup {
  /** Identifies the unit group. */ id: Int64;
  /** The client that the group belongs to; it never changes. */ client_id: Int64;
  client: ClientName;
  /** The partner above the client. */ partner_id: string | null;
  /** The agency above the client. */ agency_id: string | null;
  /** Identifier in a system of the integrator, unique per client. */ external_id: string | null;
  /**
   * Display name of the group, unique among the groups with the same parent, whatever the case of its letters. It has
   * no slash and no white space at its ends.
   */
  name: string;
  /** What the group is for. */ description: string | null;
  /** The colour of the group on maps, as `#RRGGBB`. */ color: string | null;
  /** The name of an icon of the application. */ icon: string | null;
  /** The group that this one is in; null at the top. It belongs to the same client. */ parent_id: Int64 | null;
  /** The names of the groups above and of this one, each after a slash. Renaming a group above is no change of this one. */
  path: string;
  /** How many units are in the group itself, without those of the groups below it. */ unit_count: Int64;
  /** Custom attributes, at most 50. */ attributes: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes: string | null;
  /** Incremented by every change of the record. */ version: Int64;
  /** When the group was created, UTC. */ created_at: string;
  /** When the group was last changed, UTC. */ updated_at: string;
  /** When the group was deleted, UTC; null while it is not. */ deleted_at: string | null;
}

/** A unit group that is new in your scope, or was changed. */
export interface UnitGroupUpserted {
  /** The record is new in your scope, or was changed. */ change: "upserted";
  /** Identifies the record. */ id: Int64;
  /** When the record was changed, UTC. For display only; the order of the entries is that of the feed. */
  changed_at: string;
  record: UnitGroup;
}

/** One entry of the feed; `change` says which of the two it is. */
export type UnitGroupChange = UnitGroupUpserted | RecordRemoved;

/** The next part of the feed of changes. */
export interface UnitGroupChanges {
  /** What changed, oldest first; each unit group once, as it is now. */ changes: UnitGroupChange[];
  /** Where the feed continues. Store it after you have applied the entries, and send it with the next request. */
  next_cursor: string;
  /** Whether the next page can be requested at once. If false, you have everything up to now; request again later. */
  has_more: boolean;
}

/** The envelope of UnitGroupChanges. */
export interface UnitGroupChangesEnvelope { data: UnitGroupChanges; notices?: Notices }

/** A summary of a unit group. */
export interface UnitGroupSummary {
  /** Identifies the unit group. */ id: Int64;
  /** The client that the group belongs to; it never changes. */ client_id: Int64;
  /**
   * Display name of the group, unique among the groups with the same parent, whatever the case of its letters. It has
   * no slash and no white space at its ends.
   */
  name: string;
  /** The group that this one is in; null at the top. It belongs to the same client. */ parent_id: Int64 | null;
  /** The names of the groups above and of this one, each after a slash. Renaming a group above is no change of this one. */
  path: string;
  /** How many units are in the group itself, without those of the groups below it. */ unit_count: Int64;
  /** When the group was last changed, UTC. */ updated_at: string;
}

/** A new unit group. */
export interface UnitGroupCreate {
  /** The client that the group belongs to; it never changes. */ client_id: Int64;
  /** Identifier in a system of the integrator, unique per client. */ external_id?: string | null;
  /**
   * Display name of the group, unique among the groups with the same parent, whatever the case of its letters. It has
   * no slash and no white space at its ends.
   */
  name: string;
  /** What the group is for. */ description?: string | null;
  /** The colour of the group on maps, as `#RRGGBB`. */ color?: string | null;
  /** The name of an icon of the application. */ icon?: string | null;
  /** The group that this one is in; null at the top. It belongs to the same client. */ parent_id?: Int64 | null;
  /** Custom attributes, at most 50. */ attributes?: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes?: string | null;
}

/**
 * The fields to change; a field that is left out keeps its value. `null` empties a field that may be empty, and
 * `attributes` replaces all attributes.
 */
export interface UnitGroupUpdate {
  /** Identifier in a system of the integrator, unique per client. */ external_id?: string | null;
  /**
   * Display name of the group, unique among the groups with the same parent, whatever the case of its letters. It has
   * no slash and no white space at its ends.
   */
  name?: string;
  /** What the group is for. */ description?: string | null;
  /** The colour of the group on maps, as `#RRGGBB`. */ color?: string | null;
  /** The name of an icon of the application. */ icon?: string | null;
  /** The group that this one is in; null at the top. It belongs to the same client. */ parent_id?: Int64 | null;
  /** Custom attributes, at most 50. */ attributes?: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes?: string | null;
}

/** The envelope of UnitGroup. */ export interface UnitGroupEnvelope { data: UnitGroup; notices?: Notices }

/** The paged envelope of unit groups. */
export interface UnitGroupPage {
  /** The unit groups of the page, in the requested order. */ data: UnitGroup[];
  notices?: Notices;
  pagination: Pagination;
}

/** The paged envelope of summaries of unit groups. */
export interface UnitGroupSummaryPage {
  /** The unit groups of the page. */ data: UnitGroupSummary[];
  notices?: Notices;
  pagination: Pagination;
}

/**
 * A key to sort by.
 *
 * - `id`: by id
 * - `-id`: by id, the highest first
 * - `name`: by name
 * - `-name`: by name, backwards
 * - `path`: by path
 * - `-path`: by path, backwards
 * - `updated_at`: by the time of the last change
 * - `-updated_at`: by the time of the last change, the latest first
 */
export type UnitGroupSort = "id" | "-id" | "name" | "-name" | "path" | "-path" | "updated_at" | "-updated_at";

/** Units that are added to a group or removed from it. */
export interface UnitIds {
  /** The units, each once. */ unit_ids: Int64[];
  mode?: BulkMode;
  /** Whether to carry out the request and then undo it. The result is the same, and nothing is changed. Default: false. */
  dry_run?: boolean;
}

/** The units that a group has afterwards. */
export interface AllUnitIds {
  /** The units, each once; an empty list removes all. */ unit_ids: Int64[];
  mode?: BulkMode;
  /** Whether to carry out the request and then undo it. The result is the same, and nothing is changed. Default: false. */
  dry_run?: boolean;
}

/** The operations of this group as data. */
export const unitGroupsOperations = {
  unitGroupsListing: { id: "unitGroupsListing", group: "unitGroups", method: "listing", verb: "GET",
    path: "/unit_groups/listing", pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "ids", csv: true }, { name: "external_id", csv: true }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "parent_id" }, { name: "updated_after" }, { name: "include_deleted" }, { name: "sort", csv: true }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "unit_groups", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  unitGroupsListingByClient: { id: "unitGroupsListingByClient", group: "unitGroups", method: "listingByClient",
    verb: "GET", path: "/unit_groups/listing/client/{client_id}", pathParams: ["client_id"],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }], body: false, success: [200], paged: true,
    auth: "required", permission: { resource: "unit_groups", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed", "query_too_slow"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  unitGroupsFind: { id: "unitGroupsFind", group: "unitGroups", method: "find", verb: "GET", path: "/unit_groups/find",
    pathParams: [], query: [{ name: "q" }, { name: "page" }, { name: "per_page" }, { name: "limit" }], body: false,
    success: [200], paged: true, auth: "required", permission: { resource: "unit_groups", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  unitGroupsChanges: { id: "unitGroupsChanges", group: "unitGroups", method: "changes", verb: "GET",
    path: "/unit_groups/changes", pathParams: [],
    query: [{ name: "cursor" }, { name: "from" }, { name: "client_id" }, { name: "per_page" }], body: false,
    success: [200], paged: false, auth: "required", permission: { resource: "unit_groups", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 410: ["cursor_expired"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  unitGroupsCreate: { id: "unitGroupsCreate", group: "unitGroups", method: "create", verb: "POST", path: "/unit_groups",
    pathParams: [], query: [], body: true, success: [201], paged: false, auth: "required",
    permission: { resource: "unit_groups", action: "create" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate", "request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["group_too_deep", "validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  unitGroupsGet: { id: "unitGroupsGet", group: "unitGroups", method: "get", verb: "GET",
    path: "/unit_groups/{unit_group_id}", pathParams: ["unit_group_id"], query: [{ name: "include_deleted" }],
    body: false, success: [200, 304], paged: false, auth: "required",
    permission: { resource: "unit_groups", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  unitGroupsUpdate: { id: "unitGroupsUpdate", group: "unitGroups", method: "update", verb: "PATCH",
    path: "/unit_groups/{unit_group_id}", pathParams: ["unit_group_id"], query: [], body: true, success: [200],
    paged: false, auth: "required", permission: { resource: "unit_groups", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate"],
      412: ["precondition_failed"], 413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["group_cycle", "group_too_deep", "validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  unitGroupsDelete: { id: "unitGroupsDelete", group: "unitGroups", method: "delete", verb: "DELETE",
    path: "/unit_groups/{unit_group_id}", pathParams: ["unit_group_id"], query: [], body: false, success: [200],
    paged: false, auth: "required", permission: { resource: "unit_groups", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["in_use"], 412: ["precondition_failed"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  unitGroupsRestore: { id: "unitGroupsRestore", group: "unitGroups", method: "restore", verb: "POST",
    path: "/unit_groups/{unit_group_id}/restore", pathParams: ["unit_group_id"], query: [], body: false, success: [200],
    paged: false, auth: "required", permission: { resource: "unit_groups", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"],
      409: ["duplicate", "invalid_state", "request_in_progress"], 410: ["gone"],
      422: ["group_too_deep", "validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  unitGroupsUnitsListing: { id: "unitGroupsUnitsListing", group: "unitGroups", method: "unitsListing", verb: "GET",
    path: "/unit_groups/{unit_group_id}/units/listing", pathParams: ["unit_group_id"],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "include_descendants" }], body: false,
    success: [200], paged: true, auth: "required", permission: { resource: "units", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed", "query_too_slow"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  unitGroupsSetUnits: { id: "unitGroupsSetUnits", group: "unitGroups", method: "setUnits", verb: "PUT",
    path: "/unit_groups/{unit_group_id}/units", pathParams: ["unit_group_id"], query: [], body: true, success: [200],
    paged: false, auth: "required", permission: { resource: "unit_groups", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 413: ["payload_too_large"],
      415: ["unsupported_media_type"], 422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  unitGroupsAddUnits: { id: "unitGroupsAddUnits", group: "unitGroups", method: "addUnits", verb: "POST",
    path: "/unit_groups/{unit_group_id}/add_units", pathParams: ["unit_group_id"], query: [], body: true,
    success: [200], paged: false, auth: "required", permission: { resource: "unit_groups", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  unitGroupsRemoveUnits: { id: "unitGroupsRemoveUnits", group: "unitGroups", method: "removeUnits", verb: "POST",
    path: "/unit_groups/{unit_group_id}/remove_units", pathParams: ["unit_group_id"], query: [], body: true,
    success: [200], paged: false, auth: "required", permission: { resource: "unit_groups", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
} as const satisfies Record<string, OperationRow>;
