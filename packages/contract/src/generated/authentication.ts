/** Generated from spec/resources/authentication by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type { Call, CallOptions, EmptyInput, FailureResult, Ok, ProblemResult } from "../call.ts";
import type { OperationRow } from "../operation-row.ts";
import type { PermissionActionName, PermissionResourceName } from "./permissions.ts";
import type { BearerToken, Int64, Notices, Permissions } from "./shared.ts";

/** Operations under `fleet.auth`. */
export interface AuthApi {
  /**
   * Log in. `POST /auth/login`
   *
   * Logs in with username and password. The new access token is in the `Authorization` response header, in the form
   * `bearer <ACCESS_TOKEN>`; the body holds the User record. No bearer token is needed.
   *
   * Starts a session; a user may have up to 100 sessions at the same time, and a login above that ends the oldest. After 10 failed logins within a minute
   * for the same IP address and username, or 60 for one IP address, the response is 429.
   *
   * Problem codes: `malformed_request`, `invalid_credentials`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: none; no access token is needed. Reference: `/docs/v1/operations/authLogin/` of the service.
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
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: any logged-in user. Reference: `/docs/v1/operations/authToken/` of the service.
   * @example
   * const result = await fleet.auth.token();
   * if (result.ok) console.log(result.data);
   */
  token(input?: EmptyInput, options?: CallOptions): Call<AuthTokenSuccess, AuthTokenFailure>;
  /**
   * Read a submitted registration. `GET /auth/registration/{registration_token}`
   *
   * Returns the data of a previously submitted user registration.
   *
   * Reading the registration does not consume its token.
   *
   * Problem codes: `malformed_request`, `not_found`, `gone`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: none; an access token is optional. Reference: `/docs/v1/operations/authRegistration/` of the service.
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
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `unknown_permission`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: any logged-in user. Reference: `/docs/v1/operations/authPermission/` of the service.
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
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: any logged-in user. Reference: `/docs/v1/operations/authLogout/` of the service.
   * @example
   * const result = await fleet.auth.logout();
   * if (result.ok) console.log(result.data);
   */
  logout(input?: EmptyInput, options?: CallOptions): Call<AuthLogoutSuccess, AuthLogoutFailure>;
  /**
   * Request a password reset. `POST /auth/password/reset/request`
   *
   * Requests a password reset for an e-mail address.
   *
   * Sends a reset token to the address. The token works once, within 30 minutes. The response is the same whether or
   * not a user has the address.
   *
   * Problem codes: `malformed_request`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: none; an access token is optional. Reference: `/docs/v1/operations/authPasswordResetRequest/` of the service.
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
   * Problem codes: `malformed_request`, `not_found`, `gone`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: none; an access token is optional. Reference: `/docs/v1/operations/authPasswordReset/` of the service.
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
   * Problem codes: `malformed_request`, `not_found`, `duplicate`, `limit_reached`, `gone`, `payload_too_large`, `unsupported_media_type`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: none; an access token is optional. Reference: `/docs/v1/operations/authRegisterComplete/` of the service.
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
   * Problem codes: `malformed_request`, `unauthenticated`, `token_expired`, `token_revoked`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: any logged-in user. Reference: `/docs/v1/operations/authMonitorUser/` of the service.
   * @example
   * const result = await fleet.auth.monitorUser();
   * if (result.ok) console.log(result.data);
   */
  monitorUser(input?: EmptyInput, options?: CallOptions): Call<AuthMonitorUserSuccess, AuthMonitorUserFailure>;
}

export interface AuthLoginInput { /** Username and password. */ body: LoginRequest }
export type AuthLoginSuccess = Ok<200, User, "authorization">;
export type AuthLoginFailure =
  | ProblemResult<400, "malformed_request"> | ProblemResult<401, "invalid_credentials", "www-authenticate">
  | ProblemResult<413, "payload_too_large"> | ProblemResult<415, "unsupported_media_type">
  | ProblemResult<422, "validation_failed"> | ProblemResult<429, "too_many_requests", "retry-after">
  | ProblemResult<500, "internal_error"> | ProblemResult<503, "unavailable", "retry-after"> | FailureResult;

