/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 209e6db3ea0530def875495583b30206164d211f4e48eca434cd46cd563e4e21
 */

import type { OperationRow } from "../operation-row.ts";
import type { components } from "./schema.ts";

/** SHA-256 of the bundled contract that this build speaks. */
export const contractHash = "209e6db3ea0530def875495583b30206164d211f4e48eca434cd46cd563e4e21";

/** Every operation of the contract, by its id. */
export const operations = {
  authLogin: {
    id: "authLogin",
    group: "auth",
    method: "login",
    verb: "POST",
    path: "/auth/login",
    pathParams: [],
    query: [],
    body: true,
    success: [200],
    paged: false,
    auth: "none",
    permission: null,
  },
  authToken: {
    id: "authToken",
    group: "auth",
    method: "token",
    verb: "GET",
    path: "/auth/token",
    pathParams: [],
    query: [],
    body: false,
    success: [200],
    paged: false,
    auth: "required",
    permission: "self",
  },
  authRegistration: {
    id: "authRegistration",
    group: "auth",
    method: "registration",
    verb: "GET",
    path: "/auth/registration/{registration_token}",
    pathParams: ["registration_token"],
    query: [],
    body: false,
    success: [200],
    paged: false,
    auth: "optional",
    permission: null,
  },
  authPermission: {
    id: "authPermission",
    group: "auth",
    method: "permission",
    verb: "GET",
    path: "/auth/permission/{resource}/action/{action}",
    pathParams: ["resource", "action"],
    query: [
      { name: "partner_id" },
      { name: "agency_id" },
      { name: "client_id" },
    ],
    body: false,
    success: [200],
    paged: false,
    auth: "required",
    permission: "self",
  },
  authLogout: {
    id: "authLogout",
    group: "auth",
    method: "logout",
    verb: "POST",
    path: "/auth/logout",
    pathParams: [],
    query: [],
    body: false,
    success: [200],
    paged: false,
    auth: "required",
    permission: "self",
  },
  authPasswordResetRequest: {
    id: "authPasswordResetRequest",
    group: "auth",
    method: "passwordResetRequest",
    verb: "POST",
    path: "/auth/password/reset/request",
    pathParams: [],
    query: [],
    body: true,
    success: [200],
    paged: false,
    auth: "optional",
    permission: null,
  },
  authPasswordReset: {
    id: "authPasswordReset",
    group: "auth",
    method: "passwordReset",
    verb: "POST",
    path: "/auth/password/reset",
    pathParams: [],
    query: [],
    body: true,
    success: [200],
    paged: false,
    auth: "optional",
    permission: null,
  },
  authRegisterComplete: {
    id: "authRegisterComplete",
    group: "auth",
    method: "registerComplete",
    verb: "POST",
    path: "/auth/register/complete",
    pathParams: [],
    query: [],
    body: true,
    success: [200],
    paged: false,
    auth: "optional",
    permission: null,
  },
  authMonitorUser: {
    id: "authMonitorUser",
    group: "auth",
    method: "monitorUser",
    verb: "POST",
    path: "/auth/monitor/user",
    pathParams: [],
    query: [],
    body: false,
    success: [200],
    paged: false,
    auth: "required",
    permission: "self",
  },
  unitsListing: {
    id: "unitsListing",
    group: "units",
    method: "listing",
    verb: "GET",
    path: "/units/listing",
    pathParams: [],
    query: [
      { name: "page" },
      { name: "per_page" },
      { name: "limit" },
      { name: "partner_id" },
      { name: "agency_id" },
      { name: "client_id" },
      { name: "lifecycle_status", csv: true },
    ],
    body: false,
    success: [200],
    paged: true,
    auth: "required",
    permission: { resource: "units", action: "view" },
  },
  testsPing: {
    id: "testsPing",
    group: "tests",
    method: "ping",
    verb: "GET",
    path: "/tests/ping",
    pathParams: [],
    query: [],
    body: false,
    success: [200],
    paged: false,
    auth: "optional",
    permission: null,
  },
} as const satisfies Record<string, OperationRow>;

/** The id of an operation. */
export type OperationId = keyof typeof operations;

