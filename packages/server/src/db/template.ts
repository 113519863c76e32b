import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../platform/clock.ts";
import { PGLITE_VERSION } from "./directory/data-directory.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { PgliteDb } from "./pglite/pglite-db.ts";

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
export async function makeTemplate(): Promise<Uint8Array> {
  const db = new PgliteDb({ dataDir: null });
  try {
    await migrate(db, systemClock.now());
    return await db.snapshot();
  } finally {
    await db.close();
  }
}

/** Changes with everything that the snapshot is made from. */
function templateName(): string {
  const made = [PGLITE_VERSION, ...readMigrations().map((migration) => migration.checksum)];
  return `template-${createHash("sha256").update(made.join(" ")).digest("hex").slice(0, 16)}.tar.gz`;
}
