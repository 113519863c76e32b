/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 209e6db3ea0530def875495583b30206164d211f4e48eca434cd46cd563e4e21
 */

import type { components } from "./schema.ts";

/** Status, title and description of every problem code. */
export const problems = {
  malformed_request: { status: 400, title: "The request cannot be parsed", description: "The request cannot be parsed: broken JSON or UTF-8, a NUL character, a duplicate key or header, a broken percent-encoding. Correct the request; a retry fails in the same way." },
  unauthenticated: { status: 401, title: "A valid access token is required", description: "There is no access token, or one that the service does not know. Log in and send the token in the `Authorization` header." },
  invalid_credentials: { status: 401, title: "The username or the password is wrong", description: "The username or the password of a login is wrong. Ask the user for them again." },
  token_expired: { status: 401, title: "The access token has expired", description: "The access token was superseded, or left unused, more than 7 days ago. Log in again." },
  token_revoked: { status: 401, title: "The session of this access token has ended", description: "The session of the access token has ended, by a logout or a new password. Log in again." },
  permission_denied: { status: 403, title: "The user lacks a permission", description: "The user lacks the permission in `required_permission`. Ask an administrator for it." },
  not_found: { status: 404, title: "Not found", description: "There is no such record or path, or it is outside the caller's scope." },
  unknown_permission: { status: 404, title: "There is no such permission", description: "There is no such permission resource or action. If the resource exists, `detail` lists its actions." },
  method_not_allowed: { status: 405, title: "The path does not have this method", description: "The path does not have this method. The `Allow` header lists those it has." },
  request_timeout: { status: 408, title: "The request did not arrive in time", description: "The request did not arrive in time. Send it again." },
  duplicate: { status: 409, title: "Another record already has this value", description: "Another record already has this value. Choose another value." },
  gone: { status: 410, title: "The token no longer works", description: "The one-time token was used, was replaced by a newer one, or has expired. Request a new one." },
  payload_too_large: { status: 413, title: "The request body is too large", description: "The body is larger than the operation accepts. Send less." },
  unsupported_media_type: { status: 415, title: "The media type is not accepted", description: "The body is not `application/json`, or it has a content coding. Send plain JSON." },
  validation_failed: { status: 422, title: "The request breaks the contract", description: "The request parses but breaks the contract. `errors` lists the findings; correct them all." },
  too_many_requests: { status: 429, title: "Too many attempts", description: "There were too many attempts. Wait `retry_after_s` seconds." },
  headers_too_large: { status: 431, title: "The request headers are too large", description: "The request line and the headers are larger than the service accepts. Send less." },
  internal_error: { status: 500, title: "The service failed", description: "The service failed. Report the `request_id`." },
  unavailable: { status: 503, title: "The service is temporarily unavailable", description: "The service is temporarily unavailable. Try again after `retry_after_s` seconds." },
} as const satisfies Record<
  components["schemas"]["ProblemCode"],
  { status: number; title: string; description: string }
>;
