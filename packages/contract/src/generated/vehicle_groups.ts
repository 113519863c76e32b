/** Generated from spec/resources/vehicle_groups by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type {
  ByCondition, Call, CallOptions, FailureResult, IfNoneMatch, NoCondition, Ok, OkPage, PagedCall, ProblemResult,
  Unconditional,
} from "../call.ts";
import type { OperationRow } from "../operation-row.ts";
import type { BulkMode, BulkResult, ClientName, Int64, Notices, Pagination, RecordRemoved } from "./shared.ts";
import type { VehicleSummary } from "./vehicles.ts";

/** Operations under `fleet.vehicleGroups`. */
export interface VehicleGroupsApi {
  /**
   * List vehicle groups. `GET /vehicle_groups/listing`
   *
   * Lists the vehicle groups in your scope, in pages.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_groups.view`. Reference: `/docs/v1/operations/vehicleGroupsListing/` of the service.
   * @example
   * for await (const item of fleet.vehicleGroups.listing()) console.log(item);
   */
  listing(input?: VehicleGroupsListingInput, options?: CallOptions): PagedCall<VehicleGroupsListingSuccess, VehicleGroupsListingFailure, VehicleGroup>;
  /**
   * Find vehicle groups. `GET /vehicle_groups/find`
   *
   * Returns the vehicle groups whose name, description or external id contains the search text (case-insensitive). Exact
   * names come first, then names that begin with the text, then the others, each by name.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_groups.view`. Reference: `/docs/v1/operations/vehicleGroupsFind/` of the service.
   * @example
   * for await (const item of fleet.vehicleGroups.find({ query: { q: "van" } })) console.log(item);
   */
  find(input: VehicleGroupsFindInput, options?: CallOptions): PagedCall<VehicleGroupsFindSuccess, VehicleGroupsFindFailure, VehicleGroupSummary>;
  /**
   * Synchronise vehicle groups. `GET /vehicle_groups/changes`
   *
   * Returns what changed, oldest first: the current state of each vehicle group that is new or was changed, and the id of each one
   * that was deleted or left your scope. Without a `cursor` it begins with all vehicle groups in your scope. Repeat the request with
   * `next_cursor` while `has_more` is true, then from time to time.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `cursor_expired`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_groups.view`. Reference: `/docs/v1/operations/vehicleGroupsChanges/` of the service.
   * @example
   * const result = await fleet.vehicleGroups.changes();
   * if (result.ok) console.log(result.data);
   */
  changes(input?: VehicleGroupsChangesInput, options?: CallOptions): Call<VehicleGroupsChangesSuccess, VehicleGroupsChangesFailure>;
  /**
   * Create a vehicle group. `POST /vehicle_groups`
   *
   * Creates a vehicle group for a client, at the top or in another group of the same client.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `group_too_deep`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_groups.create`. Reference: `/docs/v1/operations/vehicleGroupsCreate/` of the service.
   * @example
   * const result = await fleet.vehicleGroups.create({ body: { client_id: 1, external_id: "erp-group-7", name: "North", description: "Vehicles of the northern depot", color: "#1E88E5", icon: "depot", parent_id: 1, attributes: { depot: "north" }, notes: null } });
   * if (result.ok) console.log(result.data);
   */
  create(input: VehicleGroupsCreateInput, options?: CallOptions): Call<VehicleGroupsCreateSuccess, VehicleGroupsCreateFailure>;
  /**
   * Get a vehicle group. `GET /vehicle_groups/{vehicle_group_id}`
   *
   * Returns one vehicle group.
   *
   * Statuses of a success: `200`, `304`.
   * With `If-None-Match`, `status` is 304 and `data` is null if nothing has changed.
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_groups.view`. Reference: `/docs/v1/operations/vehicleGroupsGet/` of the service.
   * @example
   * const result = await fleet.vehicleGroups.get({ path: { vehicle_group_id: 2 } });
   * if (result.ok) console.log(result.data);
   */
  get<Condition extends string | undefined = undefined>(input: VehicleGroupsGetInput & IfNoneMatch<Condition>, options?: CallOptions): ByCondition<Condition, Call<Unconditional<VehicleGroupsGetSuccess>, VehicleGroupsGetFailure>, Call<VehicleGroupsGetSuccess, VehicleGroupsGetFailure>>;
  /**
   * Update a vehicle group. `PATCH /vehicle_groups/{vehicle_group_id}`
   *
   * Updates only the fields you send. With `parent_id` the group moves, together with the groups below it. A body that changes
   * nothing leaves the version as it is.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `group_cycle`, `group_too_deep`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_groups.edit`. Reference: `/docs/v1/operations/vehicleGroupsUpdate/` of the service.
   * @example
   * const result = await fleet.vehicleGroups.update({ path: { vehicle_group_id: 2 }, body: { description: "Vehicles of the northern depot", color: "#1E88E5" } });
   * if (result.ok) console.log(result.data);
   */
  update(input: VehicleGroupsUpdateInput, options?: CallOptions): Call<VehicleGroupsUpdateSuccess, VehicleGroupsUpdateFailure>;
  /**
   * Delete a vehicle group. `DELETE /vehicle_groups/{vehicle_group_id}`
   *
   * Deletes a vehicle group without groups below it; its vehicles are only detached. It can be restored, with its vehicles, for 30
   * days.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `in_use`, `precondition_failed`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_groups.delete`. Reference: `/docs/v1/operations/vehicleGroupsDelete/` of the service.
   * @example
   * const result = await fleet.vehicleGroups.delete({ path: { vehicle_group_id: 2 } });
   * if (result.ok) console.log(result.data);
   */
  delete(input: VehicleGroupsDeleteInput, options?: CallOptions): Call<VehicleGroupsDeleteSuccess, VehicleGroupsDeleteFailure>;
  /**
   * Restore a vehicle group. `POST /vehicle_groups/{vehicle_group_id}/restore`
   *
   * Restores a vehicle group that was deleted at most 30 days ago, with the vehicles that it had. A group that is not deleted stays
   * as it is.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `invalid_state`, `request_in_progress`, `gone`, `group_too_deep`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_groups.delete`. Reference: `/docs/v1/operations/vehicleGroupsRestore/` of the service.
   * @example
   * const result = await fleet.vehicleGroups.restore({ path: { vehicle_group_id: 2 } });
   * if (result.ok) console.log(result.data);
   */
  restore(input: VehicleGroupsRestoreInput, options?: CallOptions): Call<VehicleGroupsRestoreSuccess, VehicleGroupsRestoreFailure>;
  /**
   * List the vehicles of a group. `GET /vehicle_groups/{vehicle_group_id}/vehicles/listing`
   *
   * Returns summaries of the vehicles of a group, in pages, ordered by id. Each vehicle is there once.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.view`. Reference: `/docs/v1/operations/vehicleGroupsVehiclesListing/` of the service.
   * @example
   * for await (const item of fleet.vehicleGroups.vehiclesListing({ path: { vehicle_group_id: 2 } })) console.log(item);
   */
  vehiclesListing(input: VehicleGroupsVehiclesListingInput, options?: CallOptions): PagedCall<VehicleGroupsVehiclesListingSuccess, VehicleGroupsVehiclesListingFailure, VehicleSummary>;
  /**
   * Set the vehicles of a group. `PUT /vehicle_groups/{vehicle_group_id}/vehicles`
   *
   * Replaces the vehicles of a group: those of the request are in it afterwards, and no others. Vehicles that the request does not
   * name are removed from the group and counted in `removed`; the vehicles themselves stay. A vehicle that is in the group already
   * is `unchanged`. With `best_effort`, a list in which every id is wrong empties the group.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_groups.edit`. Reference: `/docs/v1/operations/vehicleGroupsSetVehicles/` of the service.
   * @example
   * const result = await fleet.vehicleGroups.setVehicles({ path: { vehicle_group_id: 2 }, body: { vehicle_ids: [1, 2], mode: "all_or_nothing", dry_run: false } });
   * if (result.ok) console.log(result.data);
   */
  setVehicles(input: VehicleGroupsSetVehiclesInput, options?: CallOptions): Call<VehicleGroupsSetVehiclesSuccess, VehicleGroupsSetVehiclesFailure>;
  /**
   * Add vehicles to a group. `POST /vehicle_groups/{vehicle_group_id}/add_vehicles`
   *
   * Adds vehicles of the same client to a group. A vehicle that is in the group already stays in it.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_groups.edit`. Reference: `/docs/v1/operations/vehicleGroupsAddVehicles/` of the service.
   * @example
   * const result = await fleet.vehicleGroups.addVehicles({ path: { vehicle_group_id: 2 }, body: { vehicle_ids: [1, 2], mode: "all_or_nothing", dry_run: false } });
   * if (result.ok) console.log(result.data);
   */
  addVehicles(input: VehicleGroupsAddVehiclesInput, options?: CallOptions): Call<VehicleGroupsAddVehiclesSuccess, VehicleGroupsAddVehiclesFailure>;
  /**
   * Remove vehicles from a group. `POST /vehicle_groups/{vehicle_group_id}/remove_vehicles`
   *
   * Removes vehicles from a group; the vehicles themselves stay. A vehicle that is not in the group stays out of it.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_groups.edit`. Reference: `/docs/v1/operations/vehicleGroupsRemoveVehicles/` of the service.
   * @example
   * const result = await fleet.vehicleGroups.removeVehicles({ path: { vehicle_group_id: 2 }, body: { vehicle_ids: [1, 2], mode: "all_or_nothing", dry_run: false } });
   * if (result.ok) console.log(result.data);
   */
  removeVehicles(input: VehicleGroupsRemoveVehiclesInput, options?: CallOptions): Call<VehicleGroupsRemoveVehiclesSuccess, VehicleGroupsRemoveVehiclesFailure>;
}

