/** Starts the page "Try it". */
import { findSandbox } from "../sandbox/site-sandbox.ts";
import { TryPage } from "../try/try-page.ts";
import { pageRoot, serviceAddress } from "./site-address.ts";

const place = document.querySelector<HTMLElement>("#try");
if (place !== null) start(place);

function start(page: HTMLElement): void {
  const { sandboxSize = "" } = document.documentElement.dataset;
  const root = pageRoot();
  // oxlint-disable-next-line no-new -- it lives in the page
  new TryPage({
    place: page,
    root,
    forms: new URL("try/forms/", root).href,
    baseUrl: serviceAddress(page.dataset["baseUrl"] ?? ""),
    sandboxSize,
    isBrief: false,
    now: () => performance.now(),
    clock: () => Date.now(),
    openSandbox: async (options) => (await findSandbox(root)).open(options),
  });
}
