/**
 * For services whose tokens are JWTs: orders two tokens by their `iat` claim (RFC 7519 section 4.1.6). Positive when
 * `a` is newer, negative when `b` is, `undefined` when the tokens do not say. Never throws.
 *
 * @example
 * createAuth({ baseUrl, compare: compareJwt });
 */
export function compareJwt(a: string, b: string): number | undefined {
  const [first, second] = [issuedAt(a), issuedAt(b)];
  return first === undefined || second === undefined ? undefined : first - second || undefined;
}

/** `iat` in seconds, when the token is a JWT and the claim is a believable time. */
function issuedAt(token: string): number | undefined {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token)?.[1];
  if (payload === undefined) return undefined;
  try {
    const claims: { iat?: unknown } | null = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const iat = claims?.iat;
    return typeof iat === "number" && iat > 0 && iat < 1e11 ? iat : undefined;
  } catch {
    return undefined;
  }
}
