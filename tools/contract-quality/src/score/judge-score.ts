import type { Floors } from "./floors.ts";
import type { ScoreReport } from "./score-report.ts";

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
