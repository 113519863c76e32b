import { readdirSync, readFileSync } from "node:fs";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { decisionUrls } from "../src/pages/decisions.ts";
import { siteFiles } from "../src/site-files.ts";
import { readSite } from "../src/site.ts";
import { readSources } from "../src/sources.ts";
import { readRealSite } from "./support/real-site.ts";

const { tools, pages, guides } = await readRealSite();
const { contract } = tools;
const urls = pages.map(({ url }) => url);
const asset = { url: "b", bytes: 1 };
const assets = {
  css: "a.css",
  themeJs: "t.js",
  siteJs: "s.js",
  searchJs: "q.js",
  tryJs: "y.js",
  map: { css: "m.css", js: "m.js", view: "v.js" },
  runs: "r/",
  searchIndex: "i.json",
  fonts: [],
  sandbox: { module: "m.js", files: { worker: asset, pglite: asset, data: asset, template: asset } },
};

describe("the site", () => {
  it("has one page for everything that has a name in the contract", () => {
    const names = [
      ...contract.operations.map(({ id }) => `operations/${id}/`),
      ...Object.keys(contract.document.components.schemas).map((name) => `schemas/${name}/`),
      ...contract.problems.map(({ code }) => `problems/${code}/`),
      ...contract.permissions.map(({ name }) => `permissions/${name}/`),
      ...contract.groups.map(({ slug }) => `groups/${slug}/`),
      ...guides.map(({ slug }) => `guides/${slug}/`),
    ];
    expect(names.filter((url) => urls.filter((one) => one === url).length !== 1)).toEqual([]);
    expect(contract.operations.length).toBeGreaterThan(0);
    expect(contract.problems.map(({ code }) => code)).toEqual(
      contract.document.components.schemas["ProblemCode"]?.enum,
    );
  });

  it("says of each permission what needs it", () => {
    const permission = contract.permissions.find(({ name }) => name === "units.units_technical");
    expect(permission?.operations.map(({ id }) => id)).toContain("unitsCreateReading");
    expect(permission?.fields.map(({ operation, field }) => `${operation.id}.${field}`)).toContain(
      "unitsUpdate.protocol",
    );
    const page = pages.find(({ url }) => url === "permissions/units.units_technical/")?.main.text;
    expect(page).toContain('href="../../operations/unitsUpdate/#body.protocol"');
  });

  it("has a summary, a title and a Markdown twin for each page", () => {
    const poor = pages.filter(
      ({ title, summary, markdown }) => title === "" || summary === "" || markdown?.startsWith("# ") === false,
    );
    expect(poor.map(({ url }) => url)).toEqual([]);
  });

  it("refuses a guide with a link that leads nowhere, and names the link", async () => {
    const sources = await readSources();
    const guide = (markdown: string) => ({ ...sources, guides: [...sources.guides, { file: "99-new.md", markdown }] });
    await expect(readSite(guide("# New\n\nSee [it](operation:unitsFly)."))).rejects.toThrow(
      "The link operation:unitsFly leads nowhere: there is no operation unitsFly.",
    );
    await expect(readSite(guide("# New\n\nSee [it](../other.md)."))).rejects.toThrow(
      "The link ../other.md leads nowhere",
    );
    await expect(readSite(guide("New"))).rejects.toThrow('A page begins with "# " and its title');
  });
});

