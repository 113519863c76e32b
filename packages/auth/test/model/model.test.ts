import { test } from "vitest";
import { checkModel } from "./check-model.ts";

test("L12 everything at any moment", async () => {
  await checkModel("wild", { numRuns: Number(process.env["RUNS"] ?? 1_600), seed: 1 });
}, 600_000);

test("L13 nothing goes wrong but tokens", async () => {
  await checkModel("calm", { numRuns: Number(process.env["RUNS"] ?? 400), seed: 1 });
}, 600_000);
