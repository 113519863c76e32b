/** Generated from spec/resources/monitoring by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type {
  Call, CallOptions, EmptyInput, EventStream, FailureResult, Ok, OkPage, PagedCall, ProblemResult, StreamOptions,
} from "../call.ts";
import type { OperationRow } from "../operation-row.ts";
import type { BulkProblem, Int64, Notices, Pagination } from "./shared.ts";
import type { UnitState } from "./units.ts";

/** Operations under `fleet.monitoring`. */
export interface MonitoringApi {
  /**
   * Send positions. `POST /monitoring/positions`
   *
   * Stores up to 500 positions, in any order and however late. A unit has one position for each `recorded_at`; the first one stays, and
   * others are ignored. So it is safe to send a request again, and it needs no `Idempotency-Key`.
   *
   * Each item is checked separately. `failures` lists the items that cannot be stored, because
   *
   * - the unit does not exist in your scope,
   * - the item breaks the contract, or
   * - `recorded_at` is more than 24 hours in the future, at a time when the unit did not belong to a client in your scope, or further
   *   back than the client keeps history.
   *
   * They fail again until the cause is gone. All other items are stored when you get the response, also those of suspended clients.
   * They also update the `state` of their unit: when it was last seen, how it moves, and its counters.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `monitoring.ingest`. Reference: `/docs/v1/operations/monitoringIngest/` of the service.
   * @example
   * const result = await fleet.monitoring.ingest({ body: { items: [{ unit_id: 1, recorded_at: "2026-01-15T08:30:00.000Z", latitude: 0.0123, longitude: -30.0456, altitude_m: 84, speed_kmh: 62.5, heading_deg: 271, satellites: 11, hdop: 0.9, ignition: true, external_power_v: 13.9, temperatures_c: { cargo: 4.5 }, inputs: { door: false } }, { identifier: "001017990000021", recorded_at: "2026-01-15T08:30:00.000Z", latitude: 0.0321, longitude: -30.0654 }] } });
   * if (result.ok) console.log(result.data);
   */
  ingest(input: MonitoringIngestInput, options?: CallOptions): Call<MonitoringIngestSuccess, MonitoringIngestFailure>;
  /**
   * List latest positions. `GET /monitoring/positions/latest`
   *
   * Lists the latest position of each unit, in the order of `unit_id`: the position with the newest `recorded_at` since the unit belongs
   * to its current client. A unit without such a position is not listed. `vehicle_id` and `driver_id` are the current ones.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `query_too_slow`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `monitoring.view`. Reference: `/docs/v1/operations/monitoringLatestListing/` of the service.
   * @example
   * for await (const item of fleet.monitoring.latestListing()) console.log(item);
   */
  latestListing(input?: MonitoringLatestListingInput, options?: CallOptions): PagedCall<MonitoringLatestListingSuccess, MonitoringLatestListingFailure, Position>;
  /**
   * Read position history. `GET /monitoring/positions/history`
   *
   * Returns the positions of one unit, vehicle or driver over at most 31 days, in the order of `recorded_at`. Send exactly one of
   * `unit_id`, `vehicle_id` and `driver_id`. The history of a vehicle has the positions of the units that were installed in it. The
   * history of a driver has those of the vehicles whose `primary` driver they were; it needs the permission `drivers.view` as well.
   * `vehicle_id` and `driver_id` of each position are those at `recorded_at`.
   *
   * You get only positions from the time when the unit belonged to a client in your scope, as far back as that client keeps history.
   * Repeat the request with `next_cursor` while `has_more` is true. A page may have fewer positions than `per_page`, even none.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `monitoring.view_history`. Reference: `/docs/v1/operations/monitoringHistory/` of the service.
   * @example
   * for await (const position of fleet.monitoring.history({ query: { from: "2026-01-15T00:00:00Z", to: "2026-01-16T00:00:00Z" } })) console.log(position);
   */
  history(input: MonitoringHistoryInput, options?: CallOptions): PagedCall<MonitoringHistorySuccess, MonitoringHistoryFailure, Position>;
  /**
   * Follow positions. `GET /monitoring/feed`
   *
   * Returns all positions in the order in which the service received them, so that none is missed, even if a device sends it days
   * late. Without a `cursor` it begins now: the response has no positions, only the `next_cursor`. Repeat the request with
   * `next_cursor` at once while `has_more` is true, and after some seconds otherwise. A page may have fewer positions than `per_page`,
   * even none.
   *
   * A cursor is valid for 7 days. When it has expired (410 `cursor_expired`), begin again: get a cursor of now, then read the latest
   * positions, and the history of what you missed.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `cursor_expired`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `monitoring.view`. Reference: `/docs/v1/operations/monitoringFeed/` of the service.
   * @example
   * const result = await fleet.monitoring.feed();
   * if (result.ok) console.log(result.data);
   */
  feed(input?: MonitoringFeedInput, options?: CallOptions): Call<MonitoringFeedSuccess, MonitoringFeedFailure>;
  /**
   * Find the nearest units. `GET /monitoring/nearest`
   *
   * Returns the latest positions within a radius of a point, the nearest first. Distances are along a great circle, on a sphere
   * with a radius of 6,371,008.8 m.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `query_too_slow`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `maps.map_location_finding`. Reference: `/docs/v1/operations/monitoringNearest/` of the service.
   * @example
   * const result = await fleet.monitoring.nearest({ query: { latitude: 0, longitude: -30 } });
   * if (result.ok) console.log(result.data);
   */
  nearest(input: MonitoringNearestInput, options?: CallOptions): Call<MonitoringNearestSuccess, MonitoringNearestFailure>;
  /**
   * Count units by status. `GET /monitoring/summary`
   *
   * Counts the units in each connection status and in each movement status. Deleted units do not count.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `query_too_slow`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `monitoring.view`. Reference: `/docs/v1/operations/monitoringSummary/` of the service.
   * @example
   * const result = await fleet.monitoring.summary();
   * if (result.ok) console.log(result.data);
   */
  summary(input?: MonitoringSummaryInput, options?: CallOptions): Call<MonitoringSummarySuccess, MonitoringSummaryFailure>;
  /**
   * Follow the fleet live. `GET /monitoring/stream`
   *
   * Opens a stream of server-sent events. Positions arrive within a second after the service has stored them, in the order of
   * `GET /monitoring/feed`. Every 15 seconds the service sends a comment, so that you notice a dead connection, and the newest `id`.
   *
   * Without `cursor` and `Last-Event-ID` the stream begins now. To miss nothing, open the stream first, then read the latest
   * positions. When the connection ends, reconnect and send the last `id` as `Last-Event-ID` (clients do this automatically): the
   * stream continues with the next position and repeats none. You can also send a `next_cursor` of the feed.
   *
   * The service closes a stream after an hour, or earlier for one of the reasons in `end`. Reconnect with your newest token.
   * `EventSource` in a browser cannot send a token: get a ticket from `POST /monitoring/stream/ticket` and send it as `ticket`.
   *
   * Ignore events whose name you do not know. A user can have up to 10 open streams.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `monitoring.view`. Reference: `/docs/v1/operations/monitoringStream/` of the service.
   * @example
   * for await (const event of fleet.monitoring.stream()) console.log(event.event, event.data);
   */
  stream(input?: MonitoringStreamInput, options?: StreamOptions): EventStream<StreamEvent>;
  /**
   * Get a ticket for a stream. `POST /monitoring/stream/ticket`
   *
   * Returns a ticket for `GET /monitoring/stream`, for programs that cannot send a header, such as `EventSource` in a browser. Use it
   * within 60 seconds. After its first use it is valid for an hour, but not longer than your session, so that `EventSource` can
   * reconnect to the same URL. No other operation accepts it.
   *
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: `monitoring.view`. Reference: `/docs/v1/operations/monitoringStreamTicket/` of the service.
   * @example
   * const result = await fleet.monitoring.streamTicket();
   * if (result.ok) console.log(result.data);
   */
  streamTicket(input?: EmptyInput, options?: CallOptions): Call<MonitoringStreamTicketSuccess, MonitoringStreamTicketFailure>;
}

