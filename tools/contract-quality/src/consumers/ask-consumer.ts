import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runScript } from "../program.ts";
import { compileFolder } from "./compile-folder.ts";
import type { Consumer } from "./consumer-list.ts";

/**
 * Hands a document to a consumer, in a process of its own: two of them bring a whole compiler along.
 * @param document - path of an OpenAPI document
 * @returns what it objects to; empty when it accepts the document and what it generated compiles
 */
export async function askConsumer(consumer: Consumer, document: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `fleet-${consumer.name}-`));
  try {
    const { code, stdout, stderr } = await runScript(consumer.script, [document, folder]);
    // hey-api drops what it cannot resolve and goes on; it only says so on stderr.
    if (code !== 0 || stderr.trim() !== "") return `${stdout}${stderr}`.trim() || `ended with exit code ${code}`;
    return consumer.generates ? await compileFolder(folder) : "";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
