/** RFC 3986 appendix B: scheme, authority, path, query and fragment. */
const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const scheme = /^[a-z][a-z\d+.-]*$/i;
const authority = /^(?:(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*@)?(\[.*\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;
/** A path, a query or a fragment; a path has no question mark. */
const characters = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i;
const futureAddress = /^\[v[\da-f]+\.[\w.~!$&'()*+,;=:-]+\]$/i;

/** Becomes a module of the contract: whether a string is a `URI-reference` of RFC 3986 section 4.1. */
export function format(text: string): boolean {
  const [, name, server, path = "", query = "", fragment = ""] = parts.exec(text) ?? [];
  if (![path, query, fragment].every((part) => characters.test(part))) return false;
  // Without a scheme, a colon in the first segment would end one.
  if (name === undefined ? server === undefined && /^[^/]*:/.test(path) : !scheme.test(name)) return false;
  if (server === undefined) return true;
  const host = authority.exec(server)?.[1];
  return host !== undefined && (!host.startsWith("[") || futureAddress.test(host) || isIpv6(host));
}

/** URL parsers read the addresses of RFC 3986 section 3.2.2, and no other in brackets. */
function isIpv6(host: string): boolean {
  try {
    return /^\[[\da-f:.]+\]$/i.test(host) && new URL(`http://${host}`).hostname.startsWith("[");
  } catch {
    return false;
  }
}
