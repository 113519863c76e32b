/** Generated from spec/resources/vehicles by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type {
  ByCondition, Call, CallOptions, FailureResult, IfNoneMatch, NoCondition, Ok, OkPage, PagedCall, ProblemResult,
  Unconditional,
} from "../call.ts";
import type { OperationRow } from "../operation-row.ts";
import type {
  Attachment, BulkMode, BulkResult, ClientName, DocumentStatus, DocumentType, GivenAttachment, Int64, Notices,
  Pagination, RecordRemoved,
} from "./shared.ts";

/** Operations under `fleet.vehicles`. */
export interface VehiclesApi {
  /**
   * List vehicles. `GET /vehicles/listing`
   *
   * Lists the vehicles in your scope, in pages.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.view`. Reference: `/docs/v1/operations/vehiclesListing/` of the service.
   * @example
   * for await (const item of fleet.vehicles.listing()) console.log(item);
   */
  listing(input?: VehiclesListingInput, options?: CallOptions): PagedCall<VehiclesListingSuccess, VehiclesListingFailure, Vehicle>;
  /**
   * Find vehicles. `GET /vehicles/find`
   *
   * Returns the vehicles whose name, plate, VIN, fleet number or external id contains the search text (case-insensitive). Spaces
   * and hyphens do not count in plates: `kda001a` finds `KDA 001A`. Exact names come first, then names that begin with the text,
   * then the others, each by name.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.view`. Reference: `/docs/v1/operations/vehiclesFind/` of the service.
   * @example
   * for await (const item of fleet.vehicles.find({ query: { q: "kda00" } })) console.log(item);
   */
  find(input: VehiclesFindInput, options?: CallOptions): PagedCall<VehiclesFindSuccess, VehiclesFindFailure, VehicleSummary>;
  /**
   * Synchronise vehicles. `GET /vehicles/changes`
   *
   * Returns what changed, oldest first: the current state of each vehicle that is new or was changed, and the id of each one
   * that was deleted or left your scope. Without a `cursor` it begins with all vehicles in your scope. Repeat the request with
   * `next_cursor` while `has_more` is true, then from time to time. A driver who is assigned as `primary`, or no longer is, is
   * reported within a minute.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `cursor_expired`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.view`. Reference: `/docs/v1/operations/vehiclesChanges/` of the service.
   * @example
   * const result = await fleet.vehicles.changes();
   * if (result.ok) console.log(result.data);
   */
  changes(input?: VehiclesChangesInput, options?: CallOptions): Call<VehiclesChangesSuccess, VehiclesChangesFailure>;
  /**
   * Create a vehicle. `POST /vehicles`
   *
   * Creates a vehicle for a client. Units, readings and documents have their own operations. The notices `vin_check_digit` and
   * `duplicate_plate` point out what may be a typing error.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `limit_reached`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.create`. Reference: `/docs/v1/operations/vehiclesCreate/` of the service.
   * @example
   * const result = await fleet.vehicles.create({ body: { client_id: 1, external_id: "erp-v-1001", name: "Van 1001", fleet_number: "F-1001", plate_number: "KDB 001A", plate_country: "KE", plate_region: "KE-30", color_name: "white", display_color: "#1E88E5", icon: "van", vin: "9ZZFLEET6UZ000001", chassis_number: null, engine_number: "E-000001", make: "Demo Motors", model: "Courier", trim: "L2H2", model_year: 2024, vehicle_type: "van", fuel_type: "diesel", fuel_tank_capacity_l: 70, battery_capacity_kwh: null, consumption_norm_l_per_100km: 8.5, consumption_norm_kwh_per_100km: null, gross_weight_kg: 3500, payload_kg: 1200, length_mm: 5500, width_mm: 2050, height_mm: 2600, axle_count: 2, seat_count: 3, engine_displacement_cc: 2000, engine_power_kw: 96, max_speed_kmh: 120, status: "active", ownership: "owned", acquired_on: "2024-03-01", disposed_on: null, lease_expires_on: null, acquisition_amount: "3250000.00", acquisition_currency: "KES", cost_centre: "CC-100", attributes: { depot: "north" }, notes: null } });
   * if (result.ok) console.log(result.data);
   */
  create(input: VehiclesCreateInput, options?: CallOptions): Call<VehiclesCreateSuccess, VehiclesCreateFailure>;
  /**
   * Import vehicles. `POST /vehicles/import`
   *
   * Creates or updates up to 500 vehicles, matched by `match_on`. With `upsert`, an item without a match creates a vehicle, and
   * any other item updates the vehicle that it matches. Sending the same import again changes nothing.
   *
   * An item that creates a vehicle needs the fields that POST /vehicles needs. An item that updates a vehicle needs only the
   * fields of `match_on` and the fields to update, and the permission for each of them as in PATCH /vehicles/{vehicle_id}, in
   * addition to `vehicles.create`. An import moves no vehicle to another client. If two items have the same values of
   * `match_on`, the second one fails as `duplicate`.
   *
   * In the mode `best_effort`, items are validated one by one: an invalid item has the outcome `failed`, and its findings are in
   * `problem.errors`.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.create`. Reference: `/docs/v1/operations/vehiclesImport/` of the service.
   * @example
   * const result = await fleet.vehicles.import({ body: { action: "upsert", match_on: "external_id", items: [{ client_id: 1, external_id: "erp-v-1001", name: "Van 1001", fleet_number: "F-1001", plate_number: "KDB 001A", plate_country: "KE", plate_region: "KE-30", color_name: "white", display_color: "#1E88E5", icon: "van", vin: "9ZZFLEET6UZ000001", chassis_number: null, engine_number: "E-000001", make: "Demo Motors", model: "Courier", trim: "L2H2", model_year: 2024, vehicle_type: "van", fuel_type: "diesel", fuel_tank_capacity_l: 70, battery_capacity_kwh: null, consumption_norm_l_per_100km: 8.5, consumption_norm_kwh_per_100km: null, gross_weight_kg: 3500, payload_kg: 1200, length_mm: 5500, width_mm: 2050, height_mm: 2600, axle_count: 2, seat_count: 3, engine_displacement_cc: 2000, engine_power_kw: 96, max_speed_kmh: 120, status: "active", ownership: "owned", acquired_on: "2024-03-01", disposed_on: null, lease_expires_on: null, acquisition_amount: "3250000.00", acquisition_currency: "KES", cost_centre: "CC-100", attributes: { depot: "north" }, notes: null }], mode: "all_or_nothing", dry_run: false } });
   * if (result.ok) console.log(result.data);
   */
  import(input: VehiclesImportInput, options?: CallOptions): Call<VehiclesImportSuccess, VehiclesImportFailure>;
  /**
   * Get a vehicle. `GET /vehicles/{vehicle_id}`
   *
   * Returns one vehicle.
   *
   * Statuses of a success: `200`, `304`.
   * With `If-None-Match`, `status` is 304 and `data` is null if nothing has changed.
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.view`. Reference: `/docs/v1/operations/vehiclesGet/` of the service.
   * @example
   * const result = await fleet.vehicles.get({ path: { vehicle_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  get<Condition extends string | undefined = undefined>(input: VehiclesGetInput & IfNoneMatch<Condition>, options?: CallOptions): ByCondition<Condition, Call<Unconditional<VehiclesGetSuccess>, VehiclesGetFailure>, Call<VehiclesGetSuccess, VehiclesGetFailure>>;
  /**
   * Update a vehicle. `PATCH /vehicles/{vehicle_id}`
   *
   * Updates only the fields you send. Besides `vehicles.view`, each field needs its own permission:
   *
   * - `vehicles.vehicles_basic_edit`: name, fleet number, plate, colours, icon, attributes and notes
   * - `vehicles.vehicles_technical_edit`: VIN, chassis and engine number, make, model, type, fuel, capacities, measures and
   *   `max_speed_kmh`
   * - `vehicles.vehicles_admin_edit`: `external_id`, `status`, ownership, dates, acquisition and `cost_centre`
   *
   * If you lack a permission, nothing is changed: the response is 403, `detail` names all missing permissions and their fields, and
   * `required_permission` the first of them. A body that changes nothing leaves the version as it is.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.view`. Reference: `/docs/v1/operations/vehiclesUpdate/` of the service.
   * @example
   * const result = await fleet.vehicles.update({ path: { vehicle_id: 1 }, body: { color_name: "white", cost_centre: "CC-100" } });
   * if (result.ok) console.log(result.data);
   */
  update(input: VehiclesUpdateInput, options?: CallOptions): Call<VehiclesUpdateSuccess, VehiclesUpdateFailure>;
  /**
   * Delete a vehicle. `DELETE /vehicles/{vehicle_id}`
   *
   * Deletes a vehicle in which no unit is installed, and to which no driver is assigned now or in the future. It can be restored, with
   * its groups, documents and readings, for 30 days.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `in_use`, `precondition_failed`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.delete`. Reference: `/docs/v1/operations/vehiclesDelete/` of the service.
   * @example
   * const result = await fleet.vehicles.delete({ path: { vehicle_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  delete(input: VehiclesDeleteInput, options?: CallOptions): Call<VehiclesDeleteSuccess, VehiclesDeleteFailure>;
  /**
   * Restore a vehicle. `POST /vehicles/{vehicle_id}/restore`
   *
   * Restores a vehicle that was deleted at most 30 days ago, with its groups, documents and readings. No unit is installed in it.
   * A vehicle that is not deleted stays as it is.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `limit_reached`, `invalid_state`, `request_in_progress`, `gone`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.delete`. Reference: `/docs/v1/operations/vehiclesRestore/` of the service.
   * @example
   * const result = await fleet.vehicles.restore({ path: { vehicle_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  restore(input: VehiclesRestoreInput, options?: CallOptions): Call<VehiclesRestoreSuccess, VehiclesRestoreFailure>;
  /**
   * Install a unit. `POST /vehicles/{vehicle_id}/assign_unit`
   *
   * Installs a unit of the same client in a vehicle, from `installed_at` on, which may lie in the past. With `removed_at`, it
   * records an installation that has ended. A unit is in one vehicle at a time, and a vehicle has one unit at a time. With
   * `force_reassign`, the current installations of both end at
   * `installed_at`; otherwise they are a conflict.
   *
   * The counters of the vehicle continue from its latest reading, and the unit advances them.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `unit_already_assigned`, `assignment_overlap`, `duplicate`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `odometer_rollback`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.assign_units`. Reference: `/docs/v1/operations/vehiclesAssignUnit/` of the service.
   * @example
   * const result = await fleet.vehicles.assignUnit({ path: { vehicle_id: 1 }, body: { unit_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  assignUnit(input: VehiclesAssignUnitInput, options?: CallOptions): Call<VehiclesAssignUnitSuccess, VehiclesAssignUnitFailure>;
  /**
   * Remove the unit. `POST /vehicles/{vehicle_id}/unassign_unit`
   *
   * Ends the current installation of a vehicle; a vehicle without a unit stays as it is. The counters of the vehicle at that time
   * are recorded as a reading with the `source` `unit`.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `invalid_state`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.assign_units`. Reference: `/docs/v1/operations/vehiclesUnassignUnit/` of the service.
   * @example
   * const result = await fleet.vehicles.unassignUnit({ path: { vehicle_id: 1 }, body: { reason: "Replaced by a newer device" } });
   * if (result.ok) console.log(result.data);
   */
  unassignUnit(input: VehiclesUnassignUnitInput, options?: CallOptions): Call<VehiclesUnassignUnitSuccess, VehiclesUnassignUnitFailure>;
  /**
   * List installations. `GET /vehicles/unit_assignments/listing`
   *
   * Lists which unit was installed in which vehicle, latest `installed_at` first.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.view`. Reference: `/docs/v1/operations/vehiclesUnitAssignmentsListing/` of the service.
   * @example
   * for await (const item of fleet.vehicles.unitAssignmentsListing()) console.log(item);
   */
  unitAssignmentsListing(input?: VehiclesUnitAssignmentsListingInput, options?: CallOptions): PagedCall<VehiclesUnitAssignmentsListingSuccess, VehiclesUnitAssignmentsListingFailure, UnitAssignment>;
  /**
   * Correct an installation. `PATCH /vehicles/unit_assignments/{unit_assignment_id}`
   *
   * Corrects when a unit was installed or removed. With `removed_at: null` it is installed again, and `removal_reason` is
   * cleared. Readings stay as they are. To correct the vehicle or the unit, delete the installation and record another one.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `unit_already_assigned`, `assignment_overlap`, `invalid_state`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.assign_units`. Reference: `/docs/v1/operations/vehiclesUpdateUnitAssignment/` of the service.
   * @example
   * const result = await fleet.vehicles.updateUnitAssignment({ path: { unit_assignment_id: 1 }, body: { removal_reason: "Replaced by a newer device" } });
   * if (result.ok) console.log(result.data);
   */
  updateUnitAssignment(input: VehiclesUpdateUnitAssignmentInput, options?: CallOptions): Call<VehiclesUpdateUnitAssignmentSuccess, VehiclesUpdateUnitAssignmentFailure>;
  /**
   * Delete an installation. `DELETE /vehicles/unit_assignments/{unit_assignment_id}`
   *
   * Deletes an installation that never took place. If it is the current one, the unit is no longer installed. Readings stay; to
   * correct one, record another with `is_correction`.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `invalid_state`, `precondition_failed`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.assign_units`. Reference: `/docs/v1/operations/vehiclesDeleteUnitAssignment/` of the service.
   * @example
   * const result = await fleet.vehicles.deleteUnitAssignment({ path: { unit_assignment_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  deleteUnitAssignment(input: VehiclesDeleteUnitAssignmentInput, options?: CallOptions): Call<VehiclesDeleteUnitAssignmentSuccess, VehiclesDeleteUnitAssignmentFailure>;
  /**
   * Record a reading of a vehicle. `POST /vehicles/{vehicle_id}/readings`
   *
   * Records a reading of the odometer, the engine hours counter or both. Readings may be recorded in any order, so that old
   * receipts can be imported. A value must lie between the readings before and after it in the order of `read_at`: a counter that
   * goes back is refused, unless the later of the two readings is marked with `is_correction`.
   *
   * The reading with the latest `read_at` sets the counter in `state`; the unit that is installed advances it from then on.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `odometer_rollback`, `engine_hours_rollback`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.vehicles_technical_edit`. Reference: `/docs/v1/operations/vehiclesCreateReading/` of the service.
   * @example
   * const result = await fleet.vehicles.createReading({ path: { vehicle_id: 1 }, body: { read_at: "2026-01-15T08:15:00.000Z", odometer_m: 120345000, engine_hours_s: 7200000, source: "manual", is_correction: false, note: "Fuel receipt" } });
   * if (result.ok) console.log(result.data);
   */
  createReading(input: VehiclesCreateReadingInput, options?: CallOptions): Call<VehiclesCreateReadingSuccess, VehiclesCreateReadingFailure>;
  /**
   * List readings of vehicles. `GET /vehicles/readings/listing`
   *
   * Lists the readings of the vehicles in your scope, latest `read_at` first.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.view`. Reference: `/docs/v1/operations/vehiclesReadingsListing/` of the service.
   * @example
   * for await (const item of fleet.vehicles.readingsListing()) console.log(item);
   */
  readingsListing(input?: VehiclesReadingsListingInput, options?: CallOptions): PagedCall<VehiclesReadingsListingSuccess, VehiclesReadingsListingFailure, VehicleReading>;
  /**
   * List documents. `GET /vehicles/documents/listing`
   *
   * Lists the documents of the vehicles in your scope. With `vehicle_id` they are those of one vehicle; with `status` or
   * `expires_before`, those of the whole fleet that somebody has to renew. The
   * documents of a deleted vehicle are not listed until it is restored.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.view`. Reference: `/docs/v1/operations/vehiclesDocumentsListing/` of the service.
   * @example
   * for await (const item of fleet.vehicles.documentsListing()) console.log(item);
   */
  documentsListing(input?: VehiclesDocumentsListingInput, options?: CallOptions): PagedCall<VehiclesDocumentsListingSuccess, VehiclesDocumentsListingFailure, VehicleDocument>;
  /**
   * Add a document. `POST /vehicles/{vehicle_id}/documents`
   *
   * Adds a document to a vehicle.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.vehicles_admin_edit`. Reference: `/docs/v1/operations/vehiclesCreateDocument/` of the service.
   * @example
   * const result = await fleet.vehicles.createDocument({ path: { vehicle_id: 1 }, body: { type: "insurance", number: "POL-2026-0001", issuer: "Demo Insurance", country_code: "KE", issued_on: "2026-01-01", expires_on: "2026-12-31", reminder_days: [30, 7, 1], attachments: [{ name: "policy.pdf", content_type: "application/pdf", size_bytes: 48213, url: "https://files.example.com/policy.pdf" }], notes: null } });
   * if (result.ok) console.log(result.data);
   */
  createDocument(input: VehiclesCreateDocumentInput, options?: CallOptions): Call<VehiclesCreateDocumentSuccess, VehiclesCreateDocumentFailure>;
  /**
   * Update a document. `PATCH /vehicles/documents/{document_id}`
   *
   * Updates only the fields you send.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.vehicles_admin_edit`. Reference: `/docs/v1/operations/vehiclesUpdateDocument/` of the service.
   * @example
   * const result = await fleet.vehicles.updateDocument({ path: { document_id: 1 }, body: { issuer: "Demo Insurance", notes: null } });
   * if (result.ok) console.log(result.data);
   */
  updateDocument(input: VehiclesUpdateDocumentInput, options?: CallOptions): Call<VehiclesUpdateDocumentSuccess, VehiclesUpdateDocumentFailure>;
  /**
   * Delete a document. `DELETE /vehicles/documents/{document_id}`
   *
   * Deletes a document. It cannot be restored; its files stay where they are stored.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `precondition_failed`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicles.vehicles_admin_edit`. Reference: `/docs/v1/operations/vehiclesDeleteDocument/` of the service.
   * @example
   * const result = await fleet.vehicles.deleteDocument({ path: { document_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  deleteDocument(input: VehiclesDeleteDocumentInput, options?: CallOptions): Call<VehiclesDeleteDocumentSuccess, VehiclesDeleteDocumentFailure>;
}

export interface VehiclesListingInput {
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
    /** Only vehicles that are directly in this vehicle group; a deleted group has none. */
    vehicle_group_id?: Int64 | undefined;
    /** Only vehicles with one of these statuses. */ status?: VehicleStatus[] | undefined;
    /** Only vehicles of one of these types. */
    vehicle_type?: ("car" | "van" | "pickup" | "truck" | "tractor_unit" | "trailer" | "bus" | "motorcycle" | "construction" | "agricultural" | "boat" | "other")[] | undefined;
    /** Only vehicles in which a unit is installed, or only those without one. */ has_unit?: boolean | undefined;
    /** Only vehicles with a `primary` driver now, or only those without one. */ has_driver?: boolean | undefined;
    /**
     * Only records whose `updated_at` is later than this instant. To keep a copy of all records, use the feed of changes
     * instead: this filter misses changes that become visible late and records that leave your scope.
     */
    updated_after?: string | undefined;
    /** Also returns deleted records, which have a `deleted_at`. Default: false. */
    include_deleted?: boolean | undefined;
    /**
     * Members to return in addition. `state` has the counters of the vehicle. It changes without a new `version`, and only responses
     * that include it have an `ETag` that covers it.
     */
    include?: VehicleInclude[] | undefined;
    /**
     * The order of the vehicles: by the first key, then by the next. A key with a minus sign is descending, null is last, and
     * ties are ordered by id. Without this parameter the order is that of the ids.
     */
    sort?: VehicleSort[] | undefined;
  } | undefined;
}
export type VehiclesListingSuccess = OkPage<200, Vehicle, "authorization">;
export type VehiclesListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesFindInput {
  query: {
    /** The search text, in the name, plate, VIN, fleet number and external id. */ q: string;
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
    /**
     * Members to return in addition. `state` has the counters of the vehicle. It changes without a new `version`, and only responses
     * that include it have an `ETag` that covers it.
     */
    include?: VehicleInclude[] | undefined;
  };
}
export type VehiclesFindSuccess = OkPage<200, VehicleSummary, "authorization">;
export type VehiclesFindFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesChangesInput {
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
export type VehiclesChangesSuccess = Ok<200, VehicleChanges, "authorization">;
export type VehiclesChangesFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<410, "cursor_expired", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesCreateInput { /** The new vehicle. */ body: VehicleCreate }
export type VehiclesCreateSuccess = Ok<201, Vehicle, "authorization" | "idempotency-replayed" | "location" | "etag">;
export type VehiclesCreateFailure =
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

export interface VehiclesImportInput { /** The vehicles, and how they are matched. */ body: VehicleImport }
export type VehiclesImportSuccess = Ok<200, BulkResult, "authorization" | "idempotency-replayed">;
export type VehiclesImportFailure =
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

export interface VehiclesGetInput {
  path: {
    /** Identifies the vehicle. */ vehicle_id: Int64;
  };
  query?: {
    /** Also returns deleted records, which have a `deleted_at`. Default: false. */
    include_deleted?: boolean | undefined;
    /**
     * Members to return in addition. `state` has the counters of the vehicle. It changes without a new `version`, and only responses
     * that include it have an `ETag` that covers it.
     */
    include?: VehicleInclude[] | undefined;
  } | undefined;
  headers?: {
    /**
     * The entity tags of responses that the caller has kept (RFC 9110 section 13.1.2). If the record still has one of them,
     * the response is 304 without content.
     */
    "If-None-Match"?: string | undefined;
  } | undefined;
}
export type VehiclesGetSuccess = Ok<200, Vehicle, "authorization" | "etag"> | Ok<304, null, "authorization" | "etag">;
export type VehiclesGetFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesUpdateInput {
  path: {
    /** Identifies the vehicle. */ vehicle_id: Int64;
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
  /** The fields to change. */ body: VehicleUpdate;
}
export type VehiclesUpdateSuccess = Ok<200, Vehicle, "authorization" | "etag">;
export type VehiclesUpdateFailure =
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

export interface VehiclesDeleteInput {
  path: {
    /** Identifies the vehicle. */ vehicle_id: Int64;
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
export type VehiclesDeleteSuccess = Ok<200, Vehicle, "authorization" | "etag">;
export type VehiclesDeleteFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<409, "in_use", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesRestoreInput {
  path: {
    /** Identifies the vehicle. */ vehicle_id: Int64;
  };
}
export type VehiclesRestoreSuccess = Ok<200, Vehicle, "authorization" | "idempotency-replayed" | "etag">;
export type VehiclesRestoreFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate" | "limit_reached" | "invalid_state" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<410, "gone", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesAssignUnitInput {
  path: {
    /** Identifies the vehicle. */ vehicle_id: Int64;
  };
  /** The unit. */ body: UnitAssignmentCreate;
}
export type VehiclesAssignUnitSuccess = Ok<200, Vehicle, "authorization" | "idempotency-replayed" | "etag">;
export type VehiclesAssignUnitFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "unit_already_assigned" | "assignment_overlap" | "duplicate" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "odometer_rollback" | "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesUnassignUnitInput {
  path: {
    /** Identifies the vehicle. */ vehicle_id: Int64;
  };
  /** When the unit was removed, and why. */ body: UnitAssignmentEnd;
}
export type VehiclesUnassignUnitSuccess = Ok<200, Vehicle, "authorization" | "idempotency-replayed" | "etag">;
export type VehiclesUnassignUnitFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "invalid_state" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesUnitAssignmentsListingInput {
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
    /** Only those of this vehicle. */ vehicle_id?: Int64 | undefined;
    /** Only installations of this unit. */ unit_id?: Int64 | undefined;
    /** Only installations that ended after this instant, or have not ended. */ from?: string | undefined;
    /** Only installations that began before this instant. */ to?: string | undefined;
  } | undefined;
}
export type VehiclesUnitAssignmentsListingSuccess = OkPage<200, UnitAssignment, "authorization">;
export type VehiclesUnitAssignmentsListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesUpdateUnitAssignmentInput {
  path: {
    /** Identifies the installation. */ unit_assignment_id: Int64;
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
  /** The fields to correct. */ body: UnitAssignmentUpdate;
}
export type VehiclesUpdateUnitAssignmentSuccess = Ok<200, UnitAssignment, "authorization" | "etag">;
export type VehiclesUpdateUnitAssignmentFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "unit_already_assigned" | "assignment_overlap" | "invalid_state", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesDeleteUnitAssignmentInput {
  path: {
    /** Identifies the installation. */ unit_assignment_id: Int64;
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
export type VehiclesDeleteUnitAssignmentSuccess = Ok<200, UnitAssignment, "authorization" | "etag">;
export type VehiclesDeleteUnitAssignmentFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<409, "invalid_state", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesCreateReadingInput {
  path: {
    /** Identifies the vehicle. */ vehicle_id: Int64;
  };
  /** The reading. */ body: VehicleReadingCreate;
}
export type VehiclesCreateReadingSuccess = Ok<201, VehicleReading, "authorization" | "idempotency-replayed" | "location">;
export type VehiclesCreateReadingFailure =
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

export interface VehiclesReadingsListingInput {
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
    /** Only those of this vehicle. */ vehicle_id?: Int64 | undefined;
    /** Only readings with this `read_at` or a later one. */ from?: string | undefined;
    /** Only readings with a `read_at` before this instant. */ to?: string | undefined;
  } | undefined;
}
export type VehiclesReadingsListingSuccess = OkPage<200, VehicleReading, "authorization">;
export type VehiclesReadingsListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesDocumentsListingInput {
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
    /** Only those of this vehicle. */ vehicle_id?: Int64 | undefined;
    /** Only documents of one of these types. */ type?: DocumentType[] | undefined;
    /** Only documents with one of these statuses, at the time of the request. */ status?: DocumentStatus[] | undefined;
    /** Only documents that expire before this day. */ expires_before?: string | undefined;
    /**
     * The order of the vehicles: by the first key, then by the next. A key with a minus sign is descending, null is last, and
     * ties are ordered by id. Without this parameter the order is that of the ids.
     */
    sort?: VehicleDocumentSort[] | undefined;
  } | undefined;
}
export type VehiclesDocumentsListingSuccess = OkPage<200, VehicleDocument, "authorization">;
export type VehiclesDocumentsListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesCreateDocumentInput {
  path: {
    /** Identifies the vehicle. */ vehicle_id: Int64;
  };
  /** The document. */ body: VehicleDocumentCreate;
}
export type VehiclesCreateDocumentSuccess = Ok<201, VehicleDocument, "authorization" | "idempotency-replayed" | "location" | "etag">;
export type VehiclesCreateDocumentFailure =
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

export interface VehiclesUpdateDocumentInput {
  path: {
    /** Identifies the document. */ document_id: Int64;
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
  /** The fields to change. */ body: VehicleDocumentUpdate;
}
export type VehiclesUpdateDocumentSuccess = Ok<200, VehicleDocument, "authorization" | "etag">;
export type VehiclesUpdateDocumentFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehiclesDeleteDocumentInput {
  path: {
    /** Identifies the document. */ document_id: Int64;
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
export type VehiclesDeleteDocumentSuccess = Ok<200, VehicleDocument, "authorization" | "etag">;
export type VehiclesDeleteDocumentFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

/** The types of these operations, by id. */
export interface VehiclesOperationTypes {
  vehiclesListing: { input: VehiclesListingInput; success: VehiclesListingSuccess; failure: VehiclesListingFailure; item: Vehicle };
  vehiclesFind: { input: VehiclesFindInput; success: VehiclesFindSuccess; failure: VehiclesFindFailure; item: VehicleSummary };
  vehiclesChanges: { input: VehiclesChangesInput; success: VehiclesChangesSuccess; failure: VehiclesChangesFailure; item: never };
  vehiclesCreate: { input: VehiclesCreateInput; success: VehiclesCreateSuccess; failure: VehiclesCreateFailure; item: never };
  vehiclesImport: { input: VehiclesImportInput; success: VehiclesImportSuccess; failure: VehiclesImportFailure; item: never };
  vehiclesGet: { input: VehiclesGetInput & NoCondition; success: Unconditional<VehiclesGetSuccess>; failure: VehiclesGetFailure; item: never; conditional: { input: VehiclesGetInput; success: VehiclesGetSuccess } };
  vehiclesUpdate: { input: VehiclesUpdateInput; success: VehiclesUpdateSuccess; failure: VehiclesUpdateFailure; item: never };
  vehiclesDelete: { input: VehiclesDeleteInput; success: VehiclesDeleteSuccess; failure: VehiclesDeleteFailure; item: never };
  vehiclesRestore: { input: VehiclesRestoreInput; success: VehiclesRestoreSuccess; failure: VehiclesRestoreFailure; item: never };
  vehiclesAssignUnit: { input: VehiclesAssignUnitInput; success: VehiclesAssignUnitSuccess; failure: VehiclesAssignUnitFailure; item: never };
  vehiclesUnassignUnit: { input: VehiclesUnassignUnitInput; success: VehiclesUnassignUnitSuccess; failure: VehiclesUnassignUnitFailure; item: never };
  vehiclesUnitAssignmentsListing: { input: VehiclesUnitAssignmentsListingInput; success: VehiclesUnitAssignmentsListingSuccess; failure: VehiclesUnitAssignmentsListingFailure; item: UnitAssignment };
  vehiclesUpdateUnitAssignment: { input: VehiclesUpdateUnitAssignmentInput; success: VehiclesUpdateUnitAssignmentSuccess; failure: VehiclesUpdateUnitAssignmentFailure; item: never };
  vehiclesDeleteUnitAssignment: { input: VehiclesDeleteUnitAssignmentInput; success: VehiclesDeleteUnitAssignmentSuccess; failure: VehiclesDeleteUnitAssignmentFailure; item: never };
  vehiclesCreateReading: { input: VehiclesCreateReadingInput; success: VehiclesCreateReadingSuccess; failure: VehiclesCreateReadingFailure; item: never };
  vehiclesReadingsListing: { input: VehiclesReadingsListingInput; success: VehiclesReadingsListingSuccess; failure: VehiclesReadingsListingFailure; item: VehicleReading };
  vehiclesDocumentsListing: { input: VehiclesDocumentsListingInput; success: VehiclesDocumentsListingSuccess; failure: VehiclesDocumentsListingFailure; item: VehicleDocument };
  vehiclesCreateDocument: { input: VehiclesCreateDocumentInput; success: VehiclesCreateDocumentSuccess; failure: VehiclesCreateDocumentFailure; item: never };
  vehiclesUpdateDocument: { input: VehiclesUpdateDocumentInput; success: VehiclesUpdateDocumentSuccess; failure: VehiclesUpdateDocumentFailure; item: never };
  vehiclesDeleteDocument: { input: VehiclesDeleteDocumentInput; success: VehiclesDeleteDocumentSuccess; failure: VehiclesDeleteDocumentFailure; item: never };
}

/** A vehicle belongs to one client. At most one unit is installed in it at a time. */
export interface Vehicle {
  /** Identifies the vehicle. */ id: Int64;
  /** The client that the vehicle belongs to. */ client_id: Int64;
  client: ClientName;
  /** The partner above the client. */ partner_id: string | null;
  /** The agency above the client. */ agency_id: string | null;
  /** Identifier in a system of the integrator, unique per client. */ external_id: string | null;
  /** Display name of the vehicle. */ name: string;
  /** The number that is painted on the vehicle, unique per client (case-insensitive). */ fleet_number: string | null;
  /**
   * Registration plate, as it was entered. `find` ignores its spaces and hyphens. If another vehicle of the client has
   * the same plate, the response has the notice `duplicate_plate`. That is not an error, because plates move between vehicles.
   */
  plate_number: string | null;
  /** The country of the plate, ISO 3166-1 alpha-2. */ plate_country: string | null;
  /** The region of the plate, ISO 3166-2. It must belong to `plate_country`. */ plate_region: string | null;
  /** The colour of the vehicle in words. */ color_name: string | null;
  /** The colour of the vehicle on maps, as `#RRGGBB`. */ display_color: string | null;
  /** The name of an icon of the application. */ icon: string | null;
  /** The vehicle groups that the vehicle is directly in, without deleted ones. */ vehicle_group_ids: Int64[];
  /**
   * Vehicle identification number (ISO 3779), unique per client. The check digit, its ninth character, is only used in North
   * America: there, one that does not fit is an error. For other vehicles it is the notice `vin_check_digit`. Older
   * vehicles have a `chassis_number` instead.
   */
  vin: string | null;
  /** The number on the chassis of a vehicle without a VIN. */ chassis_number: string | null;
  /** The number on the engine. */ engine_number: string | null;
  /** The make of the vehicle. */ make: string | null;
  /** The model, as its manufacturer calls it. */ model: string | null;
  /** The trim level. */ trim: string | null;
  /** The model year. */ model_year: number | null;
  /**
   * The kind of vehicle.
   *
   * - `car`: a passenger car
   * - `van`: a light commercial vehicle with a closed body
   * - `pickup`: a light vehicle with an open bed
   * - `truck`: a lorry
   * - `tractor_unit`: it pulls a semi-trailer
   * - `trailer`: a trailer or semi-trailer
   * - `bus`: a bus or coach
   * - `motorcycle`: a motorcycle or scooter
   * - `construction`: construction machinery
   * - `agricultural`: agricultural machinery
   * - `boat`: a boat
   * - `other`: any other
   */
  vehicle_type: "car" | "van" | "pickup" | "truck" | "tractor_unit" | "trailer" | "bus" | "motorcycle" | "construction" | "agricultural" | "boat" | "other";
  /**
   * What the vehicle runs on.
   *
   * - `petrol`: petrol
   * - `diesel`: diesel
   * - `electric`: a battery
   * - `hybrid`: fuel, with a battery that is not charged from outside
   * - `plug_in_hybrid`: fuel, with a battery that is charged from outside
   * - `cng`: compressed natural gas
   * - `lpg`: liquefied petroleum gas
   * - `lng`: liquefied natural gas
   * - `hydrogen`: hydrogen
   * - `ethanol`: ethanol
   * - `none`: it has no engine
   * - `other`: any other
   */
  fuel_type: "petrol" | "diesel" | "electric" | "hybrid" | "plug_in_hybrid" | "cng" | "lpg" | "lng" | "hydrogen" | "ethanol" | "none" | "other" | null;
  /** Capacity of the fuel tanks in litres. */ fuel_tank_capacity_l: number | null;
  /** Capacity of the traction battery in kilowatt-hours. */ battery_capacity_kwh: number | null;
  /** Expected fuel consumption in litres per 100 km. */ consumption_norm_l_per_100km: number | null;
  /** Expected energy consumption in kilowatt-hours per 100 km. */ consumption_norm_kwh_per_100km: number | null;
  /** Permitted gross weight in kilograms. */ gross_weight_kg: number | null;
  /** Permitted payload in kilograms. */ payload_kg: number | null;
  /** Length in millimetres. */ length_mm: number | null;
  /** Width in millimetres. */ width_mm: number | null;
  /** Height in millimetres. */ height_mm: number | null;
  /** How many axles the vehicle has. */ axle_count: number | null;
  /** How many seats the vehicle has. */ seat_count: number | null;
  /** Engine displacement in cubic centimetres. */ engine_displacement_cc: number | null;
  /** Engine power in kilowatts. */ engine_power_kw: number | null;
  /** The speed in km/h above which the vehicle is speeding. */ max_speed_kmh: number | null;
  status: VehicleStatus;
  /**
   * How the client holds the vehicle.
   *
   * - `owned`: the client owns it
   * - `leased`: on a lease
   * - `rented`: on a short-term rental
   * - `financed`: bought with a loan
   * - `private`: it belongs to an employee
   */
  ownership: "owned" | "leased" | "rented" | "financed" | "private" | null;
  /** When the client got the vehicle. */ acquired_on: string | null;
  /** When the client sold the vehicle or gave it back. */ disposed_on: string | null;
  /** Last day of the lease. */ lease_expires_on: string | null;
  /** What the vehicle cost, as a decimal number. */ acquisition_amount: string | null;
  /** The currency of `acquisition_amount`, ISO 4217. An amount without one is in the currency of the client. */
  acquisition_currency: string | null;
  /** The cost centre that the vehicle is booked to. */ cost_centre: string | null;
  /** The unit that is installed in the vehicle; null if there is none. */ unit_id: Int64 | null;
  unit: InstalledUnit;
  /** The driver who is assigned to the vehicle now as `primary`; null if there is none. */ driver_id: Int64 | null;
  driver: VehicleDriver;
  /**
   * The earliest `expires_on` of the documents of the vehicle, even if it is past; null if none expires. An expired document
   * counts until it is deleted or gets another `expires_on`.
   */
  next_document_expiry_on: string | null;
  /** Custom attributes, at most 50. */ attributes: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes: string | null;
  state?: VehicleState;
  /** Incremented by every change of the record. */ version: Int64;
  /** When the vehicle was created, UTC. */ created_at: string;
  /** When the vehicle was last changed, UTC. */ updated_at: string;
  /** When the vehicle was deleted, UTC; null while it is not. */ deleted_at: string | null;
}

/** A vehicle that is new in your scope, or was changed. */
export interface VehicleUpserted {
  /** The record is new in your scope, or was changed. */ change: "upserted";
  /** Identifies the record. */ id: Int64;
  /** When the record was changed, UTC. For display only; the order of the entries is that of the feed. */
  changed_at: string;
  record: Vehicle;
}

/** One entry of the feed; `change` says which of the two it is. */
export type VehicleChange = VehicleUpserted | RecordRemoved;

/** The next part of the feed of changes. */
export interface VehicleChanges {
  /** What changed, oldest first; each vehicle once, as it is now. */ changes: VehicleChange[];
  /** Where the feed continues. Store it after you have applied the entries, and send it with the next request. */
  next_cursor: string;
  /** Whether the next page can be requested at once. If false, you have everything up to now; request again later. */
  has_more: boolean;
}

/** The envelope of VehicleChanges. */
export interface VehicleChangesEnvelope { data: VehicleChanges; notices?: Notices }

/** A summary of a vehicle. */
export interface VehicleSummary {
  /** Identifies the vehicle. */ id: Int64;
  /** Display name of the vehicle. */ name: string;
  /**
   * Registration plate, as it was entered. `find` ignores its spaces and hyphens. If another vehicle of the client has
   * the same plate, the response has the notice `duplicate_plate`. That is not an error, because plates move between vehicles.
   */
  plate_number: string | null;
  /** The client that the vehicle belongs to. */ client_id: Int64;
  status: VehicleStatus;
  /** The unit that is installed in the vehicle; null if there is none. */ unit_id: Int64 | null;
  /** When the vehicle was last changed, UTC. */ updated_at: string;
  state?: VehicleState;
}

/** A new vehicle. */
export interface VehicleCreate {
  /** The client that the vehicle belongs to. */ client_id: Int64;
  /** Identifier in a system of the integrator, unique per client. */ external_id?: string | null;
  /** Display name of the vehicle. */ name: string;
  /** The number that is painted on the vehicle, unique per client (case-insensitive). */ fleet_number?: string | null;
  /**
   * Registration plate, as it was entered. `find` ignores its spaces and hyphens. If another vehicle of the client has
   * the same plate, the response has the notice `duplicate_plate`. That is not an error, because plates move between vehicles.
   */
  plate_number?: string | null;
  /** The country of the plate, ISO 3166-1 alpha-2. */ plate_country?: string | null;
  /** The region of the plate, ISO 3166-2. It must belong to `plate_country`. */ plate_region?: string | null;
  /** The colour of the vehicle in words. */ color_name?: string | null;
  /** The colour of the vehicle on maps, as `#RRGGBB`. */ display_color?: string | null;
  /** The name of an icon of the application. */ icon?: string | null;
  /**
   * Vehicle identification number (ISO 3779), unique per client. The check digit, its ninth character, is only used in North
   * America: there, one that does not fit is an error. For other vehicles it is the notice `vin_check_digit`. Older
   * vehicles have a `chassis_number` instead.
   */
  vin?: string | null;
  /** The number on the chassis of a vehicle without a VIN. */ chassis_number?: string | null;
  /** The number on the engine. */ engine_number?: string | null;
  /** The make of the vehicle. */ make?: string | null;
  /** The model, as its manufacturer calls it. */ model?: string | null;
  /** The trim level. */ trim?: string | null;
  /** The model year. */ model_year?: number | null;
  /**
   * The kind of vehicle.
   *
   * - `car`: a passenger car
   * - `van`: a light commercial vehicle with a closed body
   * - `pickup`: a light vehicle with an open bed
   * - `truck`: a lorry
   * - `tractor_unit`: it pulls a semi-trailer
   * - `trailer`: a trailer or semi-trailer
   * - `bus`: a bus or coach
   * - `motorcycle`: a motorcycle or scooter
   * - `construction`: construction machinery
   * - `agricultural`: agricultural machinery
   * - `boat`: a boat
   * - `other`: any other
   *
   * Default: "other".
   */
  vehicle_type?: "car" | "van" | "pickup" | "truck" | "tractor_unit" | "trailer" | "bus" | "motorcycle" | "construction" | "agricultural" | "boat" | "other";
  /**
   * What the vehicle runs on.
   *
   * - `petrol`: petrol
   * - `diesel`: diesel
   * - `electric`: a battery
   * - `hybrid`: fuel, with a battery that is not charged from outside
   * - `plug_in_hybrid`: fuel, with a battery that is charged from outside
   * - `cng`: compressed natural gas
   * - `lpg`: liquefied petroleum gas
   * - `lng`: liquefied natural gas
   * - `hydrogen`: hydrogen
   * - `ethanol`: ethanol
   * - `none`: it has no engine
   * - `other`: any other
   */
  fuel_type?: "petrol" | "diesel" | "electric" | "hybrid" | "plug_in_hybrid" | "cng" | "lpg" | "lng" | "hydrogen" | "ethanol" | "none" | "other" | null;
  /** Capacity of the fuel tanks in litres. */ fuel_tank_capacity_l?: number | null;
  /** Capacity of the traction battery in kilowatt-hours. */ battery_capacity_kwh?: number | null;
  /** Expected fuel consumption in litres per 100 km. */ consumption_norm_l_per_100km?: number | null;
  /** Expected energy consumption in kilowatt-hours per 100 km. */ consumption_norm_kwh_per_100km?: number | null;
  /** Permitted gross weight in kilograms. */ gross_weight_kg?: number | null;
  /** Permitted payload in kilograms. */ payload_kg?: number | null;
  /** Length in millimetres. */ length_mm?: number | null;
  /** Width in millimetres. */ width_mm?: number | null;
  /** Height in millimetres. */ height_mm?: number | null;
  /** How many axles the vehicle has. */ axle_count?: number | null;
  /** How many seats the vehicle has. */ seat_count?: number | null;
  /** Engine displacement in cubic centimetres. */ engine_displacement_cc?: number | null;
  /** Engine power in kilowatts. */ engine_power_kw?: number | null;
  /** The speed in km/h above which the vehicle is speeding. */ max_speed_kmh?: number | null;
  /** Default: "active". */ status?: VehicleStatus;
  /**
   * How the client holds the vehicle.
   *
   * - `owned`: the client owns it
   * - `leased`: on a lease
   * - `rented`: on a short-term rental
   * - `financed`: bought with a loan
   * - `private`: it belongs to an employee
   */
  ownership?: "owned" | "leased" | "rented" | "financed" | "private" | null;
  /** When the client got the vehicle. */ acquired_on?: string | null;
  /** When the client sold the vehicle or gave it back. */ disposed_on?: string | null;
  /** Last day of the lease. */ lease_expires_on?: string | null;
  /** What the vehicle cost, as a decimal number. */ acquisition_amount?: string | null;
  /** The currency of `acquisition_amount`, ISO 4217. An amount without one is in the currency of the client. */
  acquisition_currency?: string | null;
  /** The cost centre that the vehicle is booked to. */ cost_centre?: string | null;
  /** Custom attributes, at most 50. */ attributes?: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes?: string | null;
}

/**
 * The fields to change; an omitted field keeps its value. `null` clears a field that may be empty, and `attributes` replaces
 * all attributes.
 */
export interface VehicleUpdate {
  /** Identifier in a system of the integrator, unique per client. */ external_id?: string | null;
  /** Display name of the vehicle. */ name?: string;
  /** The number that is painted on the vehicle, unique per client (case-insensitive). */ fleet_number?: string | null;
  /**
   * Registration plate, as it was entered. `find` ignores its spaces and hyphens. If another vehicle of the client has
   * the same plate, the response has the notice `duplicate_plate`. That is not an error, because plates move between vehicles.
   */
  plate_number?: string | null;
  /** The country of the plate, ISO 3166-1 alpha-2. */ plate_country?: string | null;
  /** The region of the plate, ISO 3166-2. It must belong to `plate_country`. */ plate_region?: string | null;
  /** The colour of the vehicle in words. */ color_name?: string | null;
  /** The colour of the vehicle on maps, as `#RRGGBB`. */ display_color?: string | null;
  /** The name of an icon of the application. */ icon?: string | null;
  /**
   * Vehicle identification number (ISO 3779), unique per client. The check digit, its ninth character, is only used in North
   * America: there, one that does not fit is an error. For other vehicles it is the notice `vin_check_digit`. Older
   * vehicles have a `chassis_number` instead.
   */
  vin?: string | null;
  /** The number on the chassis of a vehicle without a VIN. */ chassis_number?: string | null;
  /** The number on the engine. */ engine_number?: string | null;
  /** The make of the vehicle. */ make?: string | null;
  /** The model, as its manufacturer calls it. */ model?: string | null;
  /** The trim level. */ trim?: string | null;
  /** The model year. */ model_year?: number | null;
  /**
   * The kind of vehicle.
   *
   * - `car`: a passenger car
   * - `van`: a light commercial vehicle with a closed body
   * - `pickup`: a light vehicle with an open bed
   * - `truck`: a lorry
   * - `tractor_unit`: it pulls a semi-trailer
   * - `trailer`: a trailer or semi-trailer
   * - `bus`: a bus or coach
   * - `motorcycle`: a motorcycle or scooter
   * - `construction`: construction machinery
   * - `agricultural`: agricultural machinery
   * - `boat`: a boat
   * - `other`: any other
   */
  vehicle_type?: "car" | "van" | "pickup" | "truck" | "tractor_unit" | "trailer" | "bus" | "motorcycle" | "construction" | "agricultural" | "boat" | "other";
  /**
   * What the vehicle runs on.
   *
   * - `petrol`: petrol
   * - `diesel`: diesel
   * - `electric`: a battery
   * - `hybrid`: fuel, with a battery that is not charged from outside
   * - `plug_in_hybrid`: fuel, with a battery that is charged from outside
   * - `cng`: compressed natural gas
   * - `lpg`: liquefied petroleum gas
   * - `lng`: liquefied natural gas
   * - `hydrogen`: hydrogen
   * - `ethanol`: ethanol
   * - `none`: it has no engine
   * - `other`: any other
   */
  fuel_type?: "petrol" | "diesel" | "electric" | "hybrid" | "plug_in_hybrid" | "cng" | "lpg" | "lng" | "hydrogen" | "ethanol" | "none" | "other" | null;
  /** Capacity of the fuel tanks in litres. */ fuel_tank_capacity_l?: number | null;
  /** Capacity of the traction battery in kilowatt-hours. */ battery_capacity_kwh?: number | null;
  /** Expected fuel consumption in litres per 100 km. */ consumption_norm_l_per_100km?: number | null;
  /** Expected energy consumption in kilowatt-hours per 100 km. */ consumption_norm_kwh_per_100km?: number | null;
  /** Permitted gross weight in kilograms. */ gross_weight_kg?: number | null;
  /** Permitted payload in kilograms. */ payload_kg?: number | null;
  /** Length in millimetres. */ length_mm?: number | null;
  /** Width in millimetres. */ width_mm?: number | null;
  /** Height in millimetres. */ height_mm?: number | null;
  /** How many axles the vehicle has. */ axle_count?: number | null;
  /** How many seats the vehicle has. */ seat_count?: number | null;
  /** Engine displacement in cubic centimetres. */ engine_displacement_cc?: number | null;
  /** Engine power in kilowatts. */ engine_power_kw?: number | null;
  /** The speed in km/h above which the vehicle is speeding. */ max_speed_kmh?: number | null;
  status?: VehicleStatus;
  /**
   * How the client holds the vehicle.
   *
   * - `owned`: the client owns it
   * - `leased`: on a lease
   * - `rented`: on a short-term rental
   * - `financed`: bought with a loan
   * - `private`: it belongs to an employee
   */
  ownership?: "owned" | "leased" | "rented" | "financed" | "private" | null;
  /** When the client got the vehicle. */ acquired_on?: string | null;
  /** When the client sold the vehicle or gave it back. */ disposed_on?: string | null;
  /** Last day of the lease. */ lease_expires_on?: string | null;
  /** What the vehicle cost, as a decimal number. */ acquisition_amount?: string | null;
  /** The currency of `acquisition_amount`, ISO 4217. An amount without one is in the currency of the client. */
  acquisition_currency?: string | null;
  /** The cost centre that the vehicle is booked to. */ cost_centre?: string | null;
  /** Custom attributes, at most 50. */ attributes?: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes?: string | null;
}

/** The vehicles to create or update. */
export interface VehicleImport {
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
   * The fields that identify the existing vehicle of an item. Every item must have them.
   *
   * - `external_id`: `client_id` and `external_id`
   * - `vin`: `client_id` and `vin`
   * - `fleet_number`: `client_id` and `fleet_number` (case-insensitive)
   */
  match_on: "external_id" | "vin" | "fleet_number";
  /** The vehicles, at most 500. */ items: VehicleImportItem[];
  mode?: BulkMode;
  /** Whether to carry out the request and then undo it. The result is the same, and nothing is changed. Default: false. */
  dry_run?: boolean;
}

/**
 * A vehicle to create or update. An omitted field keeps its value or, in a new vehicle, has its default. `null` clears a field
 * that may be empty.
 */
export interface VehicleImportItem {
  /** The client that the vehicle belongs to. */ client_id?: Int64;
  /** Identifier in a system of the integrator, unique per client. */ external_id?: string | null;
  /** Display name of the vehicle. */ name?: string;
  /** The number that is painted on the vehicle, unique per client (case-insensitive). */ fleet_number?: string | null;
  /**
   * Registration plate, as it was entered. `find` ignores its spaces and hyphens. If another vehicle of the client has
   * the same plate, the response has the notice `duplicate_plate`. That is not an error, because plates move between vehicles.
   */
  plate_number?: string | null;
  /** The country of the plate, ISO 3166-1 alpha-2. */ plate_country?: string | null;
  /** The region of the plate, ISO 3166-2. It must belong to `plate_country`. */ plate_region?: string | null;
  /** The colour of the vehicle in words. */ color_name?: string | null;
  /** The colour of the vehicle on maps, as `#RRGGBB`. */ display_color?: string | null;
  /** The name of an icon of the application. */ icon?: string | null;
  /**
   * Vehicle identification number (ISO 3779), unique per client. The check digit, its ninth character, is only used in North
   * America: there, one that does not fit is an error. For other vehicles it is the notice `vin_check_digit`. Older
   * vehicles have a `chassis_number` instead.
   */
  vin?: string | null;
  /** The number on the chassis of a vehicle without a VIN. */ chassis_number?: string | null;
  /** The number on the engine. */ engine_number?: string | null;
  /** The make of the vehicle. */ make?: string | null;
  /** The model, as its manufacturer calls it. */ model?: string | null;
  /** The trim level. */ trim?: string | null;
  /** The model year. */ model_year?: number | null;
  /**
   * The kind of vehicle.
   *
   * - `car`: a passenger car
   * - `van`: a light commercial vehicle with a closed body
   * - `pickup`: a light vehicle with an open bed
   * - `truck`: a lorry
   * - `tractor_unit`: it pulls a semi-trailer
   * - `trailer`: a trailer or semi-trailer
   * - `bus`: a bus or coach
   * - `motorcycle`: a motorcycle or scooter
   * - `construction`: construction machinery
   * - `agricultural`: agricultural machinery
   * - `boat`: a boat
   * - `other`: any other
   *
   * Default: "other".
   */
  vehicle_type?: "car" | "van" | "pickup" | "truck" | "tractor_unit" | "trailer" | "bus" | "motorcycle" | "construction" | "agricultural" | "boat" | "other";
  /**
   * What the vehicle runs on.
   *
   * - `petrol`: petrol
   * - `diesel`: diesel
   * - `electric`: a battery
   * - `hybrid`: fuel, with a battery that is not charged from outside
   * - `plug_in_hybrid`: fuel, with a battery that is charged from outside
   * - `cng`: compressed natural gas
   * - `lpg`: liquefied petroleum gas
   * - `lng`: liquefied natural gas
   * - `hydrogen`: hydrogen
   * - `ethanol`: ethanol
   * - `none`: it has no engine
   * - `other`: any other
   */
  fuel_type?: "petrol" | "diesel" | "electric" | "hybrid" | "plug_in_hybrid" | "cng" | "lpg" | "lng" | "hydrogen" | "ethanol" | "none" | "other" | null;
  /** Capacity of the fuel tanks in litres. */ fuel_tank_capacity_l?: number | null;
  /** Capacity of the traction battery in kilowatt-hours. */ battery_capacity_kwh?: number | null;
  /** Expected fuel consumption in litres per 100 km. */ consumption_norm_l_per_100km?: number | null;
  /** Expected energy consumption in kilowatt-hours per 100 km. */ consumption_norm_kwh_per_100km?: number | null;
  /** Permitted gross weight in kilograms. */ gross_weight_kg?: number | null;
  /** Permitted payload in kilograms. */ payload_kg?: number | null;
  /** Length in millimetres. */ length_mm?: number | null;
  /** Width in millimetres. */ width_mm?: number | null;
  /** Height in millimetres. */ height_mm?: number | null;
  /** How many axles the vehicle has. */ axle_count?: number | null;
  /** How many seats the vehicle has. */ seat_count?: number | null;
  /** Engine displacement in cubic centimetres. */ engine_displacement_cc?: number | null;
  /** Engine power in kilowatts. */ engine_power_kw?: number | null;
  /** The speed in km/h above which the vehicle is speeding. */ max_speed_kmh?: number | null;
  /** Default: "active". */ status?: VehicleStatus;
  /**
   * How the client holds the vehicle.
   *
   * - `owned`: the client owns it
   * - `leased`: on a lease
   * - `rented`: on a short-term rental
   * - `financed`: bought with a loan
   * - `private`: it belongs to an employee
   */
  ownership?: "owned" | "leased" | "rented" | "financed" | "private" | null;
  /** When the client got the vehicle. */ acquired_on?: string | null;
  /** When the client sold the vehicle or gave it back. */ disposed_on?: string | null;
  /** Last day of the lease. */ lease_expires_on?: string | null;
  /** What the vehicle cost, as a decimal number. */ acquisition_amount?: string | null;
  /** The currency of `acquisition_amount`, ISO 4217. An amount without one is in the currency of the client. */
  acquisition_currency?: string | null;
  /** The cost centre that the vehicle is booked to. */ cost_centre?: string | null;
  /** Custom attributes, at most 50. */ attributes?: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes?: string | null;
}

/** The envelope of Vehicle. */ export interface VehicleEnvelope { data: Vehicle; notices?: Notices }

/** The paged envelope of vehicles. */
export interface VehiclePage {
  /** The vehicles of the page, in the requested order. */ data: Vehicle[];
  notices?: Notices;
  pagination: Pagination;
}

/** The paged envelope of summaries of vehicles. */
export interface VehicleSummaryPage {
  /** The vehicles of the page. */ data: VehicleSummary[];
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
 * - `next_document_expiry_on`: by the earliest expiry of its documents
 * - `-next_document_expiry_on`: by the earliest expiry of its documents, backwards
 */
export type VehicleSort =
  | "id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at"
  | "next_document_expiry_on" | "-next_document_expiry_on";

/**
 * A member to return in addition.
 *
 * - `state`: the counters of the vehicle, and whether it moves
 */
export type VehicleInclude = "state";

/**
 * Whether the vehicle is in use.
 *
 * - `active`: in use
 * - `inactive`: not in use
 * - `in_maintenance`: in a workshop
 * - `out_of_service`: not fit for use
 * - `sold`: the client no longer has it
 */
export type VehicleStatus = "active" | "inactive" | "in_maintenance" | "out_of_service" | "sold";

/** The driver who is assigned to the vehicle now as `primary`, by id and name; null if there is none, or without the permission `drivers.view`. */
export type VehicleDriver = {
  /** Identifies the driver. */ id: Int64;
  /** First, middle and last name in this order. */ full_name: string;
} | null;

/** The unit that is installed in the vehicle, by id, name and IMEI; null if there is none. */
export type InstalledUnit = {
  /** Identifies the unit. */ id: Int64;
  /** Display name of the unit. */ name: string;
  /**
   * Mobile equipment identity, 15 digits with a Luhn check digit, unique among all units. With the `identifier_type`
   * `imei` it is the same as `identifier`, so a request may leave it out.
   */
  imei: string | null;
} | null;

/**
 * The counters of a vehicle, and whether it moves. It is not part of the record: a report of the unit changes neither `version`
 * nor `updated_at`.
 */
export interface VehicleState {
  /**
   * Whether the vehicle moves, by the unit that is installed in it.
   *
   * - `moving`: it moves
   * - `idling`: it stands still with the engine running
   * - `parked`: it stands still with the engine off
   * - `unknown`: no unit is installed, or it has not reported that
   */
  movement_status: "moving" | "idling" | "parked" | "unknown" | (string & {});
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

/** A reading of the counters of a vehicle. */
export interface VehicleReading {
  /** Identifies the reading. */ id: Int64;
  /** Identifies the vehicle. */ vehicle_id: Int64;
  /** The client that the vehicle belonged to. */ client_id: Int64;
  /** When the counters were read, UTC. */ read_at: string;
  /** The odometer in metres; null if it was not read. */ odometer_m: Int64 | null;
  /** The engine running time in seconds; null if it was not read. */ engine_hours_s: Int64 | null;
  /**
   * Where the reading comes from.
   *
   * - `manual`: somebody read the dashboard
   * - `workshop`: a workshop reported it
   * - `import`: it comes from another system
   * - `unit`: the service took it from the unit when that was removed from the vehicle
   */
  source: "manual" | "workshop" | "import" | "unit" | (string & {});
  /** Whether the counter may be lower than in an earlier reading, for example to correct a mistake or after the dashboard was replaced. */
  is_correction: boolean;
  /** Free-text note. */ note: string | null;
  /** The user who recorded the reading; null if no user did. */ created_by_id: Int64 | null;
  /** When the reading was recorded, UTC. */ created_at: string;
}

/** A reading of the counters of a vehicle. At least one of `odometer_m` and `engine_hours_s` is required. */
export interface VehicleReadingCreate {
  /** When the counters were read: at most 1 minute in the future. */ read_at: string;
  /** The odometer in metres. */ odometer_m?: Int64;
  /** The engine running time in seconds. */ engine_hours_s?: Int64;
  /**
   * Where the reading comes from.
   *
   * - `manual`: somebody read the dashboard
   * - `workshop`: a workshop reported it
   * - `import`: it comes from another system
   *
   * Default: "manual".
   */
  source?: "manual" | "workshop" | "import";
  /** Whether the counter may be lower than in an earlier reading, for example to correct a mistake or after the dashboard was replaced. Default: false. */
  is_correction?: boolean;
  /** Free-text note. */ note?: string | null;
}

/** The envelope of VehicleReading. */
export interface VehicleReadingEnvelope { data: VehicleReading; notices?: Notices }

/** The paged envelope of readings. */
export interface VehicleReadingPage {
  /** The readings of the page, latest first. */ data: VehicleReading[];
  notices?: Notices;
  pagination: Pagination;
}

/** The time for which a unit is installed in a vehicle. */
export interface UnitAssignment {
  /** Identifies the installation. */ id: Int64;
  /** The client of the vehicle and the unit at that time. */ client_id: Int64;
  /** Identifies the vehicle. */ vehicle_id: Int64;
  /** Identifies the unit. */ unit_id: Int64;
  /** When the unit was installed, UTC. */ installed_at: string;
  /** When the unit was removed, UTC; null while it is installed. */ removed_at: string | null;
  /** Why the unit was removed. */ removal_reason: string | null;
  /** Incremented by every change of the record. */ version: Int64;
  /** When the installation was recorded, UTC. */ created_at: string;
  /** When the installation was last changed, UTC. */ updated_at: string;
}

/** The unit to install, and when it was installed. */
export interface UnitAssignmentCreate {
  /** The unit to install; it belongs to the same client. */ unit_id: Int64;
  /** When the unit was installed, at most 1 minute in the future. If omitted, now. */ installed_at?: string;
  /** When the unit was removed again, for an installation of the past. If omitted, the unit is still installed. */
  removed_at?: string;
  /**
   * The odometer of the vehicle at `installed_at`, in metres. It is recorded as a reading, which needs
   * `vehicles.vehicles_technical_edit`.
   */
  odometer_m?: Int64;
  /**
   * Whether to end the current installations of the unit and of the vehicle at `installed_at`. If false, they are a conflict.
   * It cannot be combined with `removed_at`.
   *
   * Default: false.
   */
  force_reassign?: boolean;
}

/** When the unit was removed, and why. */
export interface UnitAssignmentEnd {
  /** The unit that you expect to remove. If another one is installed, nothing is changed, and the response is 409. */
  unit_id?: Int64;
  /** When the unit was removed, at most 1 minute in the future. If omitted, now. */ removed_at?: string;
  /** Why the unit was removed. */ reason?: string | null;
}

/** The fields to correct; an omitted field keeps its value. */
export interface UnitAssignmentUpdate {
  /** When the unit was installed, at most 1 minute in the future. */ installed_at?: string;
  /** When the unit was removed, at most 1 minute in the future; null if it is still installed. */
  removed_at?: string | null;
  /** Why the unit was removed. */ removal_reason?: string | null;
}

/** The envelope of UnitAssignment. */
export interface UnitAssignmentEnvelope { data: UnitAssignment; notices?: Notices }

/** The paged envelope of installations. */
export interface UnitAssignmentPage {
  /** The installations of the page, latest first. */ data: UnitAssignment[];
  notices?: Notices;
  pagination: Pagination;
}

/** A document of a vehicle, such as its insurance. */
export interface VehicleDocument {
  /** Identifies the document. */ id: Int64;
  /** Identifies the vehicle. */ vehicle_id: Int64;
  /** The client of the vehicle. */ client_id: Int64;
  type: DocumentType;
  /** The number of the document. */ number: string | null;
  /** Who issued the document. */ issuer: string | null;
  /** The country that the document is from, ISO 3166-1 alpha-2. */ country_code: string | null;
  /** When the document was issued. */ issued_on: string | null;
  /** The last day on which the document is valid; null if it does not expire. */ expires_on: string | null;
  /**
   * How many days before `expires_on` your application sends reminders. `status` is `expiring` from the greatest number of days on, or
   * from 30 days before if the list is empty.
   */
  reminder_days: number[];
  /** The files of the document. Store them in the file service that the user record names; this service keeps only their names and addresses. */
  attachments: Attachment[];
  /** Free-text notes. */ notes: string | null;
  status: DocumentStatus;
  /** Incremented by every change of the record. */ version: Int64;
  /** When the document was created, UTC. */ created_at: string;
  /** When the document was last changed, UTC. */ updated_at: string;
}

/** A new document of a vehicle. */
export interface VehicleDocumentCreate {
  type: DocumentType;
  /** The number of the document. */ number?: string | null;
  /** Who issued the document. */ issuer?: string | null;
  /** The country that the document is from, ISO 3166-1 alpha-2. */ country_code?: string | null;
  /** When the document was issued. */ issued_on?: string | null;
  /** The last day on which the document is valid, not before `issued_on`; null if it does not expire. */
  expires_on?: string | null;
  /**
   * How many days before `expires_on` your application sends reminders. `status` is `expiring` from the greatest number of days on, or
   * from 30 days before if the list is empty.
   */
  reminder_days?: number[];
  /** The files of the document. Store them in the file service that the user record names; this service keeps only their names and addresses. */
  attachments?: GivenAttachment[];
  /** Free-text notes. */ notes?: string | null;
}

/** The fields to change; an omitted field keeps its value. `null` clears a field that may be empty. */
export interface VehicleDocumentUpdate {
  type?: DocumentType;
  /** The number of the document. */ number?: string | null;
  /** Who issued the document. */ issuer?: string | null;
  /** The country that the document is from, ISO 3166-1 alpha-2. */ country_code?: string | null;
  /** When the document was issued. */ issued_on?: string | null;
  /** The last day on which the document is valid, not before `issued_on`; null if it does not expire. */
  expires_on?: string | null;
  /**
   * How many days before `expires_on` your application sends reminders. `status` is `expiring` from the greatest number of days on, or
   * from 30 days before if the list is empty.
   */
  reminder_days?: number[];
  /** The files of the document. Store them in the file service that the user record names; this service keeps only their names and addresses. */
  attachments?: GivenAttachment[];
  /** Free-text notes. */ notes?: string | null;
}

/** The envelope of VehicleDocument. */
export interface VehicleDocumentEnvelope { data: VehicleDocument; notices?: Notices }

/** The paged envelope of documents. */
export interface VehicleDocumentPage {
  /** The documents of the page, in the requested order. */ data: VehicleDocument[];
  notices?: Notices;
  pagination: Pagination;
}

/**
 * A key to sort by.
 *
 * - `id`: by id
 * - `-id`: by id, the highest first
 * - `expires_on`: by expires on
 * - `-expires_on`: by expires on, backwards
 * - `updated_at`: by the time of the last change
 * - `-updated_at`: by the time of the last change, the latest first
 */
export type VehicleDocumentSort = "id" | "-id" | "expires_on" | "-expires_on" | "updated_at" | "-updated_at";

/** The operations of this group as data. */
export const vehiclesOperations = {
  vehiclesListing: { id: "vehiclesListing", group: "vehicles", method: "listing", verb: "GET",
    path: "/vehicles/listing", pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "ids", csv: true }, { name: "external_id", csv: true }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "vehicle_group_id" }, { name: "status", csv: true }, { name: "vehicle_type", csv: true }, { name: "has_unit" }, { name: "has_driver" }, { name: "updated_after" }, { name: "include_deleted" }, { name: "include", csv: true }, { name: "sort", csv: true }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "vehicles", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesFind: { id: "vehiclesFind", group: "vehicles", method: "find", verb: "GET", path: "/vehicles/find",
    pathParams: [],
    query: [{ name: "q" }, { name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "include", csv: true }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "vehicles", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesChanges: { id: "vehiclesChanges", group: "vehicles", method: "changes", verb: "GET",
    path: "/vehicles/changes", pathParams: [],
    query: [{ name: "cursor" }, { name: "from" }, { name: "client_id" }, { name: "per_page" }], body: false,
    success: [200], paged: false, auth: "required", permission: { resource: "vehicles", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 410: ["cursor_expired"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesCreate: { id: "vehiclesCreate", group: "vehicles", method: "create", verb: "POST", path: "/vehicles",
    pathParams: [], query: [], body: true, success: [201], paged: false, auth: "required",
    permission: { resource: "vehicles", action: "create" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"],
      409: ["duplicate", "limit_reached", "request_in_progress"], 413: ["payload_too_large"],
      415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesImport: { id: "vehiclesImport", group: "vehicles", method: "import", verb: "POST", path: "/vehicles/import",
    pathParams: [], query: [], body: true, success: [200], paged: false, auth: "required",
    permission: { resource: "vehicles", action: "create" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesGet: { id: "vehiclesGet", group: "vehicles", method: "get", verb: "GET", path: "/vehicles/{vehicle_id}",
    pathParams: ["vehicle_id"], query: [{ name: "include_deleted" }, { name: "include", csv: true }], body: false,
    success: [200, 304], paged: false, auth: "required", permission: { resource: "vehicles", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesUpdate: { id: "vehiclesUpdate", group: "vehicles", method: "update", verb: "PATCH",
    path: "/vehicles/{vehicle_id}", pathParams: ["vehicle_id"], query: [], body: true, success: [200], paged: false,
    auth: "required", permission: { resource: "vehicles", action: "view" },
    fieldActions: [{ in: "body", path: ["external_id"], resource: "vehicles", action: "vehicles_admin_edit" }, { in: "body", path: ["name"], resource: "vehicles", action: "vehicles_basic_edit" }, { in: "body", path: ["fleet_number"], resource: "vehicles", action: "vehicles_basic_edit" }, { in: "body", path: ["plate_number"], resource: "vehicles", action: "vehicles_basic_edit" }, { in: "body", path: ["plate_country"], resource: "vehicles", action: "vehicles_basic_edit" }, { in: "body", path: ["plate_region"], resource: "vehicles", action: "vehicles_basic_edit" }, { in: "body", path: ["color_name"], resource: "vehicles", action: "vehicles_basic_edit" }, { in: "body", path: ["display_color"], resource: "vehicles", action: "vehicles_basic_edit" }, { in: "body", path: ["icon"], resource: "vehicles", action: "vehicles_basic_edit" }, { in: "body", path: ["vin"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["chassis_number"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["engine_number"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["make"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["model"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["trim"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["model_year"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["vehicle_type"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["fuel_type"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["fuel_tank_capacity_l"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["battery_capacity_kwh"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["consumption_norm_l_per_100km"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["consumption_norm_kwh_per_100km"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["gross_weight_kg"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["payload_kg"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["length_mm"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["width_mm"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["height_mm"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["axle_count"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["seat_count"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["engine_displacement_cc"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["engine_power_kw"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["max_speed_kmh"], resource: "vehicles", action: "vehicles_technical_edit" }, { in: "body", path: ["status"], resource: "vehicles", action: "vehicles_admin_edit" }, { in: "body", path: ["ownership"], resource: "vehicles", action: "vehicles_admin_edit" }, { in: "body", path: ["acquired_on"], resource: "vehicles", action: "vehicles_admin_edit" }, { in: "body", path: ["disposed_on"], resource: "vehicles", action: "vehicles_admin_edit" }, { in: "body", path: ["lease_expires_on"], resource: "vehicles", action: "vehicles_admin_edit" }, { in: "body", path: ["acquisition_amount"], resource: "vehicles", action: "vehicles_admin_edit" }, { in: "body", path: ["acquisition_currency"], resource: "vehicles", action: "vehicles_admin_edit" }, { in: "body", path: ["cost_centre"], resource: "vehicles", action: "vehicles_admin_edit" }, { in: "body", path: ["attributes"], resource: "vehicles", action: "vehicles_basic_edit" }, { in: "body", path: ["notes"], resource: "vehicles", action: "vehicles_basic_edit" }],
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate"],
      412: ["precondition_failed"], 413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesDelete: { id: "vehiclesDelete", group: "vehicles", method: "delete", verb: "DELETE",
    path: "/vehicles/{vehicle_id}", pathParams: ["vehicle_id"], query: [], body: false, success: [200], paged: false,
    auth: "required", permission: { resource: "vehicles", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["in_use"], 412: ["precondition_failed"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesRestore: { id: "vehiclesRestore", group: "vehicles", method: "restore", verb: "POST",
    path: "/vehicles/{vehicle_id}/restore", pathParams: ["vehicle_id"], query: [], body: false, success: [200],
    paged: false, auth: "required", permission: { resource: "vehicles", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"],
      409: ["duplicate", "limit_reached", "invalid_state", "request_in_progress"], 410: ["gone"],
      422: ["validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  vehiclesAssignUnit: { id: "vehiclesAssignUnit", group: "vehicles", method: "assignUnit", verb: "POST",
    path: "/vehicles/{vehicle_id}/assign_unit", pathParams: ["vehicle_id"], query: [], body: true, success: [200],
    paged: false, auth: "required", permission: { resource: "vehicles", action: "assign_units" },
    fieldActions: [{ in: "body", path: ["odometer_m"], resource: "vehicles", action: "vehicles_technical_edit" }],
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"],
      409: ["unit_already_assigned", "assignment_overlap", "duplicate", "request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["odometer_rollback", "validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesUnassignUnit: { id: "vehiclesUnassignUnit", group: "vehicles", method: "unassignUnit", verb: "POST",
    path: "/vehicles/{vehicle_id}/unassign_unit", pathParams: ["vehicle_id"], query: [], body: true, success: [200],
    paged: false, auth: "required", permission: { resource: "vehicles", action: "assign_units" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["invalid_state", "request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesUnitAssignmentsListing: { id: "vehiclesUnitAssignmentsListing", group: "vehicles",
    method: "unitAssignmentsListing", verb: "GET", path: "/vehicles/unit_assignments/listing", pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "vehicle_id" }, { name: "unit_id" }, { name: "from" }, { name: "to" }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "vehicles", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesUpdateUnitAssignment: { id: "vehiclesUpdateUnitAssignment", group: "vehicles", method: "updateUnitAssignment",
    verb: "PATCH", path: "/vehicles/unit_assignments/{unit_assignment_id}", pathParams: ["unit_assignment_id"],
    query: [], body: true, success: [200], paged: false, auth: "required",
    permission: { resource: "vehicles", action: "assign_units" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"],
      409: ["unit_already_assigned", "assignment_overlap", "invalid_state"], 412: ["precondition_failed"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesDeleteUnitAssignment: { id: "vehiclesDeleteUnitAssignment", group: "vehicles", method: "deleteUnitAssignment",
    verb: "DELETE", path: "/vehicles/unit_assignments/{unit_assignment_id}", pathParams: ["unit_assignment_id"],
    query: [], body: false, success: [200], paged: false, auth: "required",
    permission: { resource: "vehicles", action: "assign_units" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["invalid_state"],
      412: ["precondition_failed"], 422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  vehiclesCreateReading: { id: "vehiclesCreateReading", group: "vehicles", method: "createReading", verb: "POST",
    path: "/vehicles/{vehicle_id}/readings", pathParams: ["vehicle_id"], query: [], body: true, success: [201],
    paged: false, auth: "required", permission: { resource: "vehicles", action: "vehicles_technical_edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate", "request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["odometer_rollback", "engine_hours_rollback", "validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesReadingsListing: { id: "vehiclesReadingsListing", group: "vehicles", method: "readingsListing", verb: "GET",
    path: "/vehicles/readings/listing", pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "vehicle_id" }, { name: "from" }, { name: "to" }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "vehicles", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesDocumentsListing: { id: "vehiclesDocumentsListing", group: "vehicles", method: "documentsListing",
    verb: "GET", path: "/vehicles/documents/listing", pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "vehicle_id" }, { name: "type", csv: true }, { name: "status", csv: true }, { name: "expires_before" }, { name: "sort", csv: true }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "vehicles", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesCreateDocument: { id: "vehiclesCreateDocument", group: "vehicles", method: "createDocument", verb: "POST",
    path: "/vehicles/{vehicle_id}/documents", pathParams: ["vehicle_id"], query: [], body: true, success: [201],
    paged: false, auth: "required", permission: { resource: "vehicles", action: "vehicles_admin_edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesUpdateDocument: { id: "vehiclesUpdateDocument", group: "vehicles", method: "updateDocument", verb: "PATCH",
    path: "/vehicles/documents/{document_id}", pathParams: ["document_id"], query: [], body: true, success: [200],
    paged: false, auth: "required", permission: { resource: "vehicles", action: "vehicles_admin_edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 412: ["precondition_failed"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehiclesDeleteDocument: { id: "vehiclesDeleteDocument", group: "vehicles", method: "deleteDocument", verb: "DELETE",
    path: "/vehicles/documents/{document_id}", pathParams: ["document_id"], query: [], body: false, success: [200],
    paged: false, auth: "required", permission: { resource: "vehicles", action: "vehicles_admin_edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 412: ["precondition_failed"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
} as const satisfies Record<string, OperationRow>;
