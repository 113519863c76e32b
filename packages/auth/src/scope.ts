import type { Settings } from "./options/settings.ts";

/**
 * What a call is. `protected` carries the token; `optional` carries it if there is one, and no response leads to a login;
 * `login` and `logout` are sent by the application itself; `foreign` calls are outside the base URL.
 */
export type CallKind = "protected" | "optional" | "login" | "logout" | "foreign";

/** Which URLs the session's token belongs to, and which of them mean something to the session. */
export interface Scope {
  /** What a call to a serialised URL is; the method in capitals. */
  kindOf(url: string, method: string): CallKind;
  /** Whether a serialised URL is within the base URL. */
  includes(url: string): boolean;
}

export function createScope({ prefix, loginUrl, logoutUrl, optionalOperations }: Settings): Scope {
  const login = `POST ${loginUrl.slice(prefix.length)}`;
  const logout = `POST ${logoutUrl.slice(prefix.length)}`;
  return {
    includes: (url) => pathOf(prefix, url) !== undefined,
    kindOf(url, method) {
      const path = pathOf(prefix, url);
      if (path === undefined) return "foreign";
      const operation = `${method} ${path}`;
      if (operation === login) return "login";
      if (operation === logout) return "logout";
      return optionalOperations.test(operation) ? "optional" : "protected";
    },
  };
}

/** The path of a serialised URL below the prefix, without query; `undefined` when the URL is outside. */
function pathOf(prefix: string, url: string): string | undefined {
  // Serialised URLs have dot segments, letter case and user info settled, so text is enough, given the boundary.
  return url.startsWith(prefix) ? /^(?:\/[^?#]*|(?![^?#]))/.exec(url.slice(prefix.length))?.[0] : undefined;
}
