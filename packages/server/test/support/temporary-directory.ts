import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach } from "vitest";

/** Makes new directories below the system's temporary one; they go after each test, or after the suite. */
export function useTemporaryDirectories(lifetime: "test" | "suite" = "test"): () => string {
  const made: string[] = [];
  const after = lifetime === "test" ? afterEach : afterAll;
  after(() => {
    for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
  });
  return () => {
    const path = mkdtempSync(join(tmpdir(), "fleet-test-"));
    made.push(path);
    return path;
  };
}
