import type { Part } from "./core.ts";
import { AuthError } from "./errors.ts";
import type { CoreOptions } from "./options.ts";

/** An operation that needs no token: method in capitals, path template relative to the base URL. */
export interface PublicOperation {
  readonly method: string;
  readonly path: string;
}

/**
 * The operations of the service that are called without a token (`security: []` in the contract).
 * Requests to them carry no token and their 401 is not a reason to log in.
 */
export const defaultPublicOperations: readonly PublicOperation[] = [
  { method: "POST", path: "/auth/login" },
  { method: "POST", path: "/auth/password/reset/request" },
  { method: "POST", path: "/auth/password/reset" },
  { method: "GET", path: "/auth/registration/{registration_token}" },
  { method: "POST", path: "/auth/register/complete" },
  { method: "GET", path: "/tests/ping" },
];

/** What `publicCallsOf` makes of them, written out because that is smaller; a test holds the two together. */
export const defaultPublicCalls =
  /^(POST \/auth\/(login|password\/reset(\/request)?|register\/complete)|GET \/(auth\/registration\/[^/]+|tests\/ping))$/;

/** Which URLs the session's token belongs to. */
export interface Scope {
  /** Origin and path of the base URL, without a slash at the end. */
  readonly prefix: string;
  /** Matches the operations that are called without a token: method, space, path. */
  publicCalls: RegExp;
}

/**
 * Calls these operations without a token, instead of {@link defaultPublicOperations}. The login always is one.
 *
 * @example
 * createSession({ baseUrl, parts: [withoutToken([{ method: "GET", path: "/tests/ping" }])] });
 */
export function withoutToken(operations: readonly PublicOperation[]): Part {
  return (core) => {
    core.publicCalls = publicCallsOf(operations);
  };
}

/** Matches calls of these operations. */
export function publicCallsOf(operations: readonly PublicOperation[]): RegExp {
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