export interface MonitoringIngestInput { /** The positions. */ body: PositionIngest }
export type MonitoringIngestSuccess = Ok<200, PositionIngestResult, "authorization">;
export type MonitoringIngestFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface MonitoringLatestListingInput {
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
    /** Only these units, at most 200. */ unit_ids?: Int64[] | undefined;
    /** Only units that are installed in one of these vehicles, at most 200. */ vehicle_ids?: Int64[] | undefined;
    /** Only the members of this unit group, without those of the groups below it. */ unit_group_id?: Int64 | undefined;
    /** Only units that are installed in members of this vehicle group, without those of the groups below it. */
    vehicle_group_id?: Int64 | undefined;
    /** Only positions with one of these movement statuses. */ movement_status?: MovementStatus[] | undefined;
    /**
     * Only positions in this box, `west,south,east,north` in degrees (WGS 84), edges included. It crosses the antimeridian if west
     * is greater than east.
     */
    bbox?: number[] | undefined;
    /** Only positions that were recorded at most this many seconds ago. */ max_age_s?: number | undefined;
  } | undefined;
}
export type MonitoringLatestListingSuccess = OkPage<200, Position, "authorization">;
export type MonitoringLatestListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed" | "query_too_slow", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface MonitoringHistoryInput {
  query: {
    /** The beginning of the period, included. */ from: string;
    /** The end of the period, not included; at most 31 days after `from`. */ to: string;
    /** The positions of this unit. */ unit_id?: Int64 | undefined;
    /** The positions of the units that were installed in this vehicle. */ vehicle_id?: Int64 | undefined;
    /** The positions of the vehicles whose `primary` driver this was. */ driver_id?: Int64 | undefined;
    /** The `next_cursor` of the previous page. Send it with the other parameters unchanged. */
    cursor?: string | undefined;
    /** The maximum number of positions on a page. Default: 500. */ per_page?: number | undefined;
    /**
     * Returns only the first position of each interval of this many seconds. Intervals begin at multiples of this value since
     * 1970-01-01T00:00:00Z.
     */
    min_interval_s?: number | undefined;
    /**
     * Omits positions that are at most this many metres away from the line between the others, as a Mercator map shows it. The first and
     * the last position of each page always stay.
     */
    tolerance_m?: number | undefined;
  };
}
export type MonitoringHistorySuccess = Ok<200, PositionHistory, "authorization">;
export type MonitoringHistoryFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface MonitoringFeedInput {
  query?: {
    /**
     * The `next_cursor` of the previous page. Without it the feed begins now. A cursor is valid for requests with the same
     * `client_id`, for 7 days.
     */
    cursor?: string | undefined;
    /** Restricts the feed to this client. Your own scope applies as well. */ client_id?: Int64 | undefined;
    /** The maximum number of positions on a page. Default: 500. */ per_page?: number | undefined;
  } | undefined;
}
export type MonitoringFeedSuccess = Ok<200, PositionFeed, "authorization">;
export type MonitoringFeedFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<410, "cursor_expired", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface MonitoringNearestInput {
  query: {
    /** Latitude of the point in degrees (WGS 84). */ latitude: number;
    /** Longitude of the point in degrees (WGS 84). */ longitude: number;
    /** Restricts the result to this client. The caller's own scope applies as well. */ client_id?: Int64 | undefined;
    /** The radius in metres. Default: 10000. */ radius_m?: number | undefined;
    /** Only positions that were recorded at most this many seconds ago. */ max_age_s?: number | undefined;
    /** Maximum units to return. Default: 20. */ limit?: number | undefined;
  };
}
export type MonitoringNearestSuccess = Ok<200, NearestUnits, "authorization">;
export type MonitoringNearestFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "query_too_slow" | "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface MonitoringSummaryInput {
  query?: {
    /** Restricts the result to this partner. The caller's own scope applies as well. */
    partner_id?: string | undefined;
    /** Restricts the result to this agency. The caller's own scope applies as well. */ agency_id?: string | undefined;
    /** Restricts the result to this client. The caller's own scope applies as well. */ client_id?: Int64 | undefined;
  } | undefined;
}
export type MonitoringSummarySuccess = Ok<200, MonitoringSummary, "authorization">;
export type MonitoringSummaryFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "query_too_slow" | "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface MonitoringStreamInput {
  query?: {
    /** The kinds of events to receive. Default: ["telemetry"]. */ channels?: StreamChannel[] | undefined;
    /** Restricts the result to this client. The caller's own scope applies as well. */ client_id?: Int64 | undefined;
    /** Only these units, at most 200. */ unit_ids?: Int64[] | undefined;
    /**
     * Where to begin: an `id` of this stream, or a `next_cursor` of the feed of positions. It is valid for requests with the same
     * `client_id`, for 7 days. `Last-Event-ID` takes precedence.
     */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `id` of the last event that you have processed, as for `cursor` (HTML standard, section 9.2.4). */
    "Last-Event-ID"?: string | undefined;
  } | undefined;
}
export type MonitoringStreamSuccess = never;
export type MonitoringStreamFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export type MonitoringStreamTicketSuccess = Ok<200, StreamTicket, "authorization">;
export type MonitoringStreamTicketFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization"> | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

