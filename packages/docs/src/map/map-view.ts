/** The map itself, loaded when a reader opens it: MapLibre with the island, markers and a trail. */
import { type GeoJSONSource, Map as GlMap, Marker, ScaleControl, setWorkerUrl } from "maplibre-gl";
import { Glide, type Pose } from "./glide.ts";
import { type IslandFile, type LngLat, placesOf } from "./island-file.ts";
import { mapColours, mapStyle, paintOf } from "./map-style.ts";
import { placeMarker, UnitMarker } from "./map-markers.ts";
import { type ShownUnit, unitName } from "./unit-set.ts";

/** Set by the build: the name of MapLibre's worker file, in the folder of this file. */
declare const MAP_WORKER: string;

export interface MapOptions {
  /** An empty element with a size. */
  readonly place: HTMLElement;
  readonly island: IslandFile;
  /** Whether markers go from position to position at once. */
  readonly isStill: () => boolean;
  onSelect(id: number): void;
  /** Called with what is wrong when the map cannot be drawn any more, and with null when it can again. */
  onTrouble(text: string | null): void;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

const LOST =
  "The browser has stopped drawing the map. The map returns when the browser allows it; the list still works.";
const FIT_PADDING_PX = 48;
const FIT_ZOOM = 13;
/** From this zoom on, names of harbours, depots and units are shown. */
const NAMES_ZOOM = 11.5;
const SELECT_ZOOM = 11;

interface Shown {
  readonly label: UnitMarker;
  readonly marker: Marker;
  readonly glide: Glide;
}

/** @throws Error from its constructor where the browser cannot draw it, such as without WebGL 2 */
export class MapView {
  readonly #options: MapOptions;
  readonly #map: GlMap;
  readonly #shown = new Map<number, Shown>();
  readonly #moving = new Set<Shown>();
  #selected: number | null = null;
  #trail: readonly LngLat[] = [];
  /** The step that is asked for; 0 while nothing moves. */
  #frame = 0;

  constructor(options: MapOptions) {
    this.#options = options;
    const { place, island, onTrouble } = options;
    this.#map = createMap(place, island);
    this.#map.on("webglcontextlost", () => onTrouble(LOST));
    this.#map.on("webglcontextrestored", () => onTrouble(null));
    this.#map.on("zoom", () => this.#showNames());
    this.#map.on("load", () => {
      this.#showNames();
      this.showTrail(this.#trail);
    });
    for (const one of placesOf(island))
      new Marker({ element: placeMarker(one) }).setLngLat(one.geometry.coordinates).addTo(this.#map);
  }

  /** Shows these units and no others. */
  show(units: ReadonlyMap<number, ShownUnit>): void {
    for (const [id, one] of this.#shown) {
      if (units.has(id)) continue;
      one.marker.remove();
      this.#shown.delete(id);
      this.#moving.delete(one);
    }
    for (const unit of units.values()) this.#showUnit(unit);
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#step());
  }

  /** Marks a unit and brings it into view. */
  select(id: number | null): void {
    this.#selected = id;
    for (const [one, { label }] of this.#shown) label.mark(one === id);
    const found = this.#shown.get(id ?? 0);
    if (found === undefined) return;
    const at = found.marker.getLngLat();
    const zoom = this.#map.getZoom();
    if (zoom >= SELECT_ZOOM && this.#map.getBounds().contains(at)) return;
    this.#map.easeTo({ center: at, zoom: Math.max(zoom, SELECT_ZOOM) });
  }

  showTrail(points: readonly LngLat[]): void {
    this.#trail = points;
    // Null until the style is there.
    this.#map.getSource<GeoJSONSource>("trail")?.setData(lineOf(points));
  }

  /** Brings all units into view. */
  fit(): void {
    const { now } = this.#options;
    const points = [...this.#shown.values()].map(({ glide }) => glide.poseAt(now()).at);
    if (points.length > 0) this.#map.fitBounds(boundsOf(points), { padding: FIT_PADDING_PX, maxZoom: FIT_ZOOM });
  }

  zoom(steps: 1 | -1): void {
    this.#map.easeTo({ zoom: this.#map.getZoom() + steps });
  }

  /** Takes the colours of the page again. */
  recolour(): void {
    for (const [layer, property, value] of paintOf(mapColours(this.#options.place)))
      this.#map.setPaintProperty(layer, property, value);
  }

  #showUnit(unit: ShownUnit): void {
    const { now, isStill } = this.#options;
    const { longitude, latitude, heading_deg, recorded_at } = unit.position;
    const pose: Pose = { at: [longitude, latitude], heading: heading_deg };
    const one = this.#shown.get(unit.id) ?? this.#add(unit.id, pose);
    if (one.label.recordedAt !== recorded_at) {
      if (isStill() || document.hidden) one.glide.jumpTo(pose, now());
      else one.glide.moveTo(pose, now());
      this.#moving.add(one);
    }
    one.label.show(unit.position, unitName(unit));
  }

  #add(id: number, pose: Pose): Shown {
    const label = new UnitMarker(() => this.#options.onSelect(id));
    const marker = new Marker({ element: label.element, subpixelPositioning: true });
    marker.setLngLat([...pose.at]).addTo(this.#map);
    label.mark(id === this.#selected);
    const one = { label, marker, glide: new Glide(pose, this.#options.now()) };
    this.#shown.set(id, one);
    return one;
  }

  /** Runs for as long as something moves. */
  #step(): void {
    const now = this.#options.now();
    for (const one of this.#moving) {
      const { at, heading } = one.glide.poseAt(now);
      one.marker.setLngLat([...at]);
      one.label.turn(heading);
      if (!one.glide.isMoving(now)) this.#moving.delete(one);
    }
    this.#frame = this.#moving.size > 0 ? requestAnimationFrame(() => this.#step()) : 0;
  }

  #showNames(): void {
    this.#options.place.classList.toggle("has-names", this.#map.getZoom() >= NAMES_ZOOM);
  }
}

function createMap(place: HTMLElement, island: IslandFile): GlMap {
  setWorkerUrl(new URL(MAP_WORKER, import.meta.url).href);
  const land = island.features.flatMap(({ geometry }) =>
    geometry.type === "Polygon" ? geometry.coordinates.flat() : [],
  );
  const map = new GlMap({
    container: place,
    style: mapStyle(island, mapColours(place)),
    bounds: boundsOf(land),
    fitBoundsOptions: { padding: 16 },
    attributionControl: false,
    // The page scrolls; two fingers, or Ctrl with the wheel, are for the map.
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    maxZoom: 17,
    fadeDuration: 0,
    locale: { "Map.Title": "Map. The list has the same units." },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new ScaleControl({ maxWidth: 96 }), "bottom-left");
  return map;
}

function boundsOf(points: readonly Readonly<LngLat>[]): [LngLat, LngLat] {
  const longitudes = points.map(([longitude]) => longitude);
  const latitudes = points.map(([, latitude]) => latitude);
  return [
    [Math.min(...longitudes), Math.min(...latitudes)],
    [Math.max(...longitudes), Math.max(...latitudes)],
  ];
}

function lineOf(points: readonly LngLat[]): Parameters<GeoJSONSource["setData"]>[0] {
  return { type: "Feature", properties: {}, geometry: { type: "LineString", coordinates: [...points] } };
}
