import { expect, test } from "vitest";
import { shippedBudget, shippedValidators } from "../src/validators/shipped-bytes.ts";

test("a page that calls one operation downloads its validators alone, within the budget", async () => {
  const shipped = await shippedValidators();
  expect(shipped.length).toBeGreaterThan(10);
  expect(shipped.filter(({ gzip }) => gzip > shippedBudget)).toEqual([]);
  const ping = shipped.find(({ operation }) => operation === "testsPing");
  expect(ping?.modules).toContain("schemas/PongEnvelope.js");
  expect(ping?.modules.filter((path) => /^(request|inline|schemas\/(Unit|User))/.test(path))).toEqual([]);
});
