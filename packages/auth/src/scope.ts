import { AuthError } from "./errors.ts";
import { defaultOptionalOperations, type AuthOptions, type OptionalOperation } from "./options.ts";

/** Which URLs the session's token belongs to, and which of them mean something to the session. */
export interface Scope {
  /** Origin and path of the base URL, without a slash at the end. */
  readonly prefix: string;
  readonly loginUrl: string;
  readonly tokenUrl: string;
  readonly logoutUrl: string;
  /**
   * What a call to this URL is. `protected` carries the token; `optional` carries it if there is one, and no answer leads
   * to a login; `foreign` calls are outside the base URL.
   */
  kindOf(url: string, method: string): "protected" | "optional" | "login" | "logout" | "foreign";
  /** Whether a serialised URL is within the base URL. */
  includes(url: string): boolean;
}

/** Throws `insecure_base_url` or `invalid_option`. */
export function createScope(options: AuthOptions): Scope {
  const { loginPath = "/auth/login", tokenPath = "/auth/token", logoutPath = "/auth/logout" } = options;
  const prefix = prefixOf(options);
  const loginUrl = join(prefix, "loginPath", loginPath);
  const logoutUrl = join(prefix, "logoutPath", logoutPath);
  const login = `POST ${loginUrl.slice(prefix.length)}`;
  const logout = `POST ${logoutUrl.slice(prefix.length)}`;
  const optional = patternOf(options.optionalOperations ?? defaultOptionalOperations);
  return {
    prefix,
    loginUrl,
    tokenUrl: join(prefix, "tokenPath", tokenPath),
    logoutUrl,
    includes: (url) => pathOf(prefix, url) !== undefined,
    kindOf(url, method) {
      const path = pathOf(prefix, url);
      if (path === undefined) return "foreign";
      const operation = `${method} ${path}`;
      if (operation === login) return "login";
      if (operation === logout) return "logout";
      return optional.test(operation) ? "optional" : "protected";
    },
  };
}

const loopback = /^(.*\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/;

/** Origin and path boundary of `baseUrl`, without a slash at the end. */
function prefixOf({ baseUrl, allowInsecure }: AuthOptions): string {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!base || !/^https?:..[^/@]+\//.test(base.href) || /[?#]/.test(base.href)) {
    throw new AuthError(
      "invalid_option",
      "baseUrl must be an absolute http(s) URL without user name, query and fragment",
    );
  }
  if (base.protocol === "http:" && !allowInsecure && !loopback.test(base.hostname)) {
    throw new AuthError("insecure_base_url", "baseUrl must be https:, or set allowInsecure");
  }
  return base.origin + base.pathname.replace(/\/+$/, "");
}

/** Segments without control characters, backslash, query and fragment; the first is no scheme and no user name. */
const plainPath = /^\/?[^\p{Cc}\\/?#:@]+(?:\/[^\p{Cc}\\/?#]+)*$/u;

/** `.` and `..`, also percent-encoded: URL parsers resolve them. */
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/** The URL of a path below the prefix, with or without a slash at its start. */
function join(prefix: string, option: string, path: string): string {
  if (typeof path === "string" && path === path.trim() && plainPath.test(path) && !dotSegment.test(path)) {
    return new URL(`${prefix}/${path.replace(/^\//, "")}`).href;
  }
  throw new AuthError(
    "invalid_option",
    `${option} must be a path below baseUrl, such as /auth/login, without dot segments, query and fragment`,
  );
}

/** The path of a serialised URL below the prefix, without query; `undefined` when the URL is outside. */
function pathOf(prefix: string, url: string): string | undefined {
  // Serialised URLs have dot segments, letter case and user info settled, so text is enough, given the boundary.
  return url.startsWith(prefix) ? /^(?:\/[^?#]*|(?![^?#]))/.exec(url.slice(prefix.length))?.[0] : undefined;
}

/** Matches calls of these operations. */
function patternOf(operations: readonly OptionalOperation[]): RegExp {
  if (!Array.isArray(operations)) throw optionalError();
  const patterns = operations.map(({ method, path }) => {
    if (!/^[a-z]+$/i.test(method) || typeof path !== "string") throw optionalError();
    const parts = path.replace(/^\//, "").split(/\{[^{}]*\}/);
    const text = parts.map((part) => encodeURI(decodeURI(part)).replace(/[^\w/]/g, "\\$&")).join("[^/]+");
    return `${method.toUpperCase()} /${text}`;
  });
  return new RegExp(`^(?:${patterns.join("|")})$`);
}

function optionalError(): AuthError {
  return new AuthError(
    "invalid_option",
    'optionalOperations must be a list such as [{ method: "GET", path: "/tests/ping" }]',
  );
}
