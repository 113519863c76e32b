import { demoRandom } from "../demo/demo-random.ts";
import type { DemoRandom } from "../demo/demo-random.ts";
import type { Island } from "./island.ts";
import type { Motion, Route } from "./motion.ts";
import { drive } from "./motion.ts";
import type { Point } from "./plane.ts";
import { between, bearing, distance, toPoint } from "./plane.ts";
import type { FindPath } from "./shortest-path.ts";
import { pathFinder } from "./shortest-path.ts";

/** What a vehicle does at an instant. */
export interface Moment {
  readonly point: Point;
  /** Degrees clockwise from north; null while it stands still. */
  readonly heading_deg: number | null;
  readonly speed_ms: number;
  /** `idling` has the ignition on, `parked` off. */
  readonly status: "moving" | "idling" | "parked";
  /** Since the round began. */
  readonly driven_m: number;
  /** How long the engine has been running since the round began. */
  readonly engine_s: number;
}

/** A journey from a place to several stops and back to it. */
export interface Round {
  /** In whole seconds. */
  readonly duration_s: number;
  readonly length_m: number;
  readonly engine_s: number;
  /** @param seconds - since the round began, less than its duration */
  at(seconds: number): Moment;
}

const STOPS: readonly [number, number] = [5, 9];
const MINUTE_S = 60;

/** Plans rounds over the island. The same seed gives the same round. */
export function roundPlanner(island: Island): (seed: number) => Round {
  // By the time that a road takes.
  const findPath = pathFinder(
    island.roads.map(({ from, to, length_m, speed_limit_kmh }) => ({ from, to, cost: length_m / speed_limit_kmh })),
  );
  return (seed) => planRound(island, findPath, demoRandom(seed));
}

/** A motion in its place in the round. */
interface Stage extends Motion {
  readonly begins_s: number;
  readonly begins_m: number;
  readonly begins_engine_s: number;
  readonly status: Moment["status"];
}

type Step = Pick<Stage, keyof Motion | "status">;

function planRound(island: Island, findPath: FindPath, random: DemoRandom): Round {
  const steps: Step[] = [];
  const points: Point[] = [];
  const pace = random.int(86, 99) / 100;
  const home = pickPlace(island, random);
  const stops = chooseStops(island, random, home);
  for (const [index, stop] of stops.entries()) {
    const route = routeBetween(island, findPath, stops[index - 1] ?? home, stop);
    points.push(...(points.length === 0 ? route.points : route.points.slice(1)));
    steps.push(...drive(route, pace).map((motion): Step => ({ ...motion, status: "moving" })));
    steps.push(standing("idling", random.int(1, random.pick([1, 1, 4])) * MINUTE_S));
    if (stop === home) steps.push(standing("parked", random.int(15, 40) * MINUTE_S));
    else if (random.int(1, 3) > 1) steps.push(standing("parked", random.int(3, 14) * MINUTE_S));
  }
  const exact = steps.reduce((sum, { duration_s }) => sum + duration_s, 0);
  // It ends with a whole second.
  steps.push(standing("parked", Math.ceil(exact) + 1 - exact));
  return roundOf(steps, points);
}

function standing(status: Moment["status"], duration_s: number): Step {
  return { status, duration_s, length_m: 0, speed_ms: 0, acceleration_ms2: 0 };
}

/** Junctions, each apart from the one before; the last one is home. */
function chooseStops(island: Island, random: DemoRandom, home: number): number[] {
  const stops: number[] = [];
  const wanted = random.int(...STOPS);
  while (stops.length < wanted) {
    // Half of them at places, the others somewhere on the island.
    const stop = random.int(0, 1) === 0 ? pickPlace(island, random) : random.int(0, island.junctions.length - 1);
    if (stop !== (stops.at(-1) ?? home) && stop !== home) stops.push(stop);
  }
  return [...stops, home];
}

function pickPlace({ places }: Island, random: DemoRandom): number {
  return places[random.int(0, places.length - 1)]?.junction ?? 0;
}

function routeBetween({ roads, junctions }: Island, findPath: FindPath, from: number, to: number): Route {
  const points: Point[] = [];
  const limits_kmh: number[] = [];
  let junction = from;
  for (const id of findPath(from, to) ?? []) {
    const road = roads[id];
    if (road === undefined) continue;
    const line = road.from === junction ? road.line : road.line.toReversed();
    points.push(...line.slice(0, -1).map(toPoint));
    limits_kmh.push(...line.slice(1).map(() => road.speed_limit_kmh));
    junction = road.from === junction ? road.to : road.from;
  }
  const end = junctions[junction];
  return { points: end === undefined ? points : [...points, toPoint(end.position)], limits_kmh };
}

function roundOf(steps: readonly Step[], points: readonly Point[]): Round {
  const stages: Stage[] = [];
  let [begins_s, begins_m, begins_engine_s] = [0, 0, 0];
  for (const step of steps) {
    stages.push({ ...step, begins_s, begins_m, begins_engine_s });
    begins_s += step.duration_s;
    begins_m += step.length_m;
    if (step.status !== "parked") begins_engine_s += step.duration_s;
  }
  let length = 0;
  const milestones = points.map((point, index) => (length += distance(points[index - 1] ?? point, point)));
  return {
    duration_s: Math.round(begins_s),
    length_m: begins_m,
    engine_s: begins_engine_s,
    at: (seconds) => {
      const stage = stages[lastUpTo(stages, seconds, (each) => each.begins_s)] ?? stages[0];
      return stage === undefined ? NOWHERE : momentOf(stage, seconds - stage.begins_s, points, milestones);
    },
  };
}

const NOWHERE: Moment = { point: [0, 0], heading_deg: null, speed_ms: 0, status: "parked", driven_m: 0, engine_s: 0 };

function momentOf(stage: Stage, seconds: number, points: readonly Point[], milestones: readonly number[]): Moment {
  const { speed_ms, acceleration_ms2, status } = stage;
  const driven_m = stage.begins_m + speed_ms * seconds + (acceleration_ms2 * seconds ** 2) / 2;
  const index = Math.min(
    lastUpTo(milestones, driven_m, (each) => each),
    points.length - 2,
  );
  const [from, to] = [points[index] ?? NOWHERE.point, points[index + 1] ?? NOWHERE.point];
  const [begin, end] = [milestones[index] ?? 0, milestones[index + 1] ?? 0];
  return {
    point: between(from, to, Math.min(1, (driven_m - begin) / (end - begin))),
    heading_deg: status === "moving" ? bearing(from, to) : null,
    speed_ms: Math.max(0, speed_ms + acceleration_ms2 * seconds),
    status,
    driven_m,
    engine_s: stage.begins_engine_s + (status === "parked" ? 0 : seconds),
  };
}

/** The index of the last item whose value is not above the limit; the values ascend. */
function lastUpTo<Item>(items: readonly Item[], limit: number, valueOf: (item: Item) => number): number {
  let [low, high] = [0, items.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const item = items[middle];
    if (item !== undefined && valueOf(item) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
