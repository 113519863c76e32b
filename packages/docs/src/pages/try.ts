import { tryUrl } from "../contract/urls.ts";
import { html } from "../html/html.ts";
import { baseAddress } from "../samples/index.ts";
import type { Tools } from "./context.ts";
import type { Page } from "./page.ts";

/** The page where readers call the service. A script builds it; without one it says what else there is. */
export function tryPage({ contract }: Tools): Page {
  const summary = "Log in, call any operation and see the token rotate, in this page.";
  return {
    url: tryUrl,
    kind: "try",
    title: "Try it",
    summary,
    above: [],
    main: html`<p class="lead">${summary}</p>
      <div id="try" data-base-url="${baseAddress(contract.document)}">
        <p>This page needs JavaScript. The samples on the page of each operation run in a shell and in Node.</p>
      </div>`,
    aside: null,
    toc: [],
    markdown: null,
    search: [{ kind: "guide", title: "Try it", url: tryUrl, text: `${summary} Sandbox, playground, console.` }],
  };
}
