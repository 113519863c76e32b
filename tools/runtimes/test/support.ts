import type { PackedPackage } from "../src/packed/packed-package.ts";

/** A package in memory: its files by path, and package.json as a value. */
export function packed(
  manifest: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>> = {},
): Pick<PackedPackage, "name" | "manifest" | "files" | "read"> {
  const all: Record<string, string> = { "package.json": JSON.stringify(manifest), ...files };
  return { name: "@fleet-api/example", manifest, files: Object.keys(all), read: (path) => all[path] };
}

export const exportsOfOne = { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } };

/** A package without fault. */
export const flawless = {
  "README.md": "",
  LICENSE: "",
  "dist/index.js": "",
  "dist/index.d.ts": "",
  "src/index.ts": "",
};
