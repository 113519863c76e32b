import { html } from "../html/html.ts";
import type { Page } from "./page.ts";

/** The page for paths that lead nowhere. A script adds the pages whose paths are most alike. */
export function notFoundPage(): Page {
  return {
    url: "",
    kind: "not-found",
    title: "Page not found",
    summary: "There is no page at this address.",
    above: [],
    main: html`<div class="prose lead">
        <p>
          There is no page at this address. It may have been renamed, or the link has a mistake. The navigation and the
          search lead to every page.
        </p>
      </div>
      <div id="suggestions"></div>`,
    aside: null,
    toc: [],
    markdown: null,
    search: [],
  };
}
