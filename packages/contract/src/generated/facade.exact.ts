/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 209e6db3ea0530def875495583b30206164d211f4e48eca434cd46cd563e4e21
 */

import type { BrokenResult, Call, CallOptions, EmptyInput, Ok, OkPage, PagedCall, ProblemResult } from "../call.ts";
import type { PermissionActionName, PermissionResourceName } from "./permissions.ts";
import type { components, Int64 } from "./schema.exact.ts";

type Schemas = components["schemas"];

/** Input of authLogin. */
export interface AuthLoginInput {
  /** Username and password. */
  body: Schemas["LoginRequest"];
}

/** Success of authLogin. */
export type AuthLoginSuccess = Ok<200, Schemas["User"], "authorization">;

/** What authLogin can fail with. */
export type AuthLoginFailure =
  | ProblemResult<400, "malformed_request">
  | ProblemResult<401, "invalid_credentials", "www-authenticate">
  | ProblemResult<413, "payload_too_large">
  | ProblemResult<415, "unsupported_media_type">
  | ProblemResult<422, "validation_failed">
  | ProblemResult<429, "too_many_requests", "retry-after">
  | ProblemResult<500, "internal_error">
  | ProblemResult<503, "unavailable", "retry-after">
  | BrokenResult;

/** Input of authToken. */
export type AuthTokenInput = EmptyInput;

/** Success of authToken. */
export type AuthTokenSuccess = Ok<200, Schemas["CurrentToken"], "authorization">;

/** What authToken can fail with. */
export type AuthTokenFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after">
  | BrokenResult;

/** Input of authRegistration. */
export interface AuthRegistrationInput {
  path: {
    /**
     * The registration token.
     *
     * It is sent in the registration message.
     */
    registration_token: string;
  };
}

/** Success of authRegistration. */
export type AuthRegistrationSuccess = Ok<200, Schemas["Registration"], "authorization">;

/** What authRegistration can fail with. */
export type AuthRegistrationFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<410, "gone", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after">
  | BrokenResult;

/** Input of authPermission. */
export interface AuthPermissionInput {
  path: {
    /** Permission resource, as in the permissions of the User record. */
    resource: PermissionResourceName;
    /** Action of the resource. */
    action: PermissionActionName;
  };
  query?: {
    /** Scopes the check to this partner. */
    partner_id?: string | undefined;
    /** Scopes the check to this agency. */
    agency_id?: string | undefined;
    /** Scopes the check to this client. */
    client_id?: Int64 | undefined;
  } | undefined;
}

/** Success of authPermission. */
export type AuthPermissionSuccess = Ok<200, Schemas["PermissionCheck"], "authorization">;

/** What authPermission can fail with. */
export type AuthPermissionFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<404, "unknown_permission", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after">
  | BrokenResult;

/** Input of authLogout. */
export type AuthLogoutInput = EmptyInput;

/** Success of authLogout. */
export type AuthLogoutSuccess = Ok<200, Schemas["LogoutResult"]>;

/** What authLogout can fail with. */
export type AuthLogoutFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after">
  | BrokenResult;

/** Input of authPasswordResetRequest. */
export interface AuthPasswordResetRequestInput {
  /** The e-mail address. */
  body: Schemas["PasswordResetRequest"];
}

/** Success of authPasswordResetRequest. */
export type AuthPasswordResetRequestSuccess = Ok<200, Schemas["PasswordResetRequestResult"], "authorization">;

/** What authPasswordResetRequest can fail with. */
export type AuthPasswordResetRequestFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after">
  | BrokenResult;

/** Input of authPasswordReset. */
export interface AuthPasswordResetInput {
  /** The reset token and the new password. */
  body: Schemas["PasswordReset"];
}

/** Success of authPasswordReset. */
export type AuthPasswordResetSuccess = Ok<200, Schemas["PasswordResetResult"], "authorization">;

/** What authPasswordReset can fail with. */
export type AuthPasswordResetFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<410, "gone", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after">
  | BrokenResult;

/** Input of authRegisterComplete. */
export interface AuthRegisterCompleteInput {
  /** The registration token and the data of the user. */
  body: Schemas["RegistrationCompletion"];
}