/** The types of these operations, by id. */
export interface MonitoringOperationTypes {
  monitoringIngest: { input: MonitoringIngestInput; success: MonitoringIngestSuccess; failure: MonitoringIngestFailure; item: never };
  monitoringLatestListing: { input: MonitoringLatestListingInput; success: MonitoringLatestListingSuccess; failure: MonitoringLatestListingFailure; item: Position };
  monitoringHistory: { input: MonitoringHistoryInput; success: MonitoringHistorySuccess; failure: MonitoringHistoryFailure; item: Position };
  monitoringFeed: { input: MonitoringFeedInput; success: MonitoringFeedSuccess; failure: MonitoringFeedFailure; item: never };
  monitoringNearest: { input: MonitoringNearestInput; success: MonitoringNearestSuccess; failure: MonitoringNearestFailure; item: never };
  monitoringSummary: { input: MonitoringSummaryInput; success: MonitoringSummarySuccess; failure: MonitoringSummaryFailure; item: never };
  monitoringStream: { input: MonitoringStreamInput; success: MonitoringStreamSuccess; failure: MonitoringStreamFailure; item: never; event: StreamEvent };
  monitoringStreamTicket: { input: EmptyInput; success: MonitoringStreamTicketSuccess; failure: MonitoringStreamTicketFailure; item: never };
}

