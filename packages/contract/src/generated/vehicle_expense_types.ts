/** Generated from spec/resources/vehicle_expense_types by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type {
  ByCondition, Call, CallOptions, FailureResult, IfNoneMatch, NoCondition, Ok, OkPage, PagedCall, ProblemResult,
  Unconditional,
} from "../call.ts";
import type { OperationRow } from "../operation-row.ts";
import type { Int64, Notices, Pagination, RecordRemoved } from "./shared.ts";

/** Operations under `fleet.vehicleExpenseTypes`. */
export interface VehicleExpenseTypesApi {
  /**
   * List expense types. `GET /vehicle_expense_types/listing`
   *
   * Lists the types of the service, of the partners of your scope, and of the clients in it. With `client_id`, lists only the types
   * that this client can use.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expense_types.view`. Reference: `/docs/v1/operations/vehicleExpenseTypesListing/` of the service.
   * @example
   * for await (const item of fleet.vehicleExpenseTypes.listing()) console.log(item);
   */
  listing(input?: VehicleExpenseTypesListingInput, options?: CallOptions): PagedCall<VehicleExpenseTypesListingSuccess, VehicleExpenseTypesListingFailure, VehicleExpenseType>;
  /**
   * Synchronise expense types. `GET /vehicle_expense_types/changes`
   *
   * Returns what changed, oldest first: the current state of each type that is new or was changed, and the id of each one that
   * was deleted or left your scope. Without a `cursor` it begins with all types that the listing has. Repeat the request with
   * `next_cursor` while `has_more` is true, then from time to time.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `cursor_expired`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expense_types.view`. Reference: `/docs/v1/operations/vehicleExpenseTypesChanges/` of the service.
   * @example
   * const result = await fleet.vehicleExpenseTypes.changes();
   * if (result.ok) console.log(result.data);
   */
  changes(input?: VehicleExpenseTypesChangesInput, options?: CallOptions): Call<VehicleExpenseTypesChangesSuccess, VehicleExpenseTypesChangesFailure>;
  /**
   * Create an expense type. `POST /vehicle_expense_types`
   *
   * Creates a type for a client, or for all clients of a partner. Only users whose scope covers the whole partner can create a type
   * for its clients.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expense_types.create`. Reference: `/docs/v1/operations/vehicleExpenseTypesCreate/` of the service.
   * @example
   * const result = await fleet.vehicleExpenseTypes.create({ body: { client_id: 1, partner_id: "demo-partner", external_id: "erp-t-17", name: "Ferry", code: "ferry", category: "toll", requires_quantity: false, quantity_unit: null, is_active: true, sort_order: 100 } });
   * if (result.ok) console.log(result.data);
   */
  create(input: VehicleExpenseTypesCreateInput, options?: CallOptions): Call<VehicleExpenseTypesCreateSuccess, VehicleExpenseTypesCreateFailure>;
  /**
   * Get an expense type. `GET /vehicle_expense_types/{vehicle_expense_type_id}`
   *
   * Returns one type.
   *
   * Statuses of a success: `200`, `304`.
   * With `If-None-Match`, `status` is 304 and `data` is null if nothing has changed.
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expense_types.view`. Reference: `/docs/v1/operations/vehicleExpenseTypesGet/` of the service.
   * @example
   * const result = await fleet.vehicleExpenseTypes.get({ path: { vehicle_expense_type_id: 17 } });
   * if (result.ok) console.log(result.data);
   */
  get<Condition extends string | undefined = undefined>(input: VehicleExpenseTypesGetInput & IfNoneMatch<Condition>, options?: CallOptions): ByCondition<Condition, Call<Unconditional<VehicleExpenseTypesGetSuccess>, VehicleExpenseTypesGetFailure>, Call<VehicleExpenseTypesGetSuccess, VehicleExpenseTypesGetFailure>>;
  /**
   * Update an expense type. `PATCH /vehicle_expense_types/{vehicle_expense_type_id}`
   *
   * Updates only the fields you send. Types of the service cannot be changed. Types of a partner can be changed only by users whose
   * scope covers the whole partner. Existing expenses show the new name and category as well.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `system_record`, `permission_denied`, `client_suspended`, `not_found`, `duplicate`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expense_types.edit`. Reference: `/docs/v1/operations/vehicleExpenseTypesUpdate/` of the service.
   * @example
   * const result = await fleet.vehicleExpenseTypes.update({ path: { vehicle_expense_type_id: 17 }, body: { is_active: true, sort_order: 100 } });
   * if (result.ok) console.log(result.data);
   */
  update(input: VehicleExpenseTypesUpdateInput, options?: CallOptions): Call<VehicleExpenseTypesUpdateSuccess, VehicleExpenseTypesUpdateFailure>;
  /**
   * Delete an expense type. `DELETE /vehicle_expense_types/{vehicle_expense_type_id}`
   *
   * Deletes a type that no expense has ever had. It cannot be restored. To retire any other type, set `is_active` to false.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `system_record`, `permission_denied`, `client_suspended`, `not_found`, `in_use`, `precondition_failed`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `vehicle_expense_types.delete`. Reference: `/docs/v1/operations/vehicleExpenseTypesDelete/` of the service.
   * @example
   * const result = await fleet.vehicleExpenseTypes.delete({ path: { vehicle_expense_type_id: 17 } });
   * if (result.ok) console.log(result.data);
   */
  delete(input: VehicleExpenseTypesDeleteInput, options?: CallOptions): Call<VehicleExpenseTypesDeleteSuccess, VehicleExpenseTypesDeleteFailure>;
}

