/** Headers that say what the kept body is. The others belong to one response: a token, a request id, a limit. */
const ofTheBody = /^(etag|last-modified|content-(type|language|location)|cache-control|expires|vary|link)$/;

/** The headers of a 304, and those of the kept answer that describe its body and are not in the 304 (RFC 9111, 3.2). */
export function freshHeaders(kept: Headers, fresh: Headers): Headers {
  const merged = new Headers(fresh);
  kept.forEach((value, name) => {
    if (ofTheBody.test(name) && !fresh.has(name)) merged.set(name, value);
  });
  return merged;
}
