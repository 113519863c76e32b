/** Adds the button that opens the live map, and what it opens. */
import type { IslandFile } from "../map/island-file.ts";
import { MapPage } from "../map/map-page.ts";
import { findSandbox } from "../sandbox/site-sandbox.ts";
import { button, element } from "../try/elements.ts";
import { pageRoot, serviceAddress } from "./site-address.ts";
import { onThemeChange } from "./theme-choice.ts";

const place = document.querySelector<HTMLElement>("#live");
if (place !== null) offer(place);

function offer(page: HTMLElement): void {
  const failure = element("p", { class: "map-failure", role: "alert" });
  const open = button("Open the map (loads 0.5 MB)", () => void start(page, open, failure), { class: "button" });
  page.querySelector("#open")?.replaceChildren(open, failure);
}

async function start(page: HTMLElement, open: HTMLButtonElement, failure: HTMLElement): Promise<void> {
  const { sandboxSize = "", map: mapFile = "" } = document.documentElement.dataset;
  const root = pageRoot();
  failure.textContent = "";
  open.disabled = true;
  try {
    const response = await fetch(new URL("island.geojson", root));
    if (!response.ok) throw new Error(`status ${response.status}`);
    const island: IslandFile = await response.json();
    // oxlint-disable-next-line no-new -- it lives in the page
    new MapPage({
      place: page,
      island,
      baseUrl: serviceAddress(page.dataset["baseUrl"] ?? ""),
      sandboxSize,
      isBrief: true,
      now: () => performance.now(),
      clock: () => Date.now(),
      onThemeChange,
      loadMap: () => import(new URL(mapFile, document.baseURI).href),
      openSandbox: async (options) => (await findSandbox(root)).open(options),
    });
  } catch (error) {
    open.disabled = false;
    failure.textContent = `The map could not be loaded: ${error instanceof Error ? error.message : String(error)}. Try again.`;
  }
}
