import { realpathSync, unwatchFile, watch, watchFile } from "node:fs";
import { basename, dirname } from "node:path";
import { callListener } from "../shared/subscribers.ts";
import { ignore } from "./private-file.ts";

const pollMs = 1_000;

/** The watches of one store handle. */
export interface Watches {
  /** Calls `changed` after the file was changed. Returns the function that ends the watch. */
  readonly add: (changed: () => void) => () => void;
  /** Ends all of them. */
  readonly close: () => void;
}

/** No watches of a file yet. */
export function createWatches(path: string): Watches {
  const watches = new Set<() => void>();
  return {
    add(changed) {
      const stop = watchForChanges(path, changed);
      watches.add(stop);
      return () => {
        if (watches.delete(stop)) stop();
      };
    },
    close() {
      for (const stop of watches) stop();
      watches.clear();
    },
  };
}

/**
 * Calls `changed` when the file was changed or replaced. Watches the folder, since a replaced file is another one; looks
 * once a second where the system cannot tell. Keeps no process alive.
 */
function watchForChanges(path: string, changed: () => void): () => void {
  const file = realPathOf(path);
  const hint = (): void => callListener(changed);
  const poll = (): (() => void) => {
    watchFile(file, { persistent: false, interval: pollMs }, hint);
    return () => unwatchFile(file, hint);
  };
  let stopped = false;
  let stop: () => void;
  try {
    const watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
      if (name === null || name === basename(file)) hint();
    });
    stop = () => watcher.close();
    watcher.on("error", () => {
      stop();
      if (!stopped) stop = poll();
    });
  } catch {
    // No such folder yet, or no watches left.
    stop = poll();
  }
  return () => {
    stopped = true;
    stop();
  };
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    ignore("ENOENT")(error);
    return path;
  }
}
