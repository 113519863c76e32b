import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { rootUrl } from "../src/artefact.ts";

test.each(["index.ts", "documented.ts"])("the entry %s of the contract has no run-time code", async (name) => {
  const entry = fileURLToPath(new URL(`packages/contract/src/${name}`, rootUrl));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    minify: true,
    logLevel: "silent",
  });
  expect(outputFiles.map((file) => file.text)).toEqual([""]);
});

test("the types entry exports at most 41 names", async () => {
  const text = await readFile(new URL("packages/contract/src/index.ts", rootUrl), "utf8");
  const names = [...text.matchAll(/\{([^}]+)\}/g)].flatMap(([, list]) =>
    (list ?? "").split(",").filter((each) => each.trim() !== ""),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.length).toBeLessThanOrEqual(41);
});
