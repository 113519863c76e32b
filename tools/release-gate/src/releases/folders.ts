import { join } from "node:path";
import { rootFolder } from "../workspace.ts";

/** The snapshots. */
export const releasesFolder: string = join(rootFolder, "spec/releases");

/** The hand-written samples of today; a snapshot keeps a copy. */
export const samplesFolder: string = join(import.meta.dirname, "../../samples");
