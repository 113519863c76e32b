/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: a245d99f52a94c2c8ddd1dc97672b9d1d0eef07f78ebf1da6005d74664391a42
 */

import type { components } from "./schema.ts";

/** Status, title and description of every problem code. */
export const problems = {
  malformed_request: { status: 400, title: "The request cannot be parsed", description: "The request cannot be parsed: broken JSON or UTF-8, a NUL character, a duplicate key or header, a broken percent-encoding (400). Correct the request; a retry fails in the same way." },
  unauthenticated: { status: 401, title: "A valid access token is needed", description: "There is no access token, or one that the service does not know (401). Log in and send the token in the `Authorization` header." },
  invalid_credentials: { status: 401, title: "The username or the password is wrong", description: "The username or the password is wrong (401, login only). Ask the user for them again." },
  token_expired: { status: 401, title: "The access token has expired", description: "The access token was superseded, or left unused, more than 7 days ago (401). Log in again." },
  token_revoked: { status: 401, title: "The session of this access token has ended", description: "The session of the access token has ended, by a logout or a new password (401). Log in again." },
  permission_denied: { status: 403, title: "The user lacks a permission", description: "The user lacks the permission in `required_permission` (403). Ask an administrator for it." },
  not_found: { status: 404, title: "Not found", description: "There is no such record or path, or it is outside the caller's scope (404)." },
  unknown_permission: { status: 404, title: "There is no such permission", description: "There is no such permission resource or action (404). `detail` lists the actions of a resource that exists." },
  method_not_allowed: { status: 405, title: "The path does not have this method", description: "The path does not have this method (405). The `Allow` header lists those it has." },
  duplicate: { status: 409, title: "Another record has this value already", description: "Another record has this value already (409). Choose another value." },
  gone: { status: 410, title: "The token no longer works", description: "The single-use token was used, was replaced by a newer one, or has expired (410). Request a new one." },
  payload_too_large: { status: 413, title: "The request body is too large", description: "The body is larger than the operation accepts (413). Send less." },
  unsupported_media_type: { status: 415, title: "The media type is not accepted", description: "The body is not `application/json`, or it has a content coding (415). Send plain JSON." },
  validation_failed: { status: 422, title: "The request breaks the contract", description: "The request parses but breaks the contract (422). `errors` lists the findings; correct them all." },
  too_many_requests: { status: 429, title: "Too many requests", description: "There were too many attempts (429). Wait `retry_after_s` seconds." },
  internal_error: { status: 500, title: "The service failed", description: "The service failed (500). Report the `request_id`." },
  unavailable: { status: 503, title: "The service is not available now", description: "The service is not available now (503). Try again after `retry_after_s` seconds." },
} as const satisfies Record<
  components["schemas"]["ProblemCode"],
  { status: number; title: string; description: string }
>;
