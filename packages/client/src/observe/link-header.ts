/** A link of a `Link` header. */
export interface Link {
  /** Relation type, in lower case. A link with several is given once for each. */
  readonly rel: string;
  /** Absolute http or https address. */
  readonly href: string;
}

const target = /[ \t,]*<([^>]*)>/y;
const parameter = /[ \t]*;[ \t]*([\w!#$&+.^`|~*-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+)))?/y;

/**
 * Reads a `Link` header (RFC 8288, section 3). Relative addresses are resolved against `base`. Stops at the first
 * malformed link. Addresses that are not http or https are left out: a link is there to be followed.
 */
export function parseLinks(field: string | null, base: string): Link[] {
  const links: Link[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(field ?? "");
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (let match = take(target); match; match = take(target)) {
    let rels: string | undefined;
    for (let each = take(parameter); each; each = take(parameter)) {
      // Only the first rel counts, RFC 8288 section 3.3.
      if (each[1]?.toLowerCase() === "rel") rels ??= each[2] ?? each[3];
    }
    const href = absolute(match[1] ?? "", base);
    if (href) for (const rel of rels?.toLowerCase().split(/[ \t]+/) ?? []) if (rel) links.push({ rel, href });
  }
  return links;
}

function absolute(address: string, base: string): string {
  const href = URL.canParse(address, base) ? new URL(address, base).href : "";
  return /^https?:/.test(href) ? href : "";
}
