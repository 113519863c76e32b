import { AuthError } from "./errors.ts";

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
  /** Absolute URL of a path below the base URL. */
  resolve(path: string): string;
  /** The path of a serialised URL below the base URL, without query; `undefined` when the URL is outside. */
  pathOf(href: string): string | undefined;
  /** Whether the operation is called without a token. `operation` is method, space, path. */
  isPublic(operation: string): boolean;
}

const loopback = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Origin and path boundary of `baseUrl`. Throws `insecure_base_url` or `invalid_option`. */
export function createScope(baseUrl: string, allowInsecure: boolean, operations: readonly PublicOperation[]): Scope {
  const base = parseBase(baseUrl);
  if (base.protocol === "http:" && !allowInsecure && !loopback.test(base.hostname)) {
    throw new AuthError(
      "insecure_base_url",
      `baseUrl ${base.origin} would send tokens unencrypted; use https:, or set allowInsecure if you must`,
    );
  }
  const prefix = base.origin + base.pathname.replace(/\/+$/, "");
  const open = publicPattern(operations);
  return {
    resolve: (path) => prefix + path,
    pathOf(href) {
      // Serialised URLs have dot segments, letter case and user info settled, so text is enough, given the boundary.
      if (!href.startsWith(prefix)) return undefined;
      const rest = href.slice(prefix.length);
      return rest === "" || /^[/?#]/.test(rest) ? rest.replace(/[?#].*/s, "") : undefined;
    },
    isPublic: (operation) => open.test(operation),
  };
}

function parseBase(baseUrl: string): URL {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol) || base.username !== "" || base.password !== "") {
    throw new AuthError("invalid_option", "baseUrl must be an absolute http(s) URL without user name and password");
  }
  return base;
}

function publicPattern(operations: readonly PublicOperation[]): RegExp {
  const patterns = operations.map(({ method, path }) => {
    const literal = path.split(/\{[^{}]*\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    return `${method} ${literal.join("[^/]+")}`;
  });
  return new RegExp(`^(?:${patterns.join("|")})$`);
}
