/** Generated from spec/resources/units by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type {
  ByCondition, Call, CallOptions, FailureResult, IfNoneMatch, NoCondition, Ok, OkPage, PagedCall, ProblemResult,
  Unconditional,
} from "../call.ts";
import type { OperationRow } from "../operation-row.ts";
import type { BulkMode, BulkResult, ClientName, Int64, Notices, Pagination, RecordRemoved } from "./shared.ts";

/** Operations under `fleet.units`. */
export interface UnitsApi {
  /**
   * List units. `GET /units/listing`
   *
   * Returns the units, which are tracking devices, in pages. Keep requesting pages until `total` units were
   * retrieved, or until a page returns fewer than `per_page` units.
   *
   * Returns the units in the caller's scope, ordered by id unless `sort` says otherwise.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.view`. Reference: `/docs/v1/operations/unitsListing/` of the service.
   * @example
   * for await (const item of fleet.units.listing()) console.log(item);
   */
  listing(input?: UnitsListingInput, options?: CallOptions): PagedCall<UnitsListingSuccess, UnitsListingFailure, Unit>;
  /**
   * List the units of a client. `GET /units/listing/client/{client_id}`
   *
   * Returns summaries of the units of one client, in pages, ordered by id.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.view`. Reference: `/docs/v1/operations/unitsListingByClient/` of the service.
   * @example
   * for await (const item of fleet.units.listingByClient({ path: { client_id: 1 } })) console.log(item);
   */
  listingByClient(input: UnitsListingByClientInput, options?: CallOptions): PagedCall<UnitsListingByClientSuccess, UnitsListingByClientFailure, UnitSummary>;
  /**
   * Find units. `GET /units/find`
   *
   * Returns the units whose name, identifier, IMEI, serial number, external id, or ICCID or MSISDN of the SIM card contains a
   * text, whatever the case of its letters. Exact names come first, then names that begin with the text, then the others,
   * each by name.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.view`. Reference: `/docs/v1/operations/unitsFind/` of the service.
   * @example
   * for await (const item of fleet.units.find({ query: { q: "0010179" } })) console.log(item);
   */
  find(input: UnitsFindInput, options?: CallOptions): PagedCall<UnitsFindSuccess, UnitsFindFailure, UnitSummary>;
  /**
   * Synchronise units. `GET /units/changes`
   *
   * Returns what changed, oldest first: the current state of each unit that is new or was changed, and the id of each one
   * that was deleted or left your scope. Without a `cursor` it begins with all units in your scope. Repeat the request with
   * `next_cursor` while `has_more` is true, then from time to time.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `cursor_expired`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.view`. Reference: `/docs/v1/operations/unitsChanges/` of the service.
   * @example
   * const result = await fleet.units.changes();
   * if (result.ok) console.log(result.data);
   */
  changes(input?: UnitsChangesInput, options?: CallOptions): Call<UnitsChangesSuccess, UnitsChangesFailure>;
  /**
   * Create a unit. `POST /units`
   *
   * Creates a unit for a client. Its SIM card and the readings of its counters have their own operations.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `limit_reached`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.create`. Reference: `/docs/v1/operations/unitsCreate/` of the service.
   * @example
   * const result = await fleet.units.create({ body: { client_id: 1, external_id: "erp-1001", name: "Unit 001", identifier: "001017990002001", identifier_type: "imei", imei: "001017990002001", serial_number: "SN-000001", manufacturer: "Demo Devices", model: "DD-100", protocol: "dd1", firmware_version: "1.4.2", lifecycle_status: "active", reporting_interval_moving_s: 30, reporting_interval_parked_s: 3600, installed_at: "2025-06-01T08:00:00.000Z", installed_by: "Workshop 1", warranty_expires_on: "2027-06-01", subscription_expires_on: "2026-12-31", attributes: { depot: "north" }, notes: null } });
   * if (result.ok) console.log(result.data);
   */
  create(input: UnitsCreateInput, options?: CallOptions): Call<UnitsCreateSuccess, UnitsCreateFailure>;
  /**
   * Import units. `POST /units/import`
   *
   * Creates or updates up to 500 units, matched by `match_on`. With `upsert`, an item without a match creates a unit, and any
   * other item updates the unit that it matches. Sending the same import again changes nothing.
   *
   * An item that creates a unit needs the fields that POST /units needs. An item that updates a unit needs only the fields of
   * `match_on` and the fields to update, and the permission for each of them as in PATCH /units/{unit_id}, in addition to
   * `units.create`. An import moves no unit to another client. If two items have the same values of `match_on`, the second one
   * fails as `duplicate`.
   *
   * In the mode `best_effort`, items are validated one by one: an invalid item has the outcome `failed`, and its findings are in
   * `problem.errors`.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.create`. Reference: `/docs/v1/operations/unitsImport/` of the service.
   * @example
   * const result = await fleet.units.import({ body: { action: "upsert", match_on: "external_id", items: [{ client_id: 1, external_id: "erp-1001", name: "Unit 001", identifier: "001017990002001", identifier_type: "imei", imei: "001017990002001", serial_number: "SN-000001", manufacturer: "Demo Devices", model: "DD-100", protocol: "dd1", firmware_version: "1.4.2", lifecycle_status: "active", reporting_interval_moving_s: 30, reporting_interval_parked_s: 3600, installed_at: "2025-06-01T08:00:00.000Z", installed_by: "Workshop 1", warranty_expires_on: "2027-06-01", subscription_expires_on: "2026-12-31", attributes: { depot: "north" }, notes: null }], mode: "all_or_nothing", dry_run: false } });
   * if (result.ok) console.log(result.data);
   */
  import(input: UnitsImportInput, options?: CallOptions): Call<UnitsImportSuccess, UnitsImportFailure>;
  /**
   * Get a unit. `GET /units/{unit_id}`
   *
   * Returns one unit.
   *
   * Statuses of a success: `200`, `304`.
   * With `If-None-Match`, `status` is 304 and `data` is null if nothing has changed.
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.view`. Reference: `/docs/v1/operations/unitsGet/` of the service.
   * @example
   * const result = await fleet.units.get({ path: { unit_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  get<Condition extends string | undefined = undefined>(input: UnitsGetInput & IfNoneMatch<Condition>, options?: CallOptions): ByCondition<Condition, Call<Unconditional<UnitsGetSuccess>, UnitsGetFailure>, Call<UnitsGetSuccess, UnitsGetFailure>>;
  /**
   * Change a unit. `PATCH /units/{unit_id}`
   *
   * Changes the fields of a unit that the body has. Besides `units.view`, each field needs a right of its own:
   *
   * - `units.units_basic_edit`: `name`
   * - `units.units_technical`: `identifier`, `identifier_type`, `imei`, `serial_number`, `manufacturer`, `model`, `protocol`,
   *   `firmware_version`, `reporting_interval_moving_s`, `reporting_interval_parked_s`
   * - `units.edit`: `external_id`, `lifecycle_status`, `installed_at`, `installed_by`, `warranty_expires_on`,
   *   `subscription_expires_on`, `attributes`, `notes`
   *
   * A body with a field whose right the caller lacks changes nothing: the response is 403, and `required_permission` names the
   * right and the fields. A body that changes nothing leaves the version as it is.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.view`. Reference: `/docs/v1/operations/unitsUpdate/` of the service.
   * @example
   * const result = await fleet.units.update({ path: { unit_id: 1 }, body: { installed_by: "Workshop 1", warranty_expires_on: "2027-06-01" } });
   * if (result.ok) console.log(result.data);
   */
  update(input: UnitsUpdateInput, options?: CallOptions): Call<UnitsUpdateSuccess, UnitsUpdateFailure>;
  /**
   * Delete a unit. `DELETE /units/{unit_id}`
   *
   * Deletes a unit that is not installed in a vehicle. It can be restored, with its SIM card and its groups, for 30 days.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `in_use`, `precondition_failed`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.delete`. Reference: `/docs/v1/operations/unitsDelete/` of the service.
   * @example
   * const result = await fleet.units.delete({ path: { unit_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  delete(input: UnitsDeleteInput, options?: CallOptions): Call<UnitsDeleteSuccess, UnitsDeleteFailure>;
  /**
   * Restore a unit. `POST /units/{unit_id}/restore`
   *
   * Brings a unit back that was deleted at most 30 days ago, with its SIM card and its groups. A unit that is not deleted stays
   * as it is.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `sim_in_use`, `limit_reached`, `invalid_state`, `request_in_progress`, `gone`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.delete`. Reference: `/docs/v1/operations/unitsRestore/` of the service.
   * @example
   * const result = await fleet.units.restore({ path: { unit_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  restore(input: UnitsRestoreInput, options?: CallOptions): Call<UnitsRestoreSuccess, UnitsRestoreFailure>;
  /**
   * Assign a SIM card. `PUT /units/{unit_id}/sim_card`
   *
   * Puts a SIM card into a unit, in place of the one that it has. A member that is left out is null, and `status` is `unknown`.
   * The last of 19 or 20 digits of an ICCID is usually a check digit; if it does not fit, the card is assigned with the notice
   * `iccid_check_digit`.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `sim_in_use`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.assign_sim_cards`. Reference: `/docs/v1/operations/unitsAssignSimCard/` of the service.
   * @example
   * const result = await fleet.units.assignSimCard({ path: { unit_id: 1 }, body: { iccid: "8999900000000000014", msisdn: "+12025550100", imsi: "001010000000001", carrier: "Demo Mobile", apn: "demo.apn", status: "active", activated_on: "2025-06-01" } });
   * if (result.ok) console.log(result.data);
   */
  assignSimCard(input: UnitsAssignSimCardInput, options?: CallOptions): Call<UnitsAssignSimCardSuccess, UnitsAssignSimCardFailure>;
  /**
   * Remove the SIM card. `DELETE /units/{unit_id}/sim_card`
   *
   * Removes the SIM card of a unit. A unit without one stays as it is.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `precondition_failed`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.assign_sim_cards`. Reference: `/docs/v1/operations/unitsRemoveSimCard/` of the service.
   * @example
   * const result = await fleet.units.removeSimCard({ path: { unit_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  removeSimCard(input: UnitsRemoveSimCardInput, options?: CallOptions): Call<UnitsRemoveSimCardSuccess, UnitsRemoveSimCardFailure>;
  /**
   * Record a reading. `POST /units/{unit_id}/readings`
   *
   * Records a manual reading of the odometer, the engine hours counter or both. Readings may be recorded in any order, so
   * that old receipts can be imported. A value must lie between the readings before and after it in the order of `read_at`:
   * a counter that goes back is refused, unless the later of the two readings is marked with `is_correction`. Only readings
   * since the unit came to its present client are compared.
   *
   * The reading with the latest `read_at` sets the counter in `state`; the device's counter advances it from then on.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `odometer_rollback`, `engine_hours_rollback`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.units_technical`. Reference: `/docs/v1/operations/unitsCreateReading/` of the service.
   * @example
   * const result = await fleet.units.createReading({ path: { unit_id: 1 }, body: { read_at: "2026-01-15T08:15:00.000Z", odometer_m: 120345000, engine_hours_s: 7200000, is_correction: false, note: "Fuel receipt" } });
   * if (result.ok) console.log(result.data);
   */
  createReading(input: UnitsCreateReadingInput, options?: CallOptions): Call<UnitsCreateReadingSuccess, UnitsCreateReadingFailure>;
  /**
   * List readings. `GET /units/readings/listing`
   *
   * Lists the readings of the units in your scope, latest `read_at` first.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.view`. Reference: `/docs/v1/operations/unitsReadingsListing/` of the service.
   * @example
   * for await (const item of fleet.units.readingsListing()) console.log(item);
   */
  readingsListing(input?: UnitsReadingsListingInput, options?: CallOptions): PagedCall<UnitsReadingsListingSuccess, UnitsReadingsListingFailure, UnitReading>;
  /**
   * List the owners of a unit. `GET /units/{unit_id}/ownership/listing`
   *
   * Returns the clients in the caller's scope that the unit belongs to or belonged to, with the time for which it was theirs,
   * in pages, the newest first.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `units.units_transfer`. Reference: `/docs/v1/operations/unitsOwnershipListing/` of the service.
   * @example
   * for await (const item of fleet.units.ownershipListing({ path: { unit_id: 1 } })) console.log(item);
   */
  ownershipListing(input: UnitsOwnershipListingInput, options?: CallOptions): PagedCall<UnitsOwnershipListingSuccess, UnitsOwnershipListingFailure, UnitOwnership>;
}

