import { createHash } from "node:crypto";
import { type FileHandle, open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { platform } from "node:process";
import { AuthError } from "../../errors.ts";
import type { SessionRecord } from "../../store/token-store.ts";
import { readStored, type StoredValue } from "../../session-record.ts";
import { assertPrivate, ignore, openChecked, readText } from "./private-file.ts";

/** What a file holds. `corrupt`: anything that neither this version nor a later one wrote in full. */
type FileContent = { readonly kind: "none" } | StoredValue;

/** Far more than any token needs. */
const maxBytes = 1_048_576;

/**
 * Reads a record file. Rejects with `insecure_permissions` if others may read or change it, with `store_unavailable` if
 * it is not a regular file or larger than 1 MiB, or with the system's error.
 */
export async function readRecordFile(path: string): Promise<FileContent> {
  const opened = await openChecked(path, assertPrivate);
  if (opened === undefined) return { kind: "none" };
  const { handle, stats } = opened;
  try {
    // What is not read may be the record of a later version.
    if (stats.size > maxBytes) {
      const sizes = `${stats.size} bytes, and a session file at most ${maxBytes}`;
      throw unreadable(`${path} has ${sizes}; it is left alone: remove it, or use another path`);
    }
    const text = await readText(handle, stats.size);
    if (text === undefined) throw unreadable(`${path} grew while it was read; it is left alone`);
    return decode(text);
  } finally {
    await handle.close();
  }
}

function unreadable(why: string): AuthError {
  return new AuthError("store_unavailable", why);
}

/** The text of a record file: the record, and a checksum that tells a torn or edited file from a whole one. */
export function encode(record: SessionRecord): string {
  const text = `${JSON.stringify({ sha256: checksum(record), record })}\n`;
  const size = new TextEncoder().encode(text).length;
  if (size <= maxBytes) return text;
  throw new AuthError("store_unavailable", `the session has ${size} bytes, and a session file at most ${maxBytes}`);
}

function decode(text: string): FileContent {
  try {
    const frame: { sha256?: unknown; record?: unknown } = Object(JSON.parse(text));
    const stored = readStored(frame.record);
    // A later version may have another frame, or another checksum.
    if (stored.kind === "newer" || readStored(frame).kind === "newer") return { kind: "newer" };
    if (stored.kind === "record" && frame.sha256 === checksum(stored.record)) return stored;
  } catch {
    // Text that is not JSON is no record either.
  }
  return { kind: "corrupt" };
}

// Text that JSON.stringify wrote is the same after it was parsed and written again.
function checksum(record: object): string {
  return createHash("sha256").update(JSON.stringify(record)).digest("hex");
}

/**
 * Replaces the file by `text` in one step: a temporary file for the owner only, written to the disk, then renamed.
 * Resolves to `false` if the right to write was lost meanwhile: if `mayWrite` says so just before the rename, or if the
 * temporary file is gone, because the next holder of the lock removes it.
 */
export async function replaceFile(
  target: string,
  temporary: string,
  text: string,
  mayWrite: () => Promise<boolean>,
): Promise<boolean> {
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      // The mode given to open is narrowed by the umask, which may take away the owner's own rights.
      await handle.chmod(0o600);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(await mayWrite())) {
      await discard(temporary);
      return false;
    }
    const moved = await rename(temporary, target).then(() => true, ignore("ENOENT"));
    if (moved) await syncFolder(dirname(target));
    return moved === true;
  } catch (error) {
    await discard(temporary);
    throw error;
  }
}

function discard(temporary: string): Promise<void> {
  return unlink(temporary).catch(() => undefined);
}

/** Makes a rename outlive a power cut. Windows and some file systems cannot; there, too, the file is either the old or the new one. */
async function syncFolder(folder: string): Promise<void> {
  if (platform === "win32") return;
  const handle: FileHandle = await open(folder, "r");
  try {
    await handle.sync().catch(ignore("EINVAL", "ENOTSUP", "EISDIR", "EPERM"));
  } finally {
    await handle.close();
  }
}
