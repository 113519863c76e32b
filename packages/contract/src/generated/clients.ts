/** Generated from spec/resources/clients by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type {
  ByCondition, Call, CallOptions, FailureResult, IfNoneMatch, NoCondition, Ok, OkPage, PagedCall, ProblemResult,
  Unconditional,
} from "../call.ts";
import type { OperationRow } from "../operation-row.ts";
import type { Int64, Notices, Pagination, RecordRemoved } from "./shared.ts";

/** Operations under `fleet.clients`. */
export interface ClientsApi {
  /**
   * List clients. `GET /clients/listing`
   *
   * Returns the clients in the caller's scope in pages.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `clients.view`. Reference: `/docs/v1/operations/clientsListing/` of the service.
   * @example
   * for await (const item of fleet.clients.listing()) console.log(item);
   */
  listing(input?: ClientsListingInput, options?: CallOptions): PagedCall<ClientsListingSuccess, ClientsListingFailure, Client>;
  /**
   * List the clients of an agency. `GET /clients/listing/agency/{agency_id}`
   *
   * Returns summaries of the clients of one agency that are in the caller's scope, in pages, ordered by id. The response
   * is 404 if the scope has neither the agency nor any of its clients.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `clients.view`. Reference: `/docs/v1/operations/clientsListingByAgency/` of the service.
   * @example
   * for await (const item of fleet.clients.listingByAgency({ path: { agency_id: "demo-agency-1" } })) console.log(item);
   */
  listingByAgency(input: ClientsListingByAgencyInput, options?: CallOptions): PagedCall<ClientsListingByAgencySuccess, ClientsListingByAgencyFailure, ClientSummary>;
  /**
   * List agencies. `GET /clients/agencies/listing`
   *
   * Lists the agencies that your scope covers as a whole, ordered by name. With the permission `clients.create` you can create
   * clients in them.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `clients.view`. Reference: `/docs/v1/operations/clientsAgenciesListing/` of the service.
   * @example
   * for await (const item of fleet.clients.agenciesListing()) console.log(item);
   */
  agenciesListing(input?: ClientsAgenciesListingInput, options?: CallOptions): PagedCall<ClientsAgenciesListingSuccess, ClientsAgenciesListingFailure, Agency>;
  /**
   * Find clients. `GET /clients/find`
   *
   * Returns the clients whose name, code, e-mail address or external id contains a text, whatever the case of its letters.
   * Exact names come first, then names that begin with the text, then the others, each by name.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `clients.view`. Reference: `/docs/v1/operations/clientsFind/` of the service.
   * @example
   * for await (const item of fleet.clients.find({ query: { q: "north" } })) console.log(item);
   */
  find(input: ClientsFindInput, options?: CallOptions): PagedCall<ClientsFindSuccess, ClientsFindFailure, ClientSummary>;
  /**
   * Synchronise clients. `GET /clients/changes`
   *
   * Returns what changed, oldest first: the current state of each client that is new or was changed, and the id of each one
   * that was deleted or left your scope. Without a `cursor` it begins with all clients in your scope. Repeat the request with
   * `next_cursor` while `has_more` is true, then from time to time.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `cursor_expired`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `clients.view`. Reference: `/docs/v1/operations/clientsChanges/` of the service.
   * @example
   * const result = await fleet.clients.changes();
   * if (result.ok) console.log(result.data);
   */
  changes(input?: ClientsChangesInput, options?: CallOptions): Call<ClientsChangesSuccess, ClientsChangesFailure>;
  /**
   * Create a client. `POST /clients`
   *
   * Creates an active client in an agency. Your scope must cover the whole agency; GET /clients/agencies/listing lists
   * those agencies.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `duplicate`, `request_in_progress`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `clients.create`. Reference: `/docs/v1/operations/clientsCreate/` of the service.
   * @example
   * const result = await fleet.clients.create({ body: { partner_id: "demo-partner", agency_id: "demo-agency-1", external_id: "erp-customer-7", name: "Demo Client 6", legal_name: "Demo Client 6 Ltd", tax_number: "P000000001A", registration_number: "REG-0001", code: "DEMO-6", contact_name: "Demo Contact", email: "demo@example.com", phone: "+12025550100", address: { line1: "1 Demo Street", line2: "Floor 2", city: "Nairobi", region: "Nairobi County", postal_code: "00100", country_code: "KE" }, timezone: "Africa/Nairobi", currency: "KES", language: "en", limits: { max_units: 100, max_vehicles: 100, max_users: 100, history_retention_days: 365 }, logo_url: "https://www.example.com/logo.svg", attributes: { depot: "north" }, notes: null } });
   * if (result.ok) console.log(result.data);
   */
  create(input: ClientsCreateInput, options?: CallOptions): Call<ClientsCreateSuccess, ClientsCreateFailure>;
  /**
   * Get a client. `GET /clients/{client_id}`
   *
   * Returns one client.
   *
   * Statuses of a success: `200`, `304`.
   * With `If-None-Match`, `status` is 304 and `data` is null if nothing has changed.
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `clients.view`. Reference: `/docs/v1/operations/clientsGet/` of the service.
   * @example
   * const result = await fleet.clients.get({ path: { client_id: 6 } });
   * if (result.ok) console.log(result.data);
   */
  get<Condition extends string | undefined = undefined>(input: ClientsGetInput & IfNoneMatch<Condition>, options?: CallOptions): ByCondition<Condition, Call<Unconditional<ClientsGetSuccess>, ClientsGetFailure>, Call<ClientsGetSuccess, ClientsGetFailure>>;
  /**
   * Change a client. `PATCH /clients/{client_id}`
   *
   * Changes the fields of a client that the body has, also while the client is suspended. A body that changes nothing
   * leaves the version as it is. Only users whose scope has the whole agency change `limits` and `status`.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `duplicate`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `clients.edit`. Reference: `/docs/v1/operations/clientsUpdate/` of the service.
   * @example
   * const result = await fleet.clients.update({ path: { client_id: 6 }, body: { legal_name: "Demo Client 6 Ltd", contact_name: "Demo Contact" } });
   * if (result.ok) console.log(result.data);
   */
  update(input: ClientsUpdateInput, options?: CallOptions): Call<ClientsUpdateSuccess, ClientsUpdateFailure>;
  /**
   * Delete a client. `DELETE /clients/{client_id}`
   *
   * Deletes a client that has neither units nor unit groups. It can be restored for 30 days.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `in_use`, `precondition_failed`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `clients.delete`. Reference: `/docs/v1/operations/clientsDelete/` of the service.
   * @example
   * const result = await fleet.clients.delete({ path: { client_id: 6 } });
   * if (result.ok) console.log(result.data);
   */
  delete(input: ClientsDeleteInput, options?: CallOptions): Call<ClientsDeleteSuccess, ClientsDeleteFailure>;
  /**
   * Restore a client. `POST /clients/{client_id}/restore`
   *
   * Brings a client back that was deleted at most 30 days ago. A client that is not deleted stays as it is.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `not_found`, `duplicate`, `request_in_progress`, `gone`, `validation_failed`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `clients.delete`. Reference: `/docs/v1/operations/clientsRestore/` of the service.
   * @example
   * const result = await fleet.clients.restore({ path: { client_id: 6 } });
   * if (result.ok) console.log(result.data);
   */
  restore(input: ClientsRestoreInput, options?: CallOptions): Call<ClientsRestoreSuccess, ClientsRestoreFailure>;
}

