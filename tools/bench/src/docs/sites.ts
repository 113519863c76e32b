import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { node } from "../codegen/commands.ts";
import { repository } from "../codegen/workspace.ts";
import { installPeers } from "../peers.ts";

/** A built site of the contract, in a folder of static files. */
export interface DocsSite {
  readonly name: string;
  readonly folder: string;
  /** The address of an operation in it. Sites of one page take the reader there with a fragment. */
  readonly operation: (id: string) => string;
}

/** The operation whose page is opened: a list with many parameters and a whole record in its answer. */
export const OPERATION = "unitsListing";

const dist = join(repository, "tools/bench/dist/docs");
const contract = fileURLToPath(import.meta.resolve("@fleet-api/contract/openapi.json"));

/** Builds our site and those of its peers from the contract. Ours comes first. */
export async function buildSites(): Promise<DocsSite[]> {
  await rm(dist, { recursive: true, force: true });
  const peers = await installPeers("docs");
  return [await ours(), await redoc(), await scalar(peers), await swagger(peers), await starlight(peers)];
}

async function ours(): Promise<DocsSite> {
  const folder = join(dist, "ours");
  await node(repository, ["tools/release-gate/src/changelog.ts"]);
  await node(repository, ["packages/docs/src/build.ts", "--out", folder]);
  return { name: "ours", folder, operation: (id) => `/v1/operations/${id}/` };
}

async function redoc(): Promise<DocsSite> {
  const folder = await newFolder("redoc");
  const require = createRequire(join(repository, "tools/spec-rules/package.json"));
  const cli = join(require.resolve("@redocly/cli/package.json"), "../bin/cli.js");
  const output = join(folder, "index.html");
  await node(folder, [cli, "build-docs", contract, "--inlineBundle", "--output", output]);
  return { name: "Redoc", folder, operation: (id) => `/#operation/${id}` };
}

/** The modules, which are loaded in parts: faster than its one script. Without what it would ask other servers for. */
async function scalar(peers: string): Promise<DocsSite> {
  const folder = await newFolder("scalar");
  await cp(join(peers, "node_modules/@scalar/api-reference/dist/browser"), folder, { recursive: true });
  await writeFile(
    join(folder, "index.html"),
    page(
      `<div id="app"></div><script type="module">import { createApiReference } from "./standalone.esm.js";
createApiReference("#app", { url: "openapi.json", withDefaultFonts: false, telemetry: false, showDeveloperTools: "never",
  agent: { disabled: true }, mcp: { disabled: true } });</script>`,
    ),
  );
  return { name: "Scalar", folder, operation: () => "/#tag/units/GET/units/listing" };
}

async function swagger(peers: string): Promise<DocsSite> {
  const folder = await newFolder("swagger");
  for (const file of ["swagger-ui.css", "swagger-ui-bundle.js"]) {
    await cp(join(peers, "node_modules/swagger-ui-dist", file), join(folder, file));
  }
  await writeFile(
    join(folder, "index.html"),
    page(
      `<div id="app"></div><script src="swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: "openapi.json", dom_id: "#app", deepLinking: true });</script>`,
      `<link rel="stylesheet" href="swagger-ui.css" />`,
    ),
  );
  return { name: "Swagger UI", folder, operation: (id) => `/#/Units/${id}` };
}

/** Astro builds where its packages are. */
async function starlight(peers: string): Promise<DocsSite> {
  await cp(contract, join(peers, "openapi.json"));
  await node(peers, ["node_modules/astro/bin/astro.mjs", "build"], { ASTRO_TELEMETRY_DISABLED: "1" });
  const folder = join(dist, "starlight");
  await cp(join(peers, "dist"), folder, { recursive: true });
  return { name: "Starlight", folder, operation: (id) => `/api/operations/${id.toLowerCase()}/` };
}

async function newFolder(name: string): Promise<string> {
  const folder = join(dist, name);
  await mkdir(folder, { recursive: true });
  await cp(contract, join(folder, "openapi.json"));
  return folder;
}

function page(body: string, head = ""): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><title>Fleet API</title>${head}</head>
<body>${body}</body>
</html>`;
}
