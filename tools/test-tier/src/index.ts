/** `test` runs on each push, `full` takes up to 40 minutes, `heavy` takes hours. */
export type Tier = "test" | "full" | "heavy";

/** The tier that runs: `pnpm test:full` and the suites of `pnpm test:heavy` set `TEST_TIER`. */
export const tier: Tier = readTier(process.env["TEST_TIER"]);

function readTier(text = "test"): Tier {
  const found = (["test", "full", "heavy"] as const).find((name) => name === text);
  if (found === undefined) throw new Error(`TEST_TIER is ${JSON.stringify(text)}; it takes test, full or heavy.`);
  return found;
}

/** The value for the tier that runs, such as a number of runs; `heavy` takes that of `full` unless it has its own. */
export function byTier<T>(test: T, full: T, heavy: T = full): T {
  return { test, full, heavy }[tier];
}
