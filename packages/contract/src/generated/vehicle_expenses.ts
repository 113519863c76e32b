/** Generated from spec/resources/vehicle_expenses by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type {
  ByCondition, Call, CallOptions, FailureResult, IfNoneMatch, NoCondition, Ok, OkPage, PagedCall, ProblemResult,
  Unconditional,
} from "../call.ts";
import type { OperationRow } from "../operation-row.ts";
import type {
  Attachment, BulkMode, BulkResult, ClientName, GivenAttachment, Int64, Notices, Pagination, RecordRemoved,
} from "./shared.ts";
import type { VehicleExpenseCategory, VehicleExpenseQuantityUnit } from "./vehicle_expense_types.ts";

/** Operations under `fleet.vehicleExpenses`. */
export interface VehicleExpensesApi {
  /**
   * List expenses. `GET /vehicle_expenses/listing`
   *
   * Lists the expenses in your scope, latest `occurred_at` first.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expenses.view`. Reference: `/docs/v1/operations/vehicleExpensesListing/` of the service.
   * @example
   * for await (const item of fleet.vehicleExpenses.listing()) console.log(item);
   */
  listing(input?: VehicleExpensesListingInput, options?: CallOptions): PagedCall<VehicleExpensesListingSuccess, VehicleExpensesListingFailure, VehicleExpense>;
  /**
   * Find expenses. `GET /vehicle_expenses/find`
   *
   * Returns the expenses that contain all words of the search text (case-insensitive), in any order, each anywhere in the
   * reference, vendor or external id or, with the permission `vehicles.view`, in the name, plate, VIN, fleet number or external id
   * of the vehicle. Spaces and hyphens do not count in identifiers. Exact references come first, then those that begin with the
   * text, then the others.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expenses.view`. Reference: `/docs/v1/operations/vehicleExpensesFind/` of the service.
   * @example
   * for await (const item of fleet.vehicleExpenses.find({ query: { q: "R-1001" } })) console.log(item);
   */
  find(input: VehicleExpensesFindInput, options?: CallOptions): PagedCall<VehicleExpensesFindSuccess, VehicleExpensesFindFailure, VehicleExpenseSummary>;
  /**
   * Synchronise expenses. `GET /vehicle_expenses/changes`
   *
   * Returns what changed, oldest first: the current state of each expense that is new or was changed, and the id of each one that
   * left your scope. Without a `cursor` it begins with all expenses in your scope. Repeat the request with `next_cursor` while
   * `has_more` is true, then from time to time.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `cursor_expired`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expenses.view`. Reference: `/docs/v1/operations/vehicleExpensesChanges/` of the service.
   * @example
   * const result = await fleet.vehicleExpenses.changes();
   * if (result.ok) console.log(result.data);
   */
  changes(input?: VehicleExpensesChangesInput, options?: CallOptions): Call<VehicleExpensesChangesSuccess, VehicleExpensesChangesFailure>;
  /**
   * Sum up expenses. `GET /vehicle_expenses/summary`
   *
   * Sums up the expenses of at most 400 days, in groups: one entry for each group and currency, in the order of the groups. Amounts in
   * different currencies are never added. Quantities of refunds are subtracted. Rejected and voided expenses do not count, unless `status` names them.
   *
   * With `group_by=vehicle` or `group_by=month`, `distance_m` is the distance between the odometer readings of the vehicles in the
   * period; the distance between two readings counts in the month of the later one. It covers all vehicles of the group, so a group with
   * expenses in several currencies has no `amount_per_km`: choose one currency with `currency`.
   *
   * Consumption is measured from one full tank to the next: all litres after the first, over the distance between the two, in the group
   * of the second. Fills between them count even if a driver, type or currency leaves them out. If an expense between the two, or the second, has `is_missed_fill`, that distance is left out. Readings and fills
   * before `from` do not count, so request all months of a year at once.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expenses.view`. Reference: `/docs/v1/operations/vehicleExpensesSummary/` of the service.
   * @example
   * for await (const item of fleet.vehicleExpenses.summary({ query: { from: "2026-01-01T00:00:00+03:00", to: "2027-01-01T00:00:00+03:00", group_by: "month" } })) console.log(item);
   */
  summary(input: VehicleExpensesSummaryInput, options?: CallOptions): PagedCall<VehicleExpensesSummarySuccess, VehicleExpensesSummaryFailure, VehicleExpenseTotal>;
  /**
   * Record an expense. `POST /vehicle_expenses`
   *
   * Records an expense of a vehicle. Its odometer and engine hours become a reading of the vehicle: they may not go back between the
   * readings before and after them in time, so receipts of the past can be recorded.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `odometer_rollback`, `engine_hours_rollback`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expenses.create`. Reference: `/docs/v1/operations/vehicleExpensesCreate/` of the service.
   * @example
   * const result = await fleet.vehicleExpenses.create({ body: { vehicle_id: 1, driver_id: 1, vehicle_expense_type_id: 9, external_id: "erp-e-1001", occurred_at: "2026-01-15T08:30:00.000Z", amount: "350.00", currency: "KES", tax_amount: "48.28", tax_rate_percent: "16", quantity: "1", quantity_unit: "piece", unit_price: "350", is_full_tank: null, is_missed_fill: null, odometer_m: null, engine_hours_s: null, vendor_name: "Demo Toll Road 1", vendor_tax_number: "T-000001", reference: "R-1001", payment_method: "toll_tag", fuel_card_last4: null, latitude: 0.0123, longitude: -30.0456, address: "1 Demo Road", attachments: [{ name: "policy.pdf", content_type: "application/pdf", size_bytes: 48213, url: "https://files.example.com/policy.pdf" }] } });
   * if (result.ok) console.log(result.data);
   */
  create(input: VehicleExpensesCreateInput, options?: CallOptions): Call<VehicleExpensesCreateSuccess, VehicleExpensesCreateFailure>;
  /**
   * Import expenses. `POST /vehicle_expenses/import`
   *
   * Records or updates up to 500 expenses, matched by `vehicle_id` and `external_id`, which every item needs. With `upsert`, an item
   * without a match records an expense, and any other item updates the expense that it matches. Sending the same import again changes
   * nothing.
   *
   * An item that records an expense needs the fields that POST /vehicle_expenses needs. An item that updates an expense needs only
   * `vehicle_id`, `external_id` and the fields to update, and the permission `vehicle_expenses.edit` in addition to
   * `vehicle_expenses.create`.
   *
   * In the mode `best_effort`, items are validated one by one: an invalid item has the outcome `failed`, and its findings are in
   * `problem.errors`.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expenses.create`. Reference: `/docs/v1/operations/vehicleExpensesImport/` of the service.
   * @example
   * const result = await fleet.vehicleExpenses.import({ body: { action: "upsert", items: [{ vehicle_id: 1, driver_id: 1, vehicle_expense_type_id: 9, external_id: "erp-e-1001", occurred_at: "2026-01-15T08:30:00.000Z", amount: "350.00", currency: "KES", tax_amount: "48.28", tax_rate_percent: "16", quantity: "1", quantity_unit: "piece", unit_price: "350", is_full_tank: null, is_missed_fill: null, odometer_m: null, engine_hours_s: null, vendor_name: "Demo Toll Road 1", vendor_tax_number: "T-000001", reference: "R-1001", payment_method: "toll_tag", fuel_card_last4: null, latitude: 0.0123, longitude: -30.0456, address: "1 Demo Road", attachments: [{ name: "policy.pdf", content_type: "application/pdf", size_bytes: 48213, url: "https://files.example.com/policy.pdf" }] }], mode: "all_or_nothing", dry_run: false } });
   * if (result.ok) console.log(result.data);
   */
  import(input: VehicleExpensesImportInput, options?: CallOptions): Call<VehicleExpensesImportSuccess, VehicleExpensesImportFailure>;
  /**
   * Get an expense. `GET /vehicle_expenses/{vehicle_expense_id}`
   *
   * Returns one expense.
   *
   * Statuses of a success: `200`, `304`.
   * With `If-None-Match`, `status` is 304 and `data` is null if nothing has changed.
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expenses.view`. Reference: `/docs/v1/operations/vehicleExpensesGet/` of the service.
   * @example
   * const result = await fleet.vehicleExpenses.get({ path: { vehicle_expense_id: 1 } });
   * if (result.ok) console.log(result.data);
   */
  get<Condition extends string | undefined = undefined>(input: VehicleExpensesGetInput & IfNoneMatch<Condition>, options?: CallOptions): ByCondition<Condition, Call<Unconditional<VehicleExpensesGetSuccess>, VehicleExpensesGetFailure>, Call<VehicleExpensesGetSuccess, VehicleExpensesGetFailure>>;
  /**
   * Update an expense. `PATCH /vehicle_expenses/{vehicle_expense_id}`
   *
   * Updates only the fields you send. An approved or voided expense cannot be changed. A rejected expense becomes `recorded` again, so
   * that it can be reviewed again. The reading that the expense added to its vehicle changes with it.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `expense_closed`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `odometer_rollback`, `engine_hours_rollback`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expenses.edit`. Reference: `/docs/v1/operations/vehicleExpensesUpdate/` of the service.
   * @example
   * const result = await fleet.vehicleExpenses.update({ path: { vehicle_expense_id: 1 }, body: { reference: "R-1001", payment_method: "toll_tag" } });
   * if (result.ok) console.log(result.data);
   */
  update(input: VehicleExpensesUpdateInput, options?: CallOptions): Call<VehicleExpensesUpdateSuccess, VehicleExpensesUpdateFailure>;
  /**
   * Review an expense. `POST /vehicle_expenses/{vehicle_expense_id}/review`
   *
   * Approves or rejects an expense that is `recorded` or `rejected`. Send `If-Match` to decide only about the version that you read.
   * Sending the same decision again changes nothing.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `expense_closed`, `request_in_progress`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expenses.review`. Reference: `/docs/v1/operations/vehicleExpensesReview/` of the service.
   * @example
   * const result = await fleet.vehicleExpenses.review({ path: { vehicle_expense_id: 1 }, body: { decision: "approve", reason: null } });
   * if (result.ok) console.log(result.data);
   */
  review(input: VehicleExpensesReviewInput, options?: CallOptions): Call<VehicleExpensesReviewSuccess, VehicleExpensesReviewFailure>;
  /**
   * Void an expense. `POST /vehicle_expenses/{vehicle_expense_id}/void`
   *
   * Voids an expense, approved or not. This cannot be undone. A voided expense stays in listings, no longer counts in summaries, and
   * its reading of the vehicle is removed. Sending the same reason again changes nothing.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `expense_closed`, `request_in_progress`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expenses.delete`. Reference: `/docs/v1/operations/vehicleExpensesVoid/` of the service.
   * @example
   * const result = await fleet.vehicleExpenses.void({ path: { vehicle_expense_id: 1 }, body: { reason: "Recorded twice" } });
   * if (result.ok) console.log(result.data);
   */
  void(input: VehicleExpensesVoidInput, options?: CallOptions): Call<VehicleExpensesVoidSuccess, VehicleExpensesVoidFailure>;
}

