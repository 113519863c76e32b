import { systemTime } from "../platform.ts";

const ordinal = /^f1\.(\d{1,15})\./;

/**
 * Which of two tokens of the same session is newer: positive when `a`, negative when `b`, `undefined` when the
 * tokens do not say. Understands the reference server's `f1.<sequence>.<secret>`. Never throws.
 */
export function compareTokens(a: string, b: string): number | undefined {
  // Without a sequence number the difference is NaN, which says as little as 0.
  return Number(ordinal.exec(a)?.[1]) - Number(ordinal.exec(b)?.[1]) || undefined;
}

/** How far the clock of the service may be ahead of ours, in milliseconds. */
const clockSkewMs = 60_000;

/**
 * For services whose tokens are JWTs: orders two tokens by their `iat` claim (RFC 7519 section 4.1.6). Positive when
 * `a` is newer, negative when `b` is, `undefined` when the tokens do not say. An `iat` more than a minute in the future
 * says nothing: believed, it would outrank every later token. Never throws.
 *
 * @example
 * createAuth({ baseUrl, compare: compareJwt });
 */
export function compareJwt(
  a: string,
  b: string,
  { now }: { readonly now: number } = { now: systemTime() },
): number | undefined {
  const latest = (now + clockSkewMs) / 1_000;
  const [first, second] = [issuedAt(a, latest), issuedAt(b, latest)];
  return first === undefined || second === undefined ? undefined : first - second || undefined;
}

/** `iat` in seconds, when the token is a JWT and the claim is a believable time. */
function issuedAt(token: string, latest: number): number | undefined {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token)?.[1];
  if (payload === undefined) return undefined;
  try {
    const claims: { iat?: unknown } | null = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const iat = claims?.iat;
    return typeof iat === "number" && iat > 0 && iat <= latest ? iat : undefined;
  } catch {
    return undefined;
  }
}
