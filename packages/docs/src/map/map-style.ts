/** How the map is drawn: layers over GeoJSON, in the colours of the page. */
import type { StyleSpecification } from "maplibre-gl";
import type { IslandFile } from "./island-file.ts";

const COLOURS = ["water", "land", "coast", "street", "road", "main", "trail"] as const;

export type MapColours = Readonly<Record<(typeof COLOURS)[number], string>>;

/** The colours that the style sheet gives the map in the theme of now: `--map-water` and so on. */
export function mapColours(place: HTMLElement): MapColours {
  const probe = document.createElement("span");
  place.append(probe);
  const entries = COLOURS.map((name) => {
    probe.style.color = `var(--map-${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(entries) as MapColours;
}

type Paint = readonly [layer: string, property: "background-color" | "fill-color" | "line-color", value: string];

/** What a change of the colours changes. */
export function paintOf({ water, land, coast, street, road, main, trail }: MapColours): Paint[] {
  return [
    ["water", "background-color", water],
    ["land", "fill-color", land],
    ["coast", "line-color", coast],
    ["street", "line-color", street],
    ["country", "line-color", road],
    ["main", "line-color", main],
    ["trail", "line-color", trail],
  ];
}

export function mapStyle(island: IslandFile, colours: MapColours): StyleSpecification {
  const colourOf = Object.fromEntries(paintOf(colours).map(([layer, , value]) => [layer, value]));
  const line = (
    id: string,
    kind: string,
    [far, near]: readonly [far: number, near: number],
  ): StyleSpecification["layers"][number] => ({
    id,
    type: "line",
    source: "island",
    filter: ["==", ["get", "kind"], kind],
    layout: { "line-cap": "round", "line-join": "round" },
    paint: {
      "line-color": colourOf[id] ?? "",
      "line-width": ["interpolate", ["exponential", 1.5], ["zoom"], 9, far, 16, near],
    },
  });
  return {
    version: 8,
    sources: {
      island: { type: "geojson", data: island },
      trail: { type: "geojson", data: { type: "FeatureCollection", features: [] } },
    },
    layers: [
      { id: "water", type: "background", paint: { "background-color": colours.water } },
      {
        id: "land",
        type: "fill",
        source: "island",
        filter: ["==", ["get", "kind"], "land"],
        paint: { "fill-color": colours.land },
      },
      line("coast", "land", [1, 2]),
      line("street", "street", [0.5, 8]),
      line("country", "country", [0.8, 10]),
      line("main", "main", [1.5, 14]),
      {
        id: "trail",
        type: "line",
        source: "trail",
        layout: { "line-cap": "round", "line-join": "round" },
        paint: { "line-color": colours.trail, "line-width": 4, "line-opacity": 0.85 },
      },
    ],
  };
}
