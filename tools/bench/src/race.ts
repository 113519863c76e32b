import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Effort } from "./report.ts";

/** The value at a share of the sorted values, from 0 to 1: 0.5 is the median. `NaN` for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** One of the things that are compared. */
export interface Contender {
  readonly name: string;
  readonly call: () => Promise<unknown>;
}

/** How one contender did. */
export interface Result {
  readonly name: string;
  /** CPU time of one call in microseconds, all threads of the process; the median of the rounds. */
  readonly micros: number;
  /** CPU time over that of the first contender, in the same round; the median of the rounds. */
  readonly ratio: number;
  /** The middle half of the ratios lies between these two. */
  readonly between: readonly [number, number];
}

/** How long a race is. */
export interface Distance {
  /** Rounds that count. */
  readonly rounds: number;
  /** Rounds before, for the compiler to settle. */
  readonly warmUps: number;
  /** Calls of each contender per round. */
  readonly calls: number;
}

export const DISTANCES: Readonly<Record<Effort, Distance>> = {
  full: { rounds: 15, warmUps: 4, calls: 1500 },
  quick: { rounds: 1, warmUps: 0, calls: 10 },
};

/**
 * Runs contenders in turns and compares each with the first one. The turns of a round lie close together and each
 * round begins with another contender, so that a busy machine, or a clock that changes, hits all alike. CPU time
 * instead of wall time, because other processes take from the latter only.
 */
export async function race(contenders: readonly Contender[], distance: Distance): Promise<Result[]> {
  const rounds: number[][] = [];
  for (let round = -distance.warmUps; round < distance.rounds; round++) {
    const micros = contenders.map(() => Number.NaN);
    for (const step of contenders.keys()) {
      const index = (step + round + distance.warmUps) % contenders.length;
      const contender = contenders[index];
      if (contender) micros[index] = await turn(contender, distance.calls);
    }
    if (round >= 0) rounds.push(micros);
  }
  return contenders.map(({ name }, index) => {
    const ratios = rounds.map((micros) => (micros[index] ?? Number.NaN) / (micros[0] ?? Number.NaN));
    return {
      name,
      micros: median(rounds.map((micros) => micros[index] ?? Number.NaN)),
      ratio: median(ratios),
      between: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    };
  });
}

async function turn({ call }: Contender, calls: number): Promise<number> {
  collectGarbage();
  const before = process.cpuUsage();
  for (let count = 0; count < calls; count++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/**
 * Empties the young generation, so that nobody pays for what the one before left behind. Not the old one: a full
 * collection also throws away compiled code that was not used lately, which here is everybody else's.
 */
const collectGarbage = minorCollector();

function minorCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  return typeof gc === "function" ? () => void gc({ type: "minor" }) : () => undefined;
}