export interface VehicleGroupsListingInput {
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
    sort?: VehicleGroupSort[] | undefined;
  } | undefined;
}
export type VehicleGroupsListingSuccess = OkPage<200, VehicleGroup, "authorization">;
export type VehicleGroupsListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleGroupsFindInput {
  query: {
    /** The search text, in the name, the description and the external id. */ q: string;
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
    /** Restricts the result to this partner. The caller's own scope applies as well. */
    partner_id?: string | undefined;
    /** Restricts the result to this agency. The caller's own scope applies as well. */ agency_id?: string | undefined;
    /** Restricts the result to this client. The caller's own scope applies as well. */ client_id?: Int64 | undefined;
  };
}
export type VehicleGroupsFindSuccess = OkPage<200, VehicleGroupSummary, "authorization">;
export type VehicleGroupsFindFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleGroupsChangesInput {
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
export type VehicleGroupsChangesSuccess = Ok<200, VehicleGroupChanges, "authorization">;
export type VehicleGroupsChangesFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<410, "cursor_expired", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleGroupsCreateInput { /** The new vehicle group. */ body: VehicleGroupCreate }
export type VehicleGroupsCreateSuccess = Ok<201, VehicleGroup, "authorization" | "idempotency-replayed" | "location" | "etag">;
export type VehicleGroupsCreateFailure =
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

export interface VehicleGroupsGetInput {
  path: {
    /** Identifies the vehicle group. */ vehicle_group_id: Int64;
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
export type VehicleGroupsGetSuccess =
  | Ok<200, VehicleGroup, "authorization" | "etag"> | Ok<304, null, "authorization" | "etag">;
export type VehicleGroupsGetFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleGroupsUpdateInput {
  path: {
    /** Identifies the vehicle group. */ vehicle_group_id: Int64;
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
  /** The fields to change. */ body: VehicleGroupUpdate;
}
export type VehicleGroupsUpdateSuccess = Ok<200, VehicleGroup, "authorization" | "etag">;
export type VehicleGroupsUpdateFailure =
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

export interface VehicleGroupsDeleteInput {
  path: {
    /** Identifies the vehicle group. */ vehicle_group_id: Int64;
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
export type VehicleGroupsDeleteSuccess = Ok<200, VehicleGroup, "authorization" | "etag">;
export type VehicleGroupsDeleteFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<409, "in_use", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleGroupsRestoreInput {
  path: {
    /** Identifies the vehicle group. */ vehicle_group_id: Int64;
  };
}
export type VehicleGroupsRestoreSuccess = Ok<200, VehicleGroup, "authorization" | "idempotency-replayed" | "etag">;
export type VehicleGroupsRestoreFailure =
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

export interface VehicleGroupsVehiclesListingInput {
  path: {
    /** Identifies the vehicle group. */ vehicle_group_id: Int64;
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
    /** Also returns the vehicles of the groups below. Default: false. */ include_descendants?: boolean | undefined;
  } | undefined;
}
export type VehicleGroupsVehiclesListingSuccess = OkPage<200, VehicleSummary, "authorization">;
export type VehicleGroupsVehiclesListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleGroupsSetVehiclesInput {
  path: {
    /** Identifies the vehicle group. */ vehicle_group_id: Int64;
  };
  /** All vehicles of the group. */ body: AllVehicleIds;
}
export type VehicleGroupsSetVehiclesSuccess = Ok<200, BulkResult, "authorization">;
export type VehicleGroupsSetVehiclesFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleGroupsAddVehiclesInput {
  path: {
    /** Identifies the vehicle group. */ vehicle_group_id: Int64;
  };
  /** The vehicles to add. */ body: VehicleIds;
}
export type VehicleGroupsAddVehiclesSuccess = Ok<200, BulkResult, "authorization" | "idempotency-replayed">;
export type VehicleGroupsAddVehiclesFailure =
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

export interface VehicleGroupsRemoveVehiclesInput {
  path: {
    /** Identifies the vehicle group. */ vehicle_group_id: Int64;
  };
  /** The vehicles to remove. */ body: VehicleIds;
}
export type VehicleGroupsRemoveVehiclesSuccess = Ok<200, BulkResult, "authorization" | "idempotency-replayed">;
export type VehicleGroupsRemoveVehiclesFailure =
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
export interface VehicleGroupsOperationTypes {
  vehicleGroupsListing: { input: VehicleGroupsListingInput; success: VehicleGroupsListingSuccess; failure: VehicleGroupsListingFailure; item: VehicleGroup };
  vehicleGroupsFind: { input: VehicleGroupsFindInput; success: VehicleGroupsFindSuccess; failure: VehicleGroupsFindFailure; item: VehicleGroupSummary };
  vehicleGroupsChanges: { input: VehicleGroupsChangesInput; success: VehicleGroupsChangesSuccess; failure: VehicleGroupsChangesFailure; item: never };
  vehicleGroupsCreate: { input: VehicleGroupsCreateInput; success: VehicleGroupsCreateSuccess; failure: VehicleGroupsCreateFailure; item: never };
  vehicleGroupsGet: { input: VehicleGroupsGetInput & NoCondition; success: Unconditional<VehicleGroupsGetSuccess>; failure: VehicleGroupsGetFailure; item: never; conditional: { input: VehicleGroupsGetInput; success: VehicleGroupsGetSuccess } };
  vehicleGroupsUpdate: { input: VehicleGroupsUpdateInput; success: VehicleGroupsUpdateSuccess; failure: VehicleGroupsUpdateFailure; item: never };
  vehicleGroupsDelete: { input: VehicleGroupsDeleteInput; success: VehicleGroupsDeleteSuccess; failure: VehicleGroupsDeleteFailure; item: never };
  vehicleGroupsRestore: { input: VehicleGroupsRestoreInput; success: VehicleGroupsRestoreSuccess; failure: VehicleGroupsRestoreFailure; item: never };
  vehicleGroupsVehiclesListing: { input: VehicleGroupsVehiclesListingInput; success: VehicleGroupsVehiclesListingSuccess; failure: VehicleGroupsVehiclesListingFailure; item: VehicleSummary };
  vehicleGroupsSetVehicles: { input: VehicleGroupsSetVehiclesInput; success: VehicleGroupsSetVehiclesSuccess; failure: VehicleGroupsSetVehiclesFailure; item: never };
  vehicleGroupsAddVehicles: { input: VehicleGroupsAddVehiclesInput; success: VehicleGroupsAddVehiclesSuccess; failure: VehicleGroupsAddVehiclesFailure; item: never };
  vehicleGroupsRemoveVehicles: { input: VehicleGroupsRemoveVehiclesInput; success: VehicleGroupsRemoveVehiclesSuccess; failure: VehicleGroupsRemoveVehiclesFailure; item: never };
}

/** A group of vehicles of one client. Groups can be nested; a vehicle can be in several groups. */
export interface VehicleGroup {
  /** Identifies the vehicle group. */ id: Int64;
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
  /** How many vehicles are in the group itself, without those of the groups below it. */ vehicle_count: Int64;
  /** Custom attributes, at most 50. */ attributes: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes: string | null;
  /** Incremented by every change of the record. */ version: Int64;
  /** When the group was created, UTC. */ created_at: string;
  /** When the group was last changed, UTC. */ updated_at: string;
  /** When the group was deleted, UTC; null while it is not. */ deleted_at: string | null;
}

/** A vehicle group that is new in your scope, or was changed. */
export interface VehicleGroupUpserted {
  /** The record is new in your scope, or was changed. */ change: "upserted";
  /** Identifies the record. */ id: Int64;
  /** When the record was changed, UTC. For display only; the order of the entries is that of the feed. */
  changed_at: string;
  record: VehicleGroup;
}

/** One entry of the feed; `change` says which of the two it is. */
export type VehicleGroupChange = VehicleGroupUpserted | RecordRemoved;

/** The next part of the feed of changes. */
export interface VehicleGroupChanges {
  /** What changed, oldest first; each vehicle group once, as it is now. */ changes: VehicleGroupChange[];
  /** Where the feed continues. Store it after you have applied the entries, and send it with the next request. */
  next_cursor: string;
  /** Whether the next page can be requested at once. If false, you have everything up to now; request again later. */
  has_more: boolean;
}

/** The envelope of VehicleGroupChanges. */
export interface VehicleGroupChangesEnvelope { data: VehicleGroupChanges; notices?: Notices }

/** A summary of a vehicle group. */
export interface VehicleGroupSummary {
  /** Identifies the vehicle group. */ id: Int64;
  /** The client that the group belongs to; it never changes. */ client_id: Int64;
  /**
   * Display name of the group, unique among the groups with the same parent, whatever the case of its letters. It has
   * no slash and no white space at its ends.
   */
  name: string;
  /** The group that this one is in; null at the top. It belongs to the same client. */ parent_id: Int64 | null;
  /** The names of the groups above and of this one, each after a slash. Renaming a group above is no change of this one. */
  path: string;
  /** How many vehicles are in the group itself, without those of the groups below it. */ vehicle_count: Int64;
  /** When the group was last changed, UTC. */ updated_at: string;
}

/** A new vehicle group. */
export interface VehicleGroupCreate {
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
 * The fields to change; an omitted field keeps its value. `null` clears a field that may be empty, and
 * `attributes` replaces all attributes.
 */
export interface VehicleGroupUpdate {
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

/** The envelope of VehicleGroup. */ export interface VehicleGroupEnvelope { data: VehicleGroup; notices?: Notices }

/** The paged envelope of vehicle groups. */
export interface VehicleGroupPage {
  /** The vehicle groups of the page, in the requested order. */ data: VehicleGroup[];
  notices?: Notices;
  pagination: Pagination;
}

/** The paged envelope of summaries of vehicle groups. */
export interface VehicleGroupSummaryPage {
  /** The vehicle groups of the page. */ data: VehicleGroupSummary[];
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
export type VehicleGroupSort = "id" | "-id" | "name" | "-name" | "path" | "-path" | "updated_at" | "-updated_at";

/** Vehicles that are added to a group or removed from it. */
export interface VehicleIds {
  /** The vehicles, each once. */ vehicle_ids: Int64[];
  mode?: BulkMode;
  /** Whether to carry out the request and then undo it. The result is the same, and nothing is changed. Default: false. */
  dry_run?: boolean;
}

/** The vehicles that a group has afterwards. */
export interface AllVehicleIds {
  /** The vehicles, each once; an empty list removes all. */ vehicle_ids: Int64[];
  mode?: BulkMode;
  /** Whether to carry out the request and then undo it. The result is the same, and nothing is changed. Default: false. */
  dry_run?: boolean;
}

/** The operations of this group as data. */
export const vehicleGroupsOperations = {
  vehicleGroupsListing: { id: "vehicleGroupsListing", group: "vehicleGroups", method: "listing", verb: "GET",
    path: "/vehicle_groups/listing", pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "ids", csv: true }, { name: "external_id", csv: true }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "parent_id" }, { name: "updated_after" }, { name: "include_deleted" }, { name: "sort", csv: true }],
    body: false, success: [200], paged: true, auth: "required",
    permission: { resource: "vehicle_groups", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleGroupsFind: { id: "vehicleGroupsFind", group: "vehicleGroups", method: "find", verb: "GET",
    path: "/vehicle_groups/find", pathParams: [],
    query: [{ name: "q" }, { name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }],
    body: false, success: [200], paged: true, auth: "required",
    permission: { resource: "vehicle_groups", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleGroupsChanges: { id: "vehicleGroupsChanges", group: "vehicleGroups", method: "changes", verb: "GET",
    path: "/vehicle_groups/changes", pathParams: [],
    query: [{ name: "cursor" }, { name: "from" }, { name: "client_id" }, { name: "per_page" }], body: false,
    success: [200], paged: false, auth: "required", permission: { resource: "vehicle_groups", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 410: ["cursor_expired"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleGroupsCreate: { id: "vehicleGroupsCreate", group: "vehicleGroups", method: "create", verb: "POST",
    path: "/vehicle_groups", pathParams: [], query: [], body: true, success: [201], paged: false, auth: "required",
    permission: { resource: "vehicle_groups", action: "create" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate", "request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["group_too_deep", "validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleGroupsGet: { id: "vehicleGroupsGet", group: "vehicleGroups", method: "get", verb: "GET",
    path: "/vehicle_groups/{vehicle_group_id}", pathParams: ["vehicle_group_id"], query: [{ name: "include_deleted" }],
    body: false, success: [200, 304], paged: false, auth: "required",
    permission: { resource: "vehicle_groups", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleGroupsUpdate: { id: "vehicleGroupsUpdate", group: "vehicleGroups", method: "update", verb: "PATCH",
    path: "/vehicle_groups/{vehicle_group_id}", pathParams: ["vehicle_group_id"], query: [], body: true, success: [200],
    paged: false, auth: "required", permission: { resource: "vehicle_groups", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate"],
      412: ["precondition_failed"], 413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["group_cycle", "group_too_deep", "validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  vehicleGroupsDelete: { id: "vehicleGroupsDelete", group: "vehicleGroups", method: "delete", verb: "DELETE",
    path: "/vehicle_groups/{vehicle_group_id}", pathParams: ["vehicle_group_id"], query: [], body: false,
    success: [200], paged: false, auth: "required", permission: { resource: "vehicle_groups", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["in_use"], 412: ["precondition_failed"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehicleGroupsRestore: { id: "vehicleGroupsRestore", group: "vehicleGroups", method: "restore", verb: "POST",
    path: "/vehicle_groups/{vehicle_group_id}/restore", pathParams: ["vehicle_group_id"], query: [], body: false,
    success: [200], paged: false, auth: "required", permission: { resource: "vehicle_groups", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"],
      409: ["duplicate", "invalid_state", "request_in_progress"], 410: ["gone"],
      422: ["group_too_deep", "validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleGroupsVehiclesListing: { id: "vehicleGroupsVehiclesListing", group: "vehicleGroups", method: "vehiclesListing",
    verb: "GET", path: "/vehicle_groups/{vehicle_group_id}/vehicles/listing", pathParams: ["vehicle_group_id"],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "include_descendants" }], body: false,
    success: [200], paged: true, auth: "required", permission: { resource: "vehicles", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed", "query_too_slow"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehicleGroupsSetVehicles: { id: "vehicleGroupsSetVehicles", group: "vehicleGroups", method: "setVehicles",
    verb: "PUT", path: "/vehicle_groups/{vehicle_group_id}/vehicles", pathParams: ["vehicle_group_id"], query: [],
    body: true, success: [200], paged: false, auth: "required",
    permission: { resource: "vehicle_groups", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 413: ["payload_too_large"],
      415: ["unsupported_media_type"], 422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  vehicleGroupsAddVehicles: { id: "vehicleGroupsAddVehicles", group: "vehicleGroups", method: "addVehicles",
    verb: "POST", path: "/vehicle_groups/{vehicle_group_id}/add_vehicles", pathParams: ["vehicle_group_id"], query: [],
    body: true, success: [200], paged: false, auth: "required",
    permission: { resource: "vehicle_groups", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehicleGroupsRemoveVehicles: { id: "vehicleGroupsRemoveVehicles", group: "vehicleGroups", method: "removeVehicles",
    verb: "POST", path: "/vehicle_groups/{vehicle_group_id}/remove_vehicles", pathParams: ["vehicle_group_id"],
    query: [], body: true, success: [200], paged: false, auth: "required",
    permission: { resource: "vehicle_groups", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
} as const satisfies Record<string, OperationRow>;