export type AuthTokenSuccess = Ok<200, CurrentToken, "authorization">;
export type AuthTokenFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface AuthRegistrationInput {
  path: {
    /** The registration token. It is sent in the registration message. */ registration_token: string;
  };
}
export type AuthRegistrationSuccess = Ok<200, Registration, "authorization">;
export type AuthRegistrationFailure =
  | ProblemResult<400, "malformed_request", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<410, "gone", "authorization"> | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface AuthPermissionInput {
  path: {
    /** Permission resource, as in the permissions of the User record. */ resource: PermissionResourceName;
    /** Action of the resource. */ action: PermissionActionName;
  };
  query?: {
    /** Scopes the check to this partner. */ partner_id?: string | undefined;
    /** Scopes the check to this agency. */ agency_id?: string | undefined;
    /** Scopes the check to this client. */ client_id?: Int64 | undefined;
  } | undefined;
}
export type AuthPermissionSuccess = Ok<200, PermissionCheck, "authorization">;
export type AuthPermissionFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<404, "unknown_permission", "authorization"> | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export type AuthLogoutSuccess = Ok<200, LogoutResult>;
export type AuthLogoutFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface AuthPasswordResetRequestInput { /** The e-mail address. */ body: PasswordResetRequest }
export type AuthPasswordResetRequestSuccess = Ok<200, PasswordResetRequestResult, "authorization">;
export type AuthPasswordResetRequestFailure =
  | ProblemResult<400, "malformed_request", "authorization"> | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface AuthPasswordResetInput { /** The reset token and the new password. */ body: PasswordReset }
export type AuthPasswordResetSuccess = Ok<200, PasswordResetResult, "authorization">;
export type AuthPasswordResetFailure =
  | ProblemResult<400, "malformed_request", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<410, "gone", "authorization"> | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export interface AuthRegisterCompleteInput {
  /** The registration token and the data of the user. */ body: RegistrationCompletion;
}
export type AuthRegisterCompleteSuccess = Ok<200, RegistrationCompletionResult, "authorization">;
export type AuthRegisterCompleteFailure =
  | ProblemResult<400, "malformed_request", "authorization"> | ProblemResult<404, "not_found", "authorization">
  | ProblemResult<409, "duplicate" | "limit_reached", "authorization"> | ProblemResult<410, "gone", "authorization">
  | ProblemResult<413, "payload_too_large", "authorization">
  | ProblemResult<415, "unsupported_media_type", "authorization">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

export type AuthMonitorUserSuccess = Ok<200, MonitorIdentity, "authorization">;
export type AuthMonitorUserFailure =
  | ProblemResult<400, "malformed_request", "authorization">
  | ProblemResult<401, "unauthenticated" | "token_expired" | "token_revoked", "www-authenticate">
  | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

/** The types of these operations, by id. */
export interface AuthenticationOperationTypes {
  authLogin: { input: AuthLoginInput; success: AuthLoginSuccess; failure: AuthLoginFailure; item: never };
  authToken: { input: EmptyInput; success: AuthTokenSuccess; failure: AuthTokenFailure; item: never };
  authRegistration: { input: AuthRegistrationInput; success: AuthRegistrationSuccess; failure: AuthRegistrationFailure; item: never };
  authPermission: { input: AuthPermissionInput; success: AuthPermissionSuccess; failure: AuthPermissionFailure; item: never };
  authLogout: { input: EmptyInput; success: AuthLogoutSuccess; failure: AuthLogoutFailure; item: never };
  authPasswordResetRequest: { input: AuthPasswordResetRequestInput; success: AuthPasswordResetRequestSuccess; failure: AuthPasswordResetRequestFailure; item: never };
  authPasswordReset: { input: AuthPasswordResetInput; success: AuthPasswordResetSuccess; failure: AuthPasswordResetFailure; item: never };
  authRegisterComplete: { input: AuthRegisterCompleteInput; success: AuthRegisterCompleteSuccess; failure: AuthRegisterCompleteFailure; item: never };
  authMonitorUser: { input: EmptyInput; success: AuthMonitorUserSuccess; failure: AuthMonitorUserFailure; item: never };
}

/** Username and password. */
export interface LoginRequest {
  /** The name that the user logs in with. */ username: string;
  /** The password. */ password: string;
}

/** The current access token. */ export interface CurrentToken { token: BearerToken }

/** A user registration that has not been completed. */
export interface Registration {
  /** E-mail address that the registration was sent to. */ email: string;
  /** First name; null if none was given. */ first_name: string | null;
  /** Last name; null if none was given. */ last_name: string | null;
  partner: OrganisationName;
  agency: OrganisationName;
  /** When the registration token stops working, UTC. */ expires_at: string;
}

