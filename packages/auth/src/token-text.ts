import { AuthError } from "./errors.ts";

// b64token of RFC 6750 section 2.1. Anything else would make every later `Headers.set` throw or split the header.
const tokenText = /^\s*(?:bearer[ \t]+)?(?!bearer\s*$)([\w\-.~+/]+=*)\s*$/i;

/** Longest token that is accepted, in characters: usual servers refuse headers of more than 8 kB. */
export const maxTokenLength = 8_192;

/** Longest text that is looked at: a token with its scheme and some white space. */
const maxTextLength = maxTokenLength + 100;

/**
 * The token of an `Authorization` response header in the form `bearer <ACCESS_TOKEN>`, any letter case
 * (source description, section 5; RFC 9110 section 11.1). `undefined` for a blank value, another scheme, two joined
 * headers, characters that are not allowed in a token, and tokens longer than {@link maxTokenLength}.
 */
export function parseBearer(value: string | null): string | undefined {
  return value !== null && /^\s*bearer\s/i.test(value) ? parseTokenText(value) : undefined;
}

/** As {@link parseBearer}, but the scheme may be absent: for `data.token` of GET /auth/token, `adopt` and custom logins. */
export function parseTokenText(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > maxTextLength) return undefined;
  const token = tokenText.exec(value)?.[1];
  return token !== undefined && token.length <= maxTokenLength ? token : undefined;
}

/** The token of a text that the application or the login gave. Throws `token_malformed`. */
export function readTokenText(text: unknown): string {
  const token = parseTokenText(text);
  if (token !== undefined) return token;
  const found = typeof text === "string" ? `a text of ${text.length} characters` : typeof text;
  throw new AuthError(
    "token_malformed",
    `expected an access token of at most ${maxTokenLength} letters, digits and "-._~+/=", got ${found}`,
  );
}

/** The request header value in the service's own form, lower-case scheme. */
export function bearer(token: string): string {
  return `bearer ${token}`;
}
