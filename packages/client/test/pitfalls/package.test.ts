import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";

interface Manifest {
  readonly sideEffects?: boolean;
  readonly engines?: { readonly node?: string };
  readonly exports: Readonly<Record<string, unknown>>;
  readonly publishConfig?: { readonly exports: Readonly<Record<string, unknown>> };
}

const { resolve } = createRequire(import.meta.url);
const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(resolve(`${name}/package.json`), "utf8"));

describe("the package", () => {
  it("P19 says neither that it may be shaken nor what it needs, with them; ours says both", () => {
    const [plain, own] = [manifestOf("openapi-fetch"), manifestOf("@fleet-api/client")];
    expect([plain.sideEffects, plain.engines]).toEqual([undefined, undefined]);
    expect([own.sideEffects, own.engines]).toEqual([false, { node: expect.stringMatching(/^>=\d/) }]);
  });

  it("P19 opens every file to imports, with them; ours its entries only, also as published", () => {
    expect(Object.keys(manifestOf("openapi-fetch").exports)).toContain("./*");
    expect(resolve("openapi-fetch/dist/index.d.mts")).toMatch(/index\.d\.mts$/);

    const { exports, publishConfig } = manifestOf("@fleet-api/client");
    // Of the types of each group, a file that is generated for it.
    expect(Object.keys(exports).filter((each) => each.includes("*"))).toEqual(["./types/*"]);
    expect(resolve("@fleet-api/client/types/units")).toMatch(/built\/types\.units\.ts$/);
    expect(Object.keys(publishConfig?.exports ?? {})).toEqual(Object.keys(exports));
    expect(() => resolve("@fleet-api/client/src/call/pipeline.ts")).toThrow(
      expect.objectContaining({ code: "ERR_PACKAGE_PATH_NOT_EXPORTED" }),
    );
  });
});
