import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rootUrl } from "./artefact.ts";
import type { OpenApiDocument } from "@fleet-api-tools/openapi-document";
import { parseDocument } from "@fleet-api-tools/openapi-document";
import { withoutMarks } from "./marks.ts";
import { subjectOf } from "./reachable.ts";

const run = promisify(execFile);

/** The hand-written contract as one JSON text, as it is published: without the marks that only codegen reads. */
export async function bundle(root?: URL): Promise<string> {
  return jsonText(withoutMarks(await bundleWithMarks(root)));
}

/** A document as the text that is published. */
export function jsonText(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/**
 * Bundles the hand-written contract below `root` into one document, in the order of its source files.
 * Throws with the output of the bundler when the contract does not resolve.
 */
export async function bundleWithMarks(root: URL = rootUrl): Promise<OpenApiDocument> {
  const config = fileURLToPath(new URL("../bundle.yaml", import.meta.url));
  const args = [redoclyCli(), "bundle", "spec/openapi.yaml", "--ext", "json", "--config", config];
  const { stdout } = await run(process.execPath, args, {
    cwd: fileURLToPath(root),
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: unknown) => {
    const told = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    throw new Error(`the contract in spec/ does not resolve.\n${withoutStack(told)}`);
  });
  const document = parseDocument(stdout);
  refuseRenamed(document);
  return document;
}

/** What the bundler says; of an error that it does not catch the message alone, without the code around it. */
function withoutStack(told: string): string {
  const uncaught = /^(?:\w*Error|error): (.+)$/m.exec(told);
  return uncaught !== null && /^\s+at .+:\d+:\d+\)?$/m.test(told) ? `${uncaught[1]}\n` : told;
}

/** The script behind the `redocly` command, found through the dependency and not through PATH. */
export function redoclyCli(): string {
  const manifestUrl = import.meta.resolve("@redocly/cli/package.json");
  const manifest: { bin: { redocly: string } } = JSON.parse(readFileSync(new URL(manifestUrl), "utf8"));
  return fileURLToPath(new URL(manifest.bin.redocly, manifestUrl));
}

/** The bundler gives the second of two different components of one name a number; that name would become API. */
function refuseRenamed(document: OpenApiDocument): void {
  for (const [section, entries] of Object.entries(Object(document.components))) {
    // No type and no module has the name of an example.
    if (section === "examples") continue;
    const names = Object.keys(Object(entries));
    const renamed = names.find((name) => /-\d+$/.test(name) && names.includes(name.replace(/-\d+$/, "")));
    if (renamed === undefined) continue;
    const subject = subjectOf(document, renamed, section);
    const name = renamed.replace(/-\d+$/, "");
    throw new Error(
      `Two components of spec/ share the name ${name}, so the bundler made ${subject}. All groups share one space of names: begin the new one with that of its record, such as unit_group_${name}.`,
    );
  }
}
