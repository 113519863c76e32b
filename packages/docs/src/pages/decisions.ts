/** Pages of what the contract decides where the source description is silent, made from the tables of spec/decisions. */
import { lexer, type Tokens } from "marked";
import { decisionUrl } from "../contract/urls.ts";
import { html, type Html } from "../html/html.ts";
import { plainMarkdown, splitArticle } from "./article.ts";
import { type PageContext, pageContext, type Tools } from "./context.ts";
import type { Page } from "./page.ts";
import { firstSentence } from "./parts.ts";

const REPOSITORY = "https://github.com/fleet-api/fleet-api/blob/main/";

/** A file of spec/decisions. */
export interface DecisionFile {
  /** Without its ending: `units`. */
  readonly name: string;
  readonly markdown: string;
}

/** One row: `C34`, what is open, and the cells after it. */
interface Decision {
  readonly number: string;
  readonly question: string;
  readonly section: string;
  readonly answer: string;
  readonly why: string;
}

/** Where each decision is, by its number. */
export function decisionUrls(files: readonly DecisionFile[]): Map<string, string> {
  return new Map([
    ...files.map(({ name }) => [name, decisionUrl(name)] as const),
    ...files.flatMap(({ name, markdown }) =>
      readDecisions(markdown).map(({ number }) => [number, `${decisionUrl(name)}#${number.toLowerCase()}`] as const),
    ),
  ]);
}

export function decisionPage(tools: Tools, { name, markdown: source }: DecisionFile): Page {
  const url = decisionUrl(name);
  const markdown = withSiteLinks(source);
  const context = pageContext(tools, url);
  const { title, summary, body } = splitArticle(markdown);
  const decisions = readDecisions(markdown);
  const intro = lexer(body)
    .filter(({ type }) => type !== "table")
    .map(({ raw }) => raw)
    .join("");
  return {
    url,
    kind: "decision",
    title,
    summary,
    above: [{ title: "Decisions", url: "guides/decisions/" }],
    main: html`<div class="prose lead">${context.prose(intro)}</div>
      ${decisions.map((decision) => decisionSection(context, decision))}`,
    aside: null,
    toc: decisions.map(({ number, question }) => ({
      id: number.toLowerCase(),
      text: `${number} ${question}`,
      level: 2,
    })),
    markdown: plainMarkdown(tools, markdown),
    search: decisions.map(({ number, question, answer }) => ({
      kind: "decision" as const,
      title: `${number} ${question}`,
      url: `${url}#${number.toLowerCase()}`,
      text: firstSentence(answer),
    })),
  };
}

function decisionSection(context: PageContext, { number, question, section, answer, why }: Decision): Html {
  const id = number.toLowerCase();
  return html`<section class="decision" aria-labelledby="${id}">
    <h2 id="${id}"><a class="number" href="#${id}">${number}</a> ${question}</h2>
    <div class="prose">
      ${context.prose(answer)}${why !== "" && html`<div class="why"><strong>Why</strong>${context.prose(why)}</div>`}
    </div>
    <p class="rules">Section ${section} of the source description leaves it open.</p>
  </section> `;
}

/** The rows of the tables whose first column is `#`. */
function readDecisions(markdown: string): Decision[] {
  return lexer(markdown)
    .filter((token): token is Tokens.Table => token.type === "table")
    .filter(({ header }) => header[0]?.text === "#")
    .flatMap(({ rows }) =>
      rows.map((cells) => {
        const [number = "", section = "", question = "", answer = "", why = ""] = cells.map(({ text }) => text);
        return { number, section, question: question.replaceAll("`", ""), answer: ended(answer), why: ended(why) };
      }),
    );
}

/** A cell of a table has no full stop at its end; a paragraph has. */
function ended(text: string): string {
  return text === "" || /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Links between these files become links of the site; those to other files lead to the repository. */
function withSiteLinks(markdown: string): string {
  return markdown.replaceAll(/\]\(([^):]+)\)/g, (_whole, href: string) => {
    const page = /^(\w+)\.md(?:#.*)?$/.exec(href)?.[1];
    if (page === "README") return "](guide:decisions)";
    return page === undefined ? `](${new URL(href, `${REPOSITORY}spec/decisions/`).href})` : `](decision:${page})`;
  });
}