/** Success of authRegisterComplete. */
export type AuthRegisterCompleteSuccess = Ok<200, Schemas["RegistrationCompletionResult"], "authorization">;

/** What authRegisterComplete can fail with. */
export type AuthRegisterCompleteFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate", "authorization">
  | ProblemResult<410, "gone", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after">
  | BrokenResult;

/** Input of authMonitorUser. */
export type AuthMonitorUserInput = EmptyInput;

/** Success of authMonitorUser. */
export type AuthMonitorUserSuccess = Ok<200, Schemas["MonitorIdentity"], "authorization">;

/** What authMonitorUser can fail with. */
export type AuthMonitorUserFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after">
  | BrokenResult;

/** Input of unitsListing. */
export interface UnitsListingInput {
  query?: {
    /**
     * Page number to return, 1-based.
     *
     * A page past the last one is empty and has the same `total`.
     *  Default: 1.
     */
    page?: number | undefined;
    /**
     * Items per page.
     *
     * A value above the maximum is refused with 422, never lowered silently.
     *  Default: 50.
     */
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
    /** Restricts the result to this agency. The caller's own scope applies as well. */
    agency_id?: string | undefined;
    /** Restricts the result to this client. The caller's own scope applies as well. */
    client_id?: Int64 | undefined;
    /** Only units in one of these states; separate several with commas. */
    lifecycle_status?: Schemas["UnitLifecycleStatus"][] | undefined;
  } | undefined;
}

/** Success of unitsListing. */
export type UnitsListingSuccess = OkPage<200, Schemas["Unit"], "authorization">;

/** What unitsListing can fail with. */
export type UnitsListingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<403, "permission_denied", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after">
  | BrokenResult;

/** Input of testsPing. */
export type TestsPingInput = EmptyInput;

/** Success of testsPing. */
export type TestsPingSuccess = Ok<200, Schemas["Pong"], "authorization">;

/** What testsPing can fail with. */
export type TestsPingFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after">
  | BrokenResult;

