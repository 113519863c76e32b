/** The island of the demo fleet as GeoJSON, for the map and for maps of readers. */
import type { Island } from "@fleet-api/server/simulator";

/** Longitude and latitude in degrees (WGS 84), as GeoJSON has them. */
export type LngLat = [longitude: number, latitude: number];

interface Feature<Geometry, Properties> {
  type: "Feature";
  properties: Properties;
  geometry: Geometry;
}

export type PlaceFeature = Feature<
  { type: "Point"; coordinates: LngLat },
  { kind: Island["places"][number]["kind"]; name: string }
>;
type LandFeature = Feature<{ type: "Polygon"; coordinates: LngLat[][] }, { kind: "land"; name: string }>;
type RoadsFeature = Feature<
  { type: "MultiLineString"; coordinates: LngLat[][] },
  { kind: Island["roads"][number]["kind"] }
>;

/** A GeoJSON FeatureCollection: the land, the roads of each kind as one feature, and the places. */
export interface IslandFile {
  type: "FeatureCollection";
  features: (LandFeature | RoadsFeature | PlaceFeature)[];
}

/** From the least important to the most important, in the order in which they are drawn. */
const ROAD_KINDS = ["street", "country", "main"] as const;

export function islandFile({ name, coastline, roads, places }: Island): IslandFile {
  return {
    type: "FeatureCollection",
    features: [
      {
        type: "Feature",
        properties: { kind: "land", name },
        geometry: { type: "Polygon", coordinates: [coastline.map(toMetre)] },
      },
      ...ROAD_KINDS.map((kind): RoadsFeature => ({
        type: "Feature",
        properties: { kind },
        geometry: {
          type: "MultiLineString",
          coordinates: roads.filter((road) => road.kind === kind).map(({ line }) => line.map(toMetre)),
        },
      })),
      ...places.map(({ kind, name: placeName, position }): PlaceFeature => ({
        type: "Feature",
        properties: { kind, name: placeName },
        geometry: { type: "Point", coordinates: toMetre(position) },
      })),
    ],
  };
}

export function placesOf({ features }: IslandFile): PlaceFeature[] {
  return features.filter((feature): feature is PlaceFeature => feature.geometry.type === "Point");
}

/** A hundred-thousandth of a degree is about a metre, and the file is a fifth smaller than with all digits. */
function toMetre([longitude, latitude]: readonly [number, number]): LngLat {
  return [Math.round(longitude * 1e5) / 1e5, Math.round(latitude * 1e5) / 1e5];
}
