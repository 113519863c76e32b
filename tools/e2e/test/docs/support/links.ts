/** Reads and follows the links of the built site, over HTTP. */

/** A link: the address of where it stands, and what it says. */
export interface Link {
  readonly from: string;
  readonly href: string;
}

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&quot;": '"', "&lt;": "<", "&gt;": ">" };

function decoded(text: string): string {
  return text.replaceAll(/&(?:amp|quot|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
}

function attributes(markup: string, names: string): string[] {
  return [...markup.matchAll(new RegExp(`\\s(?:${names})="([^"]*)"`, "g"))].map(([, value = ""]) => decoded(value));
}

/** Everything that a page refers to. Another test holds that all attributes stand in double quotes. */
export function linksOfPage(markup: string): string[] {
  const refreshes = [...markup.matchAll(/content="0; url=([^"]*)"/g)].map(([, url = ""]) => decoded(url));
  return [...attributes(markup, "href|src|data-root|data-search|data-index"), ...refreshes];
}

export function idsOfPage(markup: string): Set<string> {
  return new Set(attributes(markup, "id"));
}

/** The targets of links and images in Markdown, outside of code. */
export function linksOfMarkdown(text: string): string[] {
  const prose = text.replaceAll(/^( *)(```+|~~~+)[^]*?^\1\2/gm, "").replaceAll(/(`+)[^`]+?\1/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

export function linksOfStyles(text: string): string[] {
  return [...text.matchAll(/url\("?([^")]+)"?\)/g)].map(([, target = ""]) => target);
}

/** Follows links of a site; each address is read once. */
export class LinkChecker {
  readonly #site: string;
  readonly #read = new Map<string, Promise<{ status: number; ids: Set<string> }>>();

  /** @param site - address of the site's folder; what lies outside of it belongs to others */
  constructor(site: string) {
    this.#site = site;
  }

  /** What is wrong with links, one line each. */
  async broken(links: readonly Link[]): Promise<string[]> {
    const results = await Promise.all(links.map((link) => this.#check(link)));
    return [...new Set(results.filter((result) => result !== null))];
  }

  async #check({ from, href }: Link): Promise<string | null> {
    const url = new URL(href, from);
    if (!url.href.startsWith(this.#site)) {
      return url.origin === new URL(this.#site).origin
        ? `${from}: ${href} leaves the site's folder`
        : checkOutside(from, url);
    }
    const fragment = decodeURIComponent(url.hash.slice(1));
    url.hash = "";
    const { status, ids } = await this.#page(url.href);
    if (status !== 200) return `${from}: ${href} is answered with ${status}`;
    return fragment === "" || ids.has(fragment) ? null : `${from}: ${href} names no place on that page`;
  }

  #page(url: string): Promise<{ status: number; ids: Set<string> }> {
    const known = this.#read.get(url) ?? read(url);
    this.#read.set(url, known);
    return known;
  }
}

/** Other sites are not asked; their addresses are complete and encrypted, but for those of the reader's own machine. */
function checkOutside(from: string, url: URL): string | null {
  const isFine =
    url.protocol === "https:" || (url.protocol === "http:" && url.hostname === "127.0.0.1") || url.href === "data:,";
  return isFine ? null : `${from}: ${url.href} is not an address to link to`;
}

async function read(url: string): Promise<{ status: number; ids: Set<string> }> {
  const response = await fetch(url);
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const text = isPage ? await response.text() : "";
  await response.body?.cancel().catch(() => undefined);
  return { status: response.status, ids: idsOfPage(text) };
}
