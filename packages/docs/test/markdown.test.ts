import { beforeAll, describe, expect, it } from "vitest";
import type { Highlight } from "../src/html/code.ts";
import { createHighlight } from "../src/html/code.ts";
import { createMarkdown, type MarkdownContext, type RenderMarkdown } from "../src/html/markdown.ts";

const context: MarkdownContext = {
  link: (href) => (href.startsWith("https:") ? href : `to/${href}`),
  linkCode: (code) => (code === "not_found" ? "../problems/not_found/" : null),
};
let highlight: Highlight;
let render: RenderMarkdown;
beforeAll(async () => {
  highlight = await createHighlight();
  render = createMarkdown(highlight);
});
const markup = (markdown: string): string => render(markdown, context).html.text;

describe("Markdown", () => {
  it("shows markup as text, inline and as a block", () => {
    const page = markup(
      'Now <script src="https://example.com/x.js"></script> and\n\n<img src=x onerror=alert(1)>\n\n`<b>`',
    );
    expect(page).not.toMatch(/<(?:script|img|b)/);
    expect(page).toContain("&lt;script");
  });

  it("gives headings ids, each once, and lists them", () => {
    const { html, headings } = render("## The `data` member\n\n## Again\n\n## Again", context);
    expect(headings.map(({ id }) => id)).toEqual(["the-data-member", "again", "again-1"]);
    expect(html.text).toContain('<h2 id="again-1">');
  });

  it("links code spans that name something, but not inside of links and headings", () => {
    expect(markup("`not_found`")).toContain('<a class="ref" href="../problems/not_found/"><code>not_found</code></a>');
    expect(markup("[the `not_found` code](guide:x)")).toBe(
      '<p><a href="to/guide:x">the <code>not_found</code> code</a></p>\n',
    );
    expect(markup("# `not_found`")).not.toContain("problems/");
    expect(markup("`other` and `not_found`").match(/href=/g)).toHaveLength(1);
  });

  it("asks the page where links lead", () => {
    expect(markup("[a](guide:paging)")).toContain('href="to/guide:paging"');
    expect(markup("[a](https://example.com/?a=1&b=2)")).toContain('href="https://example.com/?a=1&amp;b=2"');
  });

  it("colours code with classes alone", () => {
    const page = markup('```ts run\nconst a: string = "x"; // why\n```');
    expect(page).toContain('<i class="hk">const</i>');
    expect(page).toContain('<i class="hm">// why</i>');
    expect(page).not.toContain("style=");
    expect(markup("```nonsense\na < b\n```")).toContain("a &lt; b");
  });

  it("lets wide tables scroll with the keyboard", () => {
    expect(markup("| A | B |\n|---|---|\n| 1 | `x` |")).toContain(
      '<div class="scroll" tabindex="0" role="region" aria-label="Table: A, B">',
    );
  });
});
