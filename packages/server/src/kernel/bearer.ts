import { trimOws } from "./field-value.ts";
import { malformed, notAuthenticated } from "./problems.ts";
import type { RequestHead } from "./request-head.ts";

const bearer = /^bearer +(\S+)$/i;
const howTo = "Send `Authorization: bearer <ACCESS_TOKEN>`; POST /auth/login returns the token.";

/**
 * Refuses a second `Authorization` header. Hosts may join repeated headers with a comma, which no token has.
 * @throws ProblemError `malformed_request`
 */
export function refuseRepeatedAuthorization(head: RequestHead): void {
  const values = head.values("authorization");
  if (values.length > 1 || values[0]?.includes(",")) {
    throw malformed("There is more than one Authorization header. Send exactly one.");
  }
}

/**
 * The access token of the `Authorization` header (RFC 6750 section 2.1); the scheme in any case.
 * @throws ProblemError `unauthenticated`
 */
export function bearerToken(head: RequestHead): string {
  const [value] = head.values("authorization");
  if (value === undefined) throw notAuthenticated(`There is no Authorization header. ${howTo}`);
  const token = bearer.exec(trimOws(value))?.[1];
  if (token === undefined) throw notAuthenticated(`The Authorization header is not a bearer token. ${howTo}`);
  return token;
}
