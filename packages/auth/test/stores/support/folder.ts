import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of its own, removed when disposed. */
export function folder(): { readonly path: string; at(name: string): string; [Symbol.asyncDispose](): Promise<void> } {
  const path = mkdtempSync(join(tmpdir(), "fleet-store-"));
  return {
    path,
    at: (name) => join(path, name),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
