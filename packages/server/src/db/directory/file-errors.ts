import { statfsSync } from "node:fs";
import { DataDirectoryError } from "../errors.ts";

/** What a new database takes at first, and the least with which one that exists opens for certain. */
const newDatabaseMb = 96;
const openDatabaseMb = 32;

const elsewhere = "or choose another directory (--data or FLEET_DATA)";

const causes: Readonly<Record<string, string>> = {
  EACCES: "may not be written by this user",
  EPERM: "may not be written by this user",
  EROFS: "is on a read-only file system",
  EEXIST: "is not a directory",
  ENOTDIR: "is not a directory",
  ELOOP: "has symbolic links that lead in a circle",
  ENAMETOOLONG: "has too long a name",
  EMFILE: "cannot be opened, because too many files are open",
};

/** Says in one line why a file operation in a data directory failed, and what to do; other errors stay as they are. */
export function explainFileError(directory: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  if (code === null || error instanceof DataDirectoryError) return error;
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(directory, newDatabaseMb);
  const cause = causes[code] ?? `cannot be used (${code})`;
  return new DataDirectoryError(directory, `The data directory ${directory} ${cause}. Correct that, ${elsewhere}.`);
}

/** The error of a disk that has too little space to open a database, or to make one; null when there is enough. */
export function tooLittleSpace(directory: string, isNew: boolean): DataDirectoryError | null {
  const { bavail, bsize } = statfsSync(directory);
  const needed = isNew ? newDatabaseMb : openDatabaseMb;
  return (bavail * bsize) / 1_048_576 < needed ? diskFull(directory, needed) : null;
}

/** The error of a database that does not open although there is space. */
export function notOpened(directory: string, isNew: boolean): DataDirectoryError {
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
export function databaseMissing(directory: string, databasePath: string): DataDirectoryError {
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
