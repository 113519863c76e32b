import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { byTier } from "@fleet-api-tools/test-tier";
import { docsDir } from "@fleet-api/docs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StaticServer } from "./support/use-site.ts";
import { buildSite, filesIn, FOREIGN, isRedirect, pagesOf, serveFolder } from "./support/use-site.ts";
import { type Link, LinkChecker, linksOfMarkdown, linksOfPage, linksOfStyles } from "./support/links.ts";

/** A site that works below one prefix works below another, unless a link begins with one. */
const PREFIXES = byTier(["/some/prefix/"], ["/docs/", "/some/prefix/", "/"]);

describe.each(PREFIXES)("links of the site under %s", (prefix) => {
  let server: StaticServer;
  let checker: LinkChecker;
  let files: Map<string, Buffer>;
  beforeAll(async () => {
    [server, files] = await Promise.all([serveFolder(docsDir, prefix), filesIn(docsDir)]);
    checker = new LinkChecker(server.url);
  });
  afterAll(() => server.close());

  const at = (path: string): string => `${server.url}${path.replace(/index\.html$/, "")}`;
  const linksIn = (ending: string, read: (text: string) => readonly string[]): Link[] =>
    [...files]
      .filter(([path]) => path.endsWith(ending) && path !== FOREIGN && path !== "404.html")
      .flatMap(([path, bytes]) => read(bytes.toString()).map((href) => ({ from: at(path), href })));

  test.each([
    ["pages", ".html", linksOfPage],
    ["Markdown twins", ".md", linksOfMarkdown],
    ["files for language models", ".txt", linksOfMarkdown],
    ["style sheets", ".css", linksOfStyles],
  ] as const)("of %s lead somewhere", async (_name, ending, read) => {
    const links = linksIn(ending, read);
    expect(links).not.toEqual([]);
    expect(await checker.broken(links)).toEqual([]);
  });

  test("of the search index lead somewhere", async () => {
    const rows: string[][] = JSON.parse(
      [...files].find(([path]) => /search\.\w+\.json$/.test(path))?.[1].toString() ?? "",
    );
    expect(rows.length).toBeGreaterThan(100);
    expect(await checker.broken(rows.map(([, , url = ""]) => ({ from: at("v1/"), href: url })))).toEqual([]);
  });
});

test("every page is reached from the start page by links", async () => {
  const pages = new Map(pagesOf(await filesIn(docsDir)));
  const reached = new Set<string>();
  const follow = (path: string): void => {
    const markup = pages.get(path);
    if (reached.has(path) || markup === undefined) return;
    reached.add(path);
    for (const href of linksOfPage(markup)) {
      const { origin, pathname } = new URL(href, `https://docs.invalid/${path}`);
      if (origin === "https://docs.invalid") follow(pathname.slice(1).replace(/(^|\/)$/, "$1index.html"));
    }
  };
  follow("v1/index.html");
  const redirects = [...pages].filter(([, markup]) => isRedirect(markup)).map(([path]) => path);
  expect([...pages.keys()].filter((path) => !reached.has(path))).toEqual(["404.html", ...redirects].toSorted());
});

describe("a site that knows its address", () => {
  const address = "https://docs.example.com/fleet/v1/";
  let folder: string;
  let files: Map<string, Buffer>;
  let server: StaticServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "fleet-site-"));
    await buildSite(folder, "--address", address, "--base", "/fleet/");
    [server, files] = await Promise.all([serveFolder(folder, "/fleet/"), filesIn(folder)]);
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const here = (href: string): string => href.replace("https://docs.example.com/fleet/", server.url);

  test("names it as canonical on each page, once", () => {
    for (const [path, markup] of pagesOf(files)) {
      if (path === "404.html" || isRedirect(markup)) continue;
      const canonical = [...markup.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href);
      expect(canonical).toEqual([`https://docs.example.com/fleet/${path.replace(/index\.html$/, "")}`]);
    }
  });

  test("has a sitemap of all pages, and links that hold", async () => {
    const sitemap = files.get("sitemap.xml")?.toString() ?? "";
    const urls = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) => url);
    const pages = pagesOf(files).filter(([path, markup]) => path !== "404.html" && !isRedirect(markup));
    expect(urls.map((url) => url.replace("https://docs.example.com/fleet/", "")).toSorted()).toEqual(
      pages.map(([path]) => path.replace(/index\.html$/, "")).toSorted(),
    );
    const links = [...files]
      .filter(([path]) => path.endsWith(".md") || /llms.*\.txt$/.test(path))
      .flatMap(([path, bytes]) =>
        linksOfMarkdown(bytes.toString()).map((href) => ({ from: `${server.url}${path}`, href: here(href) })),
      );
    const checker = new LinkChecker(server.url);
    expect(await checker.broken([...links, ...urls.map((url) => ({ from: server.url, href: here(url) }))])).toEqual([]);
  });

  test("has a page for paths that lead nowhere whose links work from any of them", async () => {
    const checker = new LinkChecker(server.url);
    const from = `${server.url}v1/no/such/page/`;
    const answer = await fetch(from);
    expect(answer.status).toBe(404);
    const markup = await answer.text();
    const outwards = linksOfPage(markup).filter((href) => href !== "#main");
    expect(markup).toContain('id="main"');
    expect(await checker.broken(outwards.map((href) => ({ from, href })))).toEqual([]);
  });
});
