/** Makes the files of the live map. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { MapAssets } from "../layout/frame.ts";
import type { SaveAsset } from "../sandbox/files/sandbox-assets.ts";

/** @param target - the browsers that they are made for */
export async function mapAssets(save: SaveAsset, target: readonly string[]): Promise<MapAssets> {
  const bundle = async (path: string, define: Record<string, string> = {}): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      target: [...target],
      define,
    });
    return outputFiles[0]?.text ?? "";
  };
  // As it was published: another bundler makes it larger. It is a file of its own, so that no policy has to allow blob:.
  const worker = createRequire(import.meta.url).resolve("maplibre-gl/dist/maplibre-gl-worker.mjs");
  const workerFile = await save("map-worker", "js", withoutSourceMap(await readFile(worker, "utf8")));
  return {
    css: await save("map", "css", await bundle("../styles/map.css")),
    js: await save("map", "js", await bundle("../islands/map.ts")),
    view: await save(
      "map-view",
      "js",
      await bundle("map-view.ts", { MAP_WORKER: JSON.stringify(workerFile.replace(/^.*\//, "./")) }),
    ),
  };
}

/** The map of sources is not published with the site. */
function withoutSourceMap(script: string): string {
  return script.replace(/\n\/\/# sourceMappingURL=\S*\s*$/, "\n");
}
