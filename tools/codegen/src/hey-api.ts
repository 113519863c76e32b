import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import { rootUrl } from "./artefact.ts";

/**
 * Writes the client that hey-api generates from the bundled contract into `folder`, for comparison with ours. It is
 * made here because hey-api needs the JavaScript compiler API of TypeScript 5, which only this package has.
 * Throws when the bundle is missing: run codegen first.
 */
export async function generateHeyApi(folder: string): Promise<void> {
  await createClient({
    input: fileURLToPath(new URL("packages/contract/dist/openapi.json", rootUrl)),
    output: { path: folder, module: { extension: ".ts" } },
    plugins: ["@hey-api/typescript", "@hey-api/client-fetch", "@hey-api/sdk"],
    logs: { level: "error", file: false },
  });
}
