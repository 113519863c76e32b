const ordinal = /^f1\.(\d{1,15})\./;

/**
 * Which of two tokens of the same session is newer: positive when `a`, negative when `b`, `undefined` when the
 * tokens do not say. Understands the reference server's `f1.<sequence>.<secret>` and, for services that issue JWTs,
 * the `iat` claim (RFC 7519 section 4.1.6). Never throws.
 */
export function compareTokens(a: string, b: string): number | undefined {
  const age = ageOf(ordinal.exec(a)?.[1], ordinal.exec(b)?.[1]) ?? ageOf(issuedAt(a), issuedAt(b));
  return age === 0 ? undefined : age;
}

function ageOf(a: string | number | undefined, b: string | number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Number(a) - Number(b);
}

/** `iat` in seconds, when the token is a JWT and the claim is a believable time; such tokens are signed, not secret in shape. */
function issuedAt(token: string): number | undefined {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token)?.[1];
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const iat = typeof claims === "object" && claims !== null && "iat" in claims ? claims.iat : undefined;
    return typeof iat === "number" && iat > 0 && iat < 1e11 ? iat : undefined;
  } catch {
    return undefined;
  }
}