describe("the files of the site", () => {
  it("name no other origin unless the site has an address", async () => {
    const files = await siteFiles(await readRealSite(), { assets, address: null, base: "/docs/" });
    const pattern = /<(?:link|script|img|iframe)[^>]+(?:href|src)="(?:https?:)?\/\//;
    expect(
      [...files].filter(([path, text]) => path.endsWith(".html") && pattern.test(text)).map(([path]) => path),
    ).toEqual([]);
    expect(files.has("sitemap.xml")).toBe(false);
    expect(files.get("index.html")).toContain('content="0; url=v1/"');
    expect(files.get("404.html")).toContain('href="/docs/v1/a.css"');
  });

  it("have absolute addresses for search engines, if asked", async () => {
    const address = "https://docs.example.com/v1/";
    const files = await siteFiles(await readRealSite(), { assets, address, base: "/" });
    expect(files.get("sitemap.xml")?.match(/<loc>/g)).toHaveLength(pages.length);
    expect(files.get("v1/operations/unitsListing/index.html")).toContain(
      '<link rel="canonical" href="https://docs.example.com/v1/operations/unitsListing/"',
    );
    expect(files.get("robots.txt")).toContain("Sitemap: https://docs.example.com/sitemap.xml");
  });

  it("escape what the contract says", async () => {
    const sources = await readSources();
    const evil = '<img src="x" onerror="alert(1)">';
    const info = { ...sources.document.info, title: evil, summary: evil };
    const tags = (sources.document.tags ?? []).map((tag) => ({ ...tag, description: evil }));
    const model = await readSite({ ...sources, document: { ...sources.document, info, tags } });
    const files = await siteFiles(model, { assets, address: null, base: "/docs/" });
    expect(
      [...files].filter(([path, text]) => path.endsWith(".html") && text.includes("<img src")).map(([path]) => path),
    ).toEqual([]);
  });
});

describe("decisions", () => {
  it("are found by their number and by the name of their page", () => {
    const markdown =
      "# Decisions: Units\n\nText.\n\n| # | Section | What is open | What we chose |\n|---|---|---|---|\n| U1 | 2 | Ids | int64 |\n";
    expect([...decisionUrls([{ name: "units", markdown }])]).toEqual([
      ["units", "decisions/units/"],
      ["U1", "decisions/units/#u1"],
    ]);
  });

  it("have a place of their own with the whole text", () => {
    const page = pages.find(({ url }) => url === "decisions/conventions/");
    expect(page?.main.text).toContain('<h2 id="c9">');
    expect(page?.main.text).toContain("A misspelt filter must not return everything.");
  });

  it("lead to files of the repository and to other pages", () => {
    const page = pages.find(({ url }) => url === "decisions/units/")?.main.text;
    expect(page).toContain('href="https://github.com/fleet-api/fleet-api/blob/main/spec/resources/units/schemas.yaml"');
    expect(page).toContain('href="../../decisions/conventions/"');
  });
});

const folder = new URL("../guides/", import.meta.url);
const filesOf = (path: string, extension: string): string[] =>
  readdirSync(new URL(path, folder)).filter((file) => file.endsWith(extension));
const read = (file: string): string => readFileSync(new URL(file, folder), "utf8");

describe("guides", () => {
  it.each(filesOf(".", ".md"))("%s has a number, a title, and a summary of one sentence", (file) => {
    expect(file).toMatch(/^\d\d-[a-z]+(-[a-z]+)*\.md$/);
    const [title, summary, ...rest] = marked.lexer(read(file)).filter(({ type }) => type !== "space");
    expect(title).toMatchObject({ type: "heading", depth: 1 });
    expect(summary?.type).toBe("paragraph");
    expect(summary?.raw.trim()).toMatch(/^[^.]+\.$/);
    expect(rest.filter((token) => token.type === "heading" && token.depth === 1)).toEqual([]);
  });

  it("their numbers are all different", () => {
    const numbers = filesOf(".", ".md").map((file) => file.slice(0, 2));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(filesOf("img", ".svg"))("%s can be put into a page as it is", (file) => {
    const svg = read(`img/${file}`);
    expect(svg).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 \d+ \d+" role="img">\n {2}<title>[^<]+<\/title>/);
    expect(svg).not.toMatch(/\s(?:style|id|href|on\w+)=|<(?:style|script|image|use|foreignObject)\b/);
    expect(Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])).toBeLessThanOrEqual(720);
    for (const [, size] of svg.matchAll(/font-size="(\d+)"/g)) expect(Number(size)).toBeGreaterThanOrEqual(14);
  });

  it("shows every diagram, with a text for those who do not see it", () => {
    const shown = filesOf(".", ".md").flatMap((file) =>
      [...read(file).matchAll(/!\[([^\]]{40,})\]\(img\/([\w-]+\.svg)\)/g)].map(([, , name]) => name),
    );
    expect(shown.toSorted()).toEqual(filesOf("img", ".svg").toSorted());
  });
});