/** Operations under `fleet.auth`. */
export interface AuthApi {
  /**
   * Log in. `POST /auth/login`
   *
   * Logs in with username and password. The new access token is in the `Authorization` response header, in the form
   * `bearer <ACCESS_TOKEN>`; the body holds the User record. No bearer token is needed.
   *
   * Starts a session; a user may have several sessions at the same time. After 10 failed logins within a minute
   * for the same IP address and username, or 60 for one IP address, the response is 429.
   *
   * Permission: none; no access token is needed.
   * Problem codes: `malformed_request`, `invalid_credentials`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Reference: `/docs/reference.html#/authentication/authlogin` of the service.
   *
   * @example
   * const result = await fleet.auth.login({ body: { username: "demo-partner-admin", password: "<PASSWORD>" } });
   * if (result.ok) console.log(result.data);
   */
  login(input: AuthLoginInput, options?: CallOptions): Call<AuthLoginSuccess, AuthLoginFailure>;
  /**
   * Read the current token. `GET /auth/token`
   *
   * Returns the current access token, in the form `bearer <ACCESS_TOKEN>`.
   *
   * This is the newest token of the session, whichever valid token of the session was sent. Call it
   * when you do not know which of two tokens is newer.
   *
   * Permission: any logged-in user.
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `validation_failed`, `internal_error`, `unavailable`.
   * Reference: `/docs/reference.html#/authentication/authtoken` of the service.
   *
   * @example
   * const result = await fleet.auth.token();
   * if (result.ok) console.log(result.data);
   */
  token(input?: AuthTokenInput, options?: CallOptions): Call<AuthTokenSuccess, AuthTokenFailure>;
  /**
   * Read a submitted registration. `GET /auth/registration/{registration_token}`
   *
   * Returns the data of a previously submitted user registration.
   *
   * Reading the registration does not consume its token.
   *
   * Permission: none; an access token is optional.
   * Problem codes: `malformed_request`, `not_found`, `gone`, `validation_failed`, `internal_error`, `unavailable`.
   * Reference: `/docs/reference.html#/authentication/authregistration` of the service.
   *
   * @example
   * const result = await fleet.auth.registration({ path: { registration_token: "<REGISTRATION_TOKEN>" } });
   * if (result.ok) console.log(result.data);
   */
  registration(input: AuthRegistrationInput, options?: CallOptions): Call<AuthRegistrationSuccess, AuthRegistrationFailure>;
  /**
   * Check a permission. `GET /auth/permission/{resource}/action/{action}`
   *
   * Reports whether the logged-in user may perform an action on a permission resource. The query parameters
   * `partner_id`, `agency_id` and `client_id` scope the check; the hierarchy is partner, then agency, then client.
   *
   * Without these parameters the check applies to the user's own scope. For a scope outside of it the response
   * has `allow: false`; for an unknown resource or action it is 404.
   *
   * Permission: any logged-in user.
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `unknown_permission`, `validation_failed`, `internal_error`, `unavailable`.
   * Reference: `/docs/reference.html#/authentication/authpermission` of the service.
   *
   * @example
   * const result = await fleet.auth.permission({ path: { resource: "units", action: "view" } });
   * if (result.ok) console.log(result.data);
   */
  permission(input: AuthPermissionInput, options?: CallOptions): Call<AuthPermissionSuccess, AuthPermissionFailure>;
  /**
   * Log out. `POST /auth/logout`
   *
   * Ends the current session.
   *
   * Every token of the session stops working immediately, superseded tokens included.
   *
   * Permission: any logged-in user.
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `validation_failed`, `internal_error`, `unavailable`.
   * Reference: `/docs/reference.html#/authentication/authlogout` of the service.
   *
   * @example
   * const result = await fleet.auth.logout();
   * if (result.ok) console.log(result.data);
   */
  logout(input?: AuthLogoutInput, options?: CallOptions): Call<AuthLogoutSuccess, AuthLogoutFailure>;
  /**
   * Request a password reset. `POST /auth/password/reset/request`
   *
   * Requests a password reset for an e-mail address.
   *
   * Sends a reset token to the address. The token works once, within 30 minutes. The response is the same whether or
   * not a user has the address.
   *
   * Permission: none; an access token is optional.
   * Problem codes: `malformed_request`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Reference: `/docs/reference.html#/authentication/authpasswordresetrequest` of the service.
   *
   * @example
   * const result = await fleet.auth.passwordResetRequest({ body: { email: "demo-partner-admin@example.com" } });
   * if (result.ok) console.log(result.data);
   */
  passwordResetRequest(input: AuthPasswordResetRequestInput, options?: CallOptions): Call<AuthPasswordResetRequestSuccess, AuthPasswordResetRequestFailure>;
  /**
   * Complete a password reset. `POST /auth/password/reset`
   *
   * Completes a password reset.
   *
   * Sets a new password with the token of the reset message and ends every session of the user. The token works
   * once, within 30 minutes.
   *
   * Permission: none; an access token is optional.
   * Problem codes: `malformed_request`, `not_found`, `gone`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `internal_error`, `unavailable`.
   * Reference: `/docs/reference.html#/authentication/authpasswordreset` of the service.
   *
   * @example
   * const result = await fleet.auth.passwordReset({ body: { token: "<RESET_TOKEN>", password: "<PASSWORD>" } });
   * if (result.ok) console.log(result.data);
   */
  passwordReset(input: AuthPasswordResetInput, options?: CallOptions): Call<AuthPasswordResetSuccess, AuthPasswordResetFailure>;
  /**
   * Complete a registration. `POST /auth/register/complete`
   *
   * Completes a new user's registration with a registration token.
   *
   * Creates the user of the registration. The token is in the registration message and works once.
   *
   * Permission: none; an access token is optional.
   * Problem codes: `malformed_request`, `not_found`, `duplicate`, `gone`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `internal_error`, `unavailable`.
   * Reference: `/docs/reference.html#/authentication/authregistercomplete` of the service.
   *
   * @example
   * const result = await fleet.auth.registerComplete({ body: { registration_token: "<REGISTRATION_TOKEN>", username: "new.user", password: "<PASSWORD>", first_name: "New", last_name: "User", timezone: "Europe/Berlin", language: "en" } });
   * if (result.ok) console.log(result.data);
   */
  registerComplete(input: AuthRegisterCompleteInput, options?: CallOptions): Call<AuthRegisterCompleteSuccess, AuthRegisterCompleteFailure>;
  /**
   * Authenticate with the monitoring service. `POST /auth/monitor/user`
   *
   * Authenticates a logged-in user with a third-party monitoring service. The path segment `monitor` is a neutral
   * stand-in for the name of that service.
   *
   * The response contains a signed proof of identity.
   *
   * Permission: any logged-in user.
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `validation_failed`, `internal_error`, `unavailable`.
   * Reference: `/docs/reference.html#/authentication/authmonitoruser` of the service.
   *
   * @example
   * const result = await fleet.auth.monitorUser();
   * if (result.ok) console.log(result.data);
   */
  monitorUser(input?: AuthMonitorUserInput, options?: CallOptions): Call<AuthMonitorUserSuccess, AuthMonitorUserFailure>;
}

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
   * Permission: `units.view`.
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `permission_denied`, `validation_failed`, `internal_error`, `unavailable`.
   * Reference: `/docs/reference.html#/units/unitslisting` of the service.
   *
   * @example
   * for await (const item of fleet.units.listing()) console.log(item);
   */
  listing(input?: UnitsListingInput, options?: CallOptions): PagedCall<UnitsListingSuccess, UnitsListingFailure, Schemas["Unit"]>;
}