/** The problem codes that an operation can answer with, by status. */
export const problemCodes = {
  authLogin: {
    400: ["malformed_request"],
    401: ["invalid_credentials"],
    413: ["payload_too_large"],
    415: ["unsupported_media_type"],
    422: ["validation_failed"],
    429: ["too_many_requests"],
    500: ["internal_error"],
    503: ["unavailable"],
  },
  authToken: {
    400: ["malformed_request"],
    401: ["unauthenticated", "token_expired", "token_revoked"],
    422: ["validation_failed"],
    500: ["internal_error"],
    503: ["unavailable"],
  },
  authRegistration: {
    400: ["malformed_request"],
    404: ["not_found"],
    410: ["gone"],
    422: ["validation_failed"],
    500: ["internal_error"],
    503: ["unavailable"],
  },
  authPermission: {
    400: ["malformed_request"],
    401: ["unauthenticated", "token_expired", "token_revoked"],
    404: ["unknown_permission"],
    422: ["validation_failed"],
    500: ["internal_error"],
    503: ["unavailable"],
  },
  authLogout: {
    400: ["malformed_request"],
    401: ["unauthenticated", "token_expired", "token_revoked"],
    422: ["validation_failed"],
    500: ["internal_error"],
    503: ["unavailable"],
  },
  authPasswordResetRequest: {
    400: ["malformed_request"],
    413: ["payload_too_large"],
    415: ["unsupported_media_type"],
    422: ["validation_failed"],
    429: ["too_many_requests"],
    500: ["internal_error"],
    503: ["unavailable"],
  },
  authPasswordReset: {
    400: ["malformed_request"],
    404: ["not_found"],
    410: ["gone"],
    413: ["payload_too_large"],
    415: ["unsupported_media_type"],
    422: ["validation_failed"],
    500: ["internal_error"],
    503: ["unavailable"],
  },
  authRegisterComplete: {
    400: ["malformed_request"],
    404: ["not_found"],
    409: ["duplicate"],
    410: ["gone"],
    413: ["payload_too_large"],
    415: ["unsupported_media_type"],
    422: ["validation_failed"],
    500: ["internal_error"],
    503: ["unavailable"],
  },
  authMonitorUser: {
    400: ["malformed_request"],
    401: ["unauthenticated", "token_expired", "token_revoked"],
    422: ["validation_failed"],
    500: ["internal_error"],
    503: ["unavailable"],
  },
  unitsListing: {
    400: ["malformed_request"],
    401: ["unauthenticated", "token_expired", "token_revoked"],
    403: ["permission_denied"],
    422: ["validation_failed"],
    500: ["internal_error"],
    503: ["unavailable"],
  },
  testsPing: {
    400: ["malformed_request"],
    422: ["validation_failed"],
    500: ["internal_error"],
    503: ["unavailable"],
  },
} as const satisfies Record<OperationId, Record<number, readonly components["schemas"]["ProblemCode"][]>>;

/** What is special about an operation: `paged` by page numbers or by `cursor`, or `keyed` by Idempotency-Key. */
export type CallTrait = "paged" | "cursor" | "keyed";

/** An operation as a client needs it. */
export type CallRow = readonly [
  verb: OperationRow["verb"],
  path: string,
  statuses: readonly number[],
  ...traits: CallTrait[],
];

/** The operations by group and method, small enough for every client: the ids follow from group and method. */
export const calls: Readonly<Record<string, Readonly<Record<string, CallRow>>>> = {
  auth: {
    login: ["POST", "/auth/login", [200, 400, 401, 413, 415, 422, 429, 500, 503]],
    token: ["GET", "/auth/token", [200, 400, 401, 422, 500, 503]],
    registration: ["GET", "/auth/registration/{registration_token}", [200, 400, 404, 410, 422, 500, 503]],
    permission: ["GET", "/auth/permission/{resource}/action/{action}", [200, 400, 401, 404, 422, 500, 503]],
    logout: ["POST", "/auth/logout", [200, 400, 401, 422, 500, 503]],
    passwordResetRequest: ["POST", "/auth/password/reset/request", [200, 400, 413, 415, 422, 429, 500, 503]],
    passwordReset: ["POST", "/auth/password/reset", [200, 400, 404, 410, 413, 415, 422, 500, 503]],
    registerComplete: ["POST", "/auth/register/complete", [200, 400, 404, 409, 410, 413, 415, 422, 500, 503]],
    monitorUser: ["POST", "/auth/monitor/user", [200, 400, 401, 422, 500, 503]],
  },
  units: {
    listing: ["GET", "/units/listing", [200, 400, 401, 403, 422, 500, 503], "paged"],
  },
  tests: {
    ping: ["GET", "/tests/ping", [200, 400, 422, 500, 503]],
  },
};

/** Query parameters whose list is written as one value with commas, in every operation that has them. */
export const csvNames: readonly string[] = ["lifecycle_status"];