/** A partner or an agency in a registration. */
export interface OrganisationName {
  /** Identifies the partner or agency; null if there is none. */ id: string | null;
  /** Name of the partner or agency; null if there is none. */ name: string | null;
}

/** Whether the logged-in user may perform an action in a scope. */
export interface PermissionCheck {
  /** The permission resource that was checked. */ resource: string;
  /** The action that was checked. */ action: string;
  /** The action in words. */ title: string;
  /** Whether the user may perform the action in the scope. */ allow: boolean;
  scope: PermissionScope;
}

/** The scope that the request of a permission check names. */
export interface PermissionScope {
  /** The partner; null if none was given. */ partner_id: string | null;
  /** The agency; null if none was given. */ agency_id: string | null;
  /** The client; null if none was given. */ client_id: Int64 | null;
}

/** The end of the session. */
export interface LogoutResult {
  /** Always true. */ logged_out: true;
  /** When the session ended, UTC. */ logged_out_at: string;
}

/** Whose password to reset. */
export interface PasswordResetRequest {
  /** The e-mail address of the user. */ email: string;
}

/** The request was accepted. The response is the same for an address that no user has. */
export interface PasswordResetRequestResult {
  /** Always true. */ accepted: true;
}

/** The reset token and the new password. */
export interface PasswordReset {
  /** The token of the reset message. */ token: string;
  /** The new password, 10 to 256 characters. */ password: string;
}

/** The password was changed and every session of the user has ended. */
export interface PasswordResetResult {
  /** Always true. */ reset: true;
}

/** The registration token and the data of the new user. */
export interface RegistrationCompletion {
  /** The token of the registration message. */ registration_token: string;
  /** The name to log in with: letters, digits, `.`, `_` and `-`. */ username: string;
  /** The password, 10 to 256 characters. */ password: string;
  /** First name of the user. */ first_name: string;
  /** Last name of the user. */ last_name: string;
  /**
   * The IANA name of the time zone; null or absent for UTC. An unknown name is refused with 422 and a finding with
   * the code `format`.
   */
  timezone?: string | null;
  /** The language as a BCP 47 tag of language, script and region, such as `pt-BR`; null or absent for `en`. */
  language?: string | null;
}

/** The new user. */
export interface RegistrationCompletionResult {
  /** Identifies the new user. */ user_id: Int64;
  /** The name to log in with. */ username: string;
  /** Always true. */ completed: true;
}

/** A proof of identity for the monitoring service. */
export interface MonitorIdentity {
  /** Name of the monitoring service. */ provider: string;
  /** Identifies the user at the monitoring service. */ user_id: string;
  /** HMAC-SHA-256 over provider, user_id and issued_at, joined by newlines, in lower-case hexadecimal. */
  signature: string;
  /** When the proof was issued, UTC. */ issued_at: string;
}

/** The envelope of User. */ export interface LoginEnvelope { data: User; notices?: Notices }

/** The envelope of CurrentToken. */ export interface CurrentTokenEnvelope { data: CurrentToken; notices?: Notices }

/** The envelope of Registration. */ export interface RegistrationEnvelope { data: Registration; notices?: Notices }

/** The envelope of PermissionCheck. */
export interface PermissionCheckEnvelope { data: PermissionCheck; notices?: Notices }

/** The envelope of LogoutResult. */ export interface LogoutEnvelope { data: LogoutResult; notices?: Notices }

/** The envelope of PasswordResetRequestResult. */
export interface PasswordResetRequestEnvelope { data: PasswordResetRequestResult; notices?: Notices }

/** The envelope of PasswordResetResult. */
export interface PasswordResetEnvelope { data: PasswordResetResult; notices?: Notices }

/** The envelope of RegistrationCompletionResult. */
export interface RegistrationCompletionEnvelope { data: RegistrationCompletionResult; notices?: Notices }

/** The envelope of MonitorIdentity. */
export interface MonitorIdentityEnvelope { data: MonitorIdentity; notices?: Notices }

