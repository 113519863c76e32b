/** Where one unit has been. */
import type { LngLat } from "./island-file.ts";
import type { Position } from "./unit-set.ts";

/** The oldest points go first, so that a page that is open for days stays as small as it was. */
const MAX_POINTS = 2000;

export class Trail {
  readonly #points: LngLat[] = [];
  #newest = -Infinity;

  get points(): readonly LngLat[] {
    return this.#points;
  }

  /** Adds positions in the order of `recorded_at`; those that are not newer than the last one are ignored. */
  add(positions: readonly Position[]): void {
    for (const { recorded_at, longitude, latitude } of positions) {
      const at = Date.parse(recorded_at);
      if (at <= this.#newest) continue;
      this.#newest = at;
      this.#points.push([longitude, latitude]);
    }
    if (this.#points.length > MAX_POINTS) this.#points.splice(0, this.#points.length - MAX_POINTS);
  }
}