export interface VehicleExpenseTypesListingInput {
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
    /** Only types that clients of this partner can use. */ partner_id?: string | undefined;
    /** Only types that clients of this agency can use. */ agency_id?: string | undefined;
    /** Only types that this client can use. */ client_id?: Int64 | undefined;
    /** Only types of one of these categories. */ category?: VehicleExpenseCategory[] | undefined;
    /** Only types that are active, or only types that are not. */ is_active?: boolean | undefined;
    /**
     * Only records whose `updated_at` is later than this instant. To keep a copy of all records, use the feed of changes
     * instead: this filter misses changes that become visible late and records that leave your scope.
     */
    updated_after?: string | undefined;
    /** Also returns deleted records, which have a `deleted_at`. Default: false. */
    include_deleted?: boolean | undefined;
    /**
     * The order of the vehicle expense types: by the first key, then by the next. A key with a minus sign is descending; ties are ordered
     * by id. Without this parameter the order is that of the ids.
     */
    sort?: VehicleExpenseTypeSort[] | undefined;
  } | undefined;
}
export type VehicleExpenseTypesListingSuccess = OkPage<200, VehicleExpenseType, "authorization">;
export type VehicleExpenseTypesListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleExpenseTypesChangesInput {
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
export type VehicleExpenseTypesChangesSuccess = Ok<200, VehicleExpenseTypeChanges, "authorization">;
export type VehicleExpenseTypesChangesFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<410, "cursor_expired", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleExpenseTypesCreateInput { /** The new type. */ body: VehicleExpenseTypeCreate }
export type VehicleExpenseTypesCreateSuccess = Ok<201, VehicleExpenseType, "authorization" | "idempotency-replayed" | "location" | "etag">;
export type VehicleExpenseTypesCreateFailure =
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

export interface VehicleExpenseTypesGetInput {
  path: {
    /** Identifies the expense type. */ vehicle_expense_type_id: Int64;
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
export type VehicleExpenseTypesGetSuccess =
  | Ok<200, VehicleExpenseType, "authorization" | "etag"> | Ok<304, null, "authorization" | "etag">;
export type VehicleExpenseTypesGetFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleExpenseTypesUpdateInput {
  path: {
    /** Identifies the expense type. */ vehicle_expense_type_id: Int64;
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
  /** The fields to change. */ body: VehicleExpenseTypeUpdate;
}
export type VehicleExpenseTypesUpdateSuccess = Ok<200, VehicleExpenseType, "authorization" | "etag">;
export type VehicleExpenseTypesUpdateFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "system_record" | "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<409, "duplicate", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface VehicleExpenseTypesDeleteInput {
  path: {
    /** Identifies the expense type. */ vehicle_expense_type_id: Int64;
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
export type VehicleExpenseTypesDeleteSuccess = Ok<200, VehicleExpenseType, "authorization" | "etag">;
export type VehicleExpenseTypesDeleteFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "system_record" | "permission_denied" | "client_suspended", "authorization">
  | ProblemResult<404, "not_found", "authorization"> | ProblemResult<409, "in_use", "authorization">
  | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

/** The types of these operations, by id. */
export interface VehicleExpenseTypesOperationTypes {
  vehicleExpenseTypesListing: { input: VehicleExpenseTypesListingInput; success: VehicleExpenseTypesListingSuccess; failure: VehicleExpenseTypesListingFailure; item: VehicleExpenseType };
  vehicleExpenseTypesChanges: { input: VehicleExpenseTypesChangesInput; success: VehicleExpenseTypesChangesSuccess; failure: VehicleExpenseTypesChangesFailure; item: never };
  vehicleExpenseTypesCreate: { input: VehicleExpenseTypesCreateInput; success: VehicleExpenseTypesCreateSuccess; failure: VehicleExpenseTypesCreateFailure; item: never };
  vehicleExpenseTypesGet: { input: VehicleExpenseTypesGetInput & NoCondition; success: Unconditional<VehicleExpenseTypesGetSuccess>; failure: VehicleExpenseTypesGetFailure; item: never; conditional: { input: VehicleExpenseTypesGetInput; success: VehicleExpenseTypesGetSuccess } };
  vehicleExpenseTypesUpdate: { input: VehicleExpenseTypesUpdateInput; success: VehicleExpenseTypesUpdateSuccess; failure: VehicleExpenseTypesUpdateFailure; item: never };
  vehicleExpenseTypesDelete: { input: VehicleExpenseTypesDeleteInput; success: VehicleExpenseTypesDeleteSuccess; failure: VehicleExpenseTypesDeleteFailure; item: never };
}

/** A kind of vehicle expenses. */
export interface VehicleExpenseType {
  /** Identifies the type. */ id: Int64;
  /** The client that the type belongs to; null for a type of a partner or of the service. It never changes. */
  client_id: Int64 | null;
  client: VehicleExpenseTypeClient;
  /** The partner whose clients can use the type, or the partner above its client; null for a type of the service. */
  partner_id: string | null;
  /** The agency above its client; null for a type of a partner or of the service. */ agency_id: string | null;
  /** Whether the type belongs to the service. */ is_system: boolean;
  /** Identifier in a system of the integrator, unique among the types of the client or of the partner. */
  external_id: string | null;
  /** The name of the type, unique among the types of the client or of the partner (case-insensitive). */ name: string;
  /** A name for programs, unique among the types of the client or of the partner. */ code: string;
  category: VehicleExpenseCategory;
  /** Whether expenses of this type need a `quantity`. */ requires_quantity: boolean;
  quantity_unit: VehicleExpenseQuantityUnit;
  /** Whether new expenses can have this type. */ is_active: boolean;
  /** The position of the type in a menu; lower numbers come first. */ sort_order: number;
  /** How many expenses in your scope have this type, rejected and voided ones included. */ expense_count: Int64;
  /** Incremented by every change of the record. */ version: Int64;
  /** When the type was created, UTC. */ created_at: string;
  /** When the type was last changed, UTC. */ updated_at: string;
  /** When the type was deleted, UTC; null if it is not deleted. */ deleted_at: string | null;
}

/** The client by id and name; null for a type of a partner or of the service. */
export type VehicleExpenseTypeClient = {
  /** Identifies the client. */ id: Int64;
  /** Name of the client. */ name: string;
} | null;

/** An expense type that is new in your scope, or was changed. */
export interface VehicleExpenseTypeUpserted {
  /** The record is new in your scope, or was changed. */ change: "upserted";
  /** Identifies the record. */ id: Int64;
  /** When the record was changed, UTC. For display only; the order of the entries is that of the feed. */
  changed_at: string;
  record: VehicleExpenseType;
}

/** One entry of the feed; `change` says which of the two it is. */
export type VehicleExpenseTypeChange = VehicleExpenseTypeUpserted | RecordRemoved;

/** The next part of the feed of changes. */
export interface VehicleExpenseTypeChanges {
  /** What changed, oldest first; each expense type once, as it is now. */ changes: VehicleExpenseTypeChange[];
  /** Where the feed continues. Store it after you have applied the entries, and send it with the next request. */
  next_cursor: string;
  /** Whether the next page can be requested at once. If false, you have everything up to now; request again later. */
  has_more: boolean;
}

/** The envelope of VehicleExpenseTypeChanges. */
export interface VehicleExpenseTypeChangesEnvelope { data: VehicleExpenseTypeChanges; notices?: Notices }

/** A new expense type. */
export interface VehicleExpenseTypeCreate {
  /** The client that the type belongs to. Without it, `partner_id` is required, and the type belongs to that partner. */
  client_id?: Int64 | null;
  /** The partner whose clients can use the type. With `client_id`, it must be the partner of that client. */
  partner_id?: string | null;
  /** Identifier in a system of the integrator, unique among the types of the client or of the partner. */
  external_id?: string | null;
  /** The name of the type, unique among the types of the client or of the partner (case-insensitive). */ name: string;
  /** A name for programs, unique among the types of the client or of the partner. */ code: string;
  category: VehicleExpenseCategory;
  /** Whether expenses of this type need a `quantity`. Default: false. */ requires_quantity?: boolean;
  quantity_unit?: VehicleExpenseQuantityUnit;
  /** Whether new expenses can have this type. Default: true. */ is_active?: boolean;
  /** The position of the type in a menu; lower numbers come first. Default: 100. */ sort_order?: number;
}

/** The fields to change; an omitted field keeps its value. `null` clears a field that may be empty. */
export interface VehicleExpenseTypeUpdate {
  /** Identifier in a system of the integrator, unique among the types of the client or of the partner. */
  external_id?: string | null;
  /** The name of the type, unique among the types of the client or of the partner (case-insensitive). */ name?: string;
  /** A name for programs, unique among the types of the client or of the partner. */ code?: string;
  category?: VehicleExpenseCategory;
  /** Whether expenses of this type need a `quantity`. */ requires_quantity?: boolean;
  quantity_unit?: VehicleExpenseQuantityUnit;
  /** Whether new expenses can have this type. */ is_active?: boolean;
  /** The position of the type in a menu; lower numbers come first. */ sort_order?: number;
}

/** The envelope of VehicleExpenseType. */
export interface VehicleExpenseTypeEnvelope { data: VehicleExpenseType; notices?: Notices }

/** The paged envelope of expense types. */
export interface VehicleExpenseTypePage {
  /** The types of the page, in the requested order. */ data: VehicleExpenseType[];
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
 * - `sort_order`: by sort order
 * - `-sort_order`: by sort order, the highest first
 * - `updated_at`: by the time of the last change
 * - `-updated_at`: by the time of the last change, the latest first
 */
export type VehicleExpenseTypeSort =
  | "id" | "-id" | "name" | "-name" | "sort_order" | "-sort_order" | "updated_at" | "-updated_at";

/**
 * What the money is spent on. Summaries group by it, and consumption is computed from `fuel`.
 *
 * - `fuel`: liquid or gaseous fuel
 * - `energy`: electricity
 * - `maintenance`: planned service
 * - `repair`: repair of damage or wear
 * - `tyres`: tyres, and work on them
 * - `insurance`: insurance premiums
 * - `tax`: taxes and registration
 * - `toll`: use of roads, bridges and ferries
 * - `parking`: parking
 * - `fine`: penalties
 * - `lease`: leasing and rental
 * - `cleaning`: washing and cleaning
 * - `equipment`: accessories and tools
 * - `other`: anything else
 */
export type VehicleExpenseCategory =
  | "fuel" | "energy" | "maintenance" | "repair" | "tyres" | "insurance" | "tax" | "toll" | "parking" | "fine" | "lease"
  | "cleaning" | "equipment" | "other" | (string & {});

/**
 * The unit of `quantity`; null if there is none.
 *
 * - `l`: litres
 * - `kwh`: kilowatt-hours
 * - `kg`: kilograms
 * - `h`: hours
 * - `piece`: pieces
 */
export type VehicleExpenseQuantityUnit = "l" | "kwh" | "kg" | "h" | "piece" | (string & {}) | null;

/** The operations of this group as data. */
export const vehicleExpenseTypesOperations = {
  vehicleExpenseTypesListing: { id: "vehicleExpenseTypesListing", group: "vehicleExpenseTypes", method: "listing",
    verb: "GET", path: "/vehicle_expense_types/listing", pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "ids", csv: true }, { name: "external_id", csv: true }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "category", csv: true }, { name: "is_active" }, { name: "updated_after" }, { name: "include_deleted" }, { name: "sort", csv: true }],
    body: false, success: [200], paged: true, auth: "required",
    permission: { resource: "vehicle_expense_types", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpenseTypesChanges: { id: "vehicleExpenseTypesChanges", group: "vehicleExpenseTypes", method: "changes",
    verb: "GET", path: "/vehicle_expense_types/changes", pathParams: [],
    query: [{ name: "cursor" }, { name: "from" }, { name: "client_id" }, { name: "per_page" }], body: false,
    success: [200], paged: false, auth: "required", permission: { resource: "vehicle_expense_types", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 410: ["cursor_expired"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpenseTypesCreate: { id: "vehicleExpenseTypesCreate", group: "vehicleExpenseTypes", method: "create",
    verb: "POST", path: "/vehicle_expense_types", pathParams: [], query: [], body: true, success: [201], paged: false,
    auth: "required", permission: { resource: "vehicle_expense_types", action: "create" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate", "request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpenseTypesGet: { id: "vehicleExpenseTypesGet", group: "vehicleExpenseTypes", method: "get", verb: "GET",
    path: "/vehicle_expense_types/{vehicle_expense_type_id}", pathParams: ["vehicle_expense_type_id"],
    query: [{ name: "include_deleted" }], body: false, success: [200, 304], paged: false, auth: "required",
    permission: { resource: "vehicle_expense_types", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpenseTypesUpdate: { id: "vehicleExpenseTypesUpdate", group: "vehicleExpenseTypes", method: "update",
    verb: "PATCH", path: "/vehicle_expense_types/{vehicle_expense_type_id}", pathParams: ["vehicle_expense_type_id"],
    query: [], body: true, success: [200], paged: false, auth: "required",
    permission: { resource: "vehicle_expense_types", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["system_record", "permission_denied", "client_suspended"], 404: ["not_found"], 409: ["duplicate"],
      412: ["precondition_failed"], 413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  vehicleExpenseTypesDelete: { id: "vehicleExpenseTypesDelete", group: "vehicleExpenseTypes", method: "delete",
    verb: "DELETE", path: "/vehicle_expense_types/{vehicle_expense_type_id}", pathParams: ["vehicle_expense_type_id"],
    query: [], body: false, success: [200], paged: false, auth: "required",
    permission: { resource: "vehicle_expense_types", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["system_record", "permission_denied", "client_suspended"], 404: ["not_found"], 409: ["in_use"],
      412: ["precondition_failed"], 422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
} as const satisfies Record<string, OperationRow>;
