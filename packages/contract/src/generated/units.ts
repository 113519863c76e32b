/** Generated from spec/resources/units by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type { CallOptions, FailureResult, OkPage, PagedCall, ProblemResult } from "../call.ts";
import type { OperationRow } from "../operation-row.ts";
import type { ClientName, Int64, Notices, Pagination } from "./shared.ts";

/** Operations under `fleet.units`. */
export interface UnitsApi {
  /**
   * List units. `GET /units/listing`
   *
   * Returns the units, which are tracking devices, in pages. Keep requesting pages until `total` units were
   * retrieved, or until a page returns fewer than `per_page` units.
   *
   * Returns the units in the caller's scope, ordered by id.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `internal_error`, `unavailable`.
   * Permission: `units.view`. Reference: `/docs/reference.html#/units/unitslisting` of the service.
   * @example
   * for await (const item of fleet.units.listing()) console.log(item);
   */
  listing(input?: UnitsListingInput, options?: CallOptions): PagedCall<UnitsListingSuccess, UnitsListingFailure, Unit>;
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
    /** Restricts the result to this partner. The caller's own scope applies as well. */
    partner_id?: string | undefined;
    /** Restricts the result to this agency. The caller's own scope applies as well. */ agency_id?: string | undefined;
    /** Restricts the result to this client. The caller's own scope applies as well. */ client_id?: Int64 | undefined;
    /** Only units in one of these states; separate several with commas. */
    lifecycle_status?: UnitLifecycleStatus[] | undefined;
  } | undefined;
}
export type UnitsListingSuccess = OkPage<200, Unit, "authorization">;
export type UnitsListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

/** The types of these operations, by id. */
export interface UnitsOperationTypes {
  unitsListing: { input: UnitsListingInput; success: UnitsListingSuccess; failure: UnitsListingFailure; item: Unit };
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
  /** The identifier that the device sends. */ identifier: string;
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
  /** Mobile equipment identity, 15 digits with a Luhn check digit. */ imei: string | null;
  /** Serial number of the manufacturer. */ serial_number: string | null;
  /** The manufacturer of the device, in its own spelling. */ manufacturer: string | null;
  /** Model of the device, as its manufacturer calls it. */ model: string | null;
  /** Protocol that the device speaks. */ protocol: string | null;
  /** Version of the firmware. */ firmware_version: string | null;
  lifecycle_status: UnitLifecycleStatus;
  /**
   * How recently the unit sent a message, at the time of the response.
   *
   * - `never_connected`: no message yet
   * - `online`: a message within 10 minutes
   * - `idle`: a message within 24 hours
   * - `offline`: no message for 24 hours
   */
  connection_status: "never_connected" | "online" | "idle" | "offline";
  /** When the last message was received, UTC. */ last_seen_at: string | null;
  /** When the last position was recorded, UTC. */ last_position_at: string | null;
  /** The SIM card; null if there is none. */ sim_card: SimCard | null;
  /** Seconds between reports while moving. */ reporting_interval_moving_s: number | null;
  /** Seconds between reports while parked. */ reporting_interval_parked_s: number | null;
  /** Odometer in metres. */ odometer_m: Int64 | null;
  /**
   * Where the odometer comes from.
   *
   * - `gps`: distance between positions
   * - `can`: vehicle bus
   * - `obd`: diagnostic port
   * - `manual`: entered by hand
   */
  odometer_source: "gps" | "can" | "obd" | "manual" | null;
  /** Engine running time in seconds. */ engine_hours_s: Int64 | null;
  /**
   * Where the engine running time comes from.
   *
   * - `gps`: time in motion
   * - `can`: vehicle bus
   * - `obd`: diagnostic port
   * - `manual`: entered by hand
   */
  engine_hours_source: "gps" | "can" | "obd" | "manual" | null;
  /** When the unit was installed, UTC; null while it is not. */ installed_at: string | null;
  /** Who installed the unit. */ installed_by: string | null;
  /** Last day of the warranty. */ warranty_expires_on: string | null;
  /** Last day of the subscription. */ subscription_expires_on: string | null;
  /** Custom attributes, at most 50. */ attributes: { [key: string]: string | number | boolean };
  /** Free-text notes. */ notes: string | null;
  /** Incremented by every change of the record. */ version: Int64;
  /** When the unit was created, UTC. */ created_at: string;
  /** When the unit was last changed, UTC. */ updated_at: string;
  /** When the unit was deleted, UTC; null while it is not. */ deleted_at: string | null;
}

/** A tracking device in few words. */
export interface UnitSummary {
  /** Identifies the unit. */ id: Int64;
  /** Display name of the unit. */ name: string;
  /** The client that the unit belongs to. */ client_id: Int64;
  /** Mobile equipment identity, 15 digits with a Luhn check digit. */ imei: string | null;
  lifecycle_status: UnitLifecycleStatus;
  /**
   * How recently the unit sent a message, at the time of the response.
   *
   * - `never_connected`: no message yet
   * - `online`: a message within 10 minutes
   * - `idle`: a message within 24 hours
   * - `offline`: no message for 24 hours
   */
  connection_status: "never_connected" | "online" | "idle" | "offline";
  /** When the last message was received, UTC. */ last_seen_at: string | null;
  /** When the unit was last changed, UTC. */ updated_at: string;
}

/** A SIM card. */
export interface SimCard {
  /** Card number, 18 to 22 digits. */ iccid: string;
  /** Phone number, E.164. */ msisdn: string | null;
  /** Subscriber identity. */ imsi: string | null;
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
}

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
  /** The units of the page, in the order of their ids. */ data: Unit[];
  notices?: Notices;
  pagination: Pagination;
}

/** The paged envelope of units in few words. */
export interface UnitSummaryPage {
  /** The units of the page, in the order of their ids. */ data: UnitSummary[];
  notices?: Notices;
  pagination: Pagination;
}

/** The operations of this group as data. */
export const unitsOperations = {
  unitsListing: { id: "unitsListing", group: "units", method: "listing", verb: "GET", path: "/units/listing",
    pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "lifecycle_status", csv: true }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "units", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed"], 500: ["internal_error"], 503: ["unavailable"] } },
} as const satisfies Record<string, OperationRow>;
