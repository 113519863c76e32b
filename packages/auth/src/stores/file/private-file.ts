import type { Stats } from "node:fs";
import { constants, lstat, open, type FileHandle } from "node:fs/promises";
import process from "node:process";
import { AuthError } from "../../errors.ts";

/** The user that this process acts as; `undefined` on Windows, whose files have access lists instead of owner and mode. */
export function currentUser(): number | undefined {
  return process.geteuid?.();
}

/** For `.catch`: turns errors with these codes into `undefined`. */
export function ignore(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(String(systemCode(error)))) throw error;
    return undefined;
  };
}

/** Code of a system error. */
export function systemCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** A path in the form of a shell argument. */
export function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}

/**
 * Throws `store_unavailable` for anything but a regular file, and `insecure_permissions` for a file of another user,
 * also if this process is root: whoever owns a file may change it.
 */
export function assertOwned(path: string, stats: Stats): void {
  if (!stats.isFile()) {
    throw new AuthError("store_unavailable", `${path} is ${kindOf(stats)}, not a regular file; use another path`);
  }
  const user = currentUser();
  if (user === undefined || stats.uid === user) return;
  throw new AuthError(
    "insecure_permissions",
    `${path} belongs to user ${stats.uid}, but this process runs as user ${user}; remove it, or use another path`,
  );
}

/** As {@link assertOwned}; also throws `insecure_permissions` if others than the owner have any right to the file. */
export function assertPrivate(path: string, stats: Stats): void {
  assertOwned(path, stats);
  const { mode } = stats;
  if (currentUser() === undefined || (mode & 0o077) === 0) return;
  throw new AuthError(
    "insecure_permissions",
    `${path} has mode ${octal(mode)}, so others may read or change the token; run: chmod 600 ${quoted(path)}`,
  );
}

/** The permission bits of a mode, as `chmod` takes them. */
export function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(3, "0");
}

/**
 * Opens a file to read it, if it is there and passes `check`. Looks before it opens, because opening a FIFO would wait
 * for a writer and opening a device may do anything, and looks again at what it has opened.
 */
export async function openChecked(
  path: string,
  check: (path: string, stats: Stats) => void,
): Promise<{ readonly handle: FileHandle; readonly stats: Stats } | undefined> {
  const found = await lstat(path).catch(ignore("ENOENT"));
  if (found === undefined) return undefined;
  check(path, found);
  // Windows knows neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(ignore("ENOENT"));
  if (handle === undefined) return undefined;
  try {
    const stats = await handle.stat();
    check(path, stats);
    return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The text of an open file; `undefined` if it has more than `maxBytes`. */
export async function readText(handle: FileHandle, maxBytes: number): Promise<string | undefined> {
  const buffer = new Uint8Array(maxBytes + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length);
    length += bytesRead;
    if (length > maxBytes) return undefined;
    if (bytesRead === 0) return new TextDecoder().decode(buffer.subarray(0, length));
  }
}

function kindOf(stats: Stats): string {
  if (stats.isSymbolicLink()) return "a symbolic link";
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a FIFO";
  if (stats.isSocket()) return "a socket";
  return "a device";
}
