import { createRequire } from "node:module";
import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };

const { resolve } = createRequire(import.meta.url);

it("says that the package may be shaken, and what it needs", () => {
  expect([manifest.sideEffects, manifest.engines]).toEqual([false, { node: expect.stringMatching(/^>=\d/) }]);
});

it("opens the entries alone to imports, as published too", () => {
  const { exports, publishConfig } = manifest;
  // Of the types of each group, a file that is generated for it.
  expect(Object.keys(exports).filter((each) => each.includes("*"))).toEqual(["./types/*"]);
  expect(resolve("@fleet-api/client/types/units")).toMatch(/built\/types\.units\.ts$/);
  expect(Object.keys(publishConfig.exports)).toEqual(Object.keys(exports));
  expect(() => resolve("@fleet-api/client/src/call/pipeline.ts")).toThrow(
    expect.objectContaining({ code: "ERR_PACKAGE_PATH_NOT_EXPORTED" }),
  );
});
