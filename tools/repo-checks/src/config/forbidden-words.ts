/** Text that must not stand in any tracked file. */
export interface ForbiddenWord {
  readonly pattern: RegExp;
  readonly reason: string;
  /** Only in files whose path matches; default: all. */
  readonly files?: RegExp;
}

export const FORBIDDEN_WORDS: readonly ForbiddenWord[] = [
  {
    pattern: /(?<![\w.~-])\/(?:work|tmp|root)\//,
    reason: "an absolute path exists on one machine only: write it from the root of the repository, or use os.tmpdir()",
    // Tests hand made-up paths to code that only reads the text.
    files: /^(?!.*\/test\/)/,
  },
  {
    pattern: /\.\.\/shared\/(?:design|source)/,
    reason: "lies outside the repository: say it here, or cite ARCHITECTURE.md or spec/decisions",
  },
  {
    pattern: /\b(?:TO[D]O|FIX[M]E|XX[X])\b/,
    reason: "unfinished work belongs into an issue, not into the source",
  },
  {
    pattern: /^(?:<{7}|>{7}) /,
    reason: "a merge conflict was committed",
  },
];
