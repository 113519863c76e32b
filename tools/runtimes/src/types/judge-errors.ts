import type { KnownError } from "./known-errors.ts";
import type { TypesProgram } from "./programs.ts";

/** Takes known errors out of what compilers say, and remembers which were met. */
export interface ErrorJudge {
  /** The lines of a compiler's output that are no known error. */
  judge(program: TypesProgram["name"], output: string): string[];
  /** One sentence for each known error that no compiler told. */
  unmet(): string[];
}

/** An error in a declaration of ours. Those of other packages are never known. */
const OURS = /^(?:.*\/)?node_modules\/@fleet-api\/[^(]+\(\d+,\d+\): error TS\d+: /;

/** A judge that has seen nothing. */
export function errorJudge(known: readonly KnownError[]): ErrorJudge {
  const met = new Set<KnownError>();
  return {
    judge(program, output) {
      return output.split("\n").filter((line) => {
        const match = OURS.test(line)
          ? known.find((each) => each.program === program && line.includes(`'${each.name}'`))
          : undefined;
        if (match !== undefined) met.add(match);
        return match === undefined && line.trim() !== "";
      });
    },
    unmet: () =>
      known
        .filter((each) => !met.has(each))
        .map(({ program, name }) => `the known error about ${name} (${program}) is gone; remove it`),
  };
}
