import type { ScoreReport } from "./score-report.ts";

/** A sub-score that may stay below the common floor, and why it must. */
export interface FloorException {
  /** From 0 to 1. Held like any floor: what was reached is not lost again. */
  readonly floor: number;
  readonly reason: string;
}

/** What `redocly score` must at least find. */
export interface Floors {
  /** From 0 to 100. */
  readonly total: number;
  /** From 0 to 1, for every sub-score that has no exception. */
  readonly subscore: number;
  readonly exceptions: Readonly<Record<string, FloorException>>;
}

export const FLOORS: Floors = {
  total: 90,
  subscore: 0.75,
  exceptions: {
    parameterSimplicity: {
      floor: 0.66,
      reason:
        "An operation with 10 parameters gets nothing. A listing has that many or more with paging, the three levels of the " +
        "scope, and filters and order of its own; all are optional, and the other operations have 0 to 4: the seven " +
        "conventional operations of a group have 67 % on average.",
    },
    schemaSimplicity: {
      floor: 0.4,
      reason:
        "An operation gets 1 - depth / 8, with scalars counted as a level, errors included. A problem with its " +
        "findings and their allowed values is 4 deep, so no operation can get more than 0.5, and the mean can only be " +
        "lower: the documented User record of the login is 6 deep, a page of records 5.",
    },
  },
};

/** How many operations a finding names. */
const NAMED = 3;

/** Compares a report with the floors. @returns one sentence per finding; none when every floor is held. */
export function judgeScore(report: ScoreReport, floors: Floors): string[] {
  return [
    ...(report.total < floors.total ? [`the score is ${report.total}, below ${floors.total}`] : []),
    ...Object.entries(report.subscores).flatMap(([name, score]) => judgeSubscore(name, score, report, floors)),
    ...Object.keys(floors.exceptions)
      .filter((name) => report.subscores[name] === undefined)
      .map((name) => `the exception for ${name} is for no sub-score that there is; remove it`),
  ];
}

function judgeSubscore(name: string, score: number, report: ScoreReport, floors: Floors): string[] {
  const exception = floors.exceptions[name];
  if (exception !== undefined && score >= floors.subscore) {
    return [`${name} is ${percent(score)}, so it needs no exception any more; remove it`];
  }
  const floor = exception?.floor ?? floors.subscore;
  if (score >= floor) return [];
  const lowest = lowestOperations(name, report);
  return [`${name} is ${percent(score)}, below ${percent(floor)}${lowest === "" ? "" : `; it is lowest in ${lowest}`}`];
}

function lowestOperations(name: string, report: ScoreReport): string {
  return Object.entries(report.operations)
    .flatMap(([id, scores]) => (scores[name] === undefined ? [] : [{ id, score: scores[name] }]))
    .toSorted((a, b) => a.score - b.score)
    .slice(0, NAMED)
    .map(({ id, score }) => `${id} (${percent(score)})`)
    .join(", ");
}

/** Rounded down, so that a value below a floor never reads like the floor. */
function percent(score: number): string {
  return `${Math.floor(score * 1000) / 10} %`;
}
