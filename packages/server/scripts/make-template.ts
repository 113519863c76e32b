/** Makes the snapshot in dist that a new database starts from, unless the one that is there is up to date. */
import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { cachedTemplate } from "../src/db/template.ts";

const dist = join(import.meta.dirname, "../dist");
const current = basename(await cachedTemplate(dist));
const stale = readdirSync(dist).filter((name) => name.startsWith("template-") && name !== current);
for (const name of stale) rmSync(join(dist, name));
