/** Starts the page "Try it". */
import { findSandbox } from "../sandbox/site-sandbox.ts";
import { TryPage } from "../try/try-page.ts";

const place = document.querySelector<HTMLElement>("#try");
if (place !== null) start(place);

function start(page: HTMLElement): void {
  const { root: toRoot = "", sandboxSize = "" } = document.documentElement.dataset;
  const { baseUrl = "" } = page.dataset;
  const root = new URL(toRoot, document.baseURI).href;
  // The reference server has the documentation beside the service.
  const isBeside = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/docs\//.test(location.href);
  // oxlint-disable-next-line no-new -- it lives in the page
  new TryPage({
    place: page,
    root,
    forms: new URL("try/forms/", root).href,
    baseUrl: isBeside ? new URL("/api/v1", location.origin).href : baseUrl,
    sandboxSize,
    now: () => performance.now(),
    openSandbox: async (options) => (await findSandbox(root)).open(options),
  });
}
