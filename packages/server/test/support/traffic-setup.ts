import { contractHash } from "@fleet-api/contract/operations";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

const folder = join(import.meta.dirname, "../../.traffic");

/**
 * Collects what the services of a project's run recorded in one file, with the hash of the contract that they served.
 * `tools/contract-tests` counts which part of the contract it covers.
 */
export function setup(project: TestProject): () => void {
  const file = join(folder, `${project.name}.json`);
  rmSync(file, { force: true });
  const parts = mkdtempSync(join(tmpdir(), "fleet-traffic-"));
  project.provide("traffic", parts);
  return () => {
    const exchanges = readdirSync(parts).flatMap((name): unknown =>
      JSON.parse(readFileSync(join(parts, name), "utf8")),
    );
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify({ contract: contractHash, exchanges }));
    rmSync(parts, { recursive: true });
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    /** Where services leave what they recorded. */
    traffic?: string;
  }
}
