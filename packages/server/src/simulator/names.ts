/** Names of the island. All are invented, or say no more than what a street leads to. */

export const ISLAND_NAME = "Meridane";

/** The first is the city. The first and the fourth are on the coast. */
export const TOWN_NAMES = [
  "Port Orrin",
  "Tesselby",
  "Quillmouth",
  "Vennick Bay",
  "Pellandra",
  "Sundergate",
  "Marrowick",
  "Brindlecove",
] as const;

export const HARBOUR_NAMES = ["Orrin Harbour", "Vennick Quay"] as const;

export const DEPOT_NAMES = ["North Depot", "East Depot", "South Depot", "West Depot"] as const;

export const STREET_NAMES = [
  "Harbour Street",
  "Market Street",
  "Mill Lane",
  "Lighthouse Road",
  "Station Street",
  "Chapel Lane",
  "Orchard Street",
  "Anchor Street",
  "Meadow Lane",
  "Bridge Street",
  "School Lane",
  "Ropewalk",
  "Garden Street",
  "Well Street",
] as const;
