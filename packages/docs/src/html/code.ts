import { createCssVariablesTheme, createHighlighter } from "shiki";
import type { Html } from "./html.ts";
import { escapeText, html, trusted } from "./html.ts";

const NAMES: Readonly<Record<string, string>> = {
  typescript: "TypeScript",
  tsx: "TSX",
  shellscript: "Shell",
  python: "Python",
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

const LANGUAGES = [
  "typescript",
  "tsx",
  "shellscript",
  "python",
  "json",
  "yaml",
  "http",
  "docker",
  "nginx",
  "ini",
  "vue",
  "sql",
] as const;

/** Shiki's colours as classes, because the site's policy forbids inline styles. The style sheet gives them values. */
const CLASSES: Readonly<Record<string, string>> = {
  "token-constant": "hc",
  "token-string": "hs",
  "token-string-expression": "hs",
  "token-comment": "hm",
  "token-keyword": "hk",
  "token-parameter": "hp",
  "token-function": "hf",
  "token-punctuation": "",
  "token-link": "hl",
  foreground: "",
};

/** Turns code into markup with classes. */
export type Highlight = (code: string, language: string) => Html;

/** A highlighter for the languages that the site shows; other languages stay plain text. */
export async function createHighlight(): Promise<Highlight> {
  const theme = createCssVariablesTheme({ name: "classes", variablePrefix: "--shiki-", variableDefaults: {} });
  const shiki = await createHighlighter({ themes: [theme], langs: [...LANGUAGES] });
  const known = new Set(shiki.getLoadedLanguages());
  return (code, language) => {
    if (!known.has(language)) return trusted(escapeText(code));
    // Without a limit of time: on a slow machine the rest of a line would stay plain, and no two builds would be equal.
    const options = { lang: language as (typeof LANGUAGES)[number], theme: "classes", tokenizeTimeLimit: 0 };
    const { tokens } = shiki.codeToTokens(code, options);
    return trusted(tokens.map((line) => line.map(span).join("")).join("\n"));
  };
}

function span({ content, color = "" }: { content: string; color?: string }): string {
  const name = /^var\(--shiki-(.+)\)$/.exec(color)?.[1] ?? "foreground";
  const kind = CLASSES[name];
  if (kind === undefined) throw new Error(`The highlighter has a new colour, ${color}; give it a class.`);
  return kind === "" || content.trim() === "" ? escapeText(content) : `<i class="${kind}">${escapeText(content)}</i>`;
}
