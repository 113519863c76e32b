import type { Part } from "./core.ts";
import { AuthError } from "./errors.ts";
import type { CoreOptions } from "./options.ts";

/** An operation: method in capitals, path template relative to the base URL. */
export interface OptionalOperation {
  readonly method: string;
  readonly path: string;
}

/**
 * The operations of the service with optional authentication (`security: [{}, { bearer: [] }]` in the contract). A call
 * carries the held token, if there is one; it never causes a login and is never repeated.
 */
export const defaultOptionalOperations: readonly OptionalOperation[] = [
  { method: "POST", path: "/auth/password/reset/request" },
  { method: "POST", path: "/auth/password/reset" },
  { method: "GET", path: "/auth/registration/{registration_token}" },
  { method: "POST", path: "/auth/register/complete" },
  { method: "GET", path: "/tests/ping" },
];

/** What `optionalCallsOf` makes of them, written out because that is smaller; a test holds the two together. */
export const defaultOptionalCalls =
  /^(POST \/auth\/(password\/reset(\/request)?|register\/complete)|GET \/(auth\/registration\/[^/]+|tests\/ping))$/;

/** Which URLs the session's token belongs to. */
export interface Scope {
  /** Origin and path of the base URL, without a slash at the end. */
  readonly prefix: string;
  /** Matches the operations with optional authentication: method, space, path. */
  optionalCalls: RegExp;
}

/**
 * Replaces {@link defaultOptionalOperations}: calls of these operations carry the held token, if there is one, and never
 * cause a login.
 *
 * @example
 * createSession({ baseUrl, parts: [withOptionalToken([{ method: "GET", path: "/tests/ping" }])] });
 */
export function withOptionalToken(operations: readonly OptionalOperation[]): Part {
  return (core) => {
    core.optionalCalls = optionalCallsOf(operations);
  };
}

/** Matches calls of these operations. */
export function optionalCallsOf(operations: readonly OptionalOperation[]): RegExp {
  const patterns = operations.map(
    ({ method, path }) => `${method} ${path.replace(/[^\w/{}]/g, "\\$&").replace(/\{[^{}]*\}/g, "[^/]+")}`,
  );
  return new RegExp(`^(?:${patterns.join("|")})$`);
}

const loopback = /^(.*\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/;

/** Origin and path boundary of `baseUrl`, without a slash at the end. Throws `insecure_base_url` or `invalid_option`. */
export function prefixOf({ baseUrl, allowInsecure }: CoreOptions): string {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!base || !/^https?:..[^/@]+\//.test(base.href)) {
    throw new AuthError("invalid_option", "baseUrl must be an absolute http(s) URL without user name");
  }
  if (base.protocol === "http:" && !allowInsecure && !loopback.test(base.hostname)) {
    throw new AuthError("insecure_base_url", "baseUrl must be https:, or set allowInsecure");
  }
  return base.origin + base.pathname.replace(/\/+$/, "");
}

/** The path of a serialised URL below the base URL, without query; `undefined` when the URL is outside. */
export function pathOf({ prefix }: Scope, href: string): string | undefined {
  // Serialised URLs have dot segments, letter case and user info settled, so text is enough, given the boundary.
  return href.startsWith(prefix) ? /^(?:\/[^?#]*|(?![^?#]))/.exec(href.slice(prefix.length))?.[0] : undefined;
}
