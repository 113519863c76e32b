import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rootUrl } from "./artefact.ts";
import { redoclyCli } from "./bundle.ts";

const bundle = fileURLToPath(new URL("packages/contract/dist/openapi.json", rootUrl));
const config = fileURLToPath(new URL("../bundle.yaml", import.meta.url));

/** Inputs in one object and failures as results, as in our client; the names of files as Node resolves them. */
const STYLE = ["--args-style", "grouped", "--error-mode", "result", "--import-ext", "ts"];

/**
 * Writes the client that `redocly generate-client` generates into `folder`, as one file `client.ts` with its runtime.
 * The command is experimental, so it is called here only. It brings its own compiler and imports no other one.
 * @param document - path of an OpenAPI document; default: the bundled contract
 * @throws Error with the words of the command when it does not accept the document
 */
export async function generateRedoclyClient(folder: string, document: string = bundle): Promise<void> {
  const output = join(folder, "client.ts");
  const args = [redoclyCli(), "generate-client", document, "--output", output, "--config", config, ...STYLE];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  await promisify(execFile)(process.execPath, args, { env }).catch((error: unknown) => {
    const told = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    throw new Error(`redocly generate-client does not accept ${document}.\n${told}`);
  });
}
