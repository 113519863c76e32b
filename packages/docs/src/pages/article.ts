/** Pages that somebody wrote as Markdown: guides, decisions, the changelog. */
import { escapeHtml, type Html, trusted } from "../html/html.ts";
import type { Heading, RenderedMarkdown } from "../html/markdown.ts";
import { isRunnable, type RunSource } from "../runs/run-files.ts";
import { pageContext, siteUrl, type Tools } from "./context.ts";
import { type Page, ROOT, type SearchEntry } from "./page.ts";
import { firstSentence } from "./parts.ts";

interface Article {
  readonly url: string;
  readonly kind: "guide" | "decision" | "list";
  readonly markdown: string;
  readonly above: Page["above"];
  /** SVG markup by the path that the Markdown names. */
  readonly images: ReadonlyMap<string, string>;
}

export function articlePage(tools: Tools, article: Article): Page {
  const { url, kind, images, above } = article;
  const context = pageContext(tools, url);
  const { title, summary, body } = splitArticle(article.markdown);
  const runs: RunSource[] = [];
  const rendered = context.markdown(body, {
    image: (href, alt) => inlineSvg(images, href, alt),
    run: (code, info) => {
      if (info !== "ts run" || !isRunnable(code)) return null;
      const name = `${url.replaceAll(/\W+/g, "-")}${runs.length + 1}`;
      runs.push({ name, code });
      return name;
    },
  });
  return {
    url,
    kind,
    title,
    summary,
    above,
    main: wrap(rendered),
    aside: null,
    toc: rendered.headings.filter(({ level }) => level === 2 || level === 3),
    markdown: plainMarkdown(tools, article.markdown),
    runs,
    search: searchEntries(kind === "guide" ? "guide" : "decision", title, summary, url, rendered.headings),
  };
}

/** The title, the first paragraph, and what is below the title. */
export function splitArticle(markdown: string): { title: string; summary: string; body: string } {
  const match = /^# (.+)\n+/.exec(markdown);
  if (match?.[1] === undefined)
    throw new Error(`A page begins with "# " and its title, not with ${JSON.stringify(markdown.slice(0, 40))}.`);
  const body = markdown.slice(match[0].length);
  return {
    title: match[1].replaceAll("`", ""),
    summary: firstSentence(withoutMarkup(body.split("\n\n", 1)[0] ?? "")),
    body,
  };
}

function withoutMarkup(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll(/[*_]{1,2}([^*_]+)[*_]{1,2}/g, "$1");
}

function wrap({ html }: RenderedMarkdown): Html {
  return trusted(`<div class="prose">${html.text}</div>`);
}

/** Puts the drawing itself into the page, so that it follows the theme. */
function inlineSvg(images: ReadonlyMap<string, string>, href: string, alt: string): Html | null {
  if (!href.endsWith(".svg")) return null;
  const svg = images.get(href);
  if (svg === undefined) throw new Error(`There is no image ${href}.`);
  const named = svg.replace(/<svg([^>]*)>/, (_, attributes: string) => {
    const others = attributes.replaceAll(/ (?:role|aria-label)="[^"]*"/g, "");
    return `<svg${others} role="img" aria-label="${escapeHtml(alt)}">`;
  });
  return trusted(named.trim());
}

/** Markdown for readers of the twin: links lead to pages of the site, from {@link ROOT}; a drawing is told by its text. */
export function plainMarkdown(tools: Tools, markdown: string): string {
  const told = markdown.replaceAll(/!\[([^\]]*)\]\([\w./-]+\.svg\)/g, "_$1_");
  return told.replaceAll(/\]\(([a-z]+:[\w./-]+(?:#[\w.-]+)?)\)/g, (whole, href: string) => {
    const url = siteUrl(tools, href);
    return url === null ? whole : `](${ROOT}${url})`;
  });
}

function searchEntries(
  kind: SearchEntry["kind"],
  title: string,
  summary: string,
  url: string,
  headings: readonly Heading[],
): SearchEntry[] {
  return [
    { kind, title, url, text: summary },
    ...headings
      .filter(({ level }) => level <= 3)
      .map(({ id, text, lead }) => ({
        kind,
        title: text,
        url: `${url}#${id}`,
        text: `${title}: ${firstSentence(lead)}`,
      })),
  ];
}
