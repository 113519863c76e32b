import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { ContractDocument } from "../src/document.ts";
import { listOperations } from "../src/document.ts";
import { escapeHtml, inlineCode } from "../src/html.ts";
import { seal } from "../src/reference.ts";
import { startPage } from "../src/start-page.ts";

const bundle = fileURLToPath(import.meta.resolve("@fleet-api/contract/openapi.json"));
const document: ContractDocument = JSON.parse(await readFile(bundle, "utf8"));

describe("start page", () => {
  it("names every operation with its permission", () => {
    const page = startPage(document);
    const operations = listOperations(document);
    expect(operations.length).toBeGreaterThanOrEqual(11);
    for (const { verb, path } of operations) expect(page).toContain(`<code>${verb} ${path}</code>`);
    expect(page).toContain("<td>units.view</td>");
    expect(page).toContain("<td>any logged-in user</td>");
    expect(page).toContain("<td>none needed</td>");
  });

  it("explains every problem code", () => {
    const page = startPage(document);
    for (const code of document.components.schemas.ProblemCode.enum) {
      expect(page).toMatch(new RegExp(`<dt><code>${code}</code> \\(\\d{3}\\)</dt><dd>[^<]`));
    }
  });

  it("has no script and names no other origin", () => {
    const page = startPage(document);
    expect(page).not.toContain("<script");
    expect([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1])).toSatisfy((links: string[]) =>
      links.every((link) => !/^(?:https?:)?\/\//.test(link)),
    );
  });

  it("escapes what the document says", () => {
    const page = startPage({ ...document, info: { ...document.info, title: '<img src="x">' } });
    expect(page).not.toContain("<img");
    expect(escapeHtml(`<a href="x">&`)).toBe("&lt;a href=&quot;x&quot;&gt;&amp;");
    expect(inlineCode("use `a<b`")).toBe("use <code>a&lt;b</code>");
  });
});

describe("reference", () => {
  it("takes remote images out and forbids foreign requests", () => {
    const sealed = seal('<html><head></head><body><img src="https://cdn.redoc.ly/redoc/logo-mini.svg"></body></html>');
    expect(sealed).not.toContain("cdn.redoc");
    expect(sealed).toMatch(/<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'/);
  });

  it("refuses a page that it cannot seal", () => {
    expect(() => seal("<p>nothing</p>")).toThrow("no <head>");
  });
});