/** Operations under `fleet.tests`. */
export interface TestsApi {
  /**
   * Check connectivity. `GET /tests/ping`
   *
   * Checks connectivity.
   *
   * Succeeds if the service reaches its database. An access token is optional.
   *
   * Permission: none; an access token is optional.
   * Problem codes: `malformed_request`, `validation_failed`, `internal_error`, `unavailable`.
   * Reference: `/docs/reference.html#/tests/testsping` of the service.
   *
   * @example
   * const result = await fleet.tests.ping();
   * if (result.ok) console.log(result.data);
   */
  ping(input?: TestsPingInput, options?: CallOptions): Call<TestsPingSuccess, TestsPingFailure>;
}

/** All operations, by group and method. */
export interface Facade {
  auth: AuthApi;
  units: UnitsApi;
  tests: TestsApi;
}

/** The types of every operation, by id. */
export interface OperationTypes {
  authLogin: { input: AuthLoginInput; success: AuthLoginSuccess; failure: AuthLoginFailure; item: never };
  authToken: { input: AuthTokenInput; success: AuthTokenSuccess; failure: AuthTokenFailure; item: never };
  authRegistration: { input: AuthRegistrationInput; success: AuthRegistrationSuccess; failure: AuthRegistrationFailure; item: never };
  authPermission: { input: AuthPermissionInput; success: AuthPermissionSuccess; failure: AuthPermissionFailure; item: never };
  authLogout: { input: AuthLogoutInput; success: AuthLogoutSuccess; failure: AuthLogoutFailure; item: never };
  authPasswordResetRequest: { input: AuthPasswordResetRequestInput; success: AuthPasswordResetRequestSuccess; failure: AuthPasswordResetRequestFailure; item: never };
  authPasswordReset: { input: AuthPasswordResetInput; success: AuthPasswordResetSuccess; failure: AuthPasswordResetFailure; item: never };
  authRegisterComplete: { input: AuthRegisterCompleteInput; success: AuthRegisterCompleteSuccess; failure: AuthRegisterCompleteFailure; item: never };
  authMonitorUser: { input: AuthMonitorUserInput; success: AuthMonitorUserSuccess; failure: AuthMonitorUserFailure; item: never };
  unitsListing: { input: UnitsListingInput; success: UnitsListingSuccess; failure: UnitsListingFailure; item: Schemas["Unit"] };
  testsPing: { input: TestsPingInput; success: TestsPingSuccess; failure: TestsPingFailure; item: never };
}
