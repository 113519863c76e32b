/** Starts the page "Try it". */
import { TryPage } from "../try/try-page.ts";

const place = document.querySelector<HTMLElement>("#try");
if (place !== null) {
  const { root = "" } = document.documentElement.dataset;
  const { baseUrl = "", sandboxSize = "" } = place.dataset;
  const absolute = new URL(root, document.baseURI).href;
  // The reference server has the documentation beside the service.
  const isBeside = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/docs\//.test(location.href);
  // oxlint-disable-next-line no-new -- it lives in the page
  new TryPage({
    place,
    root: absolute,
    forms: new URL("try/forms/", absolute).href,
    baseUrl: isBeside ? new URL("/api/v1", location.origin).href : baseUrl,
    sandboxSize,
    now: () => performance.now(),
    openSandbox: async () => {
      throw new Error("There is no sandbox yet.");
    },
  });
}
