/**
 * `node src/lighthouse.ts [--runs 3]`: the scores of Lighthouse, mobile preset, for a start page, a guide and an operation
 * of the built site (`pnpm docs`), served by the reference server and by a plain static server. Exits with 1 when a
 * category is below 99 in the best run, and says which audits lost the points.
 */
import { access } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { docsDir } from "@fleet-api/docs";
import { startServer } from "@fleet-api/server";
import { serveFolder } from "./browser/static-server.ts";
import { type Audited, auditPage, LEAST } from "./lighthouse/audit-page.ts";
import { reportScores } from "./lighthouse/report-scores.ts";
import { installPeers } from "./peers.ts";
import { machine } from "./report/machine.ts";
import { print } from "./report/table.ts";

const PAGES = ["v1/", "v1/guides/login-and-rotation/", "v1/operations/unitsListing/"];

const { values } = parseArgs({ options: { runs: { type: "string", default: "3" } } });

await access(join(docsDir, "v1/index.html")).catch(() => {
  throw new Error("The site is not built; run pnpm docs.");
});
const lighthouse = await installPeers("lighthouse");
const api = await startServer({
  settings: { memory: true, port: 0, log_level: "silent", docs_dir: docsDir },
});
const files = await serveFolder(docsDir);
try {
  const audited: Audited[] = [];
  for (const page of PAGES) {
    for (const [server, root] of [
      ["reference server", api.docsUrl],
      ["static, gzip", `${files.origin}/`],
    ] as const) {
      const scores = await auditPage(lighthouse, new URL(page, root).href, Number(values.runs));
      audited.push({ page, server, ...scores });
    }
  }
  console.log(`${machine()}\n`);
  process.stdout.write(print(reportScores(audited)));
  if (audited.some(({ scores }) => Object.values(scores).some((score) => score < LEAST))) process.exitCode = 1;
} finally {
  await Promise.all([api.close(), files.close()]);
}