/**
 * Where a unit was at an instant, and what its device reported with it. Together, `unit_id` and `recorded_at` identify it. What was not
 * reported is null.
 */
export interface Position {
  /** Identifies the unit. */ unit_id: Int64;
  /**
   * Identifies the vehicle that the unit was installed in at `recorded_at`, or is installed in now if this is a latest position; null
   * without one.
   */
  vehicle_id: Int64 | null;
  /** Identifies the `primary` driver of the vehicle at the same time; null without one. */ driver_id: Int64 | null;
  /** Identifies the client that the unit belonged to at `recorded_at`. */ client_id: Int64;
  /** When the device recorded the position, UTC, to the millisecond. */ recorded_at: string;
  /** When the service received the position, UTC. */ received_at: string;
  /** Latitude in degrees (WGS 84). */ latitude: number;
  /** Longitude in degrees (WGS 84). */ longitude: number;
  /** Height above mean sea level in metres. */ altitude_m: number | null;
  /** Speed over ground in kilometres per hour. */ speed_kmh: number | null;
  /** Direction of movement in degrees, clockwise from true north. 360 is returned as 0. Usually null while the unit stands still. */
  heading_deg: number | null;
  /** Estimated error of the position in metres. */ accuracy_m: number | null;
  /** How many satellites the device used. */ satellites: number | null;
  /** Horizontal dilution of precision. */ hdop: number | null;
  /** Whether the device had a fix at `recorded_at`. If not, the coordinates are the last known ones. */
  is_valid: boolean;
  /**
   * How the position was determined.
   *
   * - `gnss`: satellites
   * - `cell`: cells of a mobile network
   * - `wifi`: wireless networks nearby
   * - `last_known`: an earlier position, repeated by the device
   * - `manual`: entered by hand
   */
  fix_type: "gnss" | "cell" | "wifi" | "last_known" | "manual" | (string & {});
  /** Whether the ignition is on. */ ignition: boolean | null;
  movement_status: MovementStatus;
  /** Odometer of the device in metres, as reported. The odometers of the unit and of the vehicle also depend on readings. */
  odometer_m: Int64 | null;
  /** Engine running time of the device in seconds, as reported. */ engine_hours_s: Int64 | null;
  /** Level of the fuel tank in percent. */ fuel_level_percent: number | null;
  /** Fuel in the tank in litres. */ fuel_volume_l: number | null;
  /** Voltage of the external power supply in volts. */ external_power_v: number | null;
  /** Level of the battery of the device in percent. */ battery_level_percent: number | null;
  /** Signal strength of the mobile network in percent. */ signal_percent: number | null;
  /** Temperatures in degrees Celsius by the name of their sensor. */ temperatures_c: { [key: string]: number } | null;
  /** Whether the digital inputs of the device are on, by their names. */ inputs: { [key: string]: boolean } | null;
  /**
   * What the device itself detected at this position; null without an event.
   *
   * - `sos`: somebody pressed the emergency button
   * - `harsh_acceleration`: the vehicle accelerated hard
   * - `harsh_braking`: the vehicle braked hard
   * - `harsh_cornering`: the vehicle cornered hard
   * - `crash`: an impact
   * - `tow`: the vehicle is moved with the ignition off
   * - `tamper`: somebody opened or removed the device
   * - `jamming`: the signals of satellites or of the network are jammed
   */
  event_type: "sos" | "harsh_acceleration" | "harsh_braking" | "harsh_cornering" | "crash" | "tow" | "tamper" | "jamming" | (string & {}) | null;
  /** Further values of the device, such as those of a protocol. At most 10, strings of at most 64 characters. */
  attributes: { [key: string]: string | number | boolean };
}

