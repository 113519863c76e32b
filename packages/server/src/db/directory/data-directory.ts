import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DataDirectoryError, DbError, DbUnavailableError } from "../errors.ts";
import type { DirectoryLock } from "./lock.ts";
import { lockDirectory, lockFileName } from "./lock.ts";

/** Raised whenever files of an older program cannot be opened as they are. */
const FORMAT = 2;
/** The embedded database whose files these are; kept equal to the installed one by a test. */
export const PGLITE_VERSION = "0.5.16";

const markerName = "fleet-data.json";
const databaseName = "pgdata";

/** What the marker file says about the directory. */
interface Marker {
  readonly format: number;
  readonly pglite: string;
  /** `creating` until the first migration is through; a directory left so is begun anew. */
  readonly state: "creating" | "ready";
}

/** A data directory held by this process. */
interface DataDirectory {
  /** Absolute path without links. */
  readonly path: string;
  /** Where the database files go. */
  readonly databasePath: string;
  /** Notes that the database is complete. */
  markReady(): void;
  /** Gives the directory free. */
  release(): Promise<void>;
  /**
   * Gives the directory free after its database did not open, without what was made of a new one; an existing database
   * stays as it is. Returns the error in one line.
   */
  abandon(error: unknown): Promise<unknown>;
}

/** A directory, and those that had to be made for it, topmost first. */
interface Place {
  readonly directory: string;
  readonly made: readonly string[];
}

/**
 * Takes hold of a data directory, making it (mode 0700) when it is missing.
 * @throws DataDirectoryInUseError when another process holds it; DataDirectoryError when it holds
 * other files, those of another format or no database although it had one, or cannot be written. Nothing in it is
 * touched then.
 */
export async function openDataDirectory(path: string, now: Date): Promise<DataDirectory> {
  const place: { value: Place | null } = { value: null };
  try {
    place.value = makeDirectory(path);
    return await openPlace(place.value, now);
  } catch (error) {
    if (place.value !== null) removeMade(place.value.made);
    throw explainFileError(resolve(path), error);
  }
}

