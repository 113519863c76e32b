import GithubSlugger from "github-slugger";
import { Marked, type Token, type Tokens } from "marked";
import type { Highlight } from "./code.ts";
import { codeFigure } from "./code.ts";
import { escapeHtml, type Html, trusted } from "./html.ts";

export interface Heading {
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  readonly level: number;
  /** The plain text of the first paragraph below it. */
  readonly lead: string;
}

export interface RenderedMarkdown {
  readonly html: Html;
  readonly headings: readonly Heading[];
}

/** What a page gives to Markdown that stands on it. */
export interface MarkdownContext {
  /** The target of a link, for example of `operation:unitsListing`. Throws for one that leads nowhere. */
  readonly link: (href: string) => string;
  /** Where a code span leads that names something, or null: `units.view`, `not_found`. */
  readonly linkCode: (code: string) => string | null;
  /** The markup of an image that the page contains, or null to refer to its file. */
  readonly image?: (href: string, alt: string) => Html | null;
  /** The name of the program that a block of code is, or null for one that a page cannot run. */
  readonly run?: (code: string, info: string) => string | null;
}

/** Renders GitHub Flavored Markdown. Markup in it is shown as text. */
export type RenderMarkdown = (markdown: string, context: MarkdownContext) => RenderedMarkdown;

export function createMarkdown(highlight: Highlight): RenderMarkdown {
  return (markdown, context) => {
    const slugger = new GithubSlugger();
    const headings: { id: string; text: string; level: number; lead: string }[] = [];
    // Code spans name things and lead to them, but not where they stand in a link or a heading.
    let linksCode = true;
    const withoutLinks = (render: () => string): string => {
      linksCode = false;
      const text = render();
      linksCode = true;
      return text;
    };
    const marked = new Marked({
      renderer: {
        html: ({ text }) => escapeHtml(text),
        code: ({ text, lang = "" }) => {
          const language = languageOf(lang);
          return codeFigure(highlight(text, language), language, undefined, context.run?.(text, lang) ?? null).text;
        },
        heading({ tokens, depth }) {
          const text = plainText(tokens);
          const id = slugger.slug(text);
          headings.push({ id, text, level: depth, lead: "" });
          const inner = withoutLinks(() => this.parser.parseInline(tokens));
          return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a></h${depth}>\n`;
        },
        paragraph({ tokens }) {
          const last = headings.at(-1);
          if (last?.lead === "") last.lead = plainText(tokens);
          return `<p>${this.parser.parseInline(tokens)}</p>\n`;
        },
        codespan({ text }) {
          const target = linksCode ? context.linkCode(text) : null;
          const code = `<code>${escapeHtml(text)}</code>`;
          return target === null ? code : `<a class="ref" href="${escapeHtml(target)}">${code}</a>`;
        },
        link({ href, tokens }) {
          const inner = withoutLinks(() => this.parser.parseInline(tokens));
          return `<a href="${escapeHtml(context.link(href))}">${inner}</a>`;
        },
        image({ href, text }) {
          const markup = context.image?.(href, text) ?? null;
          return markup?.text ?? `<img src="${escapeHtml(context.link(href))}" alt="${escapeHtml(text)}">`;
        },
        table(token) {
          return table(token, (cell) => this.parser.parseInline(cell.tokens));
        },
      },
    });
    return { html: trusted(marked.parse(markdown, { async: false })), headings };
  };
}

/** Wide tables scroll on their own; a keyboard reaches them. */
function table({ header, rows }: Tokens.Table, inline: (cell: Tokens.TableCell) => string): string {
  const head = header.map((cell) => `<th scope="col">${inline(cell)}</th>`).join("");
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${inline(cell)}</td>`).join("")}</tr>`).join("\n");
  const name = header
    .map(({ tokens }) => plainText(tokens))
    .filter((text) => text !== "")
    .join(", ");
  return `<div class="scroll" tabindex="0" role="region" aria-label="Table: ${escapeHtml(name)}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`;
}

/** The first word of an info string, by the name that the highlighter knows. */
function languageOf(info: string): string {
  const word = info.split(/\s/, 1)[0] ?? "";
  return { ts: "typescript", sh: "shellscript", bash: "shellscript", yml: "yaml", "": "text" }[word] ?? word;
}

/** The text of inline tokens without their markup. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ("tokens" in token && token.tokens !== undefined ? plainText(token.tokens) : textOf(token)))
    .join("");
}

function textOf(token: Token): string {
  return "text" in token && typeof token.text === "string" ? token.text : "";
}
