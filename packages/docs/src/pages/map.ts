import { mapUrl, operationUrl, permissionUrl, tryUrl } from "../contract/urls.ts";
import { html } from "../html/html.ts";
import { baseAddress } from "../samples/index.ts";
import { pageContext, type Tools } from "./context.ts";
import type { Page } from "./page.ts";

/** What the page calls: the operation and what for. */
const CALLS = [
  ["monitoringLatestListing", "where each unit is when the page begins"],
  ["monitoringStream", "new positions as they arrive"],
  ["monitoringHistory", "the trail of the last hour"],
  ["unitsListing", "the names of the units"],
  ["vehiclesGet", "the vehicle of the selected unit"],
  ["driversGet", "its driver"],
] as const;

/** The page with the live map. A script adds the button that loads the map; without one, the page says what it would show. */
export function mapPage(tools: Tools): Page {
  const { contract } = tools;
  const context = pageContext(tools, mapUrl);
  const calls = CALLS.map(([id, purpose]) => ({
    purpose,
    operation: contract.operations.find((one) => one.id === id),
  }));
  const lead = "See units move on a map, with their vehicles, drivers and trails, in this page.";
  return {
    url: mapUrl,
    kind: "map",
    title: "Live map",
    summary: lead,
    above: [],
    main: html`<p class="lead">${lead}</p>
      <div id="live" data-base-url="${baseAddress(contract.document)}">
        <div class="actions" id="open">
          <p>The map needs JavaScript. The operations below return the same positions.</p>
        </div>
        <div class="prose">
          <p>
            The units are those of the sandbox, which drive on an invented island, or of a service that you name, as on
            <a href="${context.to(tryUrl)}">Try it</a>. A list beside the map shows the same units and can be used
            without it. The map has no tiles: nothing is requested from anybody but this site and the service.
          </p>
          <p>The page uses the TypeScript client and these operations:</p>
          <ul>
            ${calls.map(
              ({ operation, purpose }) =>
                operation !== undefined &&
                html`<li>
                  <a href="${context.to(operationUrl(operation.id))}">${operation.summary}</a>:
                  ${purpose}${
                    operation.permission !== null &&
                    html` (<a class="ref" href="${context.to(permissionUrl(operation.permission))}"
                        ><code>${operation.permission}</code></a
                      >)`
                  }
                </li> `,
            )}
          </ul>
          <p>
            <a href="${context.to("island.geojson")}">island.geojson</a> is the island for a map of your own: its land,
            roads and places.
          </p>
        </div>
      </div>`,
    aside: null,
    toc: [],
    markdown: null,
    search: [
      { kind: "guide", title: "Live map", url: mapUrl, text: `${lead} Tracking, MapLibre, GeoJSON, positions.` },
    ],
  };
}
