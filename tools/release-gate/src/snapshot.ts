/**
 * `node src/snapshot.ts` takes the snapshot of `info.version`, `--refresh` takes the candidate anew, `--release` marks
 * it as released.
 */
import { parseArgs } from "node:util";
import { releasesFolder, samplesFolder } from "./releases/folders.ts";
import { refreshSnapshot, releaseSnapshot, takeSnapshot, type SnapshotSource } from "./releases/releases.ts";
import { contractPackageVersion, freshBundle } from "./workspace.ts";

const { values } = parseArgs({
  options: { refresh: { type: "boolean", default: false }, release: { type: "boolean", default: false } },
});

try {
  if (values.refresh && values.release) throw new Error("Take --refresh first, then --release.");
  const source: SnapshotSource = {
    bundle: await freshBundle(),
    packageVersion: await contractPackageVersion(),
    samples: samplesFolder,
  };
  const { version, status } = await take(source);
  process.stdout.write(`spec/releases/${version} is ${status}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function take(source: SnapshotSource): ReturnType<typeof takeSnapshot> {
  if (values.release) return releaseSnapshot(releasesFolder, source, new Date().toISOString().slice(0, 10));
  return values.refresh ? refreshSnapshot(releasesFolder, source) : takeSnapshot(releasesFolder, source);
}
