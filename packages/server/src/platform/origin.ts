/**
 * Explains why a string is not an origin as browsers send it (RFC 6454 section 6.2) and what to write instead; null if it is
 * one. Origins of web views, such as `capacitor://localhost`, are accepted.
 */
export function describeWrongOrigin(text: string): string | null {
  const given = JSON.stringify(withoutUser(text));
  if (text === "*") return `${given} means all origins; write it alone`;
  if (text === "null")
    return `${given} is the origin of all sandboxed pages and local files; serve the page from an origin of its own`;
  const meant = originOf(text.includes("://") ? text : `https://${text}`);
  if (meant === text) return null;
  return `${given} is not an origin; write ${meant ?? "a scheme and a host, such as https://app.example"}`;
}

/** Returns the origin of a URL as a browser sends it; null if the string is not a URL with a host. */
function originOf(text: string): string | null {
  // A URL parser corrects slashes, and takes `app.example:8080` for a scheme.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/*\s]/i.test(text) || !URL.canParse(text)) return null;
  const { origin, protocol, host } = new URL(text);
  return origin === "null" ? `${protocol}//${host.toLowerCase()}` : origin;
}

/** Removes the user name and password, which may be secret. */
function withoutUser(text: string): string {
  const at = text.lastIndexOf("@");
  return at < 0 ? text : `...${text.slice(at)}`;
}
