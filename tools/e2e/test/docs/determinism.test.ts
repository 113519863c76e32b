import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { docsDir } from "@fleet-api/docs";
import { expect, onTestFinished, test } from "vitest";
import { buildSite, filesIn } from "./support/build-site.ts";

test("a second build, on a machine with another time zone and language, has the same bytes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fleet-site-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await buildSite(folder);

  const [first, second] = await Promise.all([filesIn(docsDir), filesIn(folder)]);

  expect([...second.keys()]).toEqual([...first.keys()]);
  expect([...first].filter(([path, bytes]) => !second.get(path)?.equals(bytes)).map(([path]) => path)).toEqual([]);
});
