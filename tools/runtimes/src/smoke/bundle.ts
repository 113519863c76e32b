import { build } from "esbuild";
import { join } from "node:path";
import { HERE } from "../program.ts";

/** A program: the journey on a command line, in a page or in workerd, the same with the server inside, the one that imports all entries, or the one whose requests end early. */
export type SmokeEntry =
  | "main"
  | "page"
  | "worker"
  | "server-main"
  | "server-worker"
  | "import-entries"
  | "ended-request";

/**
 * Writes the program into a consumer's folder as JavaScript that still imports the packages, so that whoever runs or
 * bundles it there finds the installed ones.
 * @returns path of the file
 */
export async function placeSmoke(entry: SmokeEntry, consumer: string): Promise<string> {
  const outfile = join(consumer, `${entry}.js`);
  await build({
    entryPoints: [join(HERE, `src/smoke/${entry}.ts`)],
    outfile,
    bundle: true,
    format: "esm",
    target: "es2022",
    // Node 20.10 and later have it, es2022 does not.
    supported: { "import-attributes": true },
    platform: "neutral",
    external: ["@fleet-api/*", "@electric-sql/*", "node:*"],
  });
  return outfile;
}

/** The program with the installed packages in one script, as the bundlers of users make it. @returns path of the file */
export async function bundleSmoke(entry: SmokeEntry, consumer: string): Promise<string> {
  const outfile = join(consumer, `bundled-${entry}.js`);
  const entryPoints = [await placeSmoke(entry, consumer)];
  // PGlite names it where it finds itself in Node.
  const external = ["node:module"];
  await build({ entryPoints, outfile, bundle: true, format: "esm", target: "es2022", platform: "browser", external });
  return outfile;
}
