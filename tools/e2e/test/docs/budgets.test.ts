import { mkdtemp, rm, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gunzipSync, gzipSync } from "node:zlib";
import { bundle } from "@fleet-api-tools/codegen/bundle";
import { tier } from "@fleet-api-tools/test-tier";
import { docsDir } from "@fleet-api/docs";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { SYNTHETIC_OPERATIONS, syntheticContract } from "@fleet-api-tools/bench/synthetic-contract";
import { realContract } from "@fleet-api-tools/bench/workspace";
import { buildSite, filesIn, isRedirect, pagesOf } from "./support/use-site.ts";
import { linksOfPage } from "./support/links.ts";

const KB = 1024;
const MB = 1_000_000;

/** Bytes after gzip, as hosts send them. */
const size = (content: string | Buffer | undefined): number => gzipSync(content ?? "", { level: 9 }).length;

function tooLarge(pages: readonly (readonly [path: string, markup: string])[], limit: number): string[] {
  return pages
    .map(([path, markup]) => [path, size(markup)] as const)
    .filter(([, bytes]) => bytes > limit)
    .map(([path, bytes]) => `${path}: ${bytes}`);
}

const isOperation = ([path]: readonly [string, string]): boolean => path.startsWith("v1/operations/");

test("a page of an operation is small", async () => {
  const pages = pagesOf(await filesIn(docsDir)).filter(isOperation);
  expect(pages.length).toBeGreaterThan(20);
  expect(tooLarge(pages, 15 * KB)).toEqual([]);
});

test("styles and scripts of every page are small", async () => {
  const files = await filesIn(docsDir);
  for (const [path, markup] of pagesOf(files)) {
    const names = linksOfPage(markup.replaceAll(/data-(?:search|index|root)="[^"]*"/g, "")).filter(
      // They have budgets of their own, below and in the tests of the map.
      (name) => !/\/(?:try|map)\.\w+\.js$/.test(name),
    );
    const total = (ending: string): number =>
      [...new Set(names)]
        .filter((name) => name.endsWith(ending))
        .map((name) => size(files.get(`v1/${name.replace(/^.*assets/, "assets")}`)))
        .reduce((sum, bytes) => sum + bytes, 0);
    expect([path, total(".css") <= 12 * KB, total(".js") <= 10 * KB]).toEqual([path, true, true]);
    if (!isRedirect(markup)) expect(total(".css") * total(".js")).toBeGreaterThan(KB);
  }
});

test.each([
  ["Try it", /^v1\/assets\/try\.\w+\.js$/, ""],
  ["the live map", /^v1\/assets\/map\.\w+\.js$/, `export { follow } from "@fleet-api/client/paginate";`],
])("the script of %s is small beside the client and the session that it contains", async (_page, pattern, more) => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from "@fleet-api/client"; export { createAuth, memoryStore, isAuthError } from "@fleet-api/auth"; ${more}`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2023",
  });
  const files = await filesIn(docsDir);
  const [script] = [...files.keys()].filter((path) => pattern.test(path));
  const own = size(files.get(script ?? "")) - size(outputFiles[0]?.text);
  expect(own).toBeGreaterThan(KB);
  expect(own).toBeLessThanOrEqual(25 * KB);
});

test("the sandbox is small: 4.4 MB with brotli, and little more as it is sent", async () => {
  const files = await filesIn(docsDir);
  const manifest = JSON.parse(files.get("v1/sandbox.json")?.toString() ?? "{}");
  const parts = Object.values<{ url: string; bytes: number }>(manifest.files).map(({ url, bytes }) => {
    const content = files.get(`v1/${url}`) ?? Buffer.alloc(0);
    return { url, bytes, content: url.endsWith(".gz") ? gunzipSync(content) : content };
  });
  expect(parts).toHaveLength(4);
  const sent = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const brotlied = parts.reduce((sum, { content }) => sum + brotli(content).length, 0);
  console.log(`sandbox: ${brotlied} bytes with brotli, ${sent} bytes as it is sent`);
  // Raised from 4 and 4.75 MB: the collations of ICU. From 5 MB as sent: the tables of states, readings, changes and jobs.
  // From 4.1 and 5.1 MB: vehicles, their groups, installations and documents are 0.15 MB of the database and 0.03 of the code.
  // From 4.25 and 5.3 MB: 140 drivers with their assignments, tags and documents are 0.1 MB.
  // From 5.45 MB as sent: the tables and the code of positions; the positions themselves are seeded in the page.
  expect(brotlied).toBeLessThanOrEqual(4.4 * MB);
  expect(sent).toBeLessThanOrEqual(5.5 * MB);
  // What pages say before they load it.
  expect(parts.map(({ url, bytes }) => [url, bytes])).toEqual(
    parts.map(({ url }) => [url, (files.get(url.endsWith(".gz") ? `v1/${url}` : `v1/${url}.gz`) ?? "").length]),
  );
  expect(size(files.get(`v1/${manifest.module}`))).toBeLessThan(3 * KB);
});

/** Quality 11 takes a minute and saves another tenth. */
function brotli(content: Buffer): Buffer {
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY } = constants;
  return brotliCompressSync(content, { params: { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_LGWIN]: 24 } });
}

test.runIf(tier !== "test")("pages stay small when the contract has 151 operations", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fleet-large-site-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const real = await realContract();
  for (const [path, text] of Object.entries({ ...real, ...syntheticContract(real) })) {
    await mkdir(dirname(join(folder, "spec", path)), { recursive: true });
    await writeFile(join(folder, "spec", path), text);
  }
  await writeFile(join(folder, "openapi.json"), await bundle(pathToFileURL(`${folder}/`)));

  await buildSite(join(folder, "site"), "--contract", join(folder, "openapi.json"));

  const pages = pagesOf(await filesIn(join(folder, "site")));
  expect(pages.filter(isOperation).length).toBeGreaterThanOrEqual(SYNTHETIC_OPERATIONS);
  expect(tooLarge(pages.filter(isOperation), 15 * KB)).toEqual([]);
  expect(tooLarge(pages, 30 * KB)).toEqual([]);
});
