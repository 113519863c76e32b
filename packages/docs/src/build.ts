/**
 * Builds the static site into dist/site. `--address https://docs.example.com/v1/` adds what needs absolute addresses:
 * canonical links and the sitemap. `--base /docs/` is where the 404 page finds the site, since it stands for any path.
 * The server sends the `.gz` twins; `--no-compress` leaves them out for hosts that compress on their own.
 * `--contract openapi.json` takes another bundled document.
 */
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { buildAssets, renderReference } from "./assets.ts";
import { docsDir } from "./index.ts";
import { readSite } from "./site.ts";
import { siteFiles } from "./site-files.ts";
import { contractFile, readSources } from "./sources.ts";

const { values } = parseArgs({
  allowNegative: true,
  options: {
    address: { type: "string" },
    base: { type: "string", default: "/docs/" },
    compress: { type: "boolean", default: true },
    contract: { type: "string" },
    out: { type: "string", default: docsDir },
  },
});

const contract = values.contract ?? contractFile("openapi.json");
const address = values.address === undefined ? null : readAddress(values.address);
if (!/^\/(?:.*\/)?$/.test(values.base))
  refuse("--base", values.base, "a path with a slash at both ends, such as /docs/");
await access(contract).catch(() => refuse("--contract", contract, "a file that can be read"));
await refuseForeignFolder(values.out);
// Made beside its place and then moved: a build that fails leaves the site as it was.
const folder = `${values.out.replace(/[\\/]+$/, "")}.${process.pid}.new`;
try {
  await buildInto(folder);
  const before = `${folder}.before`;
  await rename(values.out, before).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(folder, values.out);
  await rm(before, { recursive: true, force: true });
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function buildInto(out: string): Promise<void> {
  const root = join(out, "v1");
  await mkdir(root, { recursive: true });
  const model = await readSite(await readSources(contract));
  const assets = await buildAssets(root, model.pages);
  const files = await siteFiles(model, { assets, address, base: values.base });
  for (const [path, content] of files) {
    const file = join(out, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await writeFile(join(root, "openapi.json"), await readFile(contract));
  await writeFile(join(root, "openapi.documented.json"), await readFile(contractFile("openapi.documented.json")));
  await writeFile(join(root, "reference.html"), await renderReference(contract, out));
  if (values.compress) await compressFiles(out);
  console.log(`docs: ${[...files].filter(([path]) => path.endsWith(".html")).length} pages`);
}

/** The absolute URL of `v1/`, with a slash at its end. */
function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "")
    return refuse("--address", text, "the URL of the site's v1 folder, such as https://docs.example.com/v1/");
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}

function refuse(option: string, given: string, expected: string): never {
  console.error(`${option} is ${JSON.stringify(given)}; it takes ${expected}.`);
  process.exit(1);
}

/** What the folder has is deleted, so it must be empty or a site that was built before. */
async function refuseForeignFolder(out: string): Promise<void> {
  const entries = await readdir(out).catch((): string[] => []);
  if (entries.length === 0 || (entries.includes("v1") && entries.includes("404.html"))) return;
  throw new Error(`${out} is neither empty nor a site built by this command; name another folder with --out.`);
}

async function compressFiles(out: string): Promise<void> {
  for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(?:woff2|gz)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    await writeFile(`${file}.gz`, gzipSync(await readFile(file), { level: 9 }));
  }
}
