import type { TypesProgram } from "./programs.ts";

/** A name in our declarations that a program does not have: known and not yet mended. */
interface KnownError {
  readonly program: TypesProgram["name"];
  /** The name, as the compiler quotes it. */
  readonly name: string;
  /** What users see of it, and the cure. */
  readonly reason: string;
}

/** One that no compiler tells any more is itself a finding. Users who skip the check of declarations get `any` instead. */
export const KNOWN_ERRORS: readonly KnownError[] = [];

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