export interface VehicleExpensesListingInput {
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
    /** Only expenses of this vehicle. */ vehicle_id?: Int64 | undefined;
    /** Only expenses of this driver. */ driver_id?: Int64 | undefined;
    /** Only expenses of this type. */ vehicle_expense_type_id?: Int64 | undefined;
    /** Only expenses whose type has one of these categories. */ category?: VehicleExpenseCategory[] | undefined;
    /** Only expenses in this currency, ISO 4217. */ currency?: string | undefined;
    /** Only expenses with one of these statuses. */ status?: VehicleExpenseStatus[] | undefined;
    /** Only expenses from this instant on. */ from?: string | undefined;
    /** Only expenses before this instant. */ to?: string | undefined;
    /**
     * Only records whose `updated_at` is later than this instant. To keep a copy of all records, use the feed of changes
     * instead: this filter misses changes that become visible late and records that leave your scope.
     */
    updated_after?: string | undefined;
    /**
     * The order of the vehicle expenses: by the first key, then by the next. A key with a minus sign is descending; ties are ordered
     * by id. Without this parameter the order is that of the ids.
     */
    sort?: VehicleExpenseSort[] | undefined;
  } | undefined;
}
export type VehicleExpensesListingSuccess = OkPage<200, VehicleExpense, "authorization">;
export type VehicleExpensesListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleExpensesFindInput {
  query: {
    /** The search text. */ q: string;
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
export type VehicleExpensesFindSuccess = OkPage<200, VehicleExpenseSummary, "authorization">;
export type VehicleExpensesFindFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleExpensesChangesInput {
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
export type VehicleExpensesChangesSuccess = Ok<200, VehicleExpenseChanges, "authorization">;
export type VehicleExpensesChangesFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<410, "cursor_expired", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleExpensesSummaryInput {
  query: {
    /** Only expenses from this instant on. */ from: string;
    /** Only expenses before this instant, at most 400 days after `from`. */ to: string;
    /** What the expenses of a group have in common. */ group_by: VehicleExpenseGrouping;
    /** The time zone in which months begin and end, by its IANA name. Default: "UTC". */ timezone?: string | undefined;
    /** Restricts the result to this partner. The caller's own scope applies as well. */
    partner_id?: string | undefined;
    /** Restricts the result to this agency. The caller's own scope applies as well. */ agency_id?: string | undefined;
    /** Restricts the result to this client. The caller's own scope applies as well. */ client_id?: Int64 | undefined;
    /** Only expenses of this vehicle. */ vehicle_id?: Int64 | undefined;
    /** Only expenses of this driver. */ driver_id?: Int64 | undefined;
    /** Only expenses of this type. */ vehicle_expense_type_id?: Int64 | undefined;
    /** Only expenses whose type has one of these categories. */ category?: VehicleExpenseCategory[] | undefined;
    /** Only expenses in this currency, ISO 4217. */ currency?: string | undefined;
    /** Only expenses with one of these statuses. */ status?: VehicleExpenseStatus[] | undefined;
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
export type VehicleExpensesSummarySuccess = OkPage<200, VehicleExpenseTotal, "authorization">;
export type VehicleExpensesSummaryFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleExpensesCreateInput { /** The expense. */ body: VehicleExpenseCreate }
export type VehicleExpensesCreateSuccess = Ok<201, VehicleExpense, "authorization" | "idempotency-replayed" | "location" | "etag">;
export type VehicleExpensesCreateFailure =
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

export interface VehicleExpensesImportInput { /** The expenses. */ body: VehicleExpenseImport }
export type VehicleExpensesImportSuccess = Ok<200, BulkResult, "authorization" | "idempotency-replayed">;
export type VehicleExpensesImportFailure =
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

export interface VehicleExpensesGetInput {
  path: {
    /** Identifies the expense. */ vehicle_expense_id: Int64;
  };
  headers?: {
    /**
     * The entity tags of responses that the caller has kept (RFC 9110 section 13.1.2). If the record still has one of them,
     * the response is 304 without content.
     */
    "If-None-Match"?: string | undefined;
  } | undefined;
}
export type VehicleExpensesGetSuccess =
  | Ok<200, VehicleExpense, "authorization" | "etag"> | Ok<304, null, "authorization" | "etag">;
export type VehicleExpensesGetFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleExpensesUpdateInput {
  path: {
    /** Identifies the expense. */ vehicle_expense_id: Int64;
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
  /** The fields to change. */ body: VehicleExpenseUpdate;
}
export type VehicleExpensesUpdateSuccess = Ok<200, VehicleExpense, "authorization" | "etag">;
export type VehicleExpensesUpdateFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate" | "expense_closed", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "odometer_rollback" | "engine_hours_rollback" | "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleExpensesReviewInput {
  path: {
    /** Identifies the expense. */ vehicle_expense_id: Int64;
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
  /** The decision. */ body: VehicleExpenseReview;
}
export type VehicleExpensesReviewSuccess = Ok<200, VehicleExpense, "authorization" | "idempotency-replayed" | "etag">;
export type VehicleExpensesReviewFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "expense_closed" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleExpensesVoidInput {
  path: {
    /** Identifies the expense. */ vehicle_expense_id: Int64;
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
  /** The reason. */ body: VehicleExpenseVoid;
}
export type VehicleExpensesVoidSuccess = Ok<200, VehicleExpense, "authorization" | "idempotency-replayed" | "etag">;
export type VehicleExpensesVoidFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "expense_closed" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

/** The types of these operations, by id. */
export interface VehicleExpensesOperationTypes {
  vehicleExpensesListing: { input: VehicleExpensesListingInput; success: VehicleExpensesListingSuccess; failure: VehicleExpensesListingFailure; item: VehicleExpense };
  vehicleExpensesFind: { input: VehicleExpensesFindInput; success: VehicleExpensesFindSuccess; failure: VehicleExpensesFindFailure; item: VehicleExpenseSummary };
  vehicleExpensesChanges: { input: VehicleExpensesChangesInput; success: VehicleExpensesChangesSuccess; failure: VehicleExpensesChangesFailure; item: never };
  vehicleExpensesSummary: { input: VehicleExpensesSummaryInput; success: VehicleExpensesSummarySuccess; failure: VehicleExpensesSummaryFailure; item: VehicleExpenseTotal };
  vehicleExpensesCreate: { input: VehicleExpensesCreateInput; success: VehicleExpensesCreateSuccess; failure: VehicleExpensesCreateFailure; item: never };
  vehicleExpensesImport: { input: VehicleExpensesImportInput; success: VehicleExpensesImportSuccess; failure: VehicleExpensesImportFailure; item: never };
  vehicleExpensesGet: { input: VehicleExpensesGetInput & NoCondition; success: Unconditional<VehicleExpensesGetSuccess>; failure: VehicleExpensesGetFailure; item: never; conditional: { input: VehicleExpensesGetInput; success: VehicleExpensesGetSuccess } };
  vehicleExpensesUpdate: { input: VehicleExpensesUpdateInput; success: VehicleExpensesUpdateSuccess; failure: VehicleExpensesUpdateFailure; item: never };
  vehicleExpensesReview: { input: VehicleExpensesReviewInput; success: VehicleExpensesReviewSuccess; failure: VehicleExpensesReviewFailure; item: never };
  vehicleExpensesVoid: { input: VehicleExpensesVoidInput; success: VehicleExpensesVoidSuccess; failure: VehicleExpensesVoidFailure; item: never };
}

/** Money spent on a vehicle. */
export interface VehicleExpense {
  /** Identifies the expense. */ id: Int64;
  /** The client of the vehicle when the expense was recorded. */ client_id: Int64;
  client: ClientName;
  /** The partner above the client. */ partner_id: string;
  /** The agency above the client. */ agency_id: string;
  /** Identifies the vehicle. */ vehicle_id: Int64;
  /** The driver who spent the money, of the same client; null if unknown. */ driver_id: Int64 | null;
  /** The type of the expense. A new expense needs an active type that its client can use. */
  vehicle_expense_type_id: Int64;
  vehicle_expense_type: VehicleExpenseTypeName;
  /** Identifier in a system of the integrator, unique per client. Imports match by it. */ external_id: string | null;
  /** When the money was spent, UTC. */ occurred_at: string;
  /**
   * The amount with tax, in `currency`, with as many decimals as the currency has (ISO 4217). Negative for a refund. More decimals are
   * refused (`too_many_decimals`), and fewer are filled up with zeros.
   */
  amount: string;
  /** The currency, ISO 4217. */ currency: string;
  /** The tax that `amount` includes, with as many decimals as the currency has; null if unknown. */
  tax_amount: string | null;
  /** The rate of the tax in percent, with at most 4 decimals; null if unknown. */ tax_rate_percent: string | null;
  /** How much was bought, in `quantity_unit`, with at most 6 decimals; null if unknown. Some types require it. */
  quantity: string | null;
  quantity_unit: VehicleExpenseQuantityUnit;
  /** The price of one `quantity_unit`, in `currency`, with at most 6 decimals; null if unknown. */
  unit_price: string | null;
  /** Whether the tank was full afterwards; null if unknown. Consumption is measured between full tanks. */
  is_full_tank: boolean | null;
  /** Whether earlier fills are missing; null if unknown. Consumption is not measured across missing fills. */
  is_missed_fill: boolean | null;
  /** The odometer of the vehicle at that time, in metres; null if unknown. It becomes a reading of the vehicle. */
  odometer_m: Int64 | null;
  /** The engine hours of the vehicle at that time, in seconds; null if unknown. They become a reading of the vehicle. */
  engine_hours_s: Int64 | null;
  /** The name of the vendor. */ vendor_name: string | null;
  /** The tax number of the vendor. */ vendor_tax_number: string | null;
  /** The number of the receipt or the invoice. */ reference: string | null;
  /**
   * How it was paid; null if unknown.
   *
   * - `cash`: in cash
   * - `card`: by a payment card
   * - `fuel_card`: by a fuel card
   * - `transfer`: by bank transfer
   * - `account`: on account
   * - `toll_tag`: by a toll tag
   * - `other`: in another way
   */
  payment_method: "cash" | "card" | "fuel_card" | "transfer" | "account" | "toll_tag" | "other" | (string & {}) | null;
  /** The last 4 digits of the fuel card, never more. */ fuel_card_last4: string | null;
  /** Latitude of the place in degrees (WGS 84); null if it is not known. Send both coordinates or none. */
  latitude: number | null;
  /** Longitude of the place in degrees (WGS 84); null if it is not known. Send both coordinates or none. */
  longitude: number | null;
  /** The address of the place. */ address: string | null;
  /** The files of the expense. Store them in the file service that the user record names; this service keeps only their names and addresses. */
  attachments: Attachment[];
  status: VehicleExpenseStatus;
  /** When the expense was approved or rejected, UTC; null if it was not, or was changed since. */
  reviewed_at: string | null;
  /** The user who approved or rejected the expense; null if nobody did. */ reviewed_by_user_id: Int64 | null;
  /** Why the expense was approved or rejected. */ review_reason: string | null;
  /** When the expense was voided, UTC; null if it was not. */ voided_at: string | null;
  /** The user who voided the expense; null if nobody did. */ voided_by_user_id: Int64 | null;
  /** Why the expense was voided. */ void_reason: string | null;
  /** Incremented by every change of the record. */ version: Int64;
  /** When the expense was recorded, UTC. */ created_at: string;
  /** When the expense was last changed, UTC. */ updated_at: string;
}

/** An expense that is new in your scope, or was changed. */
export interface VehicleExpenseUpserted {
  /** The record is new in your scope, or was changed. */ change: "upserted";
  /** Identifies the record. */ id: Int64;
  /** When the record was changed, UTC. For display only; the order of the entries is that of the feed. */
  changed_at: string;
  record: VehicleExpense;
}

/** One entry of the feed; `change` says which of the two it is. */
export type VehicleExpenseChange = VehicleExpenseUpserted | RecordRemoved;

/** The next part of the feed of changes. */
export interface VehicleExpenseChanges {
  /** What changed, oldest first; each expense once, as it is now. */ changes: VehicleExpenseChange[];
  /** Where the feed continues. Store it after you have applied the entries, and send it with the next request. */
  next_cursor: string;
  /** Whether the next page can be requested at once. If false, you have everything up to now; request again later. */
  has_more: boolean;
}

/** The envelope of VehicleExpenseChanges. */
export interface VehicleExpenseChangesEnvelope { data: VehicleExpenseChanges; notices?: Notices }

/** A summary of an expense. */
export interface VehicleExpenseSummary {
  /** Identifies the expense. */ id: Int64;
  /** Identifier in a system of the integrator, unique per client. Imports match by it. */ external_id: string | null;
  /** Identifies the vehicle. */ vehicle_id: Int64;
  /** The type of the expense. A new expense needs an active type that its client can use. */
  vehicle_expense_type_id: Int64;
  /** When the money was spent, UTC. */ occurred_at: string;
  /**
   * The amount with tax, in `currency`, with as many decimals as the currency has (ISO 4217). Negative for a refund. More decimals are
   * refused (`too_many_decimals`), and fewer are filled up with zeros.
   */
  amount: string;
  /** The currency, ISO 4217. */ currency: string;
  /** The number of the receipt or the invoice. */ reference: string | null;
  /** The name of the vendor. */ vendor_name: string | null;
  status: VehicleExpenseStatus;
}

/** A new expense. */
export interface VehicleExpenseCreate {
  /** Identifies the vehicle. */ vehicle_id: Int64;
  /** The driver who spent the money, of the same client; null if unknown. */ driver_id?: Int64 | null;
  /** The type of the expense. A new expense needs an active type that its client can use. */
  vehicle_expense_type_id: Int64;
  /** Identifier in a system of the integrator, unique per client. Imports match by it. */ external_id?: string | null;
  /** When the money was spent, UTC; at most one minute in the future. */ occurred_at: string;
  /**
   * The amount with tax, in `currency`, with as many decimals as the currency has (ISO 4217). Negative for a refund. More decimals are
   * refused (`too_many_decimals`), and fewer are filled up with zeros.
   */
  amount: string;
  /** The currency, ISO 4217. */ currency: string;
  /** The tax that `amount` includes, with as many decimals as the currency has; null if unknown. */
  tax_amount?: string | null;
  /** The rate of the tax in percent, with at most 4 decimals; null if unknown. */ tax_rate_percent?: string | null;
  /** How much was bought, in `quantity_unit`, with at most 6 decimals; null if unknown. Some types require it. */
  quantity?: string | null;
  quantity_unit?: VehicleExpenseQuantityUnit;
  /** The price of one `quantity_unit`, in `currency`, with at most 6 decimals; null if unknown. */
  unit_price?: string | null;
  /** Whether the tank was full afterwards; null if unknown. Consumption is measured between full tanks. */
  is_full_tank?: boolean | null;
  /** Whether earlier fills are missing; null if unknown. Consumption is not measured across missing fills. */
  is_missed_fill?: boolean | null;
  /** The odometer of the vehicle at that time, in metres; null if unknown. It becomes a reading of the vehicle. */
  odometer_m?: Int64 | null;
  /** The engine hours of the vehicle at that time, in seconds; null if unknown. They become a reading of the vehicle. */
  engine_hours_s?: Int64 | null;
  /** The name of the vendor. */ vendor_name?: string | null;
  /** The tax number of the vendor. */ vendor_tax_number?: string | null;
  /** The number of the receipt or the invoice. */ reference?: string | null;
  /**
   * How it was paid; null if unknown.
   *
   * - `cash`: in cash
   * - `card`: by a payment card
   * - `fuel_card`: by a fuel card
   * - `transfer`: by bank transfer
   * - `account`: on account
   * - `toll_tag`: by a toll tag
   * - `other`: in another way
   */
  payment_method?: "cash" | "card" | "fuel_card" | "transfer" | "account" | "toll_tag" | "other" | (string & {}) | null;
  /** The last 4 digits of the fuel card, never more. */ fuel_card_last4?: string | null;
  /** Latitude of the place in degrees (WGS 84); null if it is not known. Send both coordinates or none. */
  latitude?: number | null;
  /** Longitude of the place in degrees (WGS 84); null if it is not known. Send both coordinates or none. */
  longitude?: number | null;
  /** The address of the place. */ address?: string | null;
  /** The files of the document. Store them in the file service that the user record names; this service keeps only their names and addresses. */
  attachments?: GivenAttachment[];
}

/** The fields to change; an omitted field keeps its value. `null` clears a field that may be empty; `attachments` is replaced as a whole. */
export interface VehicleExpenseUpdate {
  /** The driver who spent the money, of the same client; null if unknown. */ driver_id?: Int64 | null;
  /** The type of the expense. A new expense needs an active type that its client can use. */
  vehicle_expense_type_id?: Int64;
  /** Identifier in a system of the integrator, unique per client. Imports match by it. */ external_id?: string | null;
  /** When the money was spent, UTC; at most one minute in the future. */ occurred_at?: string;
  /**
   * The amount with tax, in `currency`, with as many decimals as the currency has (ISO 4217). Negative for a refund. More decimals are
   * refused (`too_many_decimals`), and fewer are filled up with zeros.
   */
  amount?: string;
  /** The currency, ISO 4217. */ currency?: string;
  /** The tax that `amount` includes, with as many decimals as the currency has; null if unknown. */
  tax_amount?: string | null;
  /** The rate of the tax in percent, with at most 4 decimals; null if unknown. */ tax_rate_percent?: string | null;
  /** How much was bought, in `quantity_unit`, with at most 6 decimals; null if unknown. Some types require it. */
  quantity?: string | null;
  quantity_unit?: VehicleExpenseQuantityUnit;
  /** The price of one `quantity_unit`, in `currency`, with at most 6 decimals; null if unknown. */
  unit_price?: string | null;
  /** Whether the tank was full afterwards; null if unknown. Consumption is measured between full tanks. */
  is_full_tank?: boolean | null;
  /** Whether earlier fills are missing; null if unknown. Consumption is not measured across missing fills. */
  is_missed_fill?: boolean | null;
  /** The odometer of the vehicle at that time, in metres; null if unknown. It becomes a reading of the vehicle. */
  odometer_m?: Int64 | null;
  /** The engine hours of the vehicle at that time, in seconds; null if unknown. They become a reading of the vehicle. */
  engine_hours_s?: Int64 | null;
  /** The name of the vendor. */ vendor_name?: string | null;
  /** The tax number of the vendor. */ vendor_tax_number?: string | null;
  /** The number of the receipt or the invoice. */ reference?: string | null;
  /**
   * How it was paid; null if unknown.
   *
   * - `cash`: in cash
   * - `card`: by a payment card
   * - `fuel_card`: by a fuel card
   * - `transfer`: by bank transfer
   * - `account`: on account
   * - `toll_tag`: by a toll tag
   * - `other`: in another way
   */
  payment_method?: "cash" | "card" | "fuel_card" | "transfer" | "account" | "toll_tag" | "other" | (string & {}) | null;
  /** The last 4 digits of the fuel card, never more. */ fuel_card_last4?: string | null;
  /** Latitude of the place in degrees (WGS 84); null if it is not known. Send both coordinates or none. */
  latitude?: number | null;
  /** Longitude of the place in degrees (WGS 84); null if it is not known. Send both coordinates or none. */
  longitude?: number | null;
  /** The address of the place. */ address?: string | null;
  /** The files of the document. Store them in the file service that the user record names; this service keeps only their names and addresses. */
  attachments?: GivenAttachment[];
}

/** The expenses to record or update. */
export interface VehicleExpenseImport {
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
  /** The expenses, at most 500. */ items: VehicleExpenseImportItem[];
  mode?: BulkMode;
  /** Whether to carry out the request and then undo it. The result is the same, and nothing is changed. Default: false. */
  dry_run?: boolean;
}

/**
 * An expense to record or update. An omitted field keeps its value or, in a new expense, has its default. `null` clears a field
 * that may be empty.
 */
export interface VehicleExpenseImportItem {
  /** Identifies the vehicle. */ vehicle_id?: Int64;
  /** The driver who spent the money, of the same client; null if unknown. */ driver_id?: Int64 | null;
  /** The type of the expense. A new expense needs an active type that its client can use. */
  vehicle_expense_type_id?: Int64;
  /** Identifier in a system of the integrator, unique per client. Imports match by it. */ external_id?: string | null;
  /** When the money was spent, UTC; at most one minute in the future. */ occurred_at?: string;
  /**
   * The amount with tax, in `currency`, with as many decimals as the currency has (ISO 4217). Negative for a refund. More decimals are
   * refused (`too_many_decimals`), and fewer are filled up with zeros.
   */
  amount?: string;
  /** The currency, ISO 4217. */ currency?: string;
  /** The tax that `amount` includes, with as many decimals as the currency has; null if unknown. */
  tax_amount?: string | null;
  /** The rate of the tax in percent, with at most 4 decimals; null if unknown. */ tax_rate_percent?: string | null;
  /** How much was bought, in `quantity_unit`, with at most 6 decimals; null if unknown. Some types require it. */
  quantity?: string | null;
  quantity_unit?: VehicleExpenseQuantityUnit;
  /** The price of one `quantity_unit`, in `currency`, with at most 6 decimals; null if unknown. */
  unit_price?: string | null;
  /** Whether the tank was full afterwards; null if unknown. Consumption is measured between full tanks. */
  is_full_tank?: boolean | null;
  /** Whether earlier fills are missing; null if unknown. Consumption is not measured across missing fills. */
  is_missed_fill?: boolean | null;
  /** The odometer of the vehicle at that time, in metres; null if unknown. It becomes a reading of the vehicle. */
  odometer_m?: Int64 | null;
  /** The engine hours of the vehicle at that time, in seconds; null if unknown. They become a reading of the vehicle. */
  engine_hours_s?: Int64 | null;
  /** The name of the vendor. */ vendor_name?: string | null;
  /** The tax number of the vendor. */ vendor_tax_number?: string | null;
  /** The number of the receipt or the invoice. */ reference?: string | null;
  /**
   * How it was paid; null if unknown.
   *
   * - `cash`: in cash
   * - `card`: by a payment card
   * - `fuel_card`: by a fuel card
   * - `transfer`: by bank transfer
   * - `account`: on account
   * - `toll_tag`: by a toll tag
   * - `other`: in another way
   */
  payment_method?: "cash" | "card" | "fuel_card" | "transfer" | "account" | "toll_tag" | "other" | (string & {}) | null;
  /** The last 4 digits of the fuel card, never more. */ fuel_card_last4?: string | null;
  /** Latitude of the place in degrees (WGS 84); null if it is not known. Send both coordinates or none. */
  latitude?: number | null;
  /** Longitude of the place in degrees (WGS 84); null if it is not known. Send both coordinates or none. */
  longitude?: number | null;
  /** The address of the place. */ address?: string | null;
  /** The files of the document. Store them in the file service that the user record names; this service keeps only their names and addresses. */
  attachments?: GivenAttachment[];
}

/** A decision about an expense. */
export interface VehicleExpenseReview {
  /**
   * What becomes of the expense.
   *
   * - `approve`: it is right, and can no longer be changed
   * - `reject`: it is wrong as it is; needs a `reason`
   */
  decision: "approve" | "reject";
  /** The reason; required to reject. */ reason?: string | null;
}

/** Why an expense is void. */
export interface VehicleExpenseVoid {
  /** Why the expense is void. */ reason: string;
}

/** The envelope of VehicleExpense. */
export interface VehicleExpenseEnvelope { data: VehicleExpense; notices?: Notices }

/** The paged envelope of expenses. */
export interface VehicleExpensePage {
  /** The expenses of the page, in the requested order. */ data: VehicleExpense[];
  notices?: Notices;
  pagination: Pagination;
}

/** The paged envelope of summaries of expenses. */
export interface VehicleExpenseSummaryPage {
  /** The expenses of the page. */ data: VehicleExpenseSummary[];
  notices?: Notices;
  pagination: Pagination;
}

/**
 * A key to sort by.
 *
 * - `id`: by id
 * - `-id`: by id, the highest first
 * - `occurred_at`: by the time of the expense
 * - `-occurred_at`: by the time of the expense, the latest first
 * - `amount`: by the amount, ignoring the currency
 * - `-amount`: by the amount, ignoring the currency, the highest first
 * - `updated_at`: by the time of the last change
 * - `-updated_at`: by the time of the last change, the latest first
 */
export type VehicleExpenseSort =
  | "id" | "-id" | "occurred_at" | "-occurred_at" | "amount" | "-amount" | "updated_at" | "-updated_at";

/**
 * Whether the expense was reviewed.
 *
 * - `recorded`: nobody has reviewed it yet
 * - `approved`: it was approved, and can only be voided
 * - `rejected`: it was rejected, and can be corrected and reviewed again
 * - `voided`: it was voided, for good
 */
export type VehicleExpenseStatus = "recorded" | "approved" | "rejected" | "voided";

/** The type of an expense, by id, name and category. */
export interface VehicleExpenseTypeName {
  /** Identifies the type. */ id: Int64;
  /** The name of the type, unique among the types of the client or of the partner (case-insensitive). */ name: string;
  category: VehicleExpenseCategory;
}

/** The paged envelope of sums of expenses. */
export interface VehicleExpenseTotalPage {
  /** The sums of the page, in the order of the groups, then of the currencies. */ data: VehicleExpenseTotal[];
  notices?: Notices;
  pagination: Pagination;
}

/** The expenses of a group in one currency. */
export interface VehicleExpenseTotal {
  /**
   * What the expenses have in common: the id of the vehicle, the type or the driver, the category, or the month such as `2026-01`;
   * null for expenses without a driver.
   */
  group: string | null;
  /**
   * The name of the vehicle, the type or the driver; null for other groups, and for drivers and vehicles if you lack the permission
   * `drivers.view` or `vehicles.view`.
   */
  name: string | null;
  /** The currency, ISO 4217. */ currency: string;
  /** The sum of the amounts. */ amount: string;
  /** The sum of the known taxes. */ tax_amount: string;
  /** How many expenses there are. */ count: Int64;
  /** The sums of the quantities, one for each unit. */ quantities: VehicleExpenseQuantity[];
  /**
   * How far the vehicles of the group drove, in metres; null without two odometer readings of a vehicle, and in groups other than
   * vehicles and months. It is the same for each currency of the group.
   */
  distance_m: Int64 | null;
  /** `amount` per kilometre of `distance_m`, rounded to 4 decimals; null without a distance, and if the group has several currencies. */
  amount_per_km: string | null;
  /**
   * Litres per 100 km, rounded to 2 decimals; null unless it can be measured between two full tanks. It is the same for each currency
   * of the group.
   */
  consumption_l_per_100km: number | null;
}

/**
 * What the expenses of a group have in common.
 *
 * - `vehicle`: the vehicle
 * - `type`: the expense type
 * - `category`: the category of the type
 * - `month`: the month of `occurred_at` in `timezone`
 * - `driver`: the driver; expenses without a driver are a group of their own
 */
export type VehicleExpenseGrouping = "vehicle" | "type" | "category" | "month" | "driver";

/** The sum of the quantities with one unit. */
export interface VehicleExpenseQuantity {
  quantity_unit: VehicleExpenseQuantityUnit;
  /** The sum. */ quantity: string;
}

/** The operations of this group as data. */
export const vehicleExpensesOperations = {
  vehicleExpensesListing: { id: "vehicleExpensesListing", group: "vehicleExpenses", method: "listing", verb: "GET",
    path: "/vehicle_expenses/listing", pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "ids", csv: true }, { name: "external_id", csv: true }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "vehicle_id" }, { name: "driver_id" }, { name: "vehicle_expense_type_id" }, { name: "category", csv: true }, { name: "currency" }, { name: "status", csv: true }, { name: "from" }, { name: "to" }, { name: "updated_after" }, { name: "sort", csv: true }],
    body: false, success: [200], paged: true, auth: "required",
    permission: { resource: "vehicle_expenses", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpensesFind: { id: "vehicleExpensesFind", group: "vehicleExpenses", method: "find", verb: "GET",
    path: "/vehicle_expenses/find", pathParams: [],
    query: [{ name: "q" }, { name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }],
    body: false, success: [200], paged: true, auth: "required",
    permission: { resource: "vehicle_expenses", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpensesChanges: { id: "vehicleExpensesChanges", group: "vehicleExpenses", method: "changes", verb: "GET",
    path: "/vehicle_expenses/changes", pathParams: [],
    query: [{ name: "cursor" }, { name: "from" }, { name: "client_id" }, { name: "per_page" }], body: false,
    success: [200], paged: false, auth: "required", permission: { resource: "vehicle_expenses", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 410: ["cursor_expired"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpensesSummary: { id: "vehicleExpensesSummary", group: "vehicleExpenses", method: "summary", verb: "GET",
    path: "/vehicle_expenses/summary", pathParams: [],
    query: [{ name: "from" }, { name: "to" }, { name: "group_by" }, { name: "timezone" }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "vehicle_id" }, { name: "driver_id" }, { name: "vehicle_expense_type_id" }, { name: "category", csv: true }, { name: "currency" }, { name: "status", csv: true }, { name: "page" }, { name: "per_page" }, { name: "limit" }],
    body: false, success: [200], paged: true, auth: "required",
    permission: { resource: "vehicle_expenses", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpensesCreate: { id: "vehicleExpensesCreate", group: "vehicleExpenses", method: "create", verb: "POST",
    path: "/vehicle_expenses", pathParams: [], query: [], body: true, success: [201], paged: false, auth: "required",
    permission: { resource: "vehicle_expenses", action: "create" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate", "request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["odometer_rollback", "engine_hours_rollback", "validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpensesImport: { id: "vehicleExpensesImport", group: "vehicleExpenses", method: "import", verb: "POST",
    path: "/vehicle_expenses/import", pathParams: [], query: [], body: true, success: [200], paged: false,
    auth: "required", permission: { resource: "vehicle_expenses", action: "create" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpensesGet: { id: "vehicleExpensesGet", group: "vehicleExpenses", method: "get", verb: "GET",
    path: "/vehicle_expenses/{vehicle_expense_id}", pathParams: ["vehicle_expense_id"], query: [], body: false,
    success: [200, 304], paged: false, auth: "required", permission: { resource: "vehicle_expenses", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpensesUpdate: { id: "vehicleExpensesUpdate", group: "vehicleExpenses", method: "update", verb: "PATCH",
    path: "/vehicle_expenses/{vehicle_expense_id}", pathParams: ["vehicle_expense_id"], query: [], body: true,
    success: [200], paged: false, auth: "required", permission: { resource: "vehicle_expenses", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate", "expense_closed"],
      412: ["precondition_failed"], 413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["odometer_rollback", "engine_hours_rollback", "validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpensesReview: { id: "vehicleExpensesReview", group: "vehicleExpenses", method: "review", verb: "POST",
    path: "/vehicle_expenses/{vehicle_expense_id}/review", pathParams: ["vehicle_expense_id"], query: [], body: true,
    success: [200], paged: false, auth: "required", permission: { resource: "vehicle_expenses", action: "review" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"],
      409: ["expense_closed", "request_in_progress"], 412: ["precondition_failed"], 413: ["payload_too_large"],
      415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpensesVoid: { id: "vehicleExpensesVoid", group: "vehicleExpenses", method: "void", verb: "POST",
    path: "/vehicle_expenses/{vehicle_expense_id}/void", pathParams: ["vehicle_expense_id"], query: [], body: true,
    success: [200], paged: false, auth: "required", permission: { resource: "vehicle_expenses", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"],
      409: ["expense_closed", "request_in_progress"], 412: ["precondition_failed"], 413: ["payload_too_large"],
      415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
} as const satisfies Record<string, OperationRow>;