/**
 * Whether the unit moves.
 *
 * - `moving`: it moves
 * - `idling`: it stands still with the engine running
 * - `parked`: it stands still with the engine off
 * - `unknown`: neither its speed nor its ignition was reported
 */
export type MovementStatus = "moving" | "idling" | "parked" | "unknown" | (string & {});

/** One page of latest positions. */
export interface PositionPage {
  /** The positions. */ data: Position[];
  notices?: Notices;
  pagination: Pagination;
}

/**
 * A position as a device, a gateway or a simulator sends it. It names its unit by `unit_id`, or by `identifier` as the device does.
 * Members that are omitted, and measured values that are null, were not reported.
 */
export interface PositionReport {
  /** Identifies the unit. */ unit_id?: Int64;
  /** The identifier of the unit, such as its IMEI, instead of `unit_id`. */ identifier?: string;
  /** When the device recorded it. Digits after the milliseconds are dropped. */ recorded_at: string;
  /** Latitude in degrees (WGS 84). */ latitude: number;
  /** Longitude in degrees (WGS 84). */ longitude: number;
  /** Height above mean sea level in metres. */ altitude_m?: number | null;
  /** Speed over ground in kilometres per hour. */ speed_kmh?: number | null;
  /** Direction of movement in degrees, clockwise from true north. 360 is returned as 0. Usually null while the unit stands still. */
  heading_deg?: number | null;
  /** Estimated error of the position in metres. */ accuracy_m?: number | null;
  /** How many satellites the device used. */ satellites?: number | null;
  /** Horizontal dilution of precision. */ hdop?: number | null;
  /** Whether the device had a fix. If not, send the last known coordinates. Default: true. */ is_valid?: boolean;
  /**
   * How the position was determined.
   *
   * - `gnss`: satellites
   * - `cell`: cells of a mobile network
   * - `wifi`: wireless networks nearby
   * - `last_known`: an earlier position, repeated by the device
   * - `manual`: entered by hand
   *
   * Default: "gnss".
   */
  fix_type?: "gnss" | "cell" | "wifi" | "last_known" | "manual" | (string & {});
  /** Whether the ignition is on. */ ignition?: boolean | null;
  /**
   * Whether the unit moves. If you omit it, it follows from speed and ignition: `moving` from 5 km/h on, otherwise `idling` with the
   * ignition on and `parked` with the ignition off or not reported; `unknown` if neither speed nor ignition is reported.
   */
  movement_status?: MovementStatus;
  /** Odometer of the device in metres, as reported. The odometers of the unit and of the vehicle also depend on readings. */
  odometer_m?: Int64 | null;
  /** Engine running time of the device in seconds, as reported. */ engine_hours_s?: Int64 | null;
  /** Level of the fuel tank in percent. */ fuel_level_percent?: number | null;
  /** Fuel in the tank in litres. */ fuel_volume_l?: number | null;
  /** Voltage of the external power supply in volts. */ external_power_v?: number | null;
  /** Level of the battery of the device in percent. */ battery_level_percent?: number | null;
  /** Signal strength of the mobile network in percent. */ signal_percent?: number | null;
  /** Temperatures in degrees Celsius by the name of their sensor. */ temperatures_c?: { [key: string]: number } | null;
  /** Whether the digital inputs of the device are on, by their names. */ inputs?: { [key: string]: boolean } | null;
  /**
   * What the device itself detected at this position; null without an event.
   *
   * - `sos`: somebody pressed the emergency button
   * - `harsh_acceleration`: the vehicle accelerated hard
   * - `harsh_braking`: the vehicle braked hard
   * - `harsh_cornering`: the vehicle cornered hard
   * - `crash`: an impact
   * - `tow`: the vehicle is moved with the ignition off
   * - `tamper`: somebody opened or removed the device
   * - `jamming`: the signals of satellites or of the network are jammed
   */
  event_type?: "sos" | "harsh_acceleration" | "harsh_braking" | "harsh_cornering" | "crash" | "tow" | "tamper" | "jamming" | (string & {}) | null;
  /** Further values of the device, such as those of a protocol. At most 10, strings of at most 64 characters. */
  attributes?: { [key: string]: string | number | boolean };
}

