import { describe, expect, it } from "vitest";
import { judgeFiles, judgeManifest } from "../src/packaging.ts";
import { exportsOfOne, flawless, packed } from "./support.ts";

const manifest = { exports: exportsOfOne };

describe("files of a tarball", () => {
  it("accepts a package without fault", () => {
    expect(judgeFiles(packed(manifest, flawless))).toEqual([]);
  });

  it("misses the licence, the README and what entries lead to", () => {
    expect(judgeFiles(packed(manifest, { "dist/index.js": "", "src/index.ts": "" }))).toEqual([
      "README.md is missing",
      "LICENSE is missing",
      'exports["."] leads to dist/index.d.ts: missing',
    ]);
  });

  it.each(["test/a.ts", "src/a.test.ts", "dist/a.test-d.ts", ".turbo/log", "tsconfig.build.json", "x.tsbuildinfo"])(
    "does not want %s",
    (path) => {
      expect(judgeFiles(packed(manifest, { ...flawless, [path]: "" }))).toEqual([`${path} is nothing for users`]);
    },
  );

  it("wants the resource group Tests and the testing kit", () => {
    const files = { ...flawless, "src/resources/tests/index.ts": "", "src/testing/index.ts": "" };
    expect(judgeFiles(packed(manifest, files))).toEqual([]);
  });

  it("finds output whose source is gone, but not what is generated beside its types", () => {
    const files = { ...flawless, "dist/gone.js": "", "dist/validators.js": "", "validators.d.ts": "" };
    expect(judgeFiles(packed(manifest, files))).toEqual([
      "dist/gone.js has no source src/gone.ts; if it is old, run: npx -y pnpm@12 clean",
    ]);
  });

  it("finds validators of operations that are gone", () => {
    const lazy = 'export const responses={unitsGet:()=>import("../response/unitsGet.js")};';
    const kept = ["schemas/Unit.js", "request/unitsGet.js", "request/unitsGet.d.ts"].map((path) => [path, ""]);
    const files = Object.fromEntries(
      [...kept, ["lazy/response.js", lazy], ["response/unitsLost.js", ""]].map(([path, text]) => [
        `dist/validators/${path}`,
        text,
      ]),
    );
    expect(judgeFiles(packed(manifest, { ...flawless, ...files }))).toEqual([
      "dist/validators/response/unitsLost.js is of an operation that no longer exists; run: npx -y pnpm@12 codegen",
    ]);
  });

  it("finds maps that are missing, and sources that maps miss", () => {
    const map = (source: string): string => JSON.stringify({ version: 3, sources: [source] });
    const files = {
      ...flawless,
      "dist/index.js": "export {};\n//# sourceMappingURL=index.js.map\n",
      "dist/index.d.ts": "export {};\n//# sourceMappingURL=index.d.ts.map\n",
      "dist/index.js.map": map("../src/gone.ts"),
    };
    expect(judgeFiles(packed(manifest, files))).toEqual([
      "dist/index.d.ts names the map dist/index.d.ts.map: missing",
      "dist/index.js.map names the source src/gone.ts: missing",
    ]);
    const mended = { ...files, "dist/index.js.map": map("../src/index.ts"), "dist/index.d.ts": "" };
    expect(judgeFiles(packed(manifest, mended)).filter((problem) => problem.includes(".map"))).toEqual([]);
  });
});

describe("package.json of a tarball", () => {
  it.each(["workspace:*", "catalog:", "link:../client", "file:../client"])("has no dependency on %s", (version) => {
    const problems = judgeManifest(packed({ exports: exportsOfOne, peerDependencies: { client: version, vite: "8" } }));
    expect(problems).toEqual([
      `package.json: peerDependencies has client as "${version}", which only the workspace knows`,
    ]);
  });

  it("does not lead to sources", () => {
    expect(judgeManifest(packed({ exports: { ".": "./src/index.ts" } }))).toEqual([
      'package.json: exports lead to the source "./src/index.ts"; publishConfig was not applied',
    ]);
    expect(judgeManifest(packed({ exports: exportsOfOne }))).toEqual([]);
  });
});
