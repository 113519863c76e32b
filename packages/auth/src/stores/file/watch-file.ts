import { realpathSync, unwatchFile, watch, watchFile } from "node:fs";
import { basename, dirname } from "node:path";
import { ignore } from "./private-file.ts";

const pollMs = 1_000;

/**
 * Calls `changed` when the file, or its neighbour with this suffix, was changed or replaced. Watches the folder, since
 * a replaced file is another one; looks once a second where the system cannot tell. Keeps no process alive.
 */
export function watchForChanges(path: string, suffix: string, changed: () => void): () => void {
  const file = realPathOf(path);
  const names = [basename(file), basename(file) + suffix];
  const poll = (): (() => void) => {
    watchFile(file, { persistent: false, interval: pollMs }, changed);
    return () => unwatchFile(file, changed);
  };
  let stop: () => void;
  try {
    const watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
      if (name === null || names.includes(name)) changed();
    });
    stop = () => watcher.close();
    watcher.on("error", () => {
      stop();
      stop = poll();
    });
  } catch {
    // No such folder yet, or no watches left.
    stop = poll();
  }
  return () => stop();
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    ignore("ENOENT")(error);
    return path;
  }
}
