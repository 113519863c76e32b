import { html, type Html, trusted } from "../html/html.ts";
import type { SiteContract } from "../contract/site-contract.ts";
import { relativeUrl } from "../contract/urls.ts";
import { baseAddress } from "../samples/index.ts";
import { sandboxSize } from "../sandbox/site-sandbox.ts";
import type { SandboxManifest } from "../sandbox/protocol.ts";
import type { Page, TocEntry } from "../pages/page.ts";
import { type GuideEntry, navigation } from "./navigation.ts";

/** Nothing but the site's own files, no inline script or style. */
export const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** On these pages readers name the server that they call. */
const SERVICE_POLICY = POLICY.replace(
  "connect-src 'self'",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
);

const SERVICE_PAGES: ReadonlySet<Page["kind"]> = new Set(["try", "map"]);

/** What all pages have in common. */
export interface Site {
  readonly contract: SiteContract;
  readonly guides: readonly GuideEntry[];
  /** Names of the built files: style sheet, scripts, fonts. They have a hash, so that a host may cache them for ever. */
  readonly assets: Assets;
  /** Absolute address of the version's root, with a slash at its end; null where the site does not know it. */
  readonly address: string | null;
}

export interface Assets {
  readonly css: string;
  readonly themeJs: string;
  readonly siteJs: string;
  readonly searchJs: string;
  readonly tryJs: string;
  readonly map: MapAssets;
  /** Folder of the samples that run, with a slash at its end. */
  readonly runs: string;
  readonly searchIndex: string;
  readonly fonts: readonly string[];
  /** The server inside of a page, which pages load when it is wanted. */
  readonly sandbox: SandboxManifest;
}

/** The files of the live map. */
export interface MapAssets {
  readonly css: string;
  /** The script of the page. */
  readonly js: string;
  /** What draws the map, loaded when a reader opens it; it knows where its worker is. */
  readonly view: string;
}

/** Neighbours of a page in reading order. */
export interface Neighbours {
  readonly previous: { title: string; url: string } | null;
  readonly next: { title: string; url: string } | null;
}

/** The whole document of a page. */
export function frame(
  site: Site,
  page: Page,
  neighbours: Neighbours,
  to = (url: string) => relativeUrl(page.url, url),
): string {
  const { info } = site.contract.document;
  const name = info.title;
  const title = page.kind === "start" ? name : `${page.title} – ${name}`;
  const policy = SERVICE_PAGES.has(page.kind) ? SERVICE_POLICY : POLICY;
  return html`${trusted("<!doctype html>")}
    <html
      lang="en"
      data-root="${to("")}"
      data-search="${to(site.assets.searchJs)}"
      data-index="${to(site.assets.searchIndex)}"
      ${pageData(site, page, to)}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${title}</title>
        <meta name="description" content="${page.summary}" />
        <meta name="color-scheme" content="light dark" />
        <meta property="og:title" content="${page.title}" />
        <meta property="og:description" content="${page.summary}" />
        <meta property="og:type" content="article" />
        ${site.address !== null && html`<link rel="canonical" href="${site.address}${page.url}" /> `}
        ${page.kind !== "not-found" && html`<link rel="alternate" type="text/markdown" href="${to(markdownUrl(page.url))}" />`}
        ${page.kind === "not-found" && html`<meta name="robots" content="noindex" />`}
        <link rel="icon" href="${to("icon.svg")}" type="image/svg+xml" />
        ${site.assets.fonts.map(
          (font) => html`<link rel="preload" href="${to(font)}" as="font" type="font/woff2" crossorigin /> `,
        )}
        <link rel="stylesheet" href="${to(site.assets.css)}" />
        <script src="${to(site.assets.themeJs)}"></script>
        <script src="${to(site.assets.siteJs)}" type="module"></script>
        ${pageFiles(site.assets, page, to)} ${site.address !== null && breadcrumbData(site.address, page)}
      </head>
      <body class="page-${page.kind}">
        <a class="skip" href="#main">Skip to content</a>
        <header class="bar">
          <a class="brand" href="${to("")}">${LOGO}<span>Fleet API</span></a
          ><span class="version">${info.version}</span>
          <button class="menu-button" type="button" popovertarget="menu">Menu</button>
          <div class="bar-tools" id="tools"></div>
        </header>
        <div class="frame">
          <nav class="side" id="menu" aria-label="Documentation" popover>
            ${navigation(site.contract, site.guides, page.url, to)}
          </nav>
          <main id="main" tabindex="-1">
            <div class="content${page.aside !== null && " with-aside"}">
              <div class="article">
                ${breadcrumbs(page, to)}
                <div class="heading"><h1>${page.title}</h1></div>
                ${page.main} ${pager(neighbours, to)}
              </div>
              ${page.aside !== null && html`<aside class="aside" aria-label="Code">${page.aside}</aside>`}${page.aside === null && page.toc.length > 1 && tableOfContents(page.toc)}
            </div>
          </main>
        </div>
        <footer class="foot">
          <p>
            ${name} ${info.version} · <a href="${to("changelog/")}">Changelog</a> ·
            <a href="${to("openapi.json")}">OpenAPI</a
            >${page.kind !== "not-found" && html` · <a href="${to(markdownUrl(page.url))}">This page as Markdown</a>`}
          </p>
        </footer>
      </body>
    </html> `.text;
}