/** Positions to store. */
export interface PositionIngest {
  /** The positions, of any units and in any order. */ items: PositionReport[];
}

/** The result of a request that sends positions. */
export interface PositionIngestResult {
  /** How many positions were stored. */ stored: number;
  /** How many items had the unit and the `recorded_at` of a position that was stored before, or of an earlier item. They were ignored. */
  duplicates: number;
  /** How many items could not be stored. */ failed: number;
  /** The items that could not be stored, in the order of the request. */ failures: PositionFailure[];
}

/** Why an item could not be stored. It fails again until the cause is gone. */
export interface PositionFailure {
  /** The position of the item in the request, from 0. */ index: number;
  problem: BulkProblem;
}

/** The envelope of PositionIngestResult. */
export interface PositionIngestEnvelope { data: PositionIngestResult; notices?: Notices }

/** One page of a history. */
export interface PositionHistory {
  /** The positions, in the order of `recorded_at`. */ positions: Position[];
  /** Where the history continues; null at its end. */ next_cursor: string | null;
  /** Whether there is a next page. */ has_more: boolean;
}

/** The envelope of PositionHistory. */
export interface PositionHistoryEnvelope { data: PositionHistory; notices?: Notices }

/** One page of the feed of positions. */
export interface PositionFeed {
  /** The positions, in the order in which they were received. */ positions: Position[];
  /** Where the feed continues. Store it after you have processed the positions, and send it with the next request. */
  next_cursor: string;
  /** Whether the next page can be requested at once. If false, you have everything up to now; request again later. */
  has_more: boolean;
}

