import { Marked } from "marked";
import { escapeHtml } from "./html.ts";
import { styles } from "./styles.ts";

/** The changelog has no markup of its own: what looks like a tag is text of the contract. */
const marked = new Marked({ renderer: { html: ({ text }) => escapeHtml(text) } });

/** The page of the changelog that the contract package ships as Markdown; no script. */
export async function changelogPage(markdown: string, title: string): Promise<string> {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>Changelog of ${escapeHtml(title)}</title>
<style>${styles}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<nav aria-label="Documents"><ul>
<li><a href="index.html">${escapeHtml(title)}</a></li>
<li><a href="reference.html">API reference</a></li>
</ul></nav>
</header>
<main id="main">
${await marked.parse(markdown)}</main>
</body>
</html>
`;
}
