import { open, rename, unlink, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { platform } from "node:process";
import { ignore } from "./private-file.ts";

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
