/** Generated from spec/shared by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type { KnownPermissionAction, KnownPermissionResource } from "./permissions.ts";

/** An integer of `format: int64`. The client refuses one that a number would round. */ export type Int64 = number;

/** A header that every response has. */ export type CommonHeader = "x-request-id";

/** Informational messages about a successful operation. Each has the form `code: text`. */
export type Notices = string[];

/** Paging metadata of a list. */
export interface Pagination {
  /** The page that was returned, 1-based. */ page: number;
  /** Items per page, as requested or by default, also on a page that `limit` cuts. A page with fewer items is the last one. */
  per_page: number;
  /** The number of items overall. It does not depend on `limit`. */ total: Int64;
}

/**
 * The permissions of the user per resource: `permissions.<resource>.actions.<action>.allow` says whether the user
 * may perform an action.
 *
 * The list is open: accept resources and actions that are not named here.
 */
export type Permissions = {
  [Resource in KnownPermissionResource]: {
    title: PermissionTitle;
    actions: Record<KnownPermissionAction<Resource>, PermissionGrant> & { [key: string]: PermissionGrant };
  };
} & { [key: string]: PermissionResource };

/** A permission resource that this contract does not name. */
export interface PermissionResource {
  title: PermissionTitle;
  /** The actions of the resource. */ actions: { [key: string]: PermissionGrant };
}

/** One action and whether the user may perform it. */
export interface PermissionGrant {
  title: PermissionTitle;
  /** Whether the user may perform the action. */ allow: boolean;
}

/** Name for people. */ export type PermissionTitle = string;

/**
 * The stable code of a problem; programs switch on it.
 *
 * - `malformed_request`: the request cannot be parsed: broken JSON or UTF-8, a NUL character, a duplicate key or header, a broken percent-encoding (400).
 * - `unauthenticated`: no access token, or one that the service does not know (401).
 * - `invalid_credentials`: username or password is wrong (401, login only).
 * - `token_expired`: the access token was superseded, or left unused, more than 7 days ago (401).
 * - `token_revoked`: the session of the access token has ended (401).
 * - `permission_denied`: the user lacks the permission in `required_permission` (403).
 * - `not_found`: there is no such record or path, or it is out of the caller's scope (404).
 * - `unknown_permission`: there is no such permission resource or action (404).
 * - `method_not_allowed`: the path does not have this method; `Allow` names those it has (405).
 * - `duplicate`: a record with this value exists (409).
 * - `gone`: a single-use token was used or has expired (410).
 * - `payload_too_large`: the body is larger than 1 MiB (413).
 * - `unsupported_media_type`: the body is not `application/json` (415).
 * - `validation_failed`: the request parses but breaks the contract; `errors` has every finding (422).
 * - `too_many_requests`: wait `retry_after_s` seconds (429).
 * - `internal_error`: the service failed; `request_id` finds the log line (500).
 * - `unavailable`: the service is not available now; try again (503).
 */
export type ProblemCode =
  | "malformed_request" | "unauthenticated" | "invalid_credentials" | "token_expired" | "token_revoked"
  | "permission_denied" | "not_found" | "unknown_permission" | "method_not_allowed" | "duplicate" | "gone"
  | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "too_many_requests" | "internal_error"
  | "unavailable";

/** An error, in the form of RFC 9457. */
export interface Problem {
  /** Identifies the kind of problem; its last segment is `code`. */ type: string;
  /** The kind of problem in a few words, the same for every occurrence. */ title: string;
  /** The HTTP status. */ status: number;
  /** What was wrong this time and what to do. */ detail: string;
  /** Path of the request, secrets in it left out. */ instance: string;
  code: ProblemCode;
  /** The same as the `X-Request-Id` response header. */ request_id: string;
  /** When it happened, UTC. */ timestamp: string;
  /** The findings, with `validation_failed`. At most 50 are listed; `detail` says how many there are. */
  errors?: Finding[];
  required_permission?: RequiredPermission;
  /** Seconds to wait before the next try, with `too_many_requests` and `unavailable`. */ retry_after_s?: number;
}

/** One place where a request breaks the contract. */
export interface Finding {
  /**
   * Where the value stood.
   *
   * - `body`: in the body; `pointer` says where
   * - `query`: in a query parameter
   * - `path`: in a path parameter
   * - `header`: in a header
   */
  in: "body" | "query" | "path" | "header";
  /** RFC 6901 pointer into the body; null elsewhere. */ pointer: string | null;
  /** Name of the parameter or header; null in the body. */ name: string | null;
  /** Stable code of the finding, named after the rule that was broken. */ code: string;
  /** What is wrong and what would be right. */ detail: string;
  /** The accepted values, where they are a closed list. */ allowed_values: string[] | null;
}

/** The permission that was missing, with `permission_denied`. */
export interface RequiredPermission {
  /** Permission resource. */ resource: string;
  /** Action of the resource. */ action: string;
  /** The action in words. */ title: string;
}

/** An access token in the form `bearer <ACCESS_TOKEN>`. */ export type BearerToken = string;