/** The envelope of PositionFeed. */ export interface PositionFeedEnvelope { data: PositionFeed; notices?: Notices }

/** A unit near a point. */
export interface NearestUnit {
  /** Distance from the point in metres. */ distance_m: number;
  position: Position;
}

/** The units near a point. */
export interface NearestUnits {
  /** The nearest units, the nearest first. */ units: NearestUnit[];
}

/** The envelope of NearestUnits. */ export interface NearestUnitsEnvelope { data: NearestUnits; notices?: Notices }

/** How many units there are in each connection status. */
export interface ConnectionCounts {
  /** How many are online. */ online: Int64;
  /** How many are not online, but were within 24 hours. */ idle: Int64;
  /** How many sent their last message more than 24 hours ago. */ offline: Int64;
  /** How many never sent a message. */ never_connected: Int64;
}

/** How many units there are in each movement status. */
export interface MovementCounts {
  /** How many move. */ moving: Int64;
  /** How many stand still with the engine running. */ idling: Int64;
  /** How many stand still with the engine off. */ parked: Int64;
  /** How many did not report it. */ unknown: Int64;
}

/** How many units there are in which status. */
export interface MonitoringSummary {
  /** How many units there are, without deleted ones. */ units: Int64;
  connection_status: ConnectionCounts;
  movement_status: MovementCounts;
}

/** The envelope of MonitoringSummary. */
export interface MonitoringSummaryEnvelope { data: MonitoringSummary; notices?: Notices }

/**
 * A kind of events.
 *
 * - `telemetry`: positions, as `positions` events
 * - `units`: current states of units, as `units` events
 */
export type StreamChannel = "telemetry" | "units" | (string & {});

/** New positions. */
export interface StreamPositions {
  /** The name of the event. */ event: "positions";
  /** Where the stream continues. Send it as `Last-Event-ID` when you reconnect. */ id: string;
  /** The positions, in the order in which the service received them. They may come from several requests. */
  data: Position[];
}

/** The current state of a unit. */
export interface LiveUnit {
  /** Identifies the unit. */ unit_id: Int64;
  /** Identifies the client that the unit belongs to. */ client_id: Int64;
  state: UnitState;
}

/**
 * Current states of units that have reported, or whose `connection_status` has changed because they stopped reporting. Changes of the
 * second kind are not repeated after you reconnect: read the units when the stream is open.
 */
export interface StreamUnits {
  /** The name of the event. */ event: "units";
  /** Where the stream continues. Send it as `Last-Event-ID` when you reconnect. */ id: string;
  /** The units, each once. */ data: LiveUnit[];
}

/** Why the stream begins now. */
export interface StreamGap {
  /**
   * Why the stream does not continue at your cursor.
   *
   * - `cursor_expired`: the cursor is older than 7 days, or the database was restored
   */
  reason: "cursor_expired" | (string & {});
}

/** The first event of a stream that begins now although you sent a cursor. Read the latest positions, and the history of what you missed. */
export interface StreamReset {
  /** The name of the event. */ event: "reset";
  /** Where the stream continues. Send it as `Last-Event-ID` when you reconnect. */ id: string;
  data: StreamGap;
}

/** Why the service closes the stream. */
export interface StreamClosing {
  /**
   * Why the stream is closed.
   *
   * - `renewal`: it was open for an hour; reconnect
   * - `access_changed`: your session has ended, or your permissions or your scope have changed; reconnect if you still can
   * - `too_slow`: you read more slowly than data arrives; reconnect to continue after the last `id`
   * - `shutdown`: the server is stopping; reconnect
   */
  reason: "renewal" | "access_changed" | "too_slow" | "shutdown" | (string & {});
}

/** The last event of a stream that the service closes. */
export interface StreamEnd {
  /** The name of the event. */ event: "end";
  /** Where the stream continues. Send it as `Last-Event-ID` when you reconnect. */ id: string;
  data: StreamClosing;
}

/**
 * One event. `event`, `id` and `data` are fields of a server-sent event (HTML standard, section 9.2); `data` is JSON. An event without
 * an `id` has the `id` of the previous event.
 */