/** What the scripts of some pages need to know. */
function pageData({ contract, assets }: Site, { kind, runs = [] }: Page, to: (url: string) => string): Html {
  const hasRuns = runs.length > 0;
  return html`${(hasRuns || SERVICE_PAGES.has(kind)) && html`data-sandbox-size="${sandboxSize(assets.sandbox)}" `}${kind === "map" && html`data-map="${to(assets.map.view)}" `}${hasRuns && html`data-runs="${to(assets.runs)}" data-base-url="${baseAddress(contract.document)}"`}`;
}

/** Scripts and styles that other pages do not have. */
function pageFiles({ tryJs, map }: Assets, { kind }: Page, to: (url: string) => string): Html | null {
  if (kind === "try") return html`<script src="${to(tryJs)}" type="module"></script>`;
  if (kind !== "map") return null;
  return html`<link rel="stylesheet" href="${to(map.css)}" />
    <script src="${to(map.js)}" type="module"></script>`;
}

/** The Markdown twin of a page. */
export function markdownUrl(url: string): string {
  return url === "" ? "index.md" : `${url.replace(/\/$/, "")}.md`;
}

const LOGO = trusted(
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path class="logo-line" d="M5 19c0-7 14-3 14-10"/><circle class="logo-dot" cx="5" cy="19" r="3"/><circle class="logo-dot" cx="19" cy="6" r="3"/></svg>',
);

function breadcrumbs({ above }: Page, to: (url: string) => string): Html | null {
  if (above.length === 0) return null;
  return html`<nav class="crumbs" aria-label="Breadcrumb">
    ${above.map(({ title, url }, index) => html`${index > 0 && " / "}<a href="${to(url)}">${title}</a>`)}
  </nav> `;
}

function pager({ previous, next }: Neighbours, to: (url: string) => string): Html | null {
  if (previous === null && next === null) return null;
  return html`<nav class="pager" aria-label="Next pages">
    ${previous !== null && html`<a rel="prev" href="${to(previous.url)}"><span>Previous</span>${previous.title}</a>`}${next !== null && html`<a rel="next" href="${to(next.url)}"><span>Next</span>${next.title}</a>`}
  </nav>`;
}

function tableOfContents(entries: readonly TocEntry[]): Html {
  return html`<nav class="toc" aria-labelledby="toc-title">
    <p class="nav-title" id="toc-title">On this page</p>
    <ul>
      ${entries.map(({ id, text, level }) => html`<li class="toc-${level}"><a href="#${id}">${text}</a></li>`)}
    </ul>
  </nav>`;
}

function breadcrumbData(address: string, { above, title, url }: Page): Html {
  const items = [...above, { title, url }].map((item, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: item.title,
    item: address + item.url,
  }));
  const data = JSON.stringify({ "@context": "https://schema.org", "@type": "BreadcrumbList", itemListElement: items });
  return html`<script type="application/ld+json">
    ${trusted(data.replaceAll("<", "\\u003c"))}
  </script> `;
}
