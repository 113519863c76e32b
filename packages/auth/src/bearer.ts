import { AuthError } from "./errors.ts";

// b64token of RFC 6750 section 2.1. Anything else would make every later `Headers.set` throw or split the header.
const tokenText = /^\s*(?:bearer[ \t]+)?(?!bearer\s*$)([\w\-.~+/]+=*)\s*$/i;

/**
 * The token of an `Authorization` response header in the form `bearer <ACCESS_TOKEN>`, any letter case
 * (source description, section 5; RFC 9110 section 11.1). `undefined` for a blank value, another scheme,
 * two joined headers, or characters that are not allowed in a token.
 */
export function parseBearer(value: string | null): string | undefined {
  return value !== null && /^\s*bearer\s/i.test(value) ? parseTokenText(value) : undefined;
}

/** As {@link parseBearer}, but the scheme may be absent: for `data.token` of GET /auth/token, `adopt` and custom logins. */
export function parseTokenText(value: unknown): string | undefined {
  return typeof value === "string" ? tokenText.exec(value)?.[1] : undefined;
}

/** The token of a text that the application gave. Throws `token_malformed`. */
export function readTokenText(text: unknown): string {
  const token = parseTokenText(text);
  if (!token) throw new AuthError("token_malformed", "not an access token");
  return token;
}

/** The request header value in the service's own form, lower-case scheme. */
export function bearer(token: string): string {
  return `bearer ${token}`;
}
