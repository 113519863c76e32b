import type { SessionContext } from "../context.ts";
import { discard } from "../platform.ts";
import { bearer, parseTokenText } from "../token-text.ts";
import { readResponseToken } from "./response-token.ts";

/** What the service says of the current token. */
export interface CurrentToken {
  readonly response: Response;
  readonly token: string | undefined;
  /** The body names a newer token, and the browser hides the header that must name it as well. */
  readonly isHidden: boolean;
}

/** Sends `GET /auth/token`. */
export async function requestCurrentToken(
  context: SessionContext,
  sent: string,
  signal: AbortSignal,
): Promise<CurrentToken> {
  const { platform, scope, settings } = context;
  const headers = { authorization: bearer(sent) };
  const response = await platform.fetch(settings.tokenUrl, { headers, signal, ...noStore() });
  const isInside = scope.includes(response.url || settings.tokenUrl);
  // A header is newer than the body of the same response.
  const header = readResponseToken(context, response, settings.tokenUrl);
  const body = header === undefined && response.ok && isInside ? await readBody(context, response) : undefined;
  discard(response);
  const isHidden = body !== undefined && body !== sent && response.type === "cors";
  return { response, token: header ?? body, isHidden };
}

/** `data.token` of the envelope, with or without the scheme. */
async function readBody({ events }: SessionContext, response: Response): Promise<string | undefined> {
  const body: { data?: { token?: unknown } } | null = await response.json();
  const text = body?.data?.token;
  const token = parseTokenText(text);
  if (token === undefined && typeof text === "string") events.emit({ type: "token_malformed", length: text.length });
  return token;
}

/**
 * A cached response is no evidence, and a browser that may use its cache delays the request for up to 20 s while another tab
 * waits for the response to the same one. Workers without caches throw for the option.
 */
function noStore(): RequestInit {
  return "cache" in Request.prototype ? { cache: "no-store" } : {};
}
