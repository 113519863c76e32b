import { html, type Html } from "./html.ts";

const NAMES: Readonly<Record<string, string>> = {
  typescript: "TypeScript",
  tsx: "TSX",
  shellscript: "Shell",
  json: "JSON",
  yaml: "YAML",
  http: "HTTP",
  text: "Output",
};

/** A block of highlighted code. A script adds the button that copies it, and one that runs it where `run` names a program. */
export function codeFigure(code: Html, language: string, title?: string, run: string | null = null): Html {
  const name = NAMES[language] ?? language;
  return html`<figure class="code" ${run !== null && html` data-run="${run}"`}>
    <figcaption>${title ?? name}</figcaption>
    <pre tabindex="0" data-language="${language}"><code>${code}</code></pre>
  </figure> `;
}