/** User preferences. Member names are exact. The values belong to the application that stores them. */
export interface Settings {
  /** The preference `test`, which has no group. */ test: string;
  /** The preference `theme`, which has no group. */ theme: string;
  /** The preference `theme` of the group `appearance`. */ appearance_theme: string;
  /** The preference `density` of the group `appearance`. */ appearance_density: string;
  /** The preference `fontSize` of the group `appearance`. */ appearance_fontSize: string;
  /** The preference `currency` of the group `general`. */ general_currency: string;
  /** The preference `language` of the group `general`. */ general_language: string;
  /** The preference `timezone` of the group `general`. */ general_timezone: string;
  /** The preference `dateFormat` of the group `general`. */ general_dateFormat: string;
  /** The preference `timeFormat` of the group `general`. */ general_timeFormat: string;
  /** The preference `numberFormat` of the group `general`. */ general_numberFormat: string;
  /** The preference `mapStyle` of the group `vehicles`. */ vehicles_mapStyle: string;
  /** The preference `mapStyleDark` of the group `vehicles`. */ vehicles_mapStyleDark: string;
  /** The preference `mapStyleLight` of the group `vehicles`. */ vehicles_mapStyleLight: string;
  /** The preference `mapProvider` of the group `vehicles`. */ vehicles_mapProvider: string;
  /** The preference `mapProviderDark` of the group `vehicles`. */ vehicles_mapProviderDark: string;
  /** The preference `mapProviderLight` of the group `vehicles`. */ vehicles_mapProviderLight: string;
  /** The preference `defaultMapType` of the group `vehicles`. */ vehicles_defaultMapType: string;
  /** The preference `speedUnit` of the group `vehicles`. */ vehicles_speedUnit: string;
  /** The preference `distanceUnit` of the group `vehicles`. */ vehicles_distanceUnit: string;
  /** The name is neutral and stands in for a member named after a provider. The map type of that provider. */
  mapvendor_map_type_id: string;
  /** The preference `defaultView` of the group `dashboard`. */ dashboard_defaultView: string;
  /** The preference `defaultFormat` of the group `reports`. */ reports_defaultFormat: string;
  /** The preference `defaultDateRange` of the group `reports`. */ reports_defaultDateRange: string;
  /** The preference `track_client_name` of the group `fleet`. */ fleet_track_client_name: string;
  /** The preference `default`, which has no group. */ default: boolean;
  /** The preference `track_open` of the group `fleet`. */ fleet_track_open: boolean;
  /** The preference `showLabels` of the group `vehicles`. */ vehicles_showLabels: boolean;
  /** The preference `showTraffic` of the group `vehicles`. */ vehicles_showTraffic: boolean;
  /** The preference `showDriverInfo` of the group `vehicles`. */ vehicles_showDriverInfo: boolean;
  /** The preference `showSpeedLimit` of the group `vehicles`. */ vehicles_showSpeedLimit: boolean;
  /** The preference `autoSelectClient` of the group `vehicles`. */ vehicles_autoSelectClient: boolean;
  /** The preference `autoRefresh` of the group `dashboard`. */ dashboard_autoRefresh: boolean;
  /** The preference `showActiveTrips` of the group `dashboard`. */ dashboard_showActiveTrips: boolean;
  /** The preference `showParkedVehicles` of the group `dashboard`. */ dashboard_showParkedVehicles: boolean;
  /** The preference `autoGenerate` of the group `reports`. */ reports_autoGenerate: boolean;
  /** The preference `includeCharts` of the group `reports`. */ reports_includeCharts: boolean;
  /** The preference `includeDetails` of the group `reports`. */ reports_includeDetails: boolean;
  /** The preference `shareAnalytics` of the group `privacy`. */ privacy_shareAnalytics: boolean;
  /** The preference `shareUsageData` of the group `privacy`. */ privacy_shareUsageData: boolean;
  /** The preference `rememberFilters` of the group `privacy`. */ privacy_rememberFilters: boolean;
  /** The preference `rememberLastClient` of the group `privacy`. */ privacy_rememberLastClient: boolean;
  /** The preference `sidebarCollapsed` of the group `appearance`. */ appearance_sidebarCollapsed: boolean;
  /** The preference `animationsEnabled` of the group `appearance`. */ appearance_animationsEnabled: boolean;
  /** The preference `enabled` of the group `notifications`. */ notifications_enabled: boolean;
  /** The preference `autoMarkRead` of the group `notifications`. */ notifications_autoMarkRead: boolean;
  /** The preference `criticalOnly` of the group `notifications`. */ notifications_criticalOnly: boolean;
  /** The preference `soundEnabled` of the group `notifications`. */ notifications_soundEnabled: boolean;
  /** The preference `emailNotifications` of the group `notifications`. */ notifications_emailNotifications: boolean;
  /** The preference `desktopNotifications` of the group `notifications`. */
  notifications_desktopNotifications: boolean;
  /** The preference `defaultZoom` of the group `vehicles`. */ vehicles_defaultZoom: Int64;
  /** The preference `track_client_id` of the group `fleet`. */ fleet_track_client_id: Int64;
  /** The preference `itemsPerPage` of the group `dashboard`. */ dashboard_itemsPerPage: Int64;
  /** The preference `refreshInterval` of the group `dashboard`. */ dashboard_refreshInterval: Int64;
  /** The preference `firstDayOfWeek` of the group `general`. */ general_firstDayOfWeek: Int64;
  /** The preference `sessionTimeout` of the group `privacy`. */ privacy_sessionTimeout: Int64;
  /** The preference `refreshInterval` of the group `notifications`. */ notifications_refreshInterval: Int64;
  /** A list of strings. */ someArray: string[];
  /** An object with one string. */
  someObject: {
    /** The string. */ data: string;
  };
  /** Widgets; the shape of an item is unspecified. */ dashboard_widgets: unknown[];
  /** Which kinds of notifications the user wants. */
  notifications_types: {
    /** Messages. */ message: boolean;
    /** Successes. */ success: boolean;
    /** Warnings. */ warning: boolean;
    /** Critical events. */ critical: boolean;
  };
}

