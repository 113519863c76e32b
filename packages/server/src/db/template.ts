import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { systemClock } from "../platform/clock.ts";
import { PGLITE_VERSION } from "./directory/data-directory.ts";
import { functions, migrations } from "../built/schema.ts";
import { migrate } from "./migrate.ts";
import { createInside } from "./inside.ts";
import { createOwner } from "./owner.ts";
import { INITDB } from "./pglite/initdb.ts";
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
 * there yet. Its name holds what it was made from, so one of another schema is never used.
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

/** A snapshot (tar.gz, about 1 MB) of an empty, migrated database. */
async function makeTemplate(): Promise<Uint8Array> {
  const openLink = workerLink({ dataDir: null, template: null }, STATEMENT_LIMIT_MS);
  const driver = new PgliteDriver({ openLink, isDurable: false });
  try {
    const owner = createOwner(driver.owner, createInside());
    await migrate(owner, systemClock.now());
    await owner.query("select pg_switch_wal()");
    await owner.query("checkpoint");
    return withoutUnused(await driver.snapshot());
  } finally {
    await driver.close();
  }
}

/** To be counted up whenever this file makes another snapshot from the same schema. */
const FORMAT = 1;

/** The template databases of initdb: PGlite never makes another database from them. */
const UNUSED = /^\/?base\/(?:1|4)\//;

/** A tar.gz without the files that nobody reads: a header of 512 bytes, then the file in blocks of 512. */
function withoutUnused(snapshot: Uint8Array): Uint8Array {
  const tar = gunzipSync(snapshot);
  const text = (from: number, length: number): string =>
    tar.toString("latin1", from, from + length).split("\0")[0] ?? "";
  const kept: Uint8Array[] = [];
  for (let from = 0; from < tar.length && tar[from] !== 0;) {
    const to = from + 512 + Math.ceil(Number.parseInt(text(from + 124, 12), 8) / 512) * 512;
    if (!UNUSED.test(text(from, 100))) kept.push(tar.subarray(from, to));
    from = to;
  }
  return gzipSync(Buffer.concat([...kept, Buffer.alloc(1024)]));
}

/** Changes with what the snapshot is made from, and with `FORMAT`. */
function templateName(): string {
  const made = [FORMAT, PGLITE_VERSION, ...INITDB, ...[...functions, ...migrations].map(({ checksum }) => checksum)];
  return `template-${createHash("sha256").update(made.join(" ")).digest("hex").slice(0, 16)}.tar.gz`;
}
