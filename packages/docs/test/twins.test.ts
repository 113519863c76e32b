import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtml, trusted } from "../src/html/html.ts";
import { createTwins } from "../src/html/twin.ts";
import { readRealSite } from "./support/real-site.ts";

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
