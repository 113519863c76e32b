/**
 * `node src/snapshot.ts` takes the snapshot of `info.version`, `--refresh` takes the candidate anew, `--release` marks
 * it as released. `--print 1.0.0/openapi.json` prints a file of a snapshot.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { refreshSnapshot, releaseSnapshot, takeSnapshot, type SnapshotSource } from "./releases/releases.ts";
import { printable } from "./releases/snapshot-files.ts";
import { compileSamples } from "./samples/compile-samples.ts";
import { contractPackageVersion, freshBundle, releasesFolder, samplesFolder } from "./workspace.ts";

const options = {
  refresh: { type: "boolean", default: false },
  release: { type: "boolean", default: false },
  print: { type: "string" },
} as const;
type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

// A reader such as `head` or a pager may stop before the end.
process.stdout.on("error", () => process.exit());

try {
  const { values } = parseArgs({ options });
  if (values.print === undefined) await snapshot(values);
  else process.stdout.write(await printable(join(releasesFolder, values.print)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function snapshot(values: Options): Promise<void> {
  if (values.refresh && values.release) throw new Error("Take --refresh first, then --release.");
  const source: SnapshotSource = {
    bundle: await freshBundle(),
    packageVersion: await contractPackageVersion(),
    samples: samplesFolder,
  };
  const { version, status } = await take(source, values);
  const [error] = await compileSamples(join(releasesFolder, version, "samples"));
  if (error) {
    throw new Error(
      `A sample of ${version} does not compile with the types of today. Run pnpm codegen and take it anew.\n${error.place}: ${error.message}`,
    );
  }
  process.stdout.write(`spec/releases/${version} is ${status}\n`);
}

function take(source: SnapshotSource, values: Options): ReturnType<typeof takeSnapshot> {
  if (values.release) return releaseSnapshot(releasesFolder, source, new Date().toISOString().slice(0, 10));
  return values.refresh ? refreshSnapshot(releasesFolder, source) : takeSnapshot(releasesFolder, source);
}
