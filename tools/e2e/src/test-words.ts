/**
 * Reads `[name]...`, each a part of the name of a test file; returns the files to run, all of them without a name.
 * @param files Paths below `test`, such as `quick-start.test.ts`
 * @throws Error that names the word it does not know, and the tests that there are
 */
export function readTestWords(args: readonly string[], files: readonly string[]): string[] {
  // pnpm hands a bare `--` on.
  const words = args.filter((word) => word !== "--");
  const names = files.map((file) => file.replace(/\.test\.ts$/, "")).toSorted();
  const unknown = words.find((word) => !names.some((name) => name.includes(word)));
  if (unknown !== undefined) {
    throw new Error(`"${unknown}" is not an end-to-end test; the tests are ${names.join(", ")}.`);
  }
  return names
    .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
    .map((name) => `test/${name}.test.ts`);
}
