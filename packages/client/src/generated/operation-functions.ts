/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 209e6db3ea0530def875495583b30206164d211f4e48eca434cd46cd563e4e21
 */

import { list } from "../list-function.ts";
import { operation } from "../operation-function.ts";
import { pageRoute } from "../paging/page-route.ts";

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
 * const result = await authLogin(core, { body: { username: "demo-partner-admin", password: "<PASSWORD>" } });
 * if (result.ok) console.log(result.data);
 */
export const authLogin = /* @__PURE__ */ operation("authLogin", "POST", "/auth/login", [200, 400, 401, 413, 415, 422, 429, 500, 503]);

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
 * const result = await authToken(core);
 * if (result.ok) console.log(result.data);
 */
export const authToken = /* @__PURE__ */ operation("authToken", "GET", "/auth/token", [200, 400, 401, 422, 500, 503]);

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
 * const result = await authRegistration(core, { path: { registration_token: "<REGISTRATION_TOKEN>" } });
 * if (result.ok) console.log(result.data);
 */
export const authRegistration = /* @__PURE__ */ operation("authRegistration", "GET", "/auth/registration/{registration_token}", [200, 400, 404, 410, 422, 500, 503]);

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
 * const result = await authPermission(core, { path: { resource: "units", action: "view" } });
 * if (result.ok) console.log(result.data);
 */
export const authPermission = /* @__PURE__ */ operation("authPermission", "GET", "/auth/permission/{resource}/action/{action}", [200, 400, 401, 404, 422, 500, 503]);

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
 * const result = await authLogout(core);
 * if (result.ok) console.log(result.data);
 */
export const authLogout = /* @__PURE__ */ operation("authLogout", "POST", "/auth/logout", [200, 400, 401, 422, 500, 503]);

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
 * const result = await authPasswordResetRequest(core, { body: { email: "demo-partner-admin@example.com" } });
 * if (result.ok) console.log(result.data);
 */
export const authPasswordResetRequest = /* @__PURE__ */ operation("authPasswordResetRequest", "POST", "/auth/password/reset/request", [200, 400, 413, 415, 422, 429, 500, 503]);

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
 * const result = await authPasswordReset(core, { body: { token: "<RESET_TOKEN>", password: "<PASSWORD>" } });
 * if (result.ok) console.log(result.data);
 */
export const authPasswordReset = /* @__PURE__ */ operation("authPasswordReset", "POST", "/auth/password/reset", [200, 400, 404, 410, 413, 415, 422, 500, 503]);

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
 * const result = await authRegisterComplete(core, { body: { registration_token: "<REGISTRATION_TOKEN>", username: "new.user", password: "<PASSWORD>", first_name: "New", last_name: "User", timezone: "Europe/Berlin", language: "en" } });
 * if (result.ok) console.log(result.data);
 */
export const authRegisterComplete = /* @__PURE__ */ operation("authRegisterComplete", "POST", "/auth/register/complete", [200, 400, 404, 409, 410, 413, 415, 422, 500, 503]);

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
 * const result = await authMonitorUser(core);
 * if (result.ok) console.log(result.data);
 */
export const authMonitorUser = /* @__PURE__ */ operation("authMonitorUser", "POST", "/auth/monitor/user", [200, 400, 401, 422, 500, 503]);

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
 * for await (const item of unitsListing(core)) console.log(item);
 */
export const unitsListing = /* @__PURE__ */ list("unitsListing", pageRoute, "GET", "/units/listing", [200, 400, 401, 403, 422, 500, 503], "paged");

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
 * const result = await testsPing(core);
 * if (result.ok) console.log(result.data);
 */
export const testsPing = /* @__PURE__ */ operation("testsPing", "GET", "/tests/ping", [200, 400, 422, 500, 503]);
