/** The text files of the site: each page as HTML and as Markdown, and the files for programs. */
import { makeIsland } from "@fleet-api/server/simulator";
import { stringify } from "yaml";
import { html, trusted } from "./html/html.ts";
import { createTwins } from "./html/twin.ts";
import { type Assets, frame, markdownUrl, type Neighbours, POLICY, type Site } from "./layout/frame.ts";
import { type Page, ROOT } from "./pages/page.ts";
import { notFoundPage } from "./pages/not-found.ts";
import { REDIRECTS } from "./redirects.ts";
import type { SiteModel } from "./site.ts";
import { tryUrl } from "./contract/urls.ts";
import { islandFile } from "./map/island-file.ts";
import { formFiles } from "./try/forms.ts";

interface SiteOptions {
  readonly assets: Assets;
  /** Absolute address of `v1/`, or null. */
  readonly address: string | null;
  /** Path of the folder that contains `v1/`, with a slash at both ends. */
  readonly base: string;
}

/** Paths of files below the site's folder, with their content. */
export async function siteFiles(
  { tools, guides, pages }: SiteModel,
  { assets, address, base }: SiteOptions,
): Promise<Map<string, string>> {
  const { contract } = tools;
  const site: Site = { contract, guides, assets, address };
  const files = new Map<string, string>();
  const writeTwin = createTwins();
  const twins = new Map(pages.map((page) => [page, page.markdown ?? writeTwin(page, (href) => rootLink(page, href))]));
  pages.forEach((page, index) => {
    files.set(`v1/${page.url}index.html`, frame(site, page, neighbours(pages, index)));
    const depth = markdownUrl(page.url).split("/").length - 1;
    files.set(`v1/${markdownUrl(page.url)}`, rooted(twins.get(page) ?? "", address ?? "../".repeat(depth)));
  });
  files.set(
    "404.html",
    frame({ ...site, address: null }, notFoundPage(), { previous: null, next: null }, (url) => `${base}v1/${url}`),
  );
  for (const [from, to] of REDIRECTS)
    files.set(from.endsWith("/") || from === "" ? `${from}index.html` : from, redirect(from, to));
  files.set("v1/openapi.yaml", stringify(contract.document, { lineWidth: 0, aliasDuplicateObjects: false }));
  files.set(
    "v1/errors.json",
    JSON.stringify(
      contract.problems.map(({ code, status, title, description }) => ({ code, status, title, description })),
      null,
      2,
    ),
  );
  for (const [path, content] of formFiles(contract)) files.set(`v1/${tryUrl}forms/${path}`, content);
  files.set("v1/sandbox.json", JSON.stringify(assets.sandbox, null, 2));
  files.set("v1/island.geojson", JSON.stringify(islandFile(makeIsland())));
  files.set("v1/icon.svg", ICON);
  files.set("v1/llms.txt", llmsText(pages, address));
  files.set(
    "v1/llms-full.txt",
    pages
      .filter(({ kind }) => kind !== "list")
      .map((page) => rooted(twins.get(page) ?? "", address ?? ""))
      .join("\n---\n\n"),
  );
  if (address !== null) {
    files.set("sitemap.xml", sitemap(pages, address));
    files.set("robots.txt", `User-agent: *\nAllow: /\nSitemap: ${new URL("../sitemap.xml", address).href}\n`);
  }
  return files;
}

/** A link of a page from the root of the site; links to other origins stay as they are. */
function rootLink({ url }: Page, href: string): string {
  const place = new URL(href, new URL(url, ORIGIN));
  return place.origin === ORIGIN ? `${ROOT}${place.pathname.slice(1)}${place.hash}` : href;
}

/** Stands for the origin of the site while links are followed. */
const ORIGIN = "https://site.invalid";

/** Markdown whose links begin at `root`: an address, or the way from a file to the root of the site. */
function rooted(markdown: string, root: string): string {
  return markdown.replaceAll(`](${ROOT}`, `](${root}`);
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M5 19c0-7 14-3 14-10" fill="none" stroke="#0b8a76" stroke-width="2.5" stroke-linecap="round"/><circle cx="5" cy="19" r="3" fill="#0b8a76"/><circle cx="19" cy="6" r="3" fill="#0b8a76"/></svg>\n';

/** Pages of the same kind that come before and after, in the order of the navigation. */
function neighbours(pages: readonly Page[], index: number): Neighbours {
  const page = pages[index];
  const linked = (other: Page | undefined): { title: string; url: string } | null =>
    other !== undefined &&
    page !== undefined &&
    other.kind === page.kind &&
    (page.kind === "guide" || page.kind === "operation") &&
    other.above[0]?.url === page.above[0]?.url
      ? { title: other.title, url: other.url }
      : null;
  return { previous: linked(pages[index - 1]), next: linked(pages[index + 1]) };
}

/** A page that leads on without a script; `from` and `to` are paths below the site's folder. */
function redirect(from: string, to: string): string {
  const target = `${"../".repeat(from.split("/").length - 1)}${to}`;
  return html`${trusted("<!doctype html>")}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <title>Moved</title>
        <meta http-equiv="refresh" content="0; url=${target}" />
        <link rel="canonical" href="${target}" />
      </head>
      <body>
        <p>This page is now at <a href="${target}">${to}</a>.</p>
      </body>
    </html> `.text;
}

const SECTIONS: readonly (readonly [Page["kind"], string])[] = [
  ["guide", "Guides"],
  ["operation", "Operations"],
  ["problem", "Errors"],
  ["schema", "Schemas"],
  ["permission", "Permissions"],
  ["package", "Packages"],
  ["decision", "Decisions"],
];

/** The index for language models: https://llmstxt.org. */
function llmsText(pages: readonly Page[], address: string | null): string {
  const start = pages[0];
  const line = ({ title, url, summary }: Page): string =>
    `- [${title}](${address ?? ""}${markdownUrl(url)}): ${summary}`;
  const sections = SECTIONS.map(
    ([kind, title]) =>
      `## ${title}\n\n${pages
        .filter((page) => page.kind === kind)
        .map(line)
        .join("\n")}`,
  );
  return `# ${start?.title}\n\n> ${start?.summary}\n\nThe OpenAPI description is openapi.json; all pages in one file are llms-full.txt.\n\n${sections.join("\n\n")}\n`;
}

function sitemap(pages: readonly Page[], address: string): string {
  const urls = pages.map(({ url }) => html`<url><loc>${address}${url}</loc></url> `);
  return html`${trusted('<?xml version="1.0" encoding="UTF-8"?>')}
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"> ${urls}</urlset> `.text;
}
