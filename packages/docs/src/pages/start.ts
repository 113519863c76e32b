import { groupUrl, guideUrl, mapUrl, operationUrl, tryUrl } from "../contract/urls.ts";
import { codeFigure } from "../html/code.ts";
import { html, type Html } from "../html/html.ts";
import { type PageContext, pageContext, type Tools } from "./context.ts";
import type { Page } from "./page.ts";
import { verbLabel } from "./parts.ts";

const CODE = `import { createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";

const auth = createAuth({
  baseUrl,
  credentials: async () => ({ username, password }),
});
const fleet = createFleetClient({
  baseUrl,
  ...auth.bind(),
});

for await (const unit of fleet.units.listing()) {
  console.log(unit.name, unit.lifecycle_status);
}`;

/** The page that a reader sees first: what the service is, how to begin, and the ways in. */
export function startPage(tools: Tools, guides: readonly { slug: string; title: string; summary: string }[]): Page {
  const context = pageContext(tools, "");
  const { title, summary = "" } = tools.contract.document.info;
  return {
    url: "",
    kind: "start",
    title,
    summary,
    above: [],
    main: html`<p class="tagline">
        ${summary} ${tools.contract.operations.length} operations, one contract, a typed client that keeps the newest
        access token.
      </p>
      <p class="actions">
        <a class="button" href="${context.to(guideUrl("start"))}">Start in five minutes</a>
        <a class="button button-quiet" href="${context.to(tryUrl)}">Try it</a>
        <a class="button button-quiet" href="${context.to(mapUrl)}">Live map</a>
        <a class="button button-quiet" href="${context.to("groups/")}">API reference</a>
      </p>
      <section aria-labelledby="guides">
        <h2 id="guides">Guides</h2>
        <ul class="cards">
          ${guides.map(
            (guide) =>
              html`<li>
                <a class="card" href="${context.to(guideUrl(guide.slug))}"
                  ><strong>${guide.title}</strong><span>${guide.summary}</span></a
                >
              </li> `,
          )}
        </ul>
      </section>
      <section aria-labelledby="groups">
        <h2 id="groups">Resource groups</h2>
        ${groupCards(context)}
      </section>
      <section aria-labelledby="machines">
        <h2 id="machines">For programs</h2>
        <ul class="plain">
          <li>
            <a href="${context.to("openapi.json")}">openapi.json</a>,
            <a href="${context.to("openapi.yaml")}">openapi.yaml</a>: the OpenAPI 3.1 description. Postman and Insomnia
            import either file or its address.
          </li>
          <li>
            <a href="${context.to("openapi.documented.json")}">openapi.documented.json</a>: only what holds for every
            service of this kind.
          </li>
          <li>
            <a href="${context.to("errors.json")}">errors.json</a>: every problem code with its status, title and
            meaning.
          </li>
          <li>
            <a href="${context.to("llms.txt")}">llms.txt</a> and
            <a href="${context.to("llms-full.txt")}">llms-full.txt</a>: the pages as Markdown, for language models. Each
            page has its own, too.
          </li>
          <li>
            <a href="${context.to("reference.html")}" download>reference.html</a>: the reference as a single file, to
            keep.
          </li>
        </ul>
      </section>`,
    aside: codeFigure(context.highlight(CODE, "typescript"), "typescript", "Every unit, page by page"),
    toc: [],
    markdown: null,
    search: [],
  };
}

function groupCards(context: PageContext): Html {
  const groups = context.contract.groups.filter(({ operations }) => operations.length > 0);
  return html`<ul class="groups">
    ${groups.map(
      ({ slug, title, operations }) =>
        html`<li>
          <h3><a href="${context.to(groupUrl(slug))}">${title}</a></h3>
          <ul class="plain">
            ${operations.map(
              ({ id, summary, verb }) =>
                html`<li>
                  <a class="row" href="${context.to(operationUrl(id))}"
                    >${verbLabel(verb)}<span class="row-title">${summary}</span></a
                  >
                </li>`,
            )}
          </ul>
        </li> `,
    )}
  </ul>`;
}
