import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Writes a file into a new folder that goes when the test ends. @returns its path */
export async function temporaryFile(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fleet-quality-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}