/** The User record, returned in `data` by POST /auth/login. Field names are exact. */
export interface User {
  /** Identifies the user. */ id: Int64;
  account_type: AccountType;
  /** The name that the user logs in with. */ username: string;
  /** E-mail address. */ email: string;
  /** Form of address. */ title: string;
  /** First name of the user. */ first_name: string;
  /** Last name of the user. */ last_name: string;
  /** First and last name. */ full_name: string;
  /** Position in the organisation. */ position: string;
  /** Employee number. */ employee_no: Int64;
  /** Mobile phone number, digits only. */ cellphone: Int64;
  /** National identity number. */ national_id: Int64;
  /** Map from a timezone name to a string. */ timezone: { [key: string]: string };
  /** Map from a country code to a string. */ country: { [key: string]: string };
  /** Map from a language code to a string. */ language: { [key: string]: string };
  /** Whether the user is logged in. */ logged_in: boolean;
  /** IP address of the last request. */ ip: string;
  /** When the user was created. */ created_at: string;
  /** When the user was last changed. */ updated_at: string;
  /** When the user last used the service. */ accessed_at: string;
  /** Path of the last request. */ accessed_route: string;
  pubsub: PubSub;
  file_upload: FileUpload;
  map_vendor: MapVendor;
  sse: Sse;
  user_photo_urls: UserPhotoUrls;
  partner: UserPartner;
  agency: UserAgency;
  /** Clients; the shape of an item is unspecified. */ clients: unknown[];
  settings: Settings;
  permissions: Permissions;
}

/** The kind of account that the user has. */
export interface AccountType {
  /** Identifies the account type. */ id: Int64;
  /** Name of the account type. */ name: string;
  /** Description of the account type. */ description: string;
  access_level: AccessLevel;
  /** Product code, if there is one. */ product_code: string | null;
  /** When the account type was created. */ created_at: string;
  /** When the account type was last changed. */ updated_at: string;
}

/** The level of access of an account type. */
export interface AccessLevel {
  /** The level as a number. */ level: Int64;
  /** Name of the level. */ name: string;
}

/** Connection settings for push channels. The channels of a publish-subscribe service. */
export interface PubSub {
  /** Whether the channel is in use. */ enabled: boolean;
  /** Identifies the user on the channel. */ uuid: string;
  /** A secret, shown as `<PUBLISH_KEY>`. The key to publish with. */ publish_key: string;
  /** A secret, shown as `<SUBSCRIBE_KEY>`. The key to subscribe with. */ subscribe_key: string;
  /** Channels to subscribe to. */ sub_channels: string[];
}

/**
 * The name `file_upload` is neutral and stands in for the name of a third-party file-upload provider.
 *
 * Settings for uploads to it.
 */
export interface FileUpload {
  /** Address to upload to. */ url: string;
  /** A secret, shown as `<API_KEY>`. The key of the provider. */ api_key: string;
}

/** The name `map_vendor` is neutral and stands in for the name of a third-party map provider. Settings for its maps. */
export interface MapVendor { maps: MapVendorMaps }

/** Addresses and key of the map provider. */
export interface MapVendorMaps {
  /** Address of the map API. */ api_url: string;
  /** Address of the geocoding API. */ geocoding_url: string;
  /** A secret, shown as `<API_KEY>`. The key of the provider. */ api_key: string;
  /** Client id at the provider. */ client_id: string;
}

