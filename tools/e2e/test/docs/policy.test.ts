import { docsDir } from "@fleet-api/docs";
import { startServer } from "@fleet-api/server";
import { expect, onTestFinished, test } from "vitest";
import { filesIn, isRedirect, pagesOf } from "./support/build-site.ts";

const pages = pagesOf(await filesIn(docsDir));

/** On one page readers name the service that it calls. */
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
    ]).toEqual([path, path === "v1/try/index.html" ? NAMED_BY_READERS : []]);

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
  const response = await fetch(`${server.docsUrl}v1/`);
  const [, policy = ""] =
    /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(await response.text()) ?? [];
  expect(policy).not.toBe("");
  expect(response.headers.get("content-security-policy")).toBe(`${policy}; frame-ancestors 'none'`);
});
