import { operationUrl, tryUrl } from "../contract/urls.ts";
import { html } from "../html/html.ts";
import { baseAddress } from "../samples/index.ts";
import { pageContext, type Tools } from "./context.ts";
import type { Page } from "./page.ts";

/** The page where readers call the service. A script takes the list of operations and builds it; without one it says what else there is. */
export function tryPage(tools: Tools): Page {
  const { contract } = tools;
  const context = pageContext(tools, tryUrl);
  const groups = contract.groups.filter(({ operations }) => operations.length > 0);
  const lead = "Log in, call any operation and see the token rotate, in this page.";
  return {
    url: tryUrl,
    kind: "try",
    title: "Try it",
    summary: lead,
    above: [],
    main: html`<p class="lead">${lead}</p>
      <div id="try" data-base-url="${baseAddress(contract.document)}">
        <p>This page needs JavaScript. The samples on the page of each operation run in a shell and in Node.</p>
        ${groups.map(
          ({ title, operations }) =>
            html`<section>
              <h2>${title}</h2>
              <ul class="plain">
                ${operations.map(
                  ({ id, summary }) =>
                    html`<li id="${id}"><a href="${context.to(operationUrl(id))}">${summary}</a></li> `,
                )}
              </ul>
            </section> `,
        )}
      </div>`,
    aside: null,
    toc: [],
    markdown: null,
    search: [{ kind: "guide", title: "Try it", url: tryUrl, text: `${lead} Sandbox, playground, console.` }],
  };
}
