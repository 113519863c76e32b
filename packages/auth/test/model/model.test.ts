import { expect, test } from "vitest";
import { checkModel } from "./check-model.ts";

// A fixed seed: a run that fails here fails everywhere. `pnpm model` plays other ones.
const seed = 1;

test("what is guaranteed holds for two sessions, whatever happens at any moment", async () => {
  await expect(checkModel("wild", 1_600, seed)).resolves.toBeUndefined();
});

test("where only tokens become invalid, every call succeeds with one login each time", async () => {
  await expect(checkModel("calm", 300, seed)).resolves.toBeUndefined();
});

test("where a server does not know new tokens at once, every call succeeds without a login", async () => {
  await expect(checkModel("lagging", 200, seed)).resolves.toBeUndefined();
});
