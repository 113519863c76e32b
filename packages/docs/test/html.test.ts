import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtml, html, trusted } from "../src/html/html.ts";

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
