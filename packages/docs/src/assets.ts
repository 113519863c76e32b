/** Style sheet, scripts, fonts and the search index, in files whose names tell their content. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build, transform } from "esbuild";
import type { Assets } from "./layout/frame.ts";
import type { Page } from "./pages/page.ts";
import { mapAssets } from "./map/map-assets.ts";
import { runFiles } from "./runs/run-files.ts";
import { sandboxAssets } from "./sandbox/files/sandbox-assets.ts";
import type { IndexRow } from "./search/search.ts";

/** What browsers of the last three years understand. */
const TARGET = ["chrome123", "firefox121", "safari17.5"];

const FONTS = [
  { family: "Geist Variable", file: "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2" },
  { family: "Geist Mono Variable", file: "@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2" },
] as const;

/** A system font with the measures of Geist, so that nothing moves when that arrives. */
const FALLBACK =
  '@font-face{font-family:"Geist Fallback";src:local("Arial");size-adjust:104.76%;ascent-override:95.94%;descent-override:28.16%;line-gap-override:0%}';

export async function buildAssets(root: string, pages: readonly Page[]): Promise<Assets> {
  await mkdir(join(root, "assets"), { recursive: true });
  const save = async (name: string, ending: string, content: string | Uint8Array): Promise<string> => {
    const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
    const path = `assets/${name}.${hash}.${ending}`;
    await writeFile(join(root, path), content);
    return path;
  };
  const require = createRequire(import.meta.url);
  const fonts: string[] = [];
  let faces = FALLBACK;
  for (const { family, file } of FONTS) {
    const path = await save(family.toLowerCase().replaceAll(" ", "-"), "woff2", await readFile(require.resolve(file)));
    faces += `@font-face{font-family:"${family}";src:url(${path.slice("assets/".length)}) format("woff2");font-weight:100 900;font-display:swap}`;
    fonts.push(path);
  }
  const styles = await readFile(new URL("styles/site.css", import.meta.url), "utf8");
  const { code } = await transform(faces + styles, { loader: "css", minify: true, target: TARGET });
  const rows: IndexRow[] = pages.flatMap(({ search }) =>
    search.map(({ kind, title, url, text }) => [kind, title, url, text] as const),
  );
  return {
    runs: await saveRuns(root, pages),
    css: await save("site", "css", code),
    themeJs: await save("theme", "js", await script("theme")),
    siteJs: await save("site", "js", await script("site")),
    searchJs: await save("search", "js", await script("search")),
    tryJs: await save("try", "js", await script("try")),
    map: await mapAssets(save, TARGET),
    searchIndex: await save("search", "json", JSON.stringify(rows)),
    fonts: fonts.slice(0, 1),
    sandbox: await sandboxAssets(save, TARGET),
  };
}

/**
 * The programs of the pages, and what runs them, in a folder whose name tells the content of all: they are made for one
 * another. Resolves to its path.
 */
async function saveRuns(root: string, pages: readonly Page[]): Promise<string> {
  const programs = await runFiles(
    pages.flatMap(({ runs = [] }) => runs),
    TARGET,
  );
  const files = new Map<string, string | Uint8Array>([
    ["run.js", await script("../runs/run")],
    ["program-worker.js", await script("../runs/program-worker")],
    ...[...programs].map(([name, content]) => [`programs/${name}`, content] as const),
  ]);
  const hash = createHash("sha256");
  for (const [name, content] of files) hash.update(name).update(content);
  const folder = `assets/run.${hash.digest("hex").slice(0, 10)}/`;
  await mkdir(join(root, folder, "programs"), { recursive: true });
  for (const [name, content] of files) await writeFile(join(root, folder, name), content);
  return folder;
}

async function script(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`islands/${name}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: name === "theme" ? "iife" : "esm",
    target: TARGET,
  });
  return outputFiles[0]?.text ?? "";
}

const run = promisify(execFile);

/**
 * Nothing may leave the page's origin, so the browser is told to refuse it; that holds for a downloaded file too.
 * The renderer puts its scripts and styles inline.
 */
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; " +
  "font-src data:; connect-src 'self'; worker-src blob:";

/** Renders the bundled contract at `source` as one self-contained HTML page. */
export async function renderReference(source: string, scratch: string): Promise<string> {
  const target = join(scratch, "reference.raw.html");
  const cli = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");
  await run(process.execPath, [cli, "build-docs", source, "--inlineBundle", "--output", target], {
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  const html = await readFile(target, "utf8");
  await rm(target);
  return seal(html);
}

/** Takes the renderer's own remote images out and adds the policy. */
function seal(html: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" /><link rel="icon" href="data:," />`;
  const sealed = html.replaceAll(/https:\/\/cdn\.redoc(?:ly)?\.(?:ly|com)\/[\w./-]*/g, "data:,");
  if (!sealed.includes("<head>")) throw new Error("The rendered reference has no <head> to put the policy in.");
  return sealed.replace("<head>", () => `<head>${meta}`).replace("<html>", '<html lang="en">');
}
