import { describe, expect, it } from "vitest";
import { changelogPage } from "../src/changelog-page.ts";

const MARKDOWN = `# Changelog of the contract

## 1.1.0 (2026-01-31)

### \`GET /units/listing\`

- ⚠ Property \`name\` of \`Unit\` was removed. (major, \`#/components/schemas/Unit/properties/name\`)
- Now <script src="https://example.com/x.js"></script> is text.
`;

describe("changelog page", () => {
  it("shows every line of the Markdown, breaks marked", async () => {
    const page = await changelogPage(MARKDOWN, "Fleet API");
    expect(page).toContain("<h2>1.1.0 (2026-01-31)</h2>");
    expect(page).toContain("<h3><code>GET /units/listing</code></h3>");
    expect(page).toContain("<li>⚠ Property <code>name</code> of <code>Unit</code> was removed.");
  });

  it("leads back, has no script, and asks no other origin for anything", async () => {
    const page = await changelogPage(MARKDOWN, "Fleet API");
    expect(page).toContain('<a href="index.html">Fleet API</a>');
    expect(page).not.toContain("<script");
    const links = [...page.matchAll(/<[^>]+(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(links.filter((link) => /^(?:https?:)?\/\//.test(link))).toEqual([]);
    expect(page).toContain("default-src 'none'");
  });

  it("escapes the title", async () => {
    expect(await changelogPage("", '<img src="x">')).not.toContain("<img");
  });
});
