import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import { rootUrl } from "./artefact.ts";

const bundle = fileURLToPath(new URL("packages/contract/dist/openapi.json", rootUrl));

/**
 * Writes the client that hey-api generates into `folder`. It is made here because hey-api needs the JavaScript compiler
 * API of TypeScript 5, which only this package has.
 * @param document - path of an OpenAPI document; default: the bundled contract. Throws when it is missing.
 */
export async function generateHeyApi(folder: string, document: string = bundle): Promise<void> {
  await createClient({
    input: document,
    output: { path: folder, module: { extension: ".ts" } },
    plugins: ["@hey-api/typescript", "@hey-api/client-fetch", "@hey-api/sdk"],
    logs: { level: "error", file: false },
  });
}
