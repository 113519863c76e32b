/** The page of the lint rules, from the README of their package. */
import { packageUrl } from "../contract/urls.ts";
import { codeFigure } from "../html/code.ts";
import { html } from "../html/html.ts";
import { pageContext, type Tools } from "./context.ts";
import type { Page } from "./page.ts";
import { firstSentence } from "./parts.ts";

export interface LintRules {
  readonly manifest: {
    readonly name: string;
    readonly description: string;
    readonly repository: { readonly url: string; readonly directory: string };
  };
  readonly readme: string;
}

/** For people of the repository alone. */
const INTERNAL = new Set(["In this repository"]);

export const LINT_RULES = "lint-rules";

export function lintRulesPage(tools: Tools, { manifest, readme }: LintRules): Page {
  const url = packageUrl(LINT_RULES);
  const context = pageContext(tools, url);
  const { name, description, repository } = manifest;
  const [, body = ""] = /^# [^\n]+\n+(.*)$/s.exec(readme) ?? [];
  const sections = body.split(/^(?=## )/m).filter((section) => !INTERNAL.has(/^## (.+)/.exec(section)?.[1] ?? ""));
  const source = `${repository.url.replace(/^git\+/, "").replace(/\.git$/, "")}/blob/main/${repository.directory}/`;
  const markdown = sections.join("").replaceAll(/\]\((?!https?:|#)([\w./-]+)\)/g, `](${source}$1)`);
  const rendered = context.markdown(markdown);
  const toc = rendered.headings.filter(({ level }) => level === 2 || level === 3);
  return {
    url,
    kind: "package",
    title: name,
    summary: description,
    above: [{ title: "Packages", url: "packages/" }],
    main: html`${codeFigure(context.highlight(`npm install --save-dev @redocly/cli ${name}`, "shellscript"), "shellscript")}
      <div class="prose lead">${rendered.html}</div>`,
    aside: null,
    toc: toc.map(({ id, text, level }) => ({ id, text, level })),
    markdown: null,
    search: [
      { kind: "package", title: name, url, text: description },
      ...toc.map(({ id, text }) => ({
        kind: "export" as const,
        title: text,
        url: `${url}#${id}`,
        text: `${name}: ${ruleSummary(markdown, text)}`,
      })),
    ],
  };
}

/** The first sentence of what a rule refuses, or of a section. */
function ruleSummary(markdown: string, title: string): string {
  const [, text = ""] = markdown.split(new RegExp(`^#{2,3} \`?${title.replaceAll(/[^\w -]/g, ".")}\`?\n+`, "m"));
  return firstSentence(text.replace(/^- \*\*What\.\*\* /, ""));
}
