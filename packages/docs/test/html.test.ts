import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Highlight } from "../src/html/code.ts";
import { createHighlight } from "../src/html/code.ts";
import { escapeHtml, html, trusted } from "../src/html/html.ts";
import type { MarkdownContext, RenderMarkdown } from "../src/html/markdown.ts";
import { createMarkdown } from "../src/html/markdown.ts";
import { createTwins } from "../src/html/twin.ts";
import { readRealSite } from "./support/real-site.ts";

const unescape = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

describe("html templates", () => {
  it("escape every value, and nothing is lost", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const inner = html`<p title="${value}">${value}</p>`.text.slice('<p title="'.length, -"</p>".length);
        expect(inner.replace('">', "")).not.toMatch(/[<>"]/);
        expect(unescape(escapeHtml(value))).toBe(value);
      }),
    );
  });

  it("take markup, lists and numbers, and leave out what is nothing", () => {
    expect(html`<b>${[html`<i>1</i>`, 2, null, undefined, false, "<"]}</b>`.text).toBe("<b><i>1</i>2&lt;</b>");
    expect(html`${trusted("<hr>")}`.text).toBe("<hr>");
  });

  it("lose their indentation, values keep theirs", () => {
    const code = "a\n    b";
    expect(
      html`<div>
        <pre>${code}</pre>
      </div>`.text,
    ).toBe("<div>\n<pre>a\n    b</pre>\n</div>");
  });
});

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
const rendered = (markdown: string): string => render(markdown, context).html.text;

describe("Markdown", () => {
  it("shows markup as text, inline and as a block", () => {
    const page = rendered(
      'Now <script src="https://example.com/x.js"></script> and\n\n<img src=x onerror=alert(1)>\n\n`<b>`',
    );
    expect(page).not.toMatch(/<(?:script|img|b)/);
    expect(page).toContain("&lt;script");
  });

  it("gives headings ids, each once, and lists them", () => {
    const { html: shown, headings } = render("## The `data` member\n\n## Again\n\n## Again", context);
    expect(headings.map(({ id }) => id)).toEqual(["the-data-member", "again", "again-1"]);
    expect(shown.text).toContain('<h2 id="again-1">');
  });

  it("links code spans that name something, but not inside of links and headings", () => {
    expect(rendered("`not_found`")).toContain(
      '<a class="ref" href="../problems/not_found/"><code>not_found</code></a>',
    );
    expect(rendered("[the `not_found` code](guide:x)")).toBe(
      '<p><a href="to/guide:x">the <code>not_found</code> code</a></p>\n',
    );
    expect(rendered("# `not_found`")).not.toContain("problems/");
    expect(rendered("`other` and `not_found`").match(/href=/g)).toHaveLength(1);
  });

  it("asks the page where links lead", () => {
    expect(rendered("[a](guide:paging)")).toContain('href="to/guide:paging"');
    expect(rendered("[a](https://example.com/?a=1&b=2)")).toContain('href="https://example.com/?a=1&amp;b=2"');
  });

  it("colours code with classes alone", () => {
    const page = rendered('```ts run\nconst a: string = "x"; // why\n```');
    expect(page).toContain('<i class="hk">const</i>');
    expect(page).toContain('<i class="hm">// why</i>');
    expect(page).not.toContain("style=");
    expect(rendered("```nonsense\na < b\n```")).toContain("a &lt; b");
  });

  it("lets wide tables scroll with the keyboard", () => {
    expect(rendered("| A | B |\n|---|---|\n| 1 | `x` |")).toContain(
      '<div class="scroll" tabindex="0" role="region" aria-label="Table: A, B">',
    );
  });
});

const { pages } = await readRealSite();
const writeTwin = createTwins();
const made = pages.filter(({ markdown }) => markdown === null);

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
const twin = (markup: string): string => writeTwin({ title: "A", main: trusted(markup), aside: null }, (href) => href);

/** The text of a page without its links to places on itself. */
function textOf(markup: string): string {
  return markup
    .replaceAll(/<(legend|a class="anchor").*?<\/(?:legend|a)>/gs, " ")
    .replaceAll(/<wbr\s*\/?>/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

describe("the Markdown twin", () => {
  it("is made of every page that nobody wrote as Markdown", () => {
    expect(made.length).toBeGreaterThan(250);
  });

  it.each(made.map((page) => [page.url, page] as const))("of %s has every word of the page in its order", (_, page) => {
    const markdown = writeTwin(page, (href) => href);
    // Characters with a meaning in Markdown are escaped, and links have an address.
    const said = words(markdown.replaceAll(/\\(?=[_*[\]\-+.>#~`])/g, "").replaceAll(/\]\([^)]*\)/g, "]"));
    let at = 0;
    const missing = words(`${textOf(page.main.text)} ${textOf(page.aside?.text ?? "")}`).filter((word) => {
      const found = said.indexOf(word, at);
      if (found >= 0) at = found + 1;
      return found < 0;
    });
    expect(missing).toEqual([]);
  });

  it("keeps code as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."`~<&a \n#") }), (code) => {
        fc.pre(code.trim() !== "" && code === code.trimEnd() && !code.includes("\r") && !code.startsWith("\n"));
        const markup = `<figure><figcaption>x</figcaption><pre data-language="sh"><code>${escapeHtml(code)}</code></pre></figure>`;
        expect(twin(markup)).toMatch(/^# A\n\nx\n\n(`{3,})sh\n.*\n\1\n$/s);
        expect(twin(markup)).toContain(`sh\n${code}\n`);
      }),
    );
  });

  it("nests lists, and has one line for each rule", () => {
    const inner = "<ul><li><p>b</p></li><li><p>c</p><p>d</p></li></ul>";
    expect(twin(`<ul><li><p>a</p>${inner}</li></ul>`)).toBe("# A\n\n- a\n\n  - b\n  - c\n\n    d\n");
  });

  it("keeps pieces of a line apart, and drops links to where they are", () => {
    const markup = '<h2>Body <a class="anchor" href="#body">#</a></h2><p><span>One</span><span>Two</span>.</p>';
    expect(twin(markup)).toBe("# A\n\n## Body\n\nOne Two.\n");
    expect(twin('<p><a href="#b">b</a> <a href="../c/">c</a></p>')).toBe("# A\n\nb [c](../c/)\n");
  });
});
