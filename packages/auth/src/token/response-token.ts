import type { SessionContext } from "../context.ts";
import { parseBearer } from "../token-text.ts";

/** The token in the header of a response from within the base URL. */
export function readResponseToken(
  { scope, events }: SessionContext,
  response: Response,
  requestUrl: string,
): string | undefined {
  const header = response.headers.get("authorization");
  if (header === null) return undefined;
  const token = parseBearer(header);
  // After a redirect the header was written by whatever server is at its end.
  const from = response.url || requestUrl;
  if (!scope.includes(from)) {
    if (token !== undefined) events.emit({ type: "scope_refused", origin: new URL(from).origin });
    return undefined;
  }
  if (token === undefined && isBearerText(header)) events.emit({ type: "token_malformed", length: header.length });
  return token;
}

/** A blank value and other schemes mean that there is no newer token. */
function isBearerText(header: string): boolean {
  return /^\s*bearer\s+\S/i.test(header);
}
