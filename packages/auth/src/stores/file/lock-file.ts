import { link, open, rename, unlink } from "node:fs/promises";
import type { HeldLease, LeaseStorage } from "./lease.ts";
import { assertOwned, ignore, openChecked, readText } from "./private-file.ts";

/** A lock file, made with `O_EXCL`, which follows no link. */
export interface LockFile extends LeaseStorage {
  /** Whether the file still names this holder. */
  isHeldBy(nonce: string): Promise<boolean>;
  /** Removes the file if it still names this holder. */
  release(nonce: string): Promise<void>;
}

/** A lock file has 46 bytes. */
const maxBytes = 1_024;

/**
 * A lock file holds the nonce of its holder and a counter that the holder moves. `uniqueName` names a file in the same
 * folder that nobody else uses: to remove a dead holder, the lock is renamed to it, which only one waiter can do, and
 * put back if it turns out to be the lock of a holder that came meanwhile.
 */
export function lockFile(path: string, uniqueName: () => string): LockFile {
  const isHeldBy = async (nonce: string): Promise<boolean> => (await inspect(path))?.text.startsWith(nonce) === true;
  const release = async (nonce: string): Promise<void> => {
    if (await isHeldBy(nonce)) await unlink(path).catch(ignore("ENOENT"));
  };
  return {
    label: "lock file of the token store",
    isHeldBy,
    release,
    peek: async () => (await inspect(path))?.seen,
    async evict(seen) {
      const aside = uniqueName();
      await rename(path, aside).catch(ignore("ENOENT"));
      const found = await inspect(aside);
      if (found === undefined) return;
      // Where the file system has no hard links, that holder has lost its lock, and notices it before it writes.
      if (found.seen !== seen) await link(aside, path).catch(ignore("EEXIST", "ENOENT", "EPERM", "ENOTSUP", "ENOSYS"));
      await unlink(aside).catch(ignore("ENOENT"));
    },
    take: (nonce) => create(path, nonce, () => release(nonce)),
  };
}

async function create(path: string, nonce: string, release: () => Promise<void>): Promise<HeldLease | undefined> {
  const handle = await open(path, "wx", 0o600).catch(ignore("EEXIST"));
  if (handle === undefined) return undefined;
  let beats = 0;
  const line = (): string => `${nonce} ${String(beats++).padStart(12, "0")}\n`;
  try {
    await handle.chmod(0o600);
    await handle.write(line(), 0);
  } catch (error) {
    await handle.close();
    await unlink(path).catch(() => undefined);
    throw error;
  }
  return {
    nonce,
    // Through the open handle: if the lock was taken over, this writes to a file that no longer has a name.
    async beat() {
      await handle.write(line(), 0);
    },
    async release() {
      await handle.close();
      await release();
    },
  };
}

/** Inode and text: a lock that was removed and made anew is another one, also while its text is not written yet. */
async function inspect(path: string): Promise<{ readonly text: string; readonly seen: string } | undefined> {
  const opened = await openChecked(path, assertOwned);
  if (opened === undefined) return undefined;
  const { handle, stats } = opened;
  try {
    const text = (await readText(handle, maxBytes)) ?? "";
    return { text, seen: `${stats.ino} ${text}` };
  } finally {
    await handle.close();
  }
}
