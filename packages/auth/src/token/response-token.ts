import type { SessionContext } from "../context.ts";
import { discard, parseUrl } from "../platform.ts";
import { bearer, parseBearer, parseTokenText } from "../token-text.ts";
import { maxBodyBytes, readText } from "./read-body.ts";

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
    if (token !== undefined) events.emit({ type: "scope_refused", origin: parseUrl(from)?.origin ?? "unknown" });
    return undefined;
  }
  if (token === undefined && isBearerText(header)) events.emit({ type: "token_malformed", length: header.length });
  return token;
}

/** Notes that the service found the headers of a call too large, in which this token was. */
export function reportTooLarge({ events }: SessionContext, { status }: Response, sent: string | undefined): void {
  if (status === 431 && sent !== undefined) events.emit({ type: "headers_too_large", tokenLength: sent.length });
}

/** A blank value and other schemes mean that there is no newer token. */
function isBearerText(header: string): boolean {
  return /^\s*bearer\s+\S/i.test(header);
}

/** What the service says of the current token. */
interface CurrentToken {
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
  const response = await platform.fetchFresh(settings.tokenUrl, { headers, signal });
  reportTooLarge(context, response, sent);
  const isInside = scope.includes(response.url || settings.tokenUrl);
  // A header is newer than the body of the same response.
  const header = readResponseToken(context, response, settings.tokenUrl);
  const body = header === undefined && response.ok && isInside ? await readBody(context, response, signal) : undefined;
  discard(response);
  const isHidden = body !== undefined && body !== sent && response.type === "cors";
  return { response, token: header ?? body, isHidden };
}

/** `data.token` of the envelope, with or without the scheme. */
async function readBody(
  { events }: SessionContext,
  response: Response,
  signal: AbortSignal,
): Promise<string | undefined> {
  const json = await readText(response, signal);
  if (json === undefined) events.emit({ type: "token_malformed", length: maxBodyBytes });
  const body: { data?: { token?: unknown } } | null = JSON.parse(json ?? "null");
  const text = body?.data?.token;
  const token = parseTokenText(text);
  if (token === undefined && typeof text === "string") events.emit({ type: "token_malformed", length: text.length });
  return token;
}
