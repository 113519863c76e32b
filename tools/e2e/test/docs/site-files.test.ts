import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { byTier, tier } from "@fleet-api-tools/test-tier";
import { docsDir } from "@fleet-api/docs";
import { startServer } from "@fleet-api/server";
import type { ConfigData } from "html-validate";
import { HtmlValidate } from "html-validate";
import { expect, onTestFinished, test } from "vitest";
import { buildSite, filesIn, isRedirect, pagesOf } from "./support/use-site.ts";

const config: ConfigData = {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // Style only; the formatter of the templates writes lower case and closing slashes.
    "doctype-style": "off",
    "void-style": "off",
    // Ends of lines are left over where a template has nothing to say; they cost nothing after compression.
    "no-trailing-whitespace": "off",
    // Ids of properties have the dots of their paths.
    "valid-id": ["error", { relaxed: true }],
    // A table that scrolls is a region of its own, and no section of the text.
    "prefer-native-element": ["error", { exclude: ["region"] }],
    // Titles of pages are those of the contract, with the name of the API behind them.
    "long-title": ["error", { maxlength: 100 }],
  },
};

/** Pages of one kind are written by the same code. */
const ONE_IN = byTier(4, 1);

test(`${ONE_IN === 1 ? "every page" : `one page in ${ONE_IN}`} is valid HTML`, async () => {
  const validator = new HtmlValidate(config);
  const found: string[] = [];
  const validated = pagesOf(await filesIn(docsDir)).filter((_, index) => index % ONE_IN === 0);
  expect(validated.length).toBeGreaterThan(50);
  for (const [path, markup] of validated) {
    const { results } = await validator.validateString(isWhole(path) ? markup : withoutNavigation(markup));
    for (const { messages } of results)
      found.push(...messages.map(({ line, ruleId, message }) => `${path}:${line} ${ruleId}: ${message}`));
  }
  expect(found).toEqual([]);
});

/** The navigation is the largest part of most pages and the same on all of them, but for the group that is open. */
function withoutNavigation(markup: string): string {
  return markup.replace(/(<nav class="side"[^>]*>)[^]*?<\/nav>/, "$1<p>Navigation</p></nav>");
}

function isWhole(path: string): boolean {
  return !/^v1\/(?:permissions|schemas|problems)\/./.test(path);
}

const pages = pagesOf(await filesIn(docsDir));

/** On these pages readers name the service that is called. */
const SERVICE_PAGES = ["v1/try/index.html", "v1/map/index.html"];
const NAMED_BY_READERS = ["https:", "http://localhost:*", "http://127.0.0.1:*"];

test("every page forbids all but files of its own host, and needs nothing else", () => {
  expect(pages.length).toBeGreaterThan(200);
  for (const [path, markup] of pages) {
    const [, policy = ""] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(markup) ?? [];
    const sources = policy.split(";").map((rule) => rule.trim().split(" "));
    expect([path, sources.find(([name]) => name === "default-src")]).toEqual([path, ["default-src", "'none'"]]);
    expect([
      path,
      sources.flatMap(([, ...allowed]) => allowed).filter((one) => !["'none'", "'self'", "data:"].includes(one)),
    ]).toEqual([path, SERVICE_PAGES.includes(path) ? NAMED_BY_READERS : []]);

    const inline = [
      ...markup.matchAll(/<style\b|<script(?![^>]* src=)[^>]*>|<[^>]* style="[^"]*"|<[^>]* on[a-z]+="[^"]*"/g),
    ];
    expect([path, inline.map(([text]) => text)]).toEqual([path, []]);

    const loaded = [
      ...markup.matchAll(
        /<(?:script|img|iframe|source|object|embed)\b[^>]* (?:src|data)="([^"]*)"|<link rel="(?:stylesheet|preload|icon)"[^>]* href="([^"]*)"/g,
      ),
    ];
    expect([
      path,
      loaded.map(([, src, href]) => src ?? href ?? "").filter((url) => /^(?:[a-z]+:)?\/\//.test(url)),
    ]).toEqual([path, []]);
  }
});

test("every page has the same scripts and styles, so that one page of each kind stands for the others", () => {
  const kits = pages
    .filter(([, markup]) => !isRedirect(markup))
    .map(([, markup]) => [...markup.matchAll(/assets\/(?:site|theme)[^"]*/g)].map(([name]) => name).join(" "));
  expect(new Set(kits).size).toBe(1);
});

test("the reference server sends the policy that the pages have, and forbids frames besides", async () => {
  const settings = { memory: true, port: 0, demo: false, log_level: "silent", docs_dir: docsDir } as const;
  const server = await startServer({ settings });
  onTestFinished(() => server.close());
  for (const path of ["v1/", "v1/try/", "v1/map/"]) {
    const response = await fetch(`${server.docsUrl}${path}`);
    const [, policy = ""] =
      /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(await response.text()) ?? [];
    expect(policy).not.toBe("");
    expect(response.headers.get("content-security-policy")).toBe(`${policy}; frame-ancestors 'none'`);
  }
});

test.runIf(tier !== "test")(
  "a second build, on a machine with another time zone and language, has the same bytes",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "fleet-site-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await buildSite(folder);

    const [first, second] = await Promise.all([filesIn(docsDir), filesIn(folder)]);

    expect([...second.keys()]).toEqual([...first.keys()]);
    expect([...first].filter(([path, bytes]) => !second.get(path)?.equals(bytes)).map(([path]) => path)).toEqual([]);
  },
);
