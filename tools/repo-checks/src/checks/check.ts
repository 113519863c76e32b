import type { Repo } from "../repo/repo.ts";

/** One finding: where, and what to do about it. */
export interface Problem {
  readonly file: string;
  readonly line?: number;
  /** What in the file is meant (a function, a dependency, a word): exceptions can name it. */
  readonly subject?: string;
  readonly message: string;
}

/** What a check found, and numbers worth a look even when all is well. */
export interface Findings {
  readonly problems: readonly Problem[];
  readonly note?: string;
}

/** One fact about the repository that must stay true. */
export interface Check {
  /** What `--only`, exceptions and reports call it. */
  readonly name: string;
  /** The reason, in one line: printed with every failure. */
  readonly why: string;
  run(repo: Repo): Findings | Promise<Findings>;
}

/** Findings without a note. */
export function found(problems: readonly Problem[]): Findings {
  return { problems };
}