/** Connection settings for push channels. The addresses of streams of server-sent events. */
export interface Sse {
  /** Address of the general stream. */ url: string;
  /** Address of the telemetry stream. */ telemetry_url: string;
  /** Address of the notification stream. */ notify_url: string;
}

/** Addresses of the photo of the user. */
export interface UserPhotoUrls {
  /** The photo as uploaded. */ photo: string;
  /** Large version. */ profile_large: string;
  /** Medium version. */ profile_medium: string;
  /** Small version. */ profile_small: string;
}

/** The partner that the user belongs to. */
export interface UserPartner {
  /** Identifies the partner; null if there is none. */ id: string | null;
  /** Name of the partner. */ name: string | null;
}

/** The agency that the user belongs to. */
export interface UserAgency {
  /** Identifies the agency; null if there is none. */ id: string | null;
  /** Name of the agency. */ name: string | null;
}

/** The operations of this group as data. */
export const authenticationOperations = {
  authLogin: { id: "authLogin", group: "auth", method: "login", verb: "POST", path: "/auth/login", pathParams: [],
    query: [], body: true, success: [200], paged: false, auth: "none", permission: null,
    problems: { 400: ["malformed_request"], 401: ["invalid_credentials"], 413: ["payload_too_large"],
      415: ["unsupported_media_type"], 422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  authToken: { id: "authToken", group: "auth", method: "token", verb: "GET", path: "/auth/token", pathParams: [],
    query: [], body: false, success: [200], paged: false, auth: "required", permission: "self",
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  authRegistration: { id: "authRegistration", group: "auth", method: "registration", verb: "GET",
    path: "/auth/registration/{registration_token}", pathParams: ["registration_token"], query: [], body: false,
    success: [200], paged: false, auth: "optional", permission: null,
    problems: { 400: ["malformed_request"], 404: ["not_found"], 410: ["gone"], 422: ["validation_failed"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  authPermission: { id: "authPermission", group: "auth", method: "permission", verb: "GET",
    path: "/auth/permission/{resource}/action/{action}", pathParams: ["resource", "action"],
    query: [{ name: "partner_id" }, { name: "agency_id" }, { name: "client_id" }], body: false, success: [200],
    paged: false, auth: "required", permission: "self",
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      404: ["unknown_permission"], 422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  authLogout: { id: "authLogout", group: "auth", method: "logout", verb: "POST", path: "/auth/logout", pathParams: [],
    query: [], body: false, success: [200], paged: false, auth: "required", permission: "self",
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  authPasswordResetRequest: { id: "authPasswordResetRequest", group: "auth", method: "passwordResetRequest",
    verb: "POST", path: "/auth/password/reset/request", pathParams: [], query: [], body: true, success: [200],
    paged: false, auth: "optional", permission: null,
    problems: { 400: ["malformed_request"], 413: ["payload_too_large"], 415: ["unsupported_media_type"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  authPasswordReset: { id: "authPasswordReset", group: "auth", method: "passwordReset", verb: "POST",
    path: "/auth/password/reset", pathParams: [], query: [], body: true, success: [200], paged: false, auth: "optional",
    permission: null,
    problems: { 400: ["malformed_request"], 404: ["not_found"], 410: ["gone"], 413: ["payload_too_large"],
      415: ["unsupported_media_type"], 422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"],
      503: ["unavailable"] } },
  authRegisterComplete: { id: "authRegisterComplete", group: "auth", method: "registerComplete", verb: "POST",
    path: "/auth/register/complete", pathParams: [], query: [], body: true, success: [200], paged: false,
    auth: "optional", permission: null,
    problems: { 400: ["malformed_request"], 404: ["not_found"], 409: ["duplicate", "limit_reached"], 410: ["gone"],
      413: ["payload_too_large"], 415: ["unsupported_media_type"], 422: ["validation_failed"],
      429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
  authMonitorUser: { id: "authMonitorUser", group: "auth", method: "monitorUser", verb: "POST",
    path: "/auth/monitor/user", pathParams: [], query: [], body: false, success: [200], paged: false, auth: "required",
    permission: "self",
    problems: { 400: ["malformed_request"], 401: ["unauthenticated", "token_expired", "token_revoked"],
      422: ["validation_failed"], 429: ["too_many_requests"], 500: ["internal_error"], 503: ["unavailable"] } },
} as const satisfies Record<string, OperationRow>;