async function openPlace(place: Place, now: Date): Promise<DataDirectory> {
  const { directory } = place;
  refuseForeign(directory);
  const lock = await lockDirectory(directory, now);
  try {
    return prepare(place, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function makeDirectory(path: string): Place {
  const wanted = resolve(path);
  const made = makeMissing(wanted);
  return { directory: realpathSync(wanted), made };
}

/**
 * Makes the directory and its missing parents; returns what it made, topmost first. The recursive `mkdirSync` of Node never
 * returns where the system says that a parent which exists is missing, as it does below /proc.
 */
function makeMissing(wanted: string): readonly string[] {
  const missing: string[] = [];
  for (let path = wanted; !exists(path) && path !== dirname(path); path = dirname(path)) missing.unshift(path);
  const made: string[] = [];
  try {
    for (const path of missing) if (makeOne(path)) made.push(path);
    return made;
  } catch (error) {
    removeMade(made);
    throw error;
  }
}

/** Makes one directory; false when another process was faster. */
function makeOne(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    if (exists(path)) return false;
    throw Object.assign(new Error("A symbolic link leads nowhere.", { cause: error }), { code: "ENOENT" });
  }
}

/** Whether something is there; a symbolic link counts as what it leads to. */
function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Removes the directories that were made, as far as they are empty. */
function removeMade(made: readonly string[]): void {
  try {
    for (const path of made.toReversed()) rmdirSync(path);
  } catch {
    // Somebody else has put something there, or removed it.
  }
}

/** A directory is ours when it has our marker; an empty one becomes ours. */
function refuseForeign(directory: string): void {
  const names = readdirSync(directory).filter((name) => !name.startsWith(lockFileName));
  if (names.length === 0 || names.includes(markerName)) return;
  throw new DataDirectoryError(
    directory,
    `The directory ${directory} holds other files and is no data directory of this server. Choose an empty or new one (--data or FLEET_DATA).`,
  );
}

function prepare(place: Place, lock: DirectoryLock): DataDirectory {
  const { directory } = place;
  const databasePath = join(directory, databaseName);
  const marker = readMarker(directory);
  if (marker !== null) refuseOtherFormat(directory, marker);
  const isNew = marker?.state !== "ready";
  if (!isNew && !existsSync(join(databasePath, "PG_VERSION"))) throw databaseMissing(directory, databasePath);
  // Nothing was acknowledged from a database that never became ready.
  if (isNew) rmSync(databasePath, { recursive: true, force: true });
  const full = isNew ? tooLittleSpace(directory, true) : null;
  if (full !== null) throw full;
  if (isNew) writeMarker(directory, "creating");
  return {
    path: directory,
    databasePath,
    markReady: () => writeMarker(directory, "ready"),
    release: () => lock.release(),
    abandon: async (error) => {
      const reason = tooLittleSpace(directory, false) ?? notOpened(directory, isNew);
      if (isNew)
        for (const name of [databaseName, markerName]) rmSync(join(directory, name), { recursive: true, force: true });
      await lock.release();
      removeMade(place.made);
      return isOfFiles(error) ? reason : explainFileError(directory, error);
    },
  };
}

/** Whether it is about disk, memory or damaged files: PGlite did not open, or answered with such an error. */
function isOfFiles(error: unknown): boolean {
  return error instanceof DbUnavailableError || (error instanceof DbError && error.code.startsWith("XX"));
}

function refuseOtherFormat(directory: string, marker: Marker): void {
  if (marker.format === FORMAT && majorOf(marker.pglite) === majorOf(PGLITE_VERSION)) return;
  throw new DataDirectoryError(
    directory,
    `The data directory ${directory} was written in format ${marker.format} by PGlite ${marker.pglite}; this server needs format ${FORMAT} and PGlite ${PGLITE_VERSION}. Use the server that wrote it, or another directory (--data or FLEET_DATA).`,
  );
}

/** Before 1.0 the second number is the one that may change the files. */
function majorOf(version: string): string {
  const [major = "", minor = ""] = version.split(".");
  return major === "0" ? `0.${minor}` : major;
}

function readMarker(directory: string): Marker | null {
  const path = join(directory, markerName);
  if (!existsSync(path)) return null;
  const unreadable = new DataDirectoryError(
    directory,
    `${path} cannot be read, so it is unknown which server wrote this data directory. Restore that file, or choose another directory (--data or FLEET_DATA).`,
  );
  let marker: unknown;
  try {
    // Reading a pipe would wait for a writer.
    if (!statSync(path).isFile()) throw unreadable;
    marker = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw unreadable;
  }
  if (!isMarker(marker)) throw unreadable;
  return marker;
}

function isMarker(value: unknown): value is Marker {
  if (typeof value !== "object" || value === null) return false;
  return (
    "format" in value &&
    typeof value.format === "number" &&
    "pglite" in value &&
    typeof value.pglite === "string" &&
    "state" in value &&
    (value.state === "creating" || value.state === "ready")
  );
}

/** Written beside and renamed, so that a crash leaves the old marker or the new one. */
function writeMarker(directory: string, state: Marker["state"]): void {
  const marker: Marker = { format: FORMAT, pglite: PGLITE_VERSION, state };
  const temporary = join(directory, `${markerName}.new`);
  writeFileSync(temporary, `${JSON.stringify(marker)}\n`, { mode: 0o600 });
  renameSync(temporary, join(directory, markerName));
}

/** What a new database takes at first, and the least with which one that exists opens for certain. */
const newDatabaseMb = 96;
const openDatabaseMb = 32;

const elsewhere = "or choose another directory (--data or FLEET_DATA)";

const causes: Readonly<Record<string, string>> = {
  EACCES: "may not be written by this user",
  EPERM: "may not be written by this user",
  EROFS: "is on a read-only file system",
  ENOENT: "cannot be made: its path has a symbolic link that leads nowhere, or lies in a folder of the system",
  ENOTDIR: "is not a directory",
  ELOOP: "has symbolic links that lead in a circle",
  ENAMETOOLONG: "has too long a name",
  EMFILE: "cannot be opened, because too many files are open",
};

/** Says in one line why a file operation in a data directory failed, and what to do; other errors stay as they are. */
function explainFileError(directory: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  if (code === null || error instanceof DataDirectoryError) return error;
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(directory, newDatabaseMb);
  const cause = causes[code] ?? `cannot be used (${code})`;
  return new DataDirectoryError(directory, `The data directory ${directory} ${cause}. Correct that, ${elsewhere}.`);
}

/** The error of a disk that has too little space to open a database, or to make one; null when there is enough. */
function tooLittleSpace(directory: string, isNew: boolean): DataDirectoryError | null {
  const { bavail, bsize } = statfsSync(directory);
  const needed = isNew ? newDatabaseMb : openDatabaseMb;
  return (bavail * bsize) / 1_048_576 < needed ? diskFull(directory, needed) : null;
}

/** The error of a database that does not open although there is space. */
function notOpened(directory: string, isNew: boolean): DataDirectoryError {
  if (isNew) {
    return new DataDirectoryError(
      directory,
      `No database could be made in ${directory}; nothing was left there. Check memory and disk, ${elsewhere}.`,
    );
  }
  return new DataDirectoryError(
    directory,
    `The database in ${directory} cannot be opened; its files are damaged. Restore the directory from a backup, ${elsewhere}.`,
  );
}

/** The error of a directory whose marker says that there is a database, where there is none. */
function databaseMissing(directory: string, databasePath: string): DataDirectoryError {
  return new DataDirectoryError(
    directory,
    `The database of the data directory ${directory} is missing or damaged: there is no ${databasePath}/PG_VERSION. Nothing was changed. Restore it from a backup, ${elsewhere}.`,
  );
}

function diskFull(directory: string, neededMb: number): DataDirectoryError {
  return new DataDirectoryError(
    directory,
    `The disk of the data directory ${directory} is full; the database needs ${neededMb} MB. Free some space, ${elsewhere}.`,
  );
}
