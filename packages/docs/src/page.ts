import { escapeHtml } from "./html.ts";
import { styles } from "./styles.ts";

/** What a page of the site is made of. */
export interface Page {
  /** For the browser's tab. */
  readonly title: string;
  /** For search engines; null for none. */
  readonly description: string | null;
  /** HTML of the page header. */
  readonly header: string;
  /** HTML of the content. */
  readonly main: string;
}

/** A page without script that may load nothing from anywhere. */
export function renderPage({ title, description, header, main }: Page): string {
  const about = description === null ? "" : `<meta name="description" content="${escapeHtml(description)}">\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
${about}<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
${header}
</header>
<main id="main">
${main}
</main>
</body>
</html>
`;
}
