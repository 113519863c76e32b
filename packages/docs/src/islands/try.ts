/** Starts the page "Try it". */
import { showTryPage } from "../try/try-page.ts";

const place = document.querySelector<HTMLElement>("#try");
if (place !== null) {
  const { root = "" } = document.documentElement.dataset;
  const { baseUrl = "", sandboxSize = "" } = place.dataset;
  const absolute = new URL(root, document.baseURI).href;
  // The reference server has the documentation beside the service.
  const isBeside = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/docs\//.test(location.href);
  showTryPage({
    place,
    root: absolute,
    forms: new URL("try/", absolute).href,
    baseUrl: isBeside ? new URL("/api/v1", location.origin).href : baseUrl,
    sandboxSize,
    openSandbox: async () => {
      throw new Error("There is no sandbox yet.");
    },
  }).catch((error: unknown) => {
    place.textContent = `The page could not be loaded (${error instanceof Error ? error.message : "unknown error"}). Reload it to try again.`;
  });
}
