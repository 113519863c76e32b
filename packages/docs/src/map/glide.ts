/** Smooth movement from one position to the next. */
import { distanceM, turnDeg } from "./geometry.ts";
import type { LngLat } from "./island-file.ts";

export interface Pose {
  readonly at: Readonly<LngLat>;
  /** Degrees clockwise from north; null while the unit stands still. */
  readonly heading: number | null;
}

/** A unit that was silent for longer is not shown driving through all that time. */
const LONGEST_MS = 10_000;
const SHORTEST_MS = 300;
/** Nothing drives so far between two reports; the marker appears there at once. */
const JUMP_M = 2000;

/** Moves from pose to pose, each time for as long as passed since the one before. */
export class Glide {
  #from: Pose;
  #to: Pose;
  #began = 0;
  #lastMs = 0;
  #arrived: number;

  /** @param now - milliseconds of a clock that only goes forward, as in the other methods */
  constructor(pose: Pose, now: number) {
    this.#from = pose;
    this.#to = pose;
    this.#arrived = now;
  }

  moveTo(pose: Pose, now: number): void {
    this.#from = this.poseAt(now);
    this.#to = pose;
    this.#began = now;
    this.#lastMs = Math.max(SHORTEST_MS, Math.min(now - this.#arrived, LONGEST_MS));
    this.#arrived = now;
    if (distanceM(this.#from.at, pose.at) > JUMP_M) this.#lastMs = 0;
  }

  /** Where it is now, without the rest of the way. */
  jumpTo(pose: Pose, now: number): void {
    this.#from = pose;
    this.#to = pose;
    this.#lastMs = 0;
    this.#arrived = now;
  }

  isMoving(now: number): boolean {
    return now < this.#began + this.#lastMs;
  }

  poseAt(now: number): Pose {
    if (!this.isMoving(now)) return this.#to;
    const fraction = Math.max(0, now - this.#began) / this.#lastMs;
    const [from, to] = [this.#from, this.#to];
    return {
      // The short way over the antimeridian; the map takes longitudes beyond 180.
      at: [from.at[0] + turnDeg(from.at[0], to.at[0]) * fraction, from.at[1] + (to.at[1] - from.at[1]) * fraction],
      heading:
        from.heading === null || to.heading === null
          ? to.heading
          : from.heading + turnDeg(from.heading, to.heading) * fraction,
    };
  }
}
