import { Marked } from "marked";
import { escapeHtml } from "./html.ts";
import { renderPage } from "./page.ts";

/** The changelog has no markup of its own: what looks like a tag is text of the contract. */
const marked = new Marked({ renderer: { html: ({ text }) => escapeHtml(text) } });

/** The page of the changelog that the contract package ships as Markdown; no script. */
export async function changelogPage(markdown: string, title: string): Promise<string> {
  return renderPage({
    title: `Changelog of ${title}`,
    description: null,
    header: `<nav aria-label="Documents"><ul>
<li><a href="index.html">${escapeHtml(title)}</a></li>
<li><a href="reference.html">API reference</a></li>
</ul></nav>`,
    main: await marked.parse(markdown),
  });
}
