import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { serveFolder } from "../src/browser/static-server.ts";

const root = await mkdtemp(join(tmpdir(), "static-server-"));
await mkdir(join(root, "site/page"), { recursive: true });
await writeFile(join(root, "secret.txt"), "not of the site");
await writeFile(join(root, "site/page/index.html"), "<p>page</p>");
await writeFile(join(root, "site/font.woff2"), "font");
const server = await serveFolder(join(root, "site"));

afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

test("serves text compressed, fonts as they are, and nothing else", async () => {
  const page = await fetch(`${server.origin}/page/`);
  expect([page.headers.get("content-encoding"), await page.text()]).toEqual(["gzip", "<p>page</p>"]);
  const font = await fetch(`${server.origin}/font.woff2`);
  expect([font.headers.get("content-encoding"), await font.text()]).toEqual([null, "font"]);
  const others = ["/none", "/%2e%2e/secret.txt", "/..%2fsecret.txt"].map((path) => fetch(server.origin + path));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([404, 404, 404]);
});
