/** Origins as browsers send them (RFC 6454 section 6.2); also those of applications in a web view, `capacitor://localhost`. */

/** What is wrong with a text that is to be an origin, and what to write; null for an origin. */
export function describeWrongOrigin(text: string): string | null {
  const given = JSON.stringify(withoutUser(text));
  if (text === "*") return `${given} means all origins; write it alone`;
  if (text === "null") return `${given} is sent by pages of every sandbox and file; serve the page from an origin`;
  const meant = originOf(text.includes("://") ? text : `https://${text}`);
  if (meant === text) return null;
  return `${given} is not an origin: a scheme, a host and a port that is not the default, in lower case; write ${meant ?? "https://app.example"}`;
}

/** The origin of a URL, as a browser would send it; null for what is no URL with a host. */
function originOf(text: string): string | null {
  // A URL parser corrects slashes, and takes `app.example:8080` for a scheme.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/*\s]/i.test(text) || !URL.canParse(text)) return null;
  const { origin, protocol, host } = new URL(text);
  return origin === "null" ? `${protocol}//${host.toLowerCase()}` : origin;
}

/** User and password of a URL may be secret. */
function withoutUser(text: string): string {
  const at = text.lastIndexOf("@");
  return at < 0 ? text : `...${text.slice(at)}`;
}