export type StreamEvent = StreamPositions | StreamUnits | StreamReset | StreamEnd;

/** A ticket that opens streams without an `Authorization` header. */
export interface StreamTicket {
  /** The ticket. Send it as the query parameter `ticket`. */ ticket: string;
  /** When the ticket expires if it has not been used, UTC. */ expires_at: string;
}

/** The envelope of StreamTicket. */ export interface StreamTicketEnvelope { data: StreamTicket; notices?: Notices }

/** The operations of this group as data. */
export const monitoringOperations = {
  monitoringIngest: { id: "monitoringIngest", group: "monitoring", method: "ingest", verb: "POST",
    path: "/monitoring/positions", pathParams: [], query: [], body: true, success: [200], paged: false,
    auth: "required", permission: { resource: "monitoring", action: "ingest" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  monitoringLatestListing: { id: "monitoringLatestListing", group: "monitoring", method: "latestListing", verb: "GET",
    path: "/monitoring/positions/latest", pathParams: [],
    query: [{ name: "page" }, { name: "per_page" }, { name: "limit" }, { name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }, { name: "unit_ids", csv: true }, { name: "vehicle_ids", csv: true }, { name: "unit_group_id" }, { name: "vehicle_group_id" }, { name: "movement_status", csv: true }, { name: "bbox", csv: true }, { name: "max_age_s" }],
    body: false, success: [200], paged: true, auth: "required", permission: { resource: "monitoring", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed", "query_too_slow"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  monitoringHistory: { id: "monitoringHistory", group: "monitoring", method: "history", verb: "GET",
    path: "/monitoring/positions/history", pathParams: [],
    query: [{ name: "from" }, { name: "to" }, { name: "unit_id" }, { name: "vehicle_id" }, { name: "driver_id" }, { name: "cursor" }, { name: "per_page" }, { name: "min_interval_s" }, { name: "tolerance_m" }],
    body: false, success: [200], paged: false, auth: "required",
    permission: { resource: "monitoring", action: "view_history" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  monitoringFeed: { id: "monitoringFeed", group: "monitoring", method: "feed", verb: "GET", path: "/monitoring/feed",
    pathParams: [], query: [{ name: "cursor" }, { name: "client_id" }, { name: "per_page" }], body: false,
    success: [200], paged: false, auth: "required", permission: { resource: "monitoring", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 410: ["cursor_expired"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  monitoringNearest: { id: "monitoringNearest", group: "monitoring", method: "nearest", verb: "GET",
    path: "/monitoring/nearest", pathParams: [],
    query: [{ name: "latitude" }, { name: "longitude" }, { name: "client_id" }, { name: "radius_m" }, { name: "max_age_s" }, { name: "limit" }],
    body: false, success: [200], paged: false, auth: "required",
    permission: { resource: "maps", action: "map_location_finding" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["query_too_slow", "validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  monitoringSummary: { id: "monitoringSummary", group: "monitoring", method: "summary", verb: "GET",
    path: "/monitoring/summary", pathParams: [],
    query: [{ name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }], body: false, success: [200],
    paged: false, auth: "required", permission: { resource: "monitoring", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["query_too_slow", "validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
  monitoringStream: { id: "monitoringStream", group: "monitoring", method: "stream", verb: "GET",
    path: "/monitoring/stream", pathParams: [],
    query: [{ name: "channels", csv: true }, { name: "client_id" }, { name: "unit_ids", csv: true }, { name: "cursor" }],
    body: false, success: [200], paged: false, stream: true, auth: "required", ticket: "ticket",
    permission: { resource: "monitoring", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  monitoringStreamTicket: { id: "monitoringStreamTicket", group: "monitoring", method: "streamTicket", verb: "POST",
    path: "/monitoring/stream/ticket", pathParams: [], query: [], body: false, success: [200], paged: false,
    auth: "required", permission: { resource: "monitoring", action: "view" },
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      403: ["permission_denied"], 422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
} as const satisfies Record<string, OperationRow>;
