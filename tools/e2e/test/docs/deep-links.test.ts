import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { docsDir } from "@fleet-api/docs";
import { type OpenApiDocument, operationsOf, parseDocument } from "@fleet-api-tools/openapi-document";
import { expect, onTestFinished, test } from "vitest";
import { buildSite, filesIn, isRedirect, pagesOf } from "./support/use-site.ts";
import { readContract, union } from "./support/contract.ts";
import { idsOfPage } from "./support/links.ts";

const releases = new URL("../../../../spec/releases/", import.meta.url);

/** Pages and places of a site that people may have linked. A page that moved keeps no places. */
function placesOf(
  pages: readonly (readonly [path: string, markup: string])[],
): Map<string, ReadonlySet<string> | "moved"> {
  return new Map(pages.map(([path, markup]) => [path, isRedirect(markup) ? "moved" : idsOfPage(markup)] as const));
}

function lost(before: ReturnType<typeof placesOf>, now: ReturnType<typeof placesOf>): string[] {
  return [...before].flatMap(([path, ids]) => {
    const kept = now.get(path);
    if (kept === undefined) return [path];
    if (ids === "moved" || kept === "moved") return [];
    return [...ids].filter((id) => !kept.has(id)).map((id) => `${path}#${id}`);
  });
}

/** Pages of error codes and permissions: the build takes their names from the contract of today. */
function pagesNamedBy(contract: OpenApiDocument): string[] {
  return operationsOf(contract).flatMap(({ operation: { responses, "x-permission": permission } }) => {
    const codes = Object.values(responses).flatMap((response) => response["x-problem-codes"] ?? []);
    const names = typeof permission === "object" ? [`${permission.resource}.${permission.action}`] : [];
    return [...codes.map((code) => `problems/${code}`), ...names.map((name) => `permissions/${name}`)].map(
      (path) => `v1/${path}/index.html`,
    );
  });
}

test("every page and place of the last released contract is still there", async () => {
  const { releases: all }: { releases: { version: string; status: string }[] } = JSON.parse(
    await readFile(new URL("index.json", releases), "utf8"),
  );
  // Before the first release, the candidate.
  const last = all.findLast(({ status }) => status === "released") ?? all.at(-1);
  const folder = await mkdtemp(join(tmpdir(), "fleet-last-site-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const packed = await readFile(new URL(`${last?.version}/openapi.json.gz`, releases));
  const released = parseDocument(gunzipSync(packed).toString());
  await writeFile(join(folder, "openapi.json"), JSON.stringify(union(released, readContract())));

  await buildSite(join(folder, "site"), "--contract", join(folder, "openapi.json"));

  const before = placesOf(pagesOf(await filesIn(join(folder, "site"))));
  for (const path of pagesNamedBy(released)) before.set(path, new Set());
  expect(before.size).toBeGreaterThan(100);
  expect(lost(before, placesOf(pagesOf(await filesIn(docsDir))))).toEqual([]);
});

test("a lost page or place is named; one that moved is not", () => {
  const before = placesOf([
    ["v1/a/index.html", '<h1 id="x"></h1><p id="y"></p>'],
    ["v1/b/index.html", '<p id="z"></p>'],
    ["v1/c/index.html", ""],
  ]);
  const now = placesOf([
    ["v1/a/index.html", '<h1 id="x"></h1>'],
    ["v1/b/index.html", '<meta http-equiv="refresh" content="0; url=../a/">'],
  ]);
  expect(lost(before, now)).toEqual(["v1/a/index.html#y", "v1/c/index.html"]);
});
