import type { PackedPackage } from "../packed/packed-package.ts";
import { judgeFiles } from "./judge-files.ts";
import { judgeManifest } from "./judge-manifest.ts";
import { runAttw } from "./run-attw.ts";
import { runPublint } from "./run-publint.ts";

/** All that is wrong with how a package is packed; empty when nothing is. */
export async function judgePackaging(packed: PackedPackage): Promise<string[]> {
  return [...judgeManifest(packed), ...judgeFiles(packed), ...(await runPublint(packed)), ...(await runAttw(packed))];
}