export interface UnitsListingInput {
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
    /** Only units in one of these states. */ lifecycle_status?: UnitLifecycleStatus[] | undefined;
    /** Only units with one of these connections, at the time of the request. */
    connection_status?: UnitConnectionStatus[] | undefined;
    /** Only units that are directly in this unit group; a group that is deleted has none. */
    unit_group_id?: Int64 | undefined;
    /**
     * Only records whose `updated_at` is later than this instant. To keep a copy of all records, use the feed of changes
     * instead: this filter misses changes that become visible late and records that leave your scope.
     */
    updated_after?: string | undefined;
    /** Also returns deleted records, which have a `deleted_at`. Default: false. */
    include_deleted?: boolean | undefined;
    /**
     * Members to return in addition. `state` is what the device last reported. It changes without a new `version`, and only
     * responses that include it have an `ETag` that covers it.
     */
    include?: UnitInclude[] | undefined;
    /**
     * The order of the units: by the first key, then by the next. A key with a minus sign is descending, null is last, and
     * ties are ordered by id. Without this parameter the order is that of the ids.
     */
    sort?: UnitSort[] | undefined;
  } | undefined;
}
export type UnitsListingSuccess = OkPage<200, Unit, "authorization">;
export type UnitsListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitsListingByClientInput {
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
    /**
     * Members to return in addition. `state` is what the device last reported. It changes without a new `version`, and only
     * responses that include it have an `ETag` that covers it.
     */
    include?: UnitInclude[] | undefined;
  } | undefined;
}
export type UnitsListingByClientSuccess = OkPage<200, UnitSummary, "authorization">;
export type UnitsListingByClientFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitsFindInput {
  query: {
    /** The text to look for in the name and the identifiers of a unit and of its SIM card. */ q: string;
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
    /**
     * Members to return in addition. `state` is what the device last reported. It changes without a new `version`, and only
     * responses that include it have an `ETag` that covers it.
     */
    include?: UnitInclude[] | undefined;
  };
}
export type UnitsFindSuccess = OkPage<200, UnitSummary, "authorization">;
export type UnitsFindFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitsChangesInput {
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
export type UnitsChangesSuccess = Ok<200, UnitChanges, "authorization">;
export type UnitsChangesFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<410, "cursor_expired", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitsCreateInput { /** The new unit. */ body: UnitCreate }
export type UnitsCreateSuccess = Ok<201, Unit, "authorization" | "idempotency-replayed" | "location" | "etag">;
export type UnitsCreateFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate" | "limit_reached" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitsImportInput { /** The units, and how they are matched. */ body: UnitImport }
export type UnitsImportSuccess = Ok<200, BulkResult, "authorization" | "idempotency-replayed">;
export type UnitsImportFailure =
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

export interface UnitsGetInput {
  path: {
    /** Identifies the unit. */ unit_id: Int64;
  };
  query?: {
    /** Also returns deleted records, which have a `deleted_at`. Default: false. */
    include_deleted?: boolean | undefined;
    /**
     * Members to return in addition. `state` is what the device last reported. It changes without a new `version`, and only
     * responses that include it have an `ETag` that covers it.
     */
    include?: UnitInclude[] | undefined;
  } | undefined;
  headers?: {
    /**
     * The entity tags of responses that the caller has kept (RFC 9110 section 13.1.2). If the record still has one of them,
     * the response is 304 without content.
     */
    "If-None-Match"?: string | undefined;
  } | undefined;
}
export type UnitsGetSuccess = Ok<200, Unit, "authorization" | "etag"> | Ok<304, null, "authorization" | "etag">;
export type UnitsGetFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitsUpdateInput {
  path: {
    /** Identifies the unit. */ unit_id: Int64;
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
  /** The fields to change. */ body: UnitUpdate;
}
export type UnitsUpdateSuccess = Ok<200, Unit, "authorization" | "etag">;
export type UnitsUpdateFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<409, "duplicate", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitsDeleteInput {
  path: {
    /** Identifies the unit. */ unit_id: Int64;
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
export type UnitsDeleteSuccess = Ok<200, Unit, "authorization" | "etag">;
export type UnitsDeleteFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<409, "in_use", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitsRestoreInput {
  path: {
    /** Identifies the unit. */ unit_id: Int64;
  };
}
export type UnitsRestoreSuccess = Ok<200, Unit, "authorization" | "idempotency-replayed" | "etag">;
export type UnitsRestoreFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate" | "sim_in_use" | "limit_reached" | "invalid_state" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<410, "gone", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitsAssignSimCardInput {
  path: {
    /** Identifies the unit. */ unit_id: Int64;
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
  /** The SIM card. */ body: SimCardAssignment;
}
export type UnitsAssignSimCardSuccess = Ok<200, Unit, "authorization" | "etag">;
export type UnitsAssignSimCardFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<409, "sim_in_use", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitsRemoveSimCardInput {
  path: {
    /** Identifies the unit. */ unit_id: Int64;
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
export type UnitsRemoveSimCardSuccess = Ok<200, Unit, "authorization" | "etag">;
export type UnitsRemoveSimCardFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitsCreateReadingInput {
  path: {
    /** Identifies the unit. */ unit_id: Int64;
  };
  /** The reading. */ body: UnitReadingCreate;
}
export type UnitsCreateReadingSuccess = Ok<201, UnitReading, "authorization" | "idempotency-replayed" | "location">;
export type UnitsCreateReadingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "odometer_rollback" | "engine_hours_rollback" | "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitsReadingsListingInput {
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
    /** Restricts the result to this partner. The caller's own scope applies as well. */
    partner_id?: string | undefined;
    /** Restricts the result to this agency. The caller's own scope applies as well. */ agency_id?: string | undefined;
    /** Restricts the result to this client. The caller's own scope applies as well. */ client_id?: Int64 | undefined;
    /** Only readings of this unit. */ unit_id?: Int64 | undefined;
    /** Only readings with this `read_at` or a later one. */ from?: string | undefined;
    /** Only readings with a `read_at` before this instant. */ to?: string | undefined;
  } | undefined;
}
export type UnitsReadingsListingSuccess = OkPage<200, UnitReading, "authorization">;
export type UnitsReadingsListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface UnitsOwnershipListingInput {
  path: {
    /** Identifies the unit. */ unit_id: Int64;
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
export type UnitsOwnershipListingSuccess = OkPage<200, UnitOwnership, "authorization">;
export type UnitsOwnershipListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

/** The types of these operations, by id. */
export interface UnitsOperationTypes {
  unitsListing: { input: UnitsListingInput; success: UnitsListingSuccess; failure: UnitsListingFailure; item: Unit };
  unitsListingByClient: { input: UnitsListingByClientInput; success: UnitsListingByClientSuccess; failure: UnitsListingByClientFailure; item: UnitSummary };
  unitsFind: { input: UnitsFindInput; success: UnitsFindSuccess; failure: UnitsFindFailure; item: UnitSummary };
  unitsChanges: { input: UnitsChangesInput; success: UnitsChangesSuccess; failure: UnitsChangesFailure; item: never };
  unitsCreate: { input: UnitsCreateInput; success: UnitsCreateSuccess; failure: UnitsCreateFailure; item: never };
  unitsImport: { input: UnitsImportInput; success: UnitsImportSuccess; failure: UnitsImportFailure; item: never };
  unitsGet: { input: UnitsGetInput & NoCondition; success: Unconditional<UnitsGetSuccess>; failure: UnitsGetFailure; item: never; conditional: { input: UnitsGetInput; success: UnitsGetSuccess } };
  unitsUpdate: { input: UnitsUpdateInput; success: UnitsUpdateSuccess; failure: UnitsUpdateFailure; item: never };
  unitsDelete: { input: UnitsDeleteInput; success: UnitsDeleteSuccess; failure: UnitsDeleteFailure; item: never };
  unitsRestore: { input: UnitsRestoreInput; success: UnitsRestoreSuccess; failure: UnitsRestoreFailure; item: never };
  unitsAssignSimCard: { input: UnitsAssignSimCardInput; success: UnitsAssignSimCardSuccess; failure: UnitsAssignSimCardFailure; item: never };
  unitsRemoveSimCard: { input: UnitsRemoveSimCardInput; success: UnitsRemoveSimCardSuccess; failure: UnitsRemoveSimCardFailure; item: never };
  unitsCreateReading: { input: UnitsCreateReadingInput; success: UnitsCreateReadingSuccess; failure: UnitsCreateReadingFailure; item: never };
  unitsReadingsListing: { input: UnitsReadingsListingInput; success: UnitsReadingsListingSuccess; failure: UnitsReadingsListingFailure; item: UnitReading };
  unitsOwnershipListing: { input: UnitsOwnershipListingInput; success: UnitsOwnershipListingSuccess; failure: UnitsOwnershipListingFailure; item: UnitOwnership };
}

/** A tracking device. */
export interface Unit {
  /** Identifies the unit. */ id: Int64;
  /** The client that the unit belongs to. */ client_id: Int64;
  client: ClientName;
  /** The partner above the client. */ partner_id: string | null;
  /** The agency above the client. */ agency_id: string | null;
  /** Identifier in a system of the integrator, unique per client. */ external_id: string | null;
  /** Display name of the unit. */ name: string;
  /**
   * The identifier that the device sends, unique among all units for each `identifier_type`. An IMEI if `identifier_type`
   * is `imei`.
   */
  identifier: string;
  /**
   * What kind of identifier `identifier` is.
   *
   * - `imei`: 15 digits, a mobile equipment identity
   * - `meid`: a CDMA equipment identity
   * - `serial`: a serial number of the manufacturer
   * - `mac`: a hardware address
   * - `custom`: any other
   */
  identifier_type: "imei" | "meid" | "serial" | "mac" | "custom";
  /**
   * Mobile equipment identity, 15 digits with a Luhn check digit, unique among all units. With the `identifier_type`
   * `imei` it is the same as `identifier`, so a request may leave it out.
   */
  imei: string | null;
  /** Serial number of the manufacturer. */ serial_number: string | null;
  /** The manufacturer of the device, in its own spelling. */ manufacturer: string | null;
  /** Model of the device, as its manufacturer calls it. */ model: string | null;
  /** Protocol that the device speaks. */ protocol: string | null;
  /** Version of the firmware. */ firmware_version: string | null;
  lifecycle_status: UnitLifecycleStatus;
  sim_card: SimCard;
  /** The unit groups that the unit is directly in, without deleted ones. */ unit_group_ids: Int64[];
  /** The vehicle that the unit is installed in; null if there is none. */ vehicle_id: Int64 | null;
  vehicle: VehicleName;
  /** Seconds between reports while moving. */ reporting_interval_moving_s: number | null;
  /** Seconds between reports while parked. */ reporting_interval_parked_s: number | null;
  /** When the unit was installed, UTC, as people note it. Installations in vehicles do not change it. */
  installed_at: string | null;
  /** Who installed the unit, as people note it. */ installed_by: string | null;
  /** Last day of the warranty. */ warranty_expires_on: string | null;
  /** Last day of the subscription. */ subscription_expires_on: string | null;
  /** Custom attributes, at most 50. */ attributes: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes: string | null;
  state?: UnitState;
  /** Incremented by every change of the record. */ version: Int64;
  /** When the unit was created, UTC. */ created_at: string;
  /** When the unit was last changed, UTC. */ updated_at: string;
  /** When the unit was deleted, UTC; null while it is not. */ deleted_at: string | null;
}

/** A unit that is new in your scope, or was changed. */
export interface UnitUpserted {
  /** The record is new in your scope, or was changed. */ change: "upserted";
  /** Identifies the record. */ id: Int64;
  /** When the record was changed, UTC. For display only; the order of the entries is that of the feed. */
  changed_at: string;
  record: Unit;
}

/** One entry of the feed; `change` says which of the two it is. */
export type UnitChange = UnitUpserted | RecordRemoved;

/** The next part of the feed of changes. */
export interface UnitChanges {
  /** What changed, oldest first; each unit once, as it is now. */ changes: UnitChange[];
  /** Where the feed continues. Store it after you have applied the entries, and send it with the next request. */
  next_cursor: string;
  /** Whether the next page can be requested at once. If false, you have everything up to now; request again later. */
  has_more: boolean;
}

/** The envelope of UnitChanges. */ export interface UnitChangesEnvelope { data: UnitChanges; notices?: Notices }

/** A summary of a unit. */
export interface UnitSummary {
  /** Identifies the unit. */ id: Int64;
  /** Display name of the unit. */ name: string;
  /** The client that the unit belongs to. */ client_id: Int64;
  /**
   * Mobile equipment identity, 15 digits with a Luhn check digit, unique among all units. With the `identifier_type`
   * `imei` it is the same as `identifier`, so a request may leave it out.
   */
  imei: string | null;
  lifecycle_status: UnitLifecycleStatus;
  /** When the unit was last changed, UTC. */ updated_at: string;
  state?: UnitState;
}

/** A new unit. */
export interface UnitCreate {
  /** The client that the unit belongs to. */ client_id: Int64;
  /** Identifier in a system of the integrator, unique per client. */ external_id?: string | null;
  /** Display name of the unit. */ name: string;
  /**
   * The identifier that the device sends, unique among all units for each `identifier_type`. An IMEI if `identifier_type`
   * is `imei`.
   */
  identifier: string;
  /**
   * What kind of identifier `identifier` is.
   *
   * - `imei`: 15 digits, a mobile equipment identity
   * - `meid`: a CDMA equipment identity
   * - `serial`: a serial number of the manufacturer
   * - `mac`: a hardware address
   * - `custom`: any other
   */
  identifier_type: "imei" | "meid" | "serial" | "mac" | "custom";
  /**
   * Mobile equipment identity, 15 digits with a Luhn check digit, unique among all units. With the `identifier_type`
   * `imei` it is the same as `identifier`, so a request may leave it out.
   */
  imei?: string | null;
  /** Serial number of the manufacturer. */ serial_number?: string | null;
  /** The manufacturer of the device, in its own spelling. */ manufacturer?: string | null;
  /** Model of the device, as its manufacturer calls it. */ model?: string | null;
  /** Protocol that the device speaks. */ protocol?: string | null;
  /** Version of the firmware. */ firmware_version?: string | null;
  lifecycle_status?: UnitLifecycleStatus;
  /** Seconds between reports while moving. */ reporting_interval_moving_s?: number | null;
  /** Seconds between reports while parked. */ reporting_interval_parked_s?: number | null;
  /** When the unit was installed, as people note it. Installations in vehicles do not change it. */
  installed_at?: string | null;
  /** Who installed the unit, as people note it. */ installed_by?: string | null;
  /** Last day of the warranty. */ warranty_expires_on?: string | null;
  /** Last day of the subscription. */ subscription_expires_on?: string | null;
  /** Custom attributes, at most 50. */ attributes?: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes?: string | null;
}

/**
 * The fields to change; a field that is left out keeps its value. `null` empties a field that may be empty, and
 * `attributes` replaces all attributes.
 */
export interface UnitUpdate {
  /** Identifier in a system of the integrator, unique per client. */ external_id?: string | null;
  /** Display name of the unit. */ name?: string;
  /**
   * The identifier that the device sends, unique among all units for each `identifier_type`. An IMEI if `identifier_type`
   * is `imei`.
   */
  identifier?: string;
  /**
   * What kind of identifier `identifier` is.
   *
   * - `imei`: 15 digits, a mobile equipment identity
   * - `meid`: a CDMA equipment identity
   * - `serial`: a serial number of the manufacturer
   * - `mac`: a hardware address
   * - `custom`: any other
   */
  identifier_type?: "imei" | "meid" | "serial" | "mac" | "custom";
  /**
   * Mobile equipment identity, 15 digits with a Luhn check digit, unique among all units. With the `identifier_type`
   * `imei` it is the same as `identifier`, so a request may leave it out.
   */
  imei?: string | null;
  /** Serial number of the manufacturer. */ serial_number?: string | null;
  /** The manufacturer of the device, in its own spelling. */ manufacturer?: string | null;
  /** Model of the device, as its manufacturer calls it. */ model?: string | null;
  /** Protocol that the device speaks. */ protocol?: string | null;
  /** Version of the firmware. */ firmware_version?: string | null;
  lifecycle_status?: UnitLifecycleStatus;
  /** Seconds between reports while moving. */ reporting_interval_moving_s?: number | null;
  /** Seconds between reports while parked. */ reporting_interval_parked_s?: number | null;
  /** When the unit was installed, as people note it. Installations in vehicles do not change it. */
  installed_at?: string | null;
  /** Who installed the unit, as people note it. */ installed_by?: string | null;
  /** Last day of the warranty. */ warranty_expires_on?: string | null;
  /** Last day of the subscription. */ subscription_expires_on?: string | null;
  /** Custom attributes, at most 50. */ attributes?: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes?: string | null;
}

/** The units to create or update. */
export interface UnitImport {
  /**
   * What to do with the items.
   *
   * - `create`: create records; an item that matches a record fails as `duplicate`
   * - `update`: update records; an item that matches none fails as `not_found`
   * - `upsert`: update the records that match and create the others
   *
   * Default: "upsert".
   */
  action?: "create" | "update" | "upsert";
  /**
   * The fields that identify the existing unit of an item. Every item must have them.
   *
   * - `external_id`: `client_id` and `external_id`
   * - `identifier`: `identifier_type` and `identifier`
   */
  match_on: "external_id" | "identifier";
  /** The units, at most 500. */ items: UnitImportItem[];
  mode?: BulkMode;
  /** Whether to carry out the request and then undo it. The result is the same, and nothing is changed. Default: false. */
  dry_run?: boolean;
}

/**
 * A unit to create or update. An omitted field keeps its value or, in a new unit, has its default. `null` clears a field that
 * may be empty.
 */
export interface UnitImportItem {
  /** The client that the unit belongs to. */ client_id?: Int64;
  /** Identifier in a system of the integrator, unique per client. */ external_id?: string | null;
  /** Display name of the unit. */ name?: string;
  /**
   * The identifier that the device sends, unique among all units for each `identifier_type`. An IMEI if `identifier_type`
   * is `imei`.
   */
  identifier?: string;
  /**
   * What kind of identifier `identifier` is.
   *
   * - `imei`: 15 digits, a mobile equipment identity
   * - `meid`: a CDMA equipment identity
   * - `serial`: a serial number of the manufacturer
   * - `mac`: a hardware address
   * - `custom`: any other
   */
  identifier_type?: "imei" | "meid" | "serial" | "mac" | "custom";
  /**
   * Mobile equipment identity, 15 digits with a Luhn check digit, unique among all units. With the `identifier_type`
   * `imei` it is the same as `identifier`, so a request may leave it out.
   */
  imei?: string | null;
  /** Serial number of the manufacturer. */ serial_number?: string | null;
  /** The manufacturer of the device, in its own spelling. */ manufacturer?: string | null;
  /** Model of the device, as its manufacturer calls it. */ model?: string | null;
  /** Protocol that the device speaks. */ protocol?: string | null;
  /** Version of the firmware. */ firmware_version?: string | null;
  lifecycle_status?: UnitLifecycleStatus;
  /** Seconds between reports while moving. */ reporting_interval_moving_s?: number | null;
  /** Seconds between reports while parked. */ reporting_interval_parked_s?: number | null;
  /** When the unit was installed, as people note it. Installations in vehicles do not change it. */
  installed_at?: string | null;
  /** Who installed the unit, as people note it. */ installed_by?: string | null;
  /** Last day of the warranty. */ warranty_expires_on?: string | null;
  /** Last day of the subscription. */ subscription_expires_on?: string | null;
  /** Custom attributes, at most 50. */ attributes?: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes?: string | null;
}

/** The envelope of Unit. */ export interface UnitEnvelope { data: Unit; notices?: Notices }

/** The vehicle that the unit is installed in, by id and name; null if there is none. */
export type VehicleName = {
  /** Identifies the vehicle. */ id: Int64;
  /** Display name of the vehicle. */ name: string;
} | null;

/** The SIM card of a unit; null if there is none. */
export type SimCard = {
  /** Card number, 18 to 22 digits, unique among all units. */ iccid: string;
  /** Phone number, E.164. */ msisdn: string | null;
  /** Subscriber identity, 5 to 15 digits. */ imsi: string | null;
  /** Mobile carrier. */ carrier: string | null;
  /** Access point name. */ apn: string | null;
  /**
   * State of the card.
   *
   * - `active`: in use
   * - `suspended`: blocked by the carrier
   * - `unknown`: not reported
   */
  status: "active" | "suspended" | "unknown";
  /** Day of activation. */ activated_on: string | null;
} | null;

/** The SIM card that a unit gets. */
export interface SimCardAssignment {
  /** Card number, 18 to 22 digits, unique among all units. */ iccid: string;
  /** Phone number, E.164. */ msisdn?: string | null;
  /** Subscriber identity, 5 to 15 digits. */ imsi?: string | null;
  /** Mobile carrier. */ carrier?: string | null;
  /** Access point name. */ apn?: string | null;
  /**
   * State of the card.
   *
   * - `active`: in use
   * - `suspended`: blocked by the carrier
   * - `unknown`: not reported
   *
   * Default: "unknown".
   */
  status?: "active" | "suspended" | "unknown";
  /** Day of activation. */ activated_on?: string | null;
}

/**
 * What the device of a unit last reported, and its counters. It is not part of the record: a report changes neither
 * `version` nor `updated_at`.
 */
export interface UnitState {
  connection_status: UnitConnectionStatus;
  /**
   * Whether the unit moves.
   *
   * - `moving`: it moves
   * - `idling`: it stands still with the engine running
   * - `parked`: it stands still with the engine off
   * - `unknown`: it has not reported that
   */
  movement_status: "moving" | "idling" | "parked" | "unknown" | (string & {});
  /** When the last message was received, UTC. */ last_seen_at: string | null;
  /** When the last position was recorded, UTC. */ last_position_at: string | null;
  /** Odometer in metres. */ odometer_m: Int64 | null;
  /**
   * Where the odometer comes from.
   *
   * - `gps`: distance between positions
   * - `can`: vehicle bus
   * - `obd`: diagnostic port
   * - `device`: reported by the device, which does not say how it counts
   * - `manual`: entered by hand
   */
  odometer_source: "gps" | "can" | "obd" | "device" | "manual" | (string & {}) | null;
  /** When the odometer had this value, UTC. */ odometer_read_at: string | null;
  /** Engine running time in seconds. */ engine_hours_s: Int64 | null;
  /**
   * Where the engine running time comes from.
   *
   * - `gps`: time in motion
   * - `can`: vehicle bus
   * - `obd`: diagnostic port
   * - `device`: reported by the device, which does not say how it counts
   * - `manual`: entered by hand
   */
  engine_hours_source: "gps" | "can" | "obd" | "device" | "manual" | (string & {}) | null;
  /** When the engine running time had this value, UTC. */ engine_hours_read_at: string | null;
}

/**
 * A member to return in addition.
 *
 * - `state`: what the device last reported, and its counters
 */
export type UnitInclude = "state";

/** A reading of the counters of a unit. */
export interface UnitReading {
  /** Identifies the reading. */ id: Int64;
  /** Identifies the unit. */ unit_id: Int64;
  /** The client that the unit belonged to. */ client_id: Int64;
  /** When the counters were read, UTC. */ read_at: string;
  /** The odometer in metres; null if it was not read. */ odometer_m: Int64 | null;
  /** The engine running time in seconds; null if it was not read. */ engine_hours_s: Int64 | null;
  /**
   * Where the reading comes from.
   *
   * - `manual`: somebody recorded it
   */
  source: "manual" | (string & {});
  /** Whether the counter may be lower than in an earlier reading, for example to correct a mistake or after the dashboard was replaced. */
  is_correction: boolean;
  /** Free-text note. */ note: string | null;
  /** The user who recorded the reading; null if no user did. */ created_by_id: Int64 | null;
  /** When the reading was recorded, UTC. */ created_at: string;
}

/** A reading of the counters of a unit. At least one of `odometer_m` and `engine_hours_s` is required. */
export interface UnitReadingCreate {
  /** When the counters were read: at most 1 minute in the future, and not before the unit belonged to its client. */
  read_at: string;
  /** The odometer in metres. */ odometer_m?: Int64;
  /** The engine running time in seconds. */ engine_hours_s?: Int64;
  /** Whether the counter may be lower than in an earlier reading, for example to correct a mistake or after the dashboard was replaced. Default: false. */
  is_correction?: boolean;
  /** Free-text note. */ note?: string | null;
}

/** The envelope of UnitReading. */ export interface UnitReadingEnvelope { data: UnitReading; notices?: Notices }

/** The paged envelope of readings. */
export interface UnitReadingPage {
  /** The readings of the page, latest first. */ data: UnitReading[];
  notices?: Notices;
  pagination: Pagination;
}

/** The time for which a unit belongs to a client. */
export interface UnitOwnership {
  /** The client that the unit belongs to. */ client_id: Int64;
  client: ClientName;
  /** Since when the unit belongs to the client, UTC. */ from: string;
  /** From when on it no longer does, UTC; null while it does. */ to: string | null;
}

/** The paged envelope of the owners of a unit. */
export interface UnitOwnershipPage {
  /** The owners of the page, the newest first. */ data: UnitOwnership[];
  notices?: Notices;
  pagination: Pagination;
}

/**
 * How recently the unit sent a message, at the time of the response.
 *
 * - `never_connected`: no message yet
 * - `online`: a message within 10 minutes, or within 3 reporting intervals if these are longer: of
 *   `reporting_interval_moving_s` while the unit moves or idles, of `reporting_interval_parked_s` while it is parked, and of
 *   the longer one otherwise
 * - `idle`: not online, but a message within 24 hours
 * - `offline`: none of these
 */
export type UnitConnectionStatus = "never_connected" | "online" | "idle" | "offline";

/**
 * The lifecycle state of the unit, independent of its connection.
 *
 * - `in_stock`: not installed yet
 * - `active`: in use
 * - `suspended`: installed, temporarily out of use
 * - `faulty`: installed, but defective
 * - `decommissioned`: permanently out of use
 */
export type UnitLifecycleStatus = "in_stock" | "active" | "suspended" | "faulty" | "decommissioned";

/** The paged envelope of units. */
export interface UnitPage {
  /** The units of the page, in the requested order. */ data: Unit[];
  notices?: Notices;
  pagination: Pagination;
}

/** The paged envelope of summaries of units. */
export interface UnitSummaryPage {
  /** The units of the page. */ data: UnitSummary[];
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
 * - `created_at`: by the time of the creation
 * - `-created_at`: by the time of the creation, the latest first
 * - `updated_at`: by the time of the last change
 * - `-updated_at`: by the time of the last change, the latest first
 * - `last_seen_at`: by the time of the last message
 * - `-last_seen_at`: by the time of the last message, the latest first
 */
export type UnitSort =
  | "id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "last_seen_at"
  | "-last_seen_at";

/** The operations of this group as data. */
export const unitsOperations = {
  unitsListing: { id: "unitsListing", group: "units", method: "listing", verb: "GET", path: "/units/listing",
    pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "ids", csv: true }, { name: "external_id", csv: true }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "lifecycle_status", csv: true }, { name: "connection_status", csv: true }, { name: "unit_group_id" }, { name: "updated_after" }, { name: "include_deleted" }, { name: "include", csv: true }, { name: "sort", csv: true }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "units", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  unitsListingByClient: { id: "unitsListingByClient", group: "units", method: "listingByClient", verb: "GET",
    path: "/units/listing/client/{client_id}", pathParams: ["client_id"],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "include", csv: true }], body: false,
    success: [200], paged: true, auth: "required", permission: { resource: "units", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed", "query_too_slow"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  unitsFind: { id: "unitsFind", group: "units", method: "find", verb: "GET", path: "/units/find", pathParams: [],
    query: [{ name: "q" }, { name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "include", csv: true }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "units", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  unitsChanges: { id: "unitsChanges", group: "units", method: "changes", verb: "GET", path: "/units/changes",
    pathParams: [], query: [{ name: "cursor" }, { name: "from" }, { name: "client_id" }, { name: "per_page" }],
    body: false, success: [200], paged: false, auth: "required", permission: { resource: "units", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 410: ["cursor_expired"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  unitsCreate: { id: "unitsCreate", group: "units", method: "create", verb: "POST", path: "/units", pathParams: [],
    query: [], body: true, success: [201], paged: false, auth: "required",
    permission: { resource: "units", action: "create" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"],
      409: ["duplicate", "limit_reached", "request_in_progress"], 413: ["payload_too_large"],
      415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  unitsImport: { id: "unitsImport", group: "units", method: "import", verb: "POST", path: "/units/import",
    pathParams: [], query: [], body: true, success: [200], paged: false, auth: "required",
    permission: { resource: "units", action: "create" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  unitsGet: { id: "unitsGet", group: "units", method: "get", verb: "GET", path: "/units/{unit_id}",
    pathParams: ["unit_id"], query: [{ name: "include_deleted" }, { name: "include", csv: true }], body: false,
    success: [200, 304], paged: false, auth: "required", permission: { resource: "units", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  unitsUpdate: { id: "unitsUpdate", group: "units", method: "update", verb: "PATCH", path: "/units/{unit_id}",
    pathParams: ["unit_id"], query: [], body: true, success: [200], paged: false, auth: "required",
    permission: { resource: "units", action: "view" },
    fieldActions: [{ in: "body", path: ["external_id"], resource: "units", action: "edit" }, { in: "body", path: ["name"], resource: "units", action: "units_basic_edit" }, { in: "body", path: ["identifier"], resource: "units", action: "units_technical" }, { in: "body", path: ["identifier_type"], resource: "units", action: "units_technical" }, { in: "body", path: ["imei"], resource: "units", action: "units_technical" }, { in: "body", path: ["serial_number"], resource: "units", action: "units_technical" }, { in: "body", path: ["manufacturer"], resource: "units", action: "units_technical" }, { in: "body", path: ["model"], resource: "units", action: "units_technical" }, { in: "body", path: ["protocol"], resource: "units", action: "units_technical" }, { in: "body", path: ["firmware_version"], resource: "units", action: "units_technical" }, { in: "body", path: ["lifecycle_status"], resource: "units", action: "edit" }, { in: "body", path: ["reporting_interval_moving_s"], resource: "units", action: "units_technical" }, { in: "body", path: ["reporting_interval_parked_s"], resource: "units", action: "units_technical" }, { in: "body", path: ["installed_at"], resource: "units", action: "edit" }, { in: "body", path: ["installed_by"], resource: "units", action: "edit" }, { in: "body", path: ["warranty_expires_on"], resource: "units", action: "edit" }, { in: "body", path: ["subscription_expires_on"], resource: "units", action: "edit" }, { in: "body", path: ["attributes"], resource: "units", action: "edit" }, { in: "body", path: ["notes"], resource: "units", action: "edit" }],
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate"],
      412: ["precondition_failed"], 413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  unitsDelete: { id: "unitsDelete", group: "units", method: "delete", verb: "DELETE", path: "/units/{unit_id}",
    pathParams: ["unit_id"], query: [], body: false, success: [200], paged: false, auth: "required",
    permission: { resource: "units", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["in_use"], 412: ["precondition_failed"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  unitsRestore: { id: "unitsRestore", group: "units", method: "restore", verb: "POST", path: "/units/{unit_id}/restore",
    pathParams: ["unit_id"], query: [], body: false, success: [200], paged: false, auth: "required",
    permission: { resource: "units", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"],
      409: ["duplicate", "sim_in_use", "limit_reached", "invalid_state", "request_in_progress"], 410: ["gone"],
      422: ["validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  unitsAssignSimCard: { id: "unitsAssignSimCard", group: "units", method: "assignSimCard", verb: "PUT",
    path: "/units/{unit_id}/sim_card", pathParams: ["unit_id"], query: [], body: true, success: [200], paged: false,
    auth: "required", permission: { resource: "units", action: "assign_sim_cards" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["sim_in_use"],
      412: ["precondition_failed"], 413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  unitsRemoveSimCard: { id: "unitsRemoveSimCard", group: "units", method: "removeSimCard", verb: "DELETE",
    path: "/units/{unit_id}/sim_card", pathParams: ["unit_id"], query: [], body: false, success: [200], paged: false,
    auth: "required", permission: { resource: "units", action: "assign_sim_cards" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 412: ["precondition_failed"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  unitsCreateReading: { id: "unitsCreateReading", group: "units", method: "createReading", verb: "POST",
    path: "/units/{unit_id}/readings", pathParams: ["unit_id"], query: [], body: true, success: [201], paged: false,
    auth: "required", permission: { resource: "units", action: "units_technical" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate", "request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["odometer_rollback", "engine_hours_rollback", "validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  unitsReadingsListing: { id: "unitsReadingsListing", group: "units", method: "readingsListing", verb: "GET",
    path: "/units/readings/listing", pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "unit_id" }, { name: "from" }, { name: "to" }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "units", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  unitsOwnershipListing: { id: "unitsOwnershipListing", group: "units", method: "ownershipListing", verb: "GET",
    path: "/units/{unit_id}/ownership/listing", pathParams: ["unit_id"],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }], body: false, success: [200], paged: true,
    auth: "required", permission: { resource: "units", action: "units_transfer" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed", "query_too_slow"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
} as const satisfies Record<string, OperationRow>;
