import { AuthError } from "./errors.ts";
import type { AuthOptions } from "./options.ts";

type ScopeOptions = Required<Pick<AuthOptions, "baseUrl" | "allowInsecure" | "publicOperations">>;

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

/** Which URLs the session's token belongs to. */
export interface Scope {
  /** Origin and path of the base URL, without a slash at the end. */
  readonly prefix: string;
  /** Matches the operations that are called without a token: method, space, path. */
  readonly publicCalls: RegExp;
}

const loopback = /^(.*\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/;

/** Origin and path boundary of `baseUrl`. Throws `insecure_base_url` or `invalid_option`. */
export function createScope({ baseUrl, allowInsecure, publicOperations }: ScopeOptions): Scope {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!base || !/^https?:..[^/@]+\//.test(base.href)) {
    throw new AuthError("invalid_option", "baseUrl must be an absolute http(s) URL without user name");
  }
  if (base.protocol === "http:" && !allowInsecure && !loopback.test(base.hostname)) {
    throw new AuthError("insecure_base_url", "baseUrl must be https:, or set allowInsecure");
  }
  const operations = publicOperations.map(({ method, path }) => {
    const literal = path.replace(/[^\w/{}]/g, "\\$&");
    return `${method} ${literal.replace(/\{[^{}]*\}/g, "[^/]+")}`;
  });
  const prefix = base.origin + base.pathname.replace(/\/+$/, "");
  return { prefix, publicCalls: new RegExp(`^(?:${operations.join("|")})$`) };
}

/** The path of a serialised URL below the base URL, without query; `undefined` when the URL is outside. */
export function pathOf({ prefix }: Scope, href: string): string | undefined {
  // Serialised URLs have dot segments, letter case and user info settled, so text is enough, given the boundary.
  return href.startsWith(prefix) ? /^((?:\/[^?#]*)?)(?:[?#]|$)/.exec(href.slice(prefix.length))?.[1] : undefined;
}