export interface ClientsListingInput {
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
    /** Only clients with one of these states. */ status?: ClientStatus[] | undefined;
    /**
     * Only records whose `updated_at` is later than this instant. To keep a copy of all records, use the feed of changes
     * instead: this filter misses changes that become visible late and records that leave your scope.
     */
    updated_after?: string | undefined;
    /** Also returns deleted records, which have a `deleted_at`. Default: false. */
    include_deleted?: boolean | undefined;
    /**
     * The order of the clients: by the first key, then by the next. A key with a minus sign is descending; ties are ordered
     * by id. Without this parameter the order is that of the ids.
     */
    sort?: ClientSort[] | undefined;
  } | undefined;
}
export type ClientsListingSuccess = OkPage<200, Client, "authorization">;
export type ClientsListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface ClientsListingByAgencyInput {
  path: {
    /** The agency whose clients are listed. */ agency_id: string;
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
export type ClientsListingByAgencySuccess = OkPage<200, ClientSummary, "authorization">;
export type ClientsListingByAgencyFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface ClientsAgenciesListingInput {
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
export type ClientsAgenciesListingSuccess = OkPage<200, Agency, "authorization">;
export type ClientsAgenciesListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface ClientsFindInput {
  query: {
    /** The text to look for in the name, the code, the e-mail address and the external id. */ q: string;
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
export type ClientsFindSuccess = OkPage<200, ClientSummary, "authorization">;
export type ClientsFindFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface ClientsChangesInput {
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
export type ClientsChangesSuccess = Ok<200, ClientChanges, "authorization">;
export type ClientsChangesFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<410, "cursor_expired", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface ClientsCreateInput { /** The new client. */ body: ClientCreate }
export type ClientsCreateSuccess = Ok<201, Client, "authorization" | "idempotency-replayed" | "location" | "etag">;
export type ClientsCreateFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface ClientsGetInput {
  path: {
    /** Identifies the client. */ client_id: Int64;
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
export type ClientsGetSuccess = Ok<200, Client, "authorization" | "etag"> | Ok<304, null, "authorization" | "etag">;
export type ClientsGetFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface ClientsUpdateInput {
  path: {
    /** Identifies the client. */ client_id: Int64;
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
  /** The fields to change. */ body: ClientUpdate;
}
export type ClientsUpdateSuccess = Ok<200, Client, "authorization" | "etag">;
export type ClientsUpdateFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate", "authorization"> | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface ClientsDeleteInput {
  path: {
    /** Identifies the client. */ client_id: Int64;
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
export type ClientsDeleteSuccess = Ok<200, Client, "authorization" | "etag">;
export type ClientsDeleteFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "in_use", "authorization"> | ProblemResult<412, "precondition_failed", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface ClientsRestoreInput {
  path: {
    /** Identifies the client. */ client_id: Int64;
  };
}
export type ClientsRestoreSuccess = Ok<200, Client, "authorization" | "idempotency-replayed" | "etag">;
export type ClientsRestoreFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate" | "request_in_progress", "authorization" | "retry-after">
  | ProblemResult<410, "gone", "authorization">
  | ProblemResult<422, "validation_failed" | "idempotency_key_reused", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

/** The types of these operations, by id. */
export interface ClientsOperationTypes {
  clientsListing: { input: ClientsListingInput; success: ClientsListingSuccess; failure: ClientsListingFailure; item: Client };
  clientsListingByAgency: { input: ClientsListingByAgencyInput; success: ClientsListingByAgencySuccess; failure: ClientsListingByAgencyFailure; item: ClientSummary };
  clientsAgenciesListing: { input: ClientsAgenciesListingInput; success: ClientsAgenciesListingSuccess; failure: ClientsAgenciesListingFailure; item: Agency };
  clientsFind: { input: ClientsFindInput; success: ClientsFindSuccess; failure: ClientsFindFailure; item: ClientSummary };
  clientsChanges: { input: ClientsChangesInput; success: ClientsChangesSuccess; failure: ClientsChangesFailure; item: never };
  clientsCreate: { input: ClientsCreateInput; success: ClientsCreateSuccess; failure: ClientsCreateFailure; item: never };
  clientsGet: { input: ClientsGetInput & NoCondition; success: Unconditional<ClientsGetSuccess>; failure: ClientsGetFailure; item: never; conditional: { input: ClientsGetInput; success: ClientsGetSuccess } };
  clientsUpdate: { input: ClientsUpdateInput; success: ClientsUpdateSuccess; failure: ClientsUpdateFailure; item: never };
  clientsDelete: { input: ClientsDeleteInput; success: ClientsDeleteSuccess; failure: ClientsDeleteFailure; item: never };
  clientsRestore: { input: ClientsRestoreInput; success: ClientsRestoreSuccess; failure: ClientsRestoreFailure; item: never };
}

/** An organisation whose fleet is managed. Units, their groups and users belong to clients. */
export interface Client {
  /** Identifies the client. */ id: Int64;
  /** The partner above the agency. */ partner_id: string | null;
  /** The agency that the client belongs to; it never changes. */ agency_id: string | null;
  /** Identifier in a system of the integrator, unique per agency. */ external_id: string | null;
  /** Name of the client, unique among the clients of the agency, whatever the case of its letters. */ name: string;
  /** The name in contracts and on invoices. */ legal_name: string | null;
  /** Number at the tax office. */ tax_number: string | null;
  /** Number in the register of companies. */ registration_number: string | null;
  /** A short code for reports. */ code: string | null;
  status: ClientStatus;
  /** The person to talk to. */ contact_name: string | null;
  /** E-mail address of the client. */ email: string | null;
  /** Phone number of the client, E.164. */ phone: string | null;
  address: ClientAddress;
  /**
   * The IANA name of the time zone of reports, in which days begin and end. An unknown name is refused with 422 and a
   * finding with the code `format`.
   */
  timezone: string;
  /** ISO 4217 code of the currency that new amounts of money have unless they name another. */ currency: string;
  /** BCP 47 tag of the language of messages and reports. */ language: string;
  limits: ClientLimits;
  usage: ClientUsage;
  /** Address of the logo. */ logo_url: string | null;
  /** Custom attributes, at most 50. */ attributes: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes: string | null;
  /** Incremented by every change of the record. */ version: Int64;
  /** When the client was created, UTC. */ created_at: string;
  /** When the client was last changed, UTC. */ updated_at: string;
  /** When the client was deleted, UTC; null while it is not. */ deleted_at: string | null;
}

/** A client that is new in your scope, or was changed. */
export interface ClientUpserted {
  /** The record is new in your scope, or was changed. */ change: "upserted";
  /** Identifies the record. */ id: Int64;
  /** When the record was changed, UTC. For display only; the order of the entries is that of the feed. */
  changed_at: string;
  record: Client;
}

/** One entry of the feed; `change` says which of the two it is. */
export type ClientChange = ClientUpserted | RecordRemoved;

/** The next part of the feed of changes. */
export interface ClientChanges {
  /** What changed, oldest first; each client once, as it is now. */ changes: ClientChange[];
  /** Where the feed continues. Store it after you have applied the entries, and send it with the next request. */
  next_cursor: string;
  /** Whether the next page can be requested at once. If false, you have everything up to now; request again later. */
  has_more: boolean;
}

/** The envelope of ClientChanges. */ export interface ClientChangesEnvelope { data: ClientChanges; notices?: Notices }

/** A summary of a client. */
export interface ClientSummary {
  /** Identifies the client. */ id: Int64;
  /** Name of the client, unique among the clients of the agency, whatever the case of its letters. */ name: string;
  /** A short code for reports. */ code: string | null;
  status: ClientStatus;
  /** The agency that the client belongs to; it never changes. */ agency_id: string | null;
  /** When the client was last changed, UTC. */ updated_at: string;
}

/** A new client. */
export interface ClientCreate {
  /** The partner above the agency. It follows from the agency; another one is refused. */ partner_id?: string;
  /** The agency that the client belongs to. */ agency_id: string;
  /** Identifier in a system of the integrator, unique per agency. */ external_id?: string | null;
  /** Name of the client, unique among the clients of the agency, whatever the case of its letters. */ name: string;
  /** The name in contracts and on invoices. */ legal_name?: string | null;
  /** Number at the tax office. */ tax_number?: string | null;
  /** Number in the register of companies. */ registration_number?: string | null;
  /** A short code for reports. */ code?: string | null;
  /** The person to talk to. */ contact_name?: string | null;
  /** E-mail address of the client. */ email?: string | null;
  /** Phone number of the client, E.164. */ phone?: string | null;
  address?: ClientAddressBody;
  /**
   * The IANA name of the time zone of reports, in which days begin and end. An unknown name is refused with 422 and a
   * finding with the code `format`.
   */
  timezone: string;
  /** ISO 4217 code of the currency that new amounts of money have unless they name another. */ currency: string;
  /** BCP 47 tag of the language of messages and reports. Default: "en". */ language?: string;
  limits?: ClientLimits;
  /** Address of the logo. */ logo_url?: string | null;
  /** Custom attributes, at most 50. */ attributes?: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes?: string | null;
}

/**
 * The fields to change; a field that is left out keeps its value. `null` empties a field that may be empty. `address`,
 * `limits` and `attributes` are replaced as a whole.
 */
export interface ClientUpdate {
  /** Identifier in a system of the integrator, unique per agency. */ external_id?: string | null;
  /** Name of the client, unique among the clients of the agency, whatever the case of its letters. */ name?: string;
  /** The name in contracts and on invoices. */ legal_name?: string | null;
  /** Number at the tax office. */ tax_number?: string | null;
  /** Number in the register of companies. */ registration_number?: string | null;
  /** A short code for reports. */ code?: string | null;
  status?: ClientStatus;
  /** The person to talk to. */ contact_name?: string | null;
  /** E-mail address of the client. */ email?: string | null;
  /** Phone number of the client, E.164. */ phone?: string | null;
  address?: ClientAddressBody;
  /**
   * The IANA name of the time zone of reports, in which days begin and end. An unknown name is refused with 422 and a
   * finding with the code `format`.
   */
  timezone?: string;
  /** ISO 4217 code of the currency that new amounts of money have unless they name another. */ currency?: string;
  /** BCP 47 tag of the language of messages and reports. */ language?: string;
  limits?: ClientLimits;
  /** Address of the logo. */ logo_url?: string | null;
  /** Custom attributes, at most 50. */ attributes?: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes?: string | null;
}

/** The envelope of Client. */ export interface ClientEnvelope { data: Client; notices?: Notices }

/** The paged envelope of clients. */
export interface ClientPage {
  /** The clients of the page, in the requested order. */ data: Client[];
  notices?: Notices;
  pagination: Pagination;
}

/** The paged envelope of summaries of clients. */
export interface ClientSummaryPage {
  /** The clients of the page. */ data: ClientSummary[];
  notices?: Notices;
  pagination: Pagination;
}

/**
 * The state of the client. Records of a client that is not active can be read, but not changed; the client itself can be
 * changed in any state.
 *
 * - `active`: in use
 * - `suspended`: temporarily out of use
 * - `archived`: permanently out of use
 */
export type ClientStatus = "active" | "suspended" | "archived";

/** The postal address; null if it is not known. */
export type ClientAddress = {
  /** Street and number. */ line1: string;
  /** What else belongs to the street, such as a floor. */ line2: string | null;
  /** The city or town. */ city: string;
  /** State, county or province. */ region: string | null;
  /** The code that the post sorts by. */ postal_code: string | null;
  /** ISO 3166-1 alpha-2 code of the country. */ country_code: string;
} | null;

/** The new address; a member that is left out is null. Null for none. */
export type ClientAddressBody = {
  /** Street and number. */ line1: string;
  /** What else belongs to the street, such as a floor. */ line2?: string | null;
  /** The city or town. */ city: string;
  /** State, county or province. */ region?: string | null;
  /** The code that the post sorts by. */ postal_code?: string | null;
  /** ISO 3166-1 alpha-2 code of the country. */ country_code: string;
} | null;

/**
 * How much the client may have; null is no limit. A limit below what the client has already only stops what would
 * exceed it further. A body names all limits, so that none is lifted by an oversight.
 */
export interface ClientLimits {
  /** How many units. */ max_units: number | null;
  /** How many vehicles. */ max_vehicles: number | null;
  /** How many users. */ max_users: number | null;
  /**
   * For how many days after `recorded_at` positions are kept. A shorter time holds at once. A longer one may hold only for positions
   * that are recorded from 25 hours after the change on.
   */
  history_retention_days: number | null;
}

/** Current usage, counted against the limits. */
export interface ClientUsage {
  /** How many units, without deleted ones. */ units: Int64;
  /** How many vehicles, without deleted ones. */ vehicles: Int64;
  /** How many drivers, without deleted ones. */ drivers: Int64;
  /** How many users whose scope names the client. Those of its agency and its partner do not count. */ users: Int64;
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
 */
export type ClientSort = "id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";

/** An agency, and the partner that it belongs to. */
export interface Agency {
  /** Identifies the agency. */ id: string;
  /** Name of the agency. */ name: string;
  partner: PartnerName;
}

/** A partner by id and name. */
export interface PartnerName {
  /** Identifies the partner. */ id: string;
  /** Name of the partner. */ name: string;
}

/** The paged envelope of agencies. */
export interface AgencyPage {
  /** The agencies of the page, by name. */ data: Agency[];
  notices?: Notices;
  pagination: Pagination;
}

/** The operations of this group as data. */
export const clientsOperations = {
  clientsListing: { id: "clientsListing", group: "clients", method: "listing", verb: "GET", path: "/clients/listing",
    pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "ids", csv: true }, { name: "external_id", csv: true }, { name: "partner_id" }, { name: "agency_id" }, { name: "status", csv: true }, { name: "updated_after" }, { name: "include_deleted" }, { name: "sort", csv: true }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "clients", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  clientsListingByAgency: { id: "clientsListingByAgency", group: "clients", method: "listingByAgency", verb: "GET",
    path: "/clients/listing/agency/{agency_id}", pathParams: ["agency_id"],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }], body: false, success: [200], paged: true,
    auth: "required", permission: { resource: "clients", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed", "query_too_slow"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  clientsAgenciesListing: { id: "clientsAgenciesListing", group: "clients", method: "agenciesListing", verb: "GET",
    path: "/clients/agencies/listing", pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }], body: false, success: [200], paged: true,
    auth: "required", permission: { resource: "clients", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  clientsFind: { id: "clientsFind", group: "clients", method: "find", verb: "GET", path: "/clients/find",
    pathParams: [], query: [{ name: "q" }, { name: "page" }, { name: "per_page" }, { name: "limit" }], body: false,
    success: [200], paged: true, auth: "required", permission: { resource: "clients", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  clientsChanges: { id: "clientsChanges", group: "clients", method: "changes", verb: "GET", path: "/clients/changes",
    pathParams: [], query: [{ name: "cursor" }, { name: "from" }, { name: "client_id" }, { name: "per_page" }],
    body: false, success: [200], paged: false, auth: "required", permission: { resource: "clients", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 410: ["cursor_expired"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  clientsCreate: { id: "clientsCreate", group: "clients", method: "create", verb: "POST", path: "/clients",
    pathParams: [], query: [], body: true, success: [201], paged: false, auth: "required",
    permission: { resource: "clients", action: "create" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 409: ["duplicate", "request_in_progress"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed", "idempotency_key_reused"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  clientsGet: { id: "clientsGet", group: "clients", method: "get", verb: "GET", path: "/clients/{client_id}",
    pathParams: ["client_id"], query: [{ name: "include_deleted" }], body: false, success: [200, 304], paged: false,
    auth: "required", permission: { resource: "clients", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  clientsUpdate: { id: "clientsUpdate", group: "clients", method: "update", verb: "PATCH", path: "/clients/{client_id}",
    pathParams: ["client_id"], query: [], body: true, success: [200], paged: false, auth: "required",
    permission: { resource: "clients", action: "edit" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 409: ["duplicate"], 412: ["precondition_failed"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  clientsDelete: { id: "clientsDelete", group: "clients", method: "delete", verb: "DELETE",
    path: "/clients/{client_id}", pathParams: ["client_id"], query: [], body: false, success: [200], paged: false,
    auth: "required", permission: { resource: "clients", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 409: ["in_use"], 412: ["precondition_failed"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  clientsRestore: { id: "clientsRestore", group: "clients", method: "restore", verb: "POST",
    path: "/clients/{client_id}/restore", pathParams: ["client_id"], query: [], body: false, success: [200],
    paged: false, auth: "required", permission: { resource: "clients", action: "delete" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 404: ["not_found"], 409: ["duplicate", "request_in_progress"], 410: ["gone"],
      422: ["validation_failed", "idempotency_key_reused"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
} as const satisfies Record<string, OperationRow>;
