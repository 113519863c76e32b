/** In a page: `fleetJourney(options)`. */
import { journey } from "./journey.ts";

declare global {
  var fleetJourney: typeof journey;
}

globalThis.fleetJourney = journey;
