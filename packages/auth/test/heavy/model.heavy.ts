import { describe, expect, test } from "vitest";
import { checkModel } from "../model/check-model.ts";

// A failing run is repeated by putting the printed number here.
const seed = Date.now() % 2 ** 31;

/** Small parts: a failure ends only its own, and no busy machine takes longer for one than a test may. */
const part = 2_000;
const seeds = (runs: number): number[] => Array.from({ length: runs / part }, (_, index) => seed + index);

describe(`100,000 runs with seed ${seed}`, () => {
  test.each(seeds(80_000))(
    "what is guaranteed holds in 2,000 runs in which everything can happen, seed %d",
    async (own) => {
      await expect(checkModel("wild", part, own)).resolves.toBeUndefined();
    },
  );

  test.each(seeds(20_000))(
    "every call succeeds in 2,000 runs in which only tokens become invalid, seed %d",
    async (own) => {
      await expect(checkModel("calm", part, own)).resolves.toBeUndefined();
    },
  );
});
