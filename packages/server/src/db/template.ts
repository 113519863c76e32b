import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../platform/clock.ts";
import { PGLITE_VERSION } from "./directory/data-directory.ts";
import { functions, migrations } from "../built/schema.ts";
import { migrate } from "./migrate.ts";
import { createInside } from "./inside.ts";
import { createOwner } from "./owner.ts";
import { PgliteDriver } from "./pglite/pglite-driver.ts";
import { workerLink } from "./pglite/worker-link.ts";

const STATEMENT_LIMIT_MS = 30_000;

/**
 * The snapshot that the build of this package made, null where there is none: then a new database takes some seconds
 * longer. It is part of the package rather than of a cache of the user, which others could write or nobody may.
 */
export function shippedTemplate(): string | null {
  const path = join(import.meta.dirname, "../../dist", templateName());
  return existsSync(path) ? path : null;
}

/**
 * The path of a snapshot of an empty, migrated database below `directory`, made when it is not
 * there yet. Its name holds what it was made from, so a stale one is never used.
 */
export async function cachedTemplate(directory: string): Promise<string> {
  const path = join(directory, templateName());
  if (existsSync(path)) return path;
  const snapshot = await makeTemplate();
  mkdirSync(directory, { recursive: true });
  // Renamed into place, because several processes may be at it.
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, snapshot);
  renameSync(temporary, path);
  return path;
}

/** A snapshot (tar.gz, about 5 MB) of an empty, migrated database. */
async function makeTemplate(): Promise<Uint8Array> {
  const openLink = workerLink({ dataDir: null, template: null }, STATEMENT_LIMIT_MS);
  const driver = new PgliteDriver({ openLink, isDurable: false });
  try {
    await migrate(createOwner(driver.owner, createInside()), systemClock.now());
    return await driver.snapshot();
  } finally {
    await driver.close();
  }
}

/** Changes with everything that the snapshot is made from. */
function templateName(): string {
  const made = [PGLITE_VERSION, ...[...functions, ...migrations].map(({ checksum }) => checksum)];
  return `template-${createHash("sha256").update(made.join(" ")).digest("hex").slice(0, 16)}.tar.gz`;
}
