/** Generated from spec/resources/drivers by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type {
  ByCondition, Call, CallOptions, FailureResult, IfNoneMatch, NoCondition, Ok, OkPage, PagedCall, ProblemResult,
  Unconditional,
} from "../call.ts";
import type { ClientAddress, ClientAddressBody } from "./clients.ts";
import type { OperationRow } from "../operation-row.ts";
import type {
  Attachment, BulkMode, BulkResult, ClientName, DocumentStatus, DocumentType, GivenAttachment, Int64, Notices,
  Pagination, RecordRemoved,
} from "./shared.ts";

/** Operations under `fleet.drivers`. */
export interface DriversApi {
  /**
   * List drivers. `GET /drivers/listing`
   *
   * Lists the drivers in your scope, in pages.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.view`. Reference: `/docs/v1/operations/driversListing/` of the service.
   * @example
   * for await (const item of fleet.drivers.listing()) console.log(item);
   */
  listing(input?: DriversListingInput, options?: CallOptions): PagedCall<DriversListingSuccess, DriversListingFailure, Driver>;
  /**
   * Find drivers. `GET /drivers/find`
   *
   * Returns the drivers whose full name, personnel number or external id contains the search text (case-insensitive). Exact names
   * come first, then names that begin with the text, then the others, each by name. To find a driver by a tag, list drivers with
   * `id_tag`.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.view`. Reference: `/docs/v1/operations/driversFind/` of the service.
   * @example
   * for await (const item of fleet.drivers.find({ query: { q: "driver 00" } })) console.log(item);
   */
  find(input: DriversFindInput, options?: CallOptions): PagedCall<DriversFindSuccess, DriversFindFailure, DriverSummary>;
  /**
   * Synchronise drivers. `GET /drivers/changes`
   *
   * Returns what changed, oldest first: the current state of each driver who is new or was changed, and the id of each one
   * who was deleted or left your scope. Without a `cursor` it begins with all drivers in your scope. Repeat the request with
   * `next_cursor` while `has_more` is true, then from time to time. When an assignment as `primary` begins or ends, the feeds
   * report the driver and the vehicle within a minute.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `cursor_expired`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.view`. Reference: `/docs/v1/operations/driversChanges/` of the service.
   * @example
   * const result = await fleet.drivers.changes();
   * if (result.ok) console.log(result.data);
   */
  changes(input?: DriversChangesInput, options?: CallOptions): Call<DriversChangesSuccess, DriversChangesFailure>;
  /**
   * Create a driver. `POST /drivers`
   *
   * Creates a driver for a client. Assignments, tags and documents have their own operations.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.create`. Reference: `/docs/v1/operations/driversCreate/` of the service.
   * @example
   * const result = await fleet.drivers.create({ body: { client_id: 1, external_id: "erp-d-1001", first_name: "Demo", middle_name: null, last_name: "Driver 1001", personnel_number: "P-1001", email: "demo.driver@example.com", phone: "+12025550101", address: { line1: "1 Demo Street", line2: "Floor 2", city: "Nairobi", region: "Nairobi County", postal_code: "00100", country_code: "KE" }, emergency_contact: { name: "Demo Contact", phone: "+12025550102" }, birth_on: "1985-06-01", hired_on: "2020-03-01", left_on: null, status: "active", timezone: "Africa/Nairobi", licence_number: "L-000001", licence_country: "KE", licence_region: null, licence_categories: ["B", "C"], licence_issued_on: "2019-05-01", licence_expires_on: "2029-05-01", user_id: null, attributes: { depot: "north" }, notes: null } });
   * if (result.ok) console.log(result.data);
   */
  create(input: DriversCreateInput, options?: CallOptions): Call<DriversCreateSuccess, DriversCreateFailure>;
  /**
   * Import drivers. `POST /drivers/import`
   *
   * Creates or updates up to 500 drivers, matched by `match_on`. With `upsert`, an item without a match creates a driver, and
   * any other item updates the driver that it matches. Sending the same import again changes nothing.
   *
   * An item that creates a driver needs the fields that POST /drivers needs. An item that updates a driver needs only the
   * fields of `match_on` and the fields to update, and the permission `drivers.edit` in addition to `drivers.create`. An import
   * moves no driver to another client. If two items have the same values of `match_on`, the second one fails as `duplicate`.
   *
   * In the mode `best_effort`, items are validated one by one: an invalid item has the outcome `failed`, and its findings are in
   * `problem.errors`.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.create`. Reference: `/docs/v1/operations/driversImport/` of the service.
   * @example
   * const result = await fleet.drivers.import({ body: { action: "upsert", match_on: "external_id", items: [{ client_id: 1, external_id: "erp-d-1001", first_name: "Demo", middle_name: null, last_name: "Driver 1001", personnel_number: "P-1001", email: "demo.driver@example.com", phone: "+12025550101", address: { line1: "1 Demo Street", line2: "Floor 2", city: "Nairobi", region: "Nairobi County", postal_code: "00100", country_code: "KE" }, emergency_contact: { name: "Demo Contact", phone: "+12025550102" }, birth_on: "1985-06-01", hired_on: "2020-03-01", left_on: null, status: "active", timezone: "Africa/Nairobi", licence_number: "L-000001", licence_country: "KE", licence_region: null, licence_categories: ["B", "C"], licence_issued_on: "2019-05-01", licence_expires_on: "2029-05-01", user_id: null, attributes: { depot: "north" }, notes: null }], mode: "all_or_nothing", dry_run: false } });
   * if (result.ok) console.log(result.data);
   */
  import(input: DriversImportInput, options?: CallOptions): Call<DriversImportSuccess, DriversImportFailure>;
  /**
   * Get a driver. `GET /drivers/{driver_id}`
   *
   * Returns one driver.
   *
   * Statuses of a success: `200`, `304`.
   * With `If-None-Match`, `status` is 304 and `data` is null if nothing has changed.
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.view`. Reference: `/docs/v1/operations/driversGet/` of the service.
   * @example
   * const result = await fleet.drivers.get({ path: { driver_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  get<Condition extends string | undefined = undefined>(input: DriversGetInput & IfNoneMatch<Condition>, options?: CallOptions): ByCondition<Condition, Call<Unconditional<DriversGetSuccess>, DriversGetFailure>, Call<DriversGetSuccess, DriversGetFailure>>;
  /**
   * Update a driver. `PATCH /drivers/{driver_id}`
   *
   * Updates only the fields you send. A body that changes nothing leaves the version as it is. The response has the notice
   * `licence_expired` if the driver has a current assignment and the driving licence has expired, or a future assignment that
   * begins after it expires.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.edit`. Reference: `/docs/v1/operations/driversUpdate/` of the service.
   * @example
   * const result = await fleet.drivers.update({ path: { driver_id: 1 }, body: { phone: "+12025550101", licence_expires_on: "2029-05-01" } });
   * if (result.ok) console.log(result.data);
   */
  update(input: DriversUpdateInput, options?: CallOptions): Call<DriversUpdateSuccess, DriversUpdateFailure>;
  /**
   * Delete a driver. `DELETE /drivers/{driver_id}`
   *
   * Deletes a driver who has no current or future assignment. The tags of the driver are removed. The driver can be restored, with
   * documents and past assignments, for 30 days.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `in_use`, `precondition_failed`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.delete`. Reference: `/docs/v1/operations/driversDelete/` of the service.
   * @example
   * const result = await fleet.drivers.delete({ path: { driver_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  delete(input: DriversDeleteInput, options?: CallOptions): Call<DriversDeleteSuccess, DriversDeleteFailure>;
  /**
   * Restore a driver. `POST /drivers/{driver_id}/restore`
   *
   * Restores a driver who was deleted at most 30 days ago, with documents and past assignments; the tags stay removed. A driver who
   * is not deleted is not changed.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `invalid_state`, `request_in_progress`, `gone`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.delete`. Reference: `/docs/v1/operations/driversRestore/` of the service.
   * @example
   * const result = await fleet.drivers.restore({ path: { driver_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  restore(input: DriversRestoreInput, options?: CallOptions): Call<DriversRestoreSuccess, DriversRestoreFailure>;
  /**
   * List assignments. `GET /drivers/assignments/listing`
   *
   * Lists who drove, drives or will drive which vehicle, latest `started_at` first. With `vehicle_id` and `at` it lists who drove the
   * vehicle at that instant, and with `from` and `to` who drove it at some time between them.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.view`. Reference: `/docs/v1/operations/driversAssignmentsListing/` of the service.
   * @example
   * for await (const item of fleet.drivers.assignmentsListing()) console.log(item);
   */
  assignmentsListing(input?: DriversAssignmentsListingInput, options?: CallOptions): PagedCall<DriversAssignmentsListingSuccess, DriversAssignmentsListingFailure, DriverAssignment>;
  /**
   * Assign a driver. `POST /drivers/assignments`
   *
   * Records that a driver drives a vehicle of the same client, now, in the past or in the future. A vehicle has one `primary` driver
   * at a time, and a driver is `primary` in one vehicle at a time. With `end_current`, current assignments that overlap and began
   * earlier end at `started_at`, and the notice `assignments_ended` has their ids. All others that overlap are a conflict.
   *
   * The response has the notice `licence_expired` if the driving licence expires before the assignment begins, or has expired during
   * it by now.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `assignment_overlap`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.assign_vehicles`. Reference: `/docs/v1/operations/driversCreateAssignment/` of the service.
   * @example
   * const result = await fleet.drivers.createAssignment({ body: { driver_id: 1, vehicle_id: 1, started_at: "2026-01-12T06:00:00.000Z", ended_at: "2026-01-12T18:00:00.000Z" } });
   * if (result.ok) console.log(result.data);
   */
  createAssignment(input: DriversCreateAssignmentInput, options?: CallOptions): Call<DriversCreateAssignmentSuccess, DriversCreateAssignmentFailure>;
  /**
   * Correct an assignment. `PATCH /drivers/assignments/{assignment_id}`
   *
   * Corrects an assignment, or ends it with `ended_at`. To correct the driver or the vehicle, delete the assignment and record another
   * one. The response has the notice `licence_expired` as that of POST /drivers/assignments.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `assignment_overlap`, `invalid_state`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.assign_vehicles`. Reference: `/docs/v1/operations/driversUpdateAssignment/` of the service.
   * @example
   * const result = await fleet.drivers.updateAssignment({ path: { assignment_id: 1 }, body: { source: "manual" } });
   * if (result.ok) console.log(result.data);
   */
  updateAssignment(input: DriversUpdateAssignmentInput, options?: CallOptions): Call<DriversUpdateAssignmentSuccess, DriversUpdateAssignmentFailure>;
  /**
   * Delete an assignment. `DELETE /drivers/assignments/{assignment_id}`
   *
   * Deletes an assignment that never took place. It cannot be restored. To end an assignment, set its `ended_at` instead.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `invalid_state`, `precondition_failed`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.assign_vehicles`. Reference: `/docs/v1/operations/driversDeleteAssignment/` of the service.
   * @example
   * const result = await fleet.drivers.deleteAssignment({ path: { assignment_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  deleteAssignment(input: DriversDeleteAssignmentInput, options?: CallOptions): Call<DriversDeleteAssignmentSuccess, DriversDeleteAssignmentFailure>;
  /**
   * Add a tag. `POST /drivers/{driver_id}/id_tags`
   *
   * Gives a tag to a driver, from now on. Each value is unique among the active tags of a client, and a driver has at most 20 active
   * tags.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `tag_in_use`, `limit_reached`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.edit`. Reference: `/docs/v1/operations/driversCreateIdTag/` of the service.
   * @example
   * const result = await fleet.drivers.createIdTag({ path: { driver_id: 1 }, body: { type: "ibutton", value: "01100000D0FE003A", label: "Blue key" } });
   * if (result.ok) console.log(result.data);
   */
  createIdTag(input: DriversCreateIdTagInput, options?: CallOptions): Call<DriversCreateIdTagSuccess, DriversCreateIdTagFailure>;
  /**
   * Remove a tag. `DELETE /drivers/id_tags/{id_tag_id}`
   *
   * Removes a tag from its driver, from now on, so that another driver can get it. The tag stays in `id_tags` of the driver, with
   * `removed_at`.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `precondition_failed`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.edit`. Reference: `/docs/v1/operations/driversDeleteIdTag/` of the service.
   * @example
   * const result = await fleet.drivers.deleteIdTag({ path: { id_tag_id: 2 } });
   * if (result.ok) console.log(result.data);
   */
  deleteIdTag(input: DriversDeleteIdTagInput, options?: CallOptions): Call<DriversDeleteIdTagSuccess, DriversDeleteIdTagFailure>;
  /**
   * List documents of drivers. `GET /drivers/documents/listing`
   *
   * Lists the documents of the drivers in your scope. With `driver_id` they are those of one driver; with `status` or
   * `expires_before`, those that somebody has to renew. The documents of a deleted driver are not listed until the driver is restored.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.view`. Reference: `/docs/v1/operations/driversDocumentsListing/` of the service.
   * @example
   * for await (const item of fleet.drivers.documentsListing()) console.log(item);
   */
  documentsListing(input?: DriversDocumentsListingInput, options?: CallOptions): PagedCall<DriversDocumentsListingSuccess, DriversDocumentsListingFailure, DriverDocument>;
  /**
   * Add a document to a driver. `POST /drivers/{driver_id}/documents`
   *
   * Adds a document to a driver.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.edit`. Reference: `/docs/v1/operations/driversCreateDocument/` of the service.
   * @example
   * const result = await fleet.drivers.createDocument({ path: { driver_id: 1 }, body: { type: "insurance", number: "POL-2026-0001", issuer: "Demo Insurance", country_code: "KE", issued_on: "2026-01-01", expires_on: "2026-12-31", reminder_days: [30, 7, 1], attachments: [{ name: "policy.pdf", content_type: "application/pdf", size_bytes: 48213, url: "https://files.example.com/policy.pdf" }], notes: null } });
   * if (result.ok) console.log(result.data);
   */
  createDocument(input: DriversCreateDocumentInput, options?: CallOptions): Call<DriversCreateDocumentSuccess, DriversCreateDocumentFailure>;
  /**
   * Update a document of a driver. `PATCH /drivers/documents/{document_id}`
   *
   * Updates only the fields you send.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.edit`. Reference: `/docs/v1/operations/driversUpdateDocument/` of the service.
   * @example
   * const result = await fleet.drivers.updateDocument({ path: { document_id: 1 }, body: { issuer: "Demo Insurance", notes: null } });
   * if (result.ok) console.log(result.data);
   */
  updateDocument(input: DriversUpdateDocumentInput, options?: CallOptions): Call<DriversUpdateDocumentSuccess, DriversUpdateDocumentFailure>;
  /**
   * Delete a document of a driver. `DELETE /drivers/documents/{document_id}`
   *
   * Deletes a document. It cannot be restored; its files stay where they are stored.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `precondition_failed`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.edit`. Reference: `/docs/v1/operations/driversDeleteDocument/` of the service.
   * @example
   * const result = await fleet.drivers.deleteDocument({ path: { document_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  deleteDocument(input: DriversDeleteDocumentInput, options?: CallOptions): Call<DriversDeleteDocumentSuccess, DriversDeleteDocumentFailure>;
  /**
   * Erase the personal data of a driver. `POST /drivers/{driver_id}/erase`
   *
   * Removes the personal data of a driver for good, and deletes the driver if the driver is not deleted yet. Names, contacts, licence,
   * tags, documents, attributes and notes are removed from the record, from the search and from the audit log. The id, the client and
   * the assignments stay, so that the history of vehicles keeps its shape. This cannot be undone. A driver who was erased before is
   * not changed. A deleted driver can be erased at any time, also if the client was deleted.
   *
   * A driver with a current or future assignment is not erased: end or delete the assignment first. Copies outside the service, such
   * as backups, the files of attachments and what clients have stored, are not erased.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `in_use`, `request_in_progress`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `drivers.delete`. Reference: `/docs/v1/operations/driversErase/` of the service.
   * @example
   * const result = await fleet.drivers.erase({ path: { driver_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  erase(input: DriversEraseInput, options?: CallOptions): Call<DriversEraseSuccess, DriversEraseFailure>;
}

export interface DriversListingInput {
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
    /** Only drivers with one of these statuses. */ status?: DriverStatus[] | undefined;
    /** Only drivers who are assigned to a vehicle now as `primary`, or only those who are not. */
    has_vehicle?: boolean | undefined;
    /**
     * Only drivers who have, or had, a tag with this value; `id_tags` of a driver says when. Tags of the type `pin` are not
     * found, because a PIN does not belong in a URL.
     */
    id_tag?: string | undefined;
    /** Only drivers whose driving licence expires before this day. */ licence_expires_before?: string | undefined;
    /**
     * Only records whose `updated_at` is later than this instant. To keep a copy of all records, use the feed of changes
     * instead: this filter misses changes that become visible late and records that leave your scope.
     */
    updated_after?: string | undefined;
    /** Also returns deleted records, which have a `deleted_at`. Default: false. */
    include_deleted?: boolean | undefined;
    /**
     * The order of the drivers: by the first key, then by the next. A key with a minus sign is descending, null is last, and
     * ties are ordered by id. Without this parameter the order is that of the ids.
     */
    sort?: DriverSort[] | undefined;
  } | undefined;
}
export type DriversListingSuccess = OkPage<200, Driver, "authorization">;
export type DriversListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversFindInput {
  query: {
    /** The search text, in the full name, personnel number and external id. */ q: string;
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
export type DriversFindSuccess = OkPage<200, DriverSummary, "authorization">;
export type DriversFindFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversChangesInput {
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
export type DriversChangesSuccess = Ok<200, DriverChanges, "authorization">;
export type DriversChangesFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<410, "cursor_expired", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversCreateInput { /** The new driver. */ body: DriverCreate }
export type DriversCreateSuccess = Ok<201, Driver, "authorization" | "idempotency-replayed" | "location" | "etag">;
export type DriversCreateFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversImportInput { /** The drivers, and how they are matched. */ body: DriverImport }
export type DriversImportSuccess = Ok<200, BulkResult, "authorization" | "idempotency-replayed">;
export type DriversImportFailure =
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

export interface DriversGetInput {
  path: {
    /** Identifies the driver. */ driver_id: Int64;
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
export type DriversGetSuccess = Ok<200, Driver, "authorization" | "etag"> | Ok<304, null, "authorization" | "etag">;
export type DriversGetFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversUpdateInput {
  path: {
    /** Identifies the driver. */ driver_id: Int64;
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
  /** The fields to change. */ body: DriverUpdate;
}
export type DriversUpdateSuccess = Ok<200, Driver, "authorization" | "etag">;
export type DriversUpdateFailure =
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

export interface DriversDeleteInput {
  path: {
    /** Identifies the driver. */ driver_id: Int64;
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
export type DriversDeleteSuccess = Ok<200, Driver, "authorization" | "etag">;
export type DriversDeleteFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<409, "in_use", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversRestoreInput {
  path: {
    /** Identifies the driver. */ driver_id: Int64;
  };
}
export type DriversRestoreSuccess = Ok<200, Driver, "authorization" | "idempotency-replayed" | "etag">;
export type DriversRestoreFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate" | "invalid_state" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<410, "gone", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversAssignmentsListingInput {
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
    /** Only the records with these ids, at most 200. An id without a record in your scope finds nothing. */
    ids?: Int64[] | undefined;
    /** Only assignments of this driver. */ driver_id?: Int64 | undefined;
    /** Only assignments to this vehicle. */ vehicle_id?: Int64 | undefined;
    /** Only assignments with this role. */ role?: "primary" | "co_driver" | undefined;
    /** Only assignments with one of these sources. */
    source?: ("manual" | "app" | "schedule" | "import" | (string & {}))[] | undefined;
    /** Only assignments that had begun and not ended at this instant. */ at?: string | undefined;
    /** Only assignments that end after this instant, or have no end. */ from?: string | undefined;
    /** Only assignments that begin before this instant. */ to?: string | undefined;
  } | undefined;
}
export type DriversAssignmentsListingSuccess = OkPage<200, DriverAssignment, "authorization">;
export type DriversAssignmentsListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversCreateAssignmentInput {
  /** The driver, the vehicle and the time. */ body: DriverAssignmentCreate;
}
export type DriversCreateAssignmentSuccess = Ok<201, DriverAssignment, "authorization" | "idempotency-replayed" | "location" | "etag">;
export type DriversCreateAssignmentFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "assignment_overlap" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversUpdateAssignmentInput {
  path: {
    /** Identifies the assignment. */ assignment_id: Int64;
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
  /** The fields to correct. */ body: DriverAssignmentUpdate;
}
export type DriversUpdateAssignmentSuccess = Ok<200, DriverAssignment, "authorization" | "etag">;
export type DriversUpdateAssignmentFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "assignment_overlap" | "invalid_state", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversDeleteAssignmentInput {
  path: {
    /** Identifies the assignment. */ assignment_id: Int64;
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
export type DriversDeleteAssignmentSuccess = Ok<200, DriverAssignment, "authorization" | "etag">;
export type DriversDeleteAssignmentFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<409, "invalid_state", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversCreateIdTagInput {
  path: {
    /** Identifies the driver. */ driver_id: Int64;
  };
  /** The tag. */ body: DriverIdTagCreate;
}
export type DriversCreateIdTagSuccess = Ok<201, DriverIdTag, "authorization" | "idempotency-replayed" | "location" | "etag">;
export type DriversCreateIdTagFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "tag_in_use" | "limit_reached" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversDeleteIdTagInput {
  path: {
    /** Identifies the tag. */ id_tag_id: Int64;
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
export type DriversDeleteIdTagSuccess = Ok<200, DriverIdTag, "authorization" | "etag">;
export type DriversDeleteIdTagFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversDocumentsListingInput {
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
    /** Only documents of this driver. */ driver_id?: Int64 | undefined;
    /** Only documents of one of these types. */ type?: DocumentType[] | undefined;
    /** Only documents with one of these statuses, at the time of the request. */ status?: DocumentStatus[] | undefined;
    /** Only documents that expire before this day. */ expires_before?: string | undefined;
    /**
     * The order of the drivers: by the first key, then by the next. A key with a minus sign is descending, null is last, and
     * ties are ordered by id. Without this parameter the order is that of the ids.
     */
    sort?: DriverDocumentSort[] | undefined;
  } | undefined;
}
export type DriversDocumentsListingSuccess = OkPage<200, DriverDocument, "authorization">;
export type DriversDocumentsListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversCreateDocumentInput {
  path: {
    /** Identifies the driver. */ driver_id: Int64;
  };
  /** The document. */ body: DriverDocumentCreate;
}
export type DriversCreateDocumentSuccess = Ok<201, DriverDocument, "authorization" | "idempotency-replayed" | "location" | "etag">;
export type DriversCreateDocumentFailure =
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

export interface DriversUpdateDocumentInput {
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
  /** The fields to change. */ body: DriverDocumentUpdate;
}
export type DriversUpdateDocumentSuccess = Ok<200, DriverDocument, "authorization" | "etag">;
export type DriversUpdateDocumentFailure =
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

export interface DriversDeleteDocumentInput {
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
export type DriversDeleteDocumentSuccess = Ok<200, DriverDocument, "authorization" | "etag">;
export type DriversDeleteDocumentFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface DriversEraseInput {
  path: {
    /** Identifies the driver. */ driver_id: Int64;
  };
}
export type DriversEraseSuccess = Ok<200, Driver, "authorization" | "idempotency-replayed" | "etag">;
export type DriversEraseFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "in_use" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

/** The types of these operations, by id. */
export interface DriversOperationTypes {
  driversListing: { input: DriversListingInput; success: DriversListingSuccess; failure: DriversListingFailure; item: Driver };
  driversFind: { input: DriversFindInput; success: DriversFindSuccess; failure: DriversFindFailure; item: DriverSummary };
  driversChanges: { input: DriversChangesInput; success: DriversChangesSuccess; failure: DriversChangesFailure; item: never };
  driversCreate: { input: DriversCreateInput; success: DriversCreateSuccess; failure: DriversCreateFailure; item: never };
  driversImport: { input: DriversImportInput; success: DriversImportSuccess; failure: DriversImportFailure; item: never };
  driversGet: { input: DriversGetInput & NoCondition; success: Unconditional<DriversGetSuccess>; failure: DriversGetFailure; item: never; conditional: { input: DriversGetInput; success: DriversGetSuccess } };
  driversUpdate: { input: DriversUpdateInput; success: DriversUpdateSuccess; failure: DriversUpdateFailure; item: never };
  driversDelete: { input: DriversDeleteInput; success: DriversDeleteSuccess; failure: DriversDeleteFailure; item: never };
  driversRestore: { input: DriversRestoreInput; success: DriversRestoreSuccess; failure: DriversRestoreFailure; item: never };
  driversAssignmentsListing: { input: DriversAssignmentsListingInput; success: DriversAssignmentsListingSuccess; failure: DriversAssignmentsListingFailure; item: DriverAssignment };
  driversCreateAssignment: { input: DriversCreateAssignmentInput; success: DriversCreateAssignmentSuccess; failure: DriversCreateAssignmentFailure; item: never };
  driversUpdateAssignment: { input: DriversUpdateAssignmentInput; success: DriversUpdateAssignmentSuccess; failure: DriversUpdateAssignmentFailure; item: never };
  driversDeleteAssignment: { input: DriversDeleteAssignmentInput; success: DriversDeleteAssignmentSuccess; failure: DriversDeleteAssignmentFailure; item: never };
  driversCreateIdTag: { input: DriversCreateIdTagInput; success: DriversCreateIdTagSuccess; failure: DriversCreateIdTagFailure; item: never };
  driversDeleteIdTag: { input: DriversDeleteIdTagInput; success: DriversDeleteIdTagSuccess; failure: DriversDeleteIdTagFailure; item: never };
  driversDocumentsListing: { input: DriversDocumentsListingInput; success: DriversDocumentsListingSuccess; failure: DriversDocumentsListingFailure; item: DriverDocument };
  driversCreateDocument: { input: DriversCreateDocumentInput; success: DriversCreateDocumentSuccess; failure: DriversCreateDocumentFailure; item: never };
  driversUpdateDocument: { input: DriversUpdateDocumentInput; success: DriversUpdateDocumentSuccess; failure: DriversUpdateDocumentFailure; item: never };
  driversDeleteDocument: { input: DriversDeleteDocumentInput; success: DriversDeleteDocumentSuccess; failure: DriversDeleteDocumentFailure; item: never };
  driversErase: { input: DriversEraseInput; success: DriversEraseSuccess; failure: DriversEraseFailure; item: never };
}

/**
 * A person who drives vehicles of one client. The personal data is shown only with the permission `drivers.view`, and POST
 * /drivers/{driver_id}/erase removes it for good.
 */
export interface Driver {
  /** Identifies the driver. */ id: Int64;
  /** The client that the driver works for. */ client_id: Int64;
  client: ClientName;
  /** The partner above the client. */ partner_id: string | null;
  /** The agency above the client. */ agency_id: string | null;
  /** Identifier in a system of the integrator, unique per client. */ external_id: string | null;
  /** The first name of the driver. */ first_name: string;
  /** The middle name of the driver; null if there is none. */ middle_name: string | null;
  /** The last name of the driver. */ last_name: string;
  /** First, middle and last name in this order. */ full_name: string;
  /** The number of the driver in the client's personnel records, unique per client (case-insensitive). */
  personnel_number: string | null;
  /** The e-mail address of the driver. */ email: string | null;
  /** The phone number of the driver, E.164. */ phone: string | null;
  address: ClientAddress;
  emergency_contact: EmergencyContact;
  /** Date of birth. */ birth_on: string | null;
  /** The first day of work for the client. */ hired_on: string | null;
  /** The last day of work for the client. */ left_on: string | null;
  status: DriverStatus;
  /** The IANA name of the time zone of the driver; null for the time zone of the client. */ timezone: string | null;
  /** Number of the driving licence. */ licence_number: string | null;
  /** The country that issued the driving licence, ISO 3166-1 alpha-2. */ licence_country: string | null;
  /** The region that issued the driving licence, ISO 3166-2. It must belong to `licence_country`. */
  licence_region: string | null;
  /** The categories of vehicles that the driving licence is for, such as B, C and CE in the European Union. */
  licence_categories: string[];
  /** When the driving licence was issued. */ licence_issued_on: string | null;
  /**
   * The last day on which the driving licence is valid; null if it does not expire or is not known. If it has expired when a driver
   * is assigned to a vehicle, the response has the notice `licence_expired`.
   */
  licence_expires_on: string | null;
  /** The user account of the driver, unique per client. Its scope has the client of the driver. */
  user_id: Int64 | null;
  /** The vehicle that the driver is assigned to now as `primary`; null if there is none. */ vehicle_id: Int64 | null;
  vehicle: DriverVehicle;
  /** The active tags of the driver, then the removed ones, both latest first; at most 100. */ id_tags: DriverIdTag[];
  /**
   * The earliest `expires_on` of the documents of the driver, even if it is past; null if none expires. `licence_expires_on` does not
   * count.
   */
  next_document_expiry_on: string | null;
  /** Custom attributes, at most 50. */ attributes: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes: string | null;
  /**
   * When the personal data was erased, UTC; null if it was not. After that `full_name` is `Erased driver`, `status` is `left`, and all
   * other personal data is null or empty.
   */
  erased_at: string | null;
  /** Incremented by every change of the record. */ version: Int64;
  /** When the driver was created, UTC. */ created_at: string;
  /** When the driver was last changed, UTC. */ updated_at: string;
  /** When the driver was deleted, UTC; null if the driver is not deleted. */ deleted_at: string | null;
}

/** A driver who is new in your scope, or was changed. */
export interface DriverUpserted {
  /** The record is new in your scope, or was changed. */ change: "upserted";
  /** Identifies the record. */ id: Int64;
  /** When the record was changed, UTC. For display only; the order of the entries is that of the feed. */
  changed_at: string;
  record: Driver;
}

/** One entry of the feed; `change` says which of the two it is. */
export type DriverChange = DriverUpserted | RecordRemoved;

/** The next part of the feed of changes. */
export interface DriverChanges {
  /** What changed, oldest first; each driver once, as it is now. */ changes: DriverChange[];
  /** Where the feed continues. Store it after you have applied the entries, and send it with the next request. */
  next_cursor: string;
  /** Whether the next page can be requested at once. If false, you have everything up to now; request again later. */
  has_more: boolean;
}

/** The envelope of DriverChanges. */ export interface DriverChangesEnvelope { data: DriverChanges; notices?: Notices }

/** A summary of a driver, with the name and the personnel number and no other personal data. */
export interface DriverSummary {
  /** Identifies the driver. */ id: Int64;
  /** First, middle and last name in this order. */ full_name: string;
  /** The number of the driver in the client's personnel records, unique per client (case-insensitive). */
  personnel_number: string | null;
  /** The client that the driver works for. */ client_id: Int64;
  status: DriverStatus;
  /** The vehicle that the driver is assigned to now as `primary`; null if there is none. */ vehicle_id: Int64 | null;
  /** When the driver was last changed, UTC. */ updated_at: string;
}

/** A new driver. */
export interface DriverCreate {
  /** The client that the driver works for. */ client_id: Int64;
  /** Identifier in a system of the integrator, unique per client. */ external_id?: string | null;
  /** The first name of the driver. */ first_name: string;
  /** The middle name of the driver; null if there is none. */ middle_name?: string | null;
  /** The last name of the driver. */ last_name: string;
  /** The number of the driver in the client's personnel records, unique per client (case-insensitive). */
  personnel_number?: string | null;
  /** The e-mail address of the driver. */ email?: string | null;
  /** The phone number of the driver, E.164. */ phone?: string | null;
  address?: ClientAddressBody;
  emergency_contact?: EmergencyContactBody;
  /** Date of birth. */ birth_on?: string | null;
  /** The first day of work for the client. */ hired_on?: string | null;
  /** The last day of work for the client, not before `hired_on`. */ left_on?: string | null;
  /** Default: "active". */ status?: DriverStatus;
  /** The IANA name of the time zone of the driver; null for the time zone of the client. */ timezone?: string | null;
  /** Number of the driving licence. */ licence_number?: string | null;
  /** The country that issued the driving licence, ISO 3166-1 alpha-2. */ licence_country?: string | null;
  /** The region that issued the driving licence, ISO 3166-2. It must belong to `licence_country`. */
  licence_region?: string | null;
  /** The categories of vehicles that the driving licence is for, such as B, C and CE in the European Union. */
  licence_categories?: string[];
  /** When the driving licence was issued. */ licence_issued_on?: string | null;
  /** The last day on which the driving licence is valid, not before `licence_issued_on`. */
  licence_expires_on?: string | null;
  /** The user account of the driver, unique per client. Its scope has the client of the driver. */
  user_id?: Int64 | null;
  /** Custom attributes, at most 50. */ attributes?: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes?: string | null;
}

/**
 * The fields to change; an omitted field keeps its value. `null` clears a field that may be empty; `address`,
 * `emergency_contact`, `licence_categories` and `attributes` are replaced as a whole.
 */
export interface DriverUpdate {
  /** Identifier in a system of the integrator, unique per client. */ external_id?: string | null;
  /** The first name of the driver. */ first_name?: string;
  /** The middle name of the driver; null if there is none. */ middle_name?: string | null;
  /** The last name of the driver. */ last_name?: string;
  /** The number of the driver in the client's personnel records, unique per client (case-insensitive). */
  personnel_number?: string | null;
  /** The e-mail address of the driver. */ email?: string | null;
  /** The phone number of the driver, E.164. */ phone?: string | null;
  address?: ClientAddressBody;
  emergency_contact?: EmergencyContactBody;
  /** Date of birth. */ birth_on?: string | null;
  /** The first day of work for the client. */ hired_on?: string | null;
  /** The last day of work for the client, not before `hired_on`. */ left_on?: string | null;
  status?: DriverStatus;
  /** The IANA name of the time zone of the driver; null for the time zone of the client. */ timezone?: string | null;
  /** Number of the driving licence. */ licence_number?: string | null;
  /** The country that issued the driving licence, ISO 3166-1 alpha-2. */ licence_country?: string | null;
  /** The region that issued the driving licence, ISO 3166-2. It must belong to `licence_country`. */
  licence_region?: string | null;
  /** The categories of vehicles that the driving licence is for, such as B, C and CE in the European Union. */
  licence_categories?: string[];
  /** When the driving licence was issued. */ licence_issued_on?: string | null;
  /** The last day on which the driving licence is valid, not before `licence_issued_on`. */
  licence_expires_on?: string | null;
  /** The user account of the driver, unique per client. Its scope has the client of the driver. */
  user_id?: Int64 | null;
  /** Custom attributes, at most 50. */ attributes?: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes?: string | null;
}

/** The drivers to create or update. */
export interface DriverImport {
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
   * The fields that identify the existing driver of an item. Every item must have them.
   *
   * - `external_id`: `client_id` and `external_id`
   * - `personnel_number`: `client_id` and `personnel_number` (case-insensitive)
   */
  match_on: "external_id" | "personnel_number";
  /** The drivers, at most 500. */ items: DriverImportItem[];
  mode?: BulkMode;
  /** Whether to carry out the request and then undo it. The result is the same, and nothing is changed. Default: false. */
  dry_run?: boolean;
}

/**
 * A driver to create or update. An omitted field keeps its value or, in a new driver, has its default. `null` clears a field
 * that may be empty.
 */
export interface DriverImportItem {
  /** The client that the driver works for. */ client_id?: Int64;
  /** Identifier in a system of the integrator, unique per client. */ external_id?: string | null;
  /** The first name of the driver. */ first_name?: string;
  /** The middle name of the driver; null if there is none. */ middle_name?: string | null;
  /** The last name of the driver. */ last_name?: string;
  /** The number of the driver in the client's personnel records, unique per client (case-insensitive). */
  personnel_number?: string | null;
  /** The e-mail address of the driver. */ email?: string | null;
  /** The phone number of the driver, E.164. */ phone?: string | null;
  address?: ClientAddressBody;
  emergency_contact?: EmergencyContactBody;
  /** Date of birth. */ birth_on?: string | null;
  /** The first day of work for the client. */ hired_on?: string | null;
  /** The last day of work for the client, not before `hired_on`. */ left_on?: string | null;
  /** Default: "active". */ status?: DriverStatus;
  /** The IANA name of the time zone of the driver; null for the time zone of the client. */ timezone?: string | null;
  /** Number of the driving licence. */ licence_number?: string | null;
  /** The country that issued the driving licence, ISO 3166-1 alpha-2. */ licence_country?: string | null;
  /** The region that issued the driving licence, ISO 3166-2. It must belong to `licence_country`. */
  licence_region?: string | null;
  /** The categories of vehicles that the driving licence is for, such as B, C and CE in the European Union. */
  licence_categories?: string[];
  /** When the driving licence was issued. */ licence_issued_on?: string | null;
  /** The last day on which the driving licence is valid, not before `licence_issued_on`. */
  licence_expires_on?: string | null;
  /** The user account of the driver, unique per client. Its scope has the client of the driver. */
  user_id?: Int64 | null;
  /** Custom attributes, at most 50. */ attributes?: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes?: string | null;
}

/** The envelope of Driver. */ export interface DriverEnvelope { data: Driver; notices?: Notices }

/** The paged envelope of drivers. */
export interface DriverPage {
  /** The drivers of the page, in the requested order. */ data: Driver[];
  notices?: Notices;
  pagination: Pagination;
}

/** The paged envelope of summaries of drivers. */
export interface DriverSummaryPage {
  /** The drivers of the page. */ data: DriverSummary[];
  notices?: Notices;
  pagination: Pagination;
}

/**
 * A key to sort by.
 *
 * - `id`: by id
 * - `-id`: by id, the highest first
 * - `full_name`: by full name
 * - `-full_name`: by full name, backwards
 * - `created_at`: by the time of the creation
 * - `-created_at`: by the time of the creation, the latest first
 * - `updated_at`: by the time of the last change
 * - `-updated_at`: by the time of the last change, the latest first
 * - `licence_expires_on`: by the last day of the driving licence
 * - `-licence_expires_on`: by the last day of the driving licence, backwards
 * - `next_document_expiry_on`: by the earliest expiry of the documents of the driver
 * - `-next_document_expiry_on`: by the earliest expiry of the documents of the driver, backwards
 */
export type DriverSort =
  | "id" | "-id" | "full_name" | "-full_name" | "created_at" | "-created_at" | "updated_at" | "-updated_at"
  | "licence_expires_on" | "-licence_expires_on" | "next_document_expiry_on" | "-next_document_expiry_on";

/**
 * Whether the driver is available.
 *
 * - `active`: at work
 * - `on_leave`: away for a while, such as on holiday or ill
 * - `suspended`: must not drive at present
 * - `left`: no longer works for the client
 */
export type DriverStatus = "active" | "on_leave" | "suspended" | "left";

/** Whom to call in an emergency; null if that is not known. */
export type EmergencyContact = {
  /** Name of the contact. */ name: string;
  /** Phone number of the contact, E.164. */ phone: string | null;
} | null;

/** Whom to call in an emergency; null for nobody. */
export type EmergencyContactBody = {
  /** Name of the contact. */ name: string;
  /** Phone number of the contact, E.164. */ phone?: string | null;
} | null;

/** The vehicle that the driver is assigned to now as `primary`, by id, name and plate; null if there is none. */
export type DriverVehicle = {
  /** Identifies the vehicle. */ id: Int64;
  /** Display name of the vehicle. */ name: string;
  /**
   * Registration plate, as it was entered. `find` ignores its spaces and hyphens. If another vehicle of the client has
   * the same plate, the response has the notice `duplicate_plate`. That is not an error, because plates move between vehicles.
   */
  plate_number: string | null;
} | null;

/** A tag that identifies a driver in a vehicle. */
export interface DriverIdTag {
  /** Identifies the tag. */ id: Int64;
  /** Identifies the driver. */ driver_id: Int64;
  /** The client of the driver. */ client_id: Int64;
  /**
   * The kind of tag.
   *
   * - `ibutton`: an iButton or another 1-Wire key
   * - `rfid`: an RFID card
   * - `nfc`: an NFC card or phone
   * - `ble`: a Bluetooth beacon
   * - `tachograph_card`: the driver card of a tachograph
   * - `pin`: a PIN that the driver enters
   * - `qr`: a QR code
   */
  type: "ibutton" | "rfid" | "nfc" | "ble" | "tachograph_card" | "pin" | "qr";
  /**
   * What the reader in the vehicle reads, or the driver enters.
   *
   * - `ibutton`: 16 hexadecimal digits in capital letters: family code, serial number and CRC-8 of the 1-Wire ROM
   * - `rfid`: 4 to 32 hexadecimal digits in capital letters
   * - `nfc`: 8, 14 or 20 hexadecimal digits in capital letters (UID of ISO/IEC 14443-3)
   * - `ble`: 12 hexadecimal digits in capital letters (device address), or 32 (UUID)
   * - `tachograph_card`: the 16 digits and capital letters of the card number
   * - `pin`: 4 to 12 digits
   * - `qr`: the text of the code
   */
  value: string;
  /** What people call the tag. */ label: string | null;
  /** Whether the driver has the tag now. */ is_active: boolean;
  /** When the driver got the tag, UTC. */ assigned_at: string;
  /** When the tag was removed from the driver, UTC; null while it is active. */ removed_at: string | null;
  /** Incremented by every change of the record. */ version: Int64;
}

/** A new tag of a driver. */
export interface DriverIdTagCreate {
  /**
   * The kind of tag.
   *
   * - `ibutton`: an iButton or another 1-Wire key
   * - `rfid`: an RFID card
   * - `nfc`: an NFC card or phone
   * - `ble`: a Bluetooth beacon
   * - `tachograph_card`: the driver card of a tachograph
   * - `pin`: a PIN that the driver enters
   * - `qr`: a QR code
   */
  type: "ibutton" | "rfid" | "nfc" | "ble" | "tachograph_card" | "pin" | "qr";
  /**
   * What the reader in the vehicle reads, or the driver enters.
   *
   * - `ibutton`: 16 hexadecimal digits in capital letters: family code, serial number and CRC-8 of the 1-Wire ROM
   * - `rfid`: 4 to 32 hexadecimal digits in capital letters
   * - `nfc`: 8, 14 or 20 hexadecimal digits in capital letters (UID of ISO/IEC 14443-3)
   * - `ble`: 12 hexadecimal digits in capital letters (device address), or 32 (UUID)
   * - `tachograph_card`: the 16 digits and capital letters of the card number
   * - `pin`: 4 to 12 digits
   * - `qr`: the text of the code
   */
  value: string;
  /** What people call the tag. */ label?: string | null;
}

/** The envelope of DriverIdTag. */ export interface DriverIdTagEnvelope { data: DriverIdTag; notices?: Notices }

/** The time for which a driver drives a vehicle. */
export interface DriverAssignment {
  /** Identifies the assignment. */ id: Int64;
  /** The client of the driver and the vehicle at that time. */ client_id: Int64;
  /** Identifies the driver. */ driver_id: Int64;
  /** Identifies the vehicle. */ vehicle_id: Int64;
  /**
   * What the driver does in the vehicle.
   *
   * - `primary`: drives it; a vehicle has one such driver at a time, and a driver one such vehicle
   * - `co_driver`: takes turns with the primary driver, or rides along
   */
  role: "primary" | "co_driver";
  /** When the assignment begins, UTC. */ started_at: string;
  /** When the assignment ends, UTC; null while no end is known. The assignment does not include this instant. */
  ended_at: string | null;
  /**
   * Where the assignment comes from.
   *
   * - `manual`: somebody recorded it
   * - `app`: the driver chose the vehicle in an application
   * - `schedule`: from a duty schedule
   * - `import`: taken over from another system
   */
  source: "manual" | "app" | "schedule" | "import" | (string & {});
  /**
   * The odometer of the vehicle when the assignment began, in metres. It is a note of the hand-over, and changes no counter of the
   * vehicle.
   */
  start_odometer_m: Int64 | null;
  /** The odometer of the vehicle when the assignment ended, in metres; a note like `start_odometer_m`. */
  end_odometer_m: Int64 | null;
  /** Incremented by every change of the record. */ version: Int64;
  /** When the assignment was recorded, UTC. */ created_at: string;
  /** When the assignment was last changed, UTC. */ updated_at: string;
}

/** The driver, the vehicle, and the time. */
export interface DriverAssignmentCreate {
  /** Identifies the driver. */ driver_id: Int64;
  /** The vehicle; it belongs to the client of the driver. */ vehicle_id: Int64;
  /**
   * What the driver does in the vehicle.
   *
   * - `primary`: drives it; a vehicle has one such driver at a time, and a driver one such vehicle
   * - `co_driver`: takes turns with the primary driver, or rides along
   *
   * Default: "primary".
   */
  role?: "primary" | "co_driver";
  /** When the assignment begins, in the past or in the future. If omitted, now. */ started_at?: string;
  /** When the assignment ends, after `started_at`; null or omitted if no end is known. */ ended_at?: string | null;
  /**
   * Where the assignment comes from.
   *
   * - `manual`: somebody recorded it
   * - `app`: the driver chose the vehicle in an application
   * - `schedule`: from a duty schedule
   * - `import`: taken over from another system
   *
   * Default: "manual".
   */
  source?: "manual" | "app" | "schedule" | "import";
  /**
   * The odometer of the vehicle when the assignment began, in metres. It is a note of the hand-over, and changes no counter of the
   * vehicle.
   */
  start_odometer_m?: Int64 | null;
  /** The odometer of the vehicle when the assignment ended, in metres: at least `start_odometer_m`, and only with `ended_at`. */
  end_odometer_m?: Int64 | null;
  /** Whether current assignments that overlap this one and begin earlier end at `started_at`. If false, they are a conflict. Default: false. */
  end_current?: boolean;
}

/** The fields to correct; an omitted field keeps its value. */
export interface DriverAssignmentUpdate {
  /**
   * What the driver does in the vehicle.
   *
   * - `primary`: drives it; a vehicle has one such driver at a time, and a driver one such vehicle
   * - `co_driver`: takes turns with the primary driver, or rides along
   */
  role?: "primary" | "co_driver";
  /** When the assignment begins. */ started_at?: string;
  /** When the assignment ends, after `started_at`; null or omitted if no end is known. */ ended_at?: string | null;
  /**
   * Where the assignment comes from.
   *
   * - `manual`: somebody recorded it
   * - `app`: the driver chose the vehicle in an application
   * - `schedule`: from a duty schedule
   * - `import`: taken over from another system
   *
   * Default: "manual".
   */
  source?: "manual" | "app" | "schedule" | "import";
  /**
   * The odometer of the vehicle when the assignment began, in metres. It is a note of the hand-over, and changes no counter of the
   * vehicle.
   */
  start_odometer_m?: Int64 | null;
  /** The odometer of the vehicle when the assignment ended, in metres: at least `start_odometer_m`, and only with `ended_at`. */
  end_odometer_m?: Int64 | null;
}

/** The envelope of DriverAssignment. */
export interface DriverAssignmentEnvelope { data: DriverAssignment; notices?: Notices }

/** The paged envelope of assignments. */
export interface DriverAssignmentPage {
  /** The assignments of the page, latest `started_at` first. */ data: DriverAssignment[];
  notices?: Notices;
  pagination: Pagination;
}

/** A document of a driver, such as a medical certificate. The driving licence is not one, but part of the driver. */
export interface DriverDocument {
  /** Identifies the document. */ id: Int64;
  /** Identifies the driver. */ driver_id: Int64;
  /** The client of the driver. */ client_id: Int64;
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

/** A new document of a driver. */
export interface DriverDocumentCreate {
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
export interface DriverDocumentUpdate {
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

/** The envelope of DriverDocument. */
export interface DriverDocumentEnvelope { data: DriverDocument; notices?: Notices }

/** The paged envelope of documents. */
export interface DriverDocumentPage {
  /** The documents of the page, in the requested order. */ data: DriverDocument[];
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
export type DriverDocumentSort = "id" | "-id" | "expires_on" | "-expires_on" | "updated_at" | "-updated_at";

/** The operations of this group as data. */
export const driversOperations = {
  driversListing: { id: "driversListing", group: "drivers", method: "listing", verb: "GET", path: "/drivers/listing",
    pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "ids", csv: true }, { name: "external_id", csv: true }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "status", csv: true }, { name: "has_vehicle" }, { name: "id_tag" }, { name: "licence_expires_before" }, { name: "updated_after" }, { name: "include_deleted" }, { name: "sort", csv: true }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "drivers", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  driversFind: { id: "driversFind", group: "drivers", method: "find", verb: "GET", path: "/drivers/find",
    pathParams: [],
    query: [{ name: "q" }, { name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "drivers", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  driversChanges: { id: "driversChanges", group: "drivers", method: "changes", verb: "GET", path: "/drivers/changes",
    pathParams: [], query: [{ name: "cursor" }, { name: "from" }, { name: "client_id" }, { name: "per_page" }],
    body: false, success: [200], paged: false, auth: "required", permission: { resource: "drivers", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 410: ["cursor_expired"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  driversCreate: { id: "driversCreate", group: "drivers", method: "create", verb: "POST", path: "/drivers",
    pathParams: [], query: [], body: true, success: [201], paged: false, auth: "required",
    permission: { resource: "drivers", action: "create" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate", "request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  driversImport: { id: "driversImport", group: "drivers", method: "import", verb: "POST", path: "/drivers/import",
    pathParams: [], query: [], body: true, success: [200], paged: false, auth: "required",
    permission: { resource: "drivers", action: "create" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  driversGet: { id: "driversGet", group: "drivers", method: "get", verb: "GET", path: "/drivers/{driver_id}",
    pathParams: ["driver_id"], query: [{ name: "include_deleted" }], body: false, success: [200, 304], paged: false,
    auth: "required", permission: { resource: "drivers", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  driversUpdate: { id: "driversUpdate", group: "drivers", method: "update", verb: "PATCH", path: "/drivers/{driver_id}",
    pathParams: ["driver_id"], query: [], body: true, success: [200], paged: false, auth: "required",
    permission: { resource: "drivers", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate"],
      412: ["precondition_failed"], 413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  driversDelete: { id: "driversDelete", group: "drivers", method: "delete", verb: "DELETE",
    path: "/drivers/{driver_id}", pathParams: ["driver_id"], query: [], body: false, success: [200], paged: false,
    auth: "required", permission: { resource: "drivers", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["in_use"], 412: ["precondition_failed"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  driversRestore: { id: "driversRestore", group: "drivers", method: "restore", verb: "POST",
    path: "/drivers/{driver_id}/restore", pathParams: ["driver_id"], query: [], body: false, success: [200],
    paged: false, auth: "required", permission: { resource: "drivers", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"],
      409: ["duplicate", "invalid_state", "request_in_progress"], 410: ["gone"],
      422: ["validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  driversAssignmentsListing: { id: "driversAssignmentsListing", group: "drivers", method: "assignmentsListing",
    verb: "GET", path: "/drivers/assignments/listing", pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "ids", csv: true }, { name: "driver_id" }, { name: "vehicle_id" }, { name: "role" }, { name: "source", csv: true }, { name: "at" }, { name: "from" }, { name: "to" }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "drivers", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  driversCreateAssignment: { id: "driversCreateAssignment", group: "drivers", method: "createAssignment", verb: "POST",
    path: "/drivers/assignments", pathParams: [], query: [], body: true, success: [201], paged: false, auth: "required",
    permission: { resource: "drivers", action: "assign_vehicles" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"],
      409: ["assignment_overlap", "request_in_progress"], 413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  driversUpdateAssignment: { id: "driversUpdateAssignment", group: "drivers", method: "updateAssignment", verb: "PATCH",
    path: "/drivers/assignments/{assignment_id}", pathParams: ["assignment_id"], query: [], body: true, success: [200],
    paged: false, auth: "required", permission: { resource: "drivers", action: "assign_vehicles" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["assignment_overlap", "invalid_state"],
      412: ["precondition_failed"], 413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  driversDeleteAssignment: { id: "driversDeleteAssignment", group: "drivers", method: "deleteAssignment",
    verb: "DELETE", path: "/drivers/assignments/{assignment_id}", pathParams: ["assignment_id"], query: [], body: false,
    success: [200], paged: false, auth: "required", permission: { resource: "drivers", action: "assign_vehicles" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["invalid_state"],
      412: ["precondition_failed"], 422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  driversCreateIdTag: { id: "driversCreateIdTag", group: "drivers", method: "createIdTag", verb: "POST",
    path: "/drivers/{driver_id}/id_tags", pathParams: ["driver_id"], query: [], body: true, success: [201],
    paged: false, auth: "required", permission: { resource: "drivers", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"],
      409: ["tag_in_use", "limit_reached", "request_in_progress"], 413: ["payload_too_large"],
      415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  driversDeleteIdTag: { id: "driversDeleteIdTag", group: "drivers", method: "deleteIdTag", verb: "DELETE",
    path: "/drivers/id_tags/{id_tag_id}", pathParams: ["id_tag_id"], query: [], body: false, success: [200],
    paged: false, auth: "required", permission: { resource: "drivers", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 412: ["precondition_failed"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  driversDocumentsListing: { id: "driversDocumentsListing", group: "drivers", method: "documentsListing", verb: "GET",
    path: "/drivers/documents/listing", pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "driver_id" }, { name: "type", csv: true }, { name: "status", csv: true }, { name: "expires_before" }, { name: "sort", csv: true }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "drivers", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  driversCreateDocument: { id: "driversCreateDocument", group: "drivers", method: "createDocument", verb: "POST",
    path: "/drivers/{driver_id}/documents", pathParams: ["driver_id"], query: [], body: true, success: [201],
    paged: false, auth: "required", permission: { resource: "drivers", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  driversUpdateDocument: { id: "driversUpdateDocument", group: "drivers", method: "updateDocument", verb: "PATCH",
    path: "/drivers/documents/{document_id}", pathParams: ["document_id"], query: [], body: true, success: [200],
    paged: false, auth: "required", permission: { resource: "drivers", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 412: ["precondition_failed"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  driversDeleteDocument: { id: "driversDeleteDocument", group: "drivers", method: "deleteDocument", verb: "DELETE",
    path: "/drivers/documents/{document_id}", pathParams: ["document_id"], query: [], body: false, success: [200],
    paged: false, auth: "required", permission: { resource: "drivers", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 412: ["precondition_failed"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  driversErase: { id: "driversErase", group: "drivers", method: "erase", verb: "POST",
    path: "/drivers/{driver_id}/erase", pathParams: ["driver_id"], query: [], body: false, success: [200], paged: false,
    auth: "required", permission: { resource: "drivers", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["in_use", "request_in_progress"],
      422: ["validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
} as const satisfies Record<string, OperationRow>;
