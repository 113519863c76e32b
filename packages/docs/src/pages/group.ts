import type { Group } from "../contract/operations.ts";
import { groupUrl } from "../contract/urls.ts";
import { html } from "../html/html.ts";
import { pageContext, type Tools } from "./context.ts";
import type { Page } from "./page.ts";
import { firstSentence, operationList } from "./parts.ts";

/** The page of a resource group: what it is and its operations. */
export function groupPage(tools: Tools, group: Group): Page {
  const { slug, title, description, operations } = group;
  const url = groupUrl(slug);
  const context = pageContext(tools, url);
  const hasDecisions = tools.decisionPages.has(slug);
  const more = hasDecisions ? `What this contract decides about the group: [decisions](decision:${slug}).` : "";
  return {
    url,
    kind: "group",
    title,
    summary: firstSentence(description),
    above: [{ title: "API reference", url: "groups/" }],
    main: html`<div class="prose lead">${context.prose(description)}</div>
      <section aria-labelledby="operations">
        <h2 id="operations">Operations</h2>
        ${operationList(context, operations)}
      </section>
      <div class="prose">${context.prose(more)}</div>`,
    aside: null,
    toc: [],
    markdown: null,
    search: [{ kind: "group", title, url, text: firstSentence(description) }],
  };
}
