import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Where the client of hey-api is generated. */
export const heyApiFolder = fileURLToPath(new URL("../../dist/hey-api", import.meta.url));

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The client of hey-api, as far as it is used here. */
export interface HeyApi {
  unitsListing(options: { client: unknown; query: Readonly<Record<string, number>> }): Promise<{ data?: unknown }>;
  authLogin(options: { client: unknown; body: unknown }): Promise<{ data?: unknown }>;
  createClient(options: { baseUrl: string; fetch: Fetch }): unknown;
}

let generated: Promise<unknown> | undefined;

/** Generates the client of hey-api from the contract, once per run. */
export async function generateHeyApi(): Promise<void> {
  const script = fileURLToPath(new URL("generate.ts", import.meta.url));
  generated ??= promisify(execFile)(process.execPath, [script]);
  await generated;
}

/** Generates and loads the client of hey-api. */
export async function loadHeyApi(): Promise<HeyApi> {
  await generateHeyApi();
  const folder = new URL("../../dist/hey-api/", import.meta.url);
  const sdk: unknown = await import(new URL("sdk.gen.ts", folder).href);
  const client: unknown = await import(new URL("client/index.ts", folder).href);
  return generatedExports(Object.assign({}, sdk, client));
}

/** What was generated just now cannot be known when this file is compiled; the bench checks each answer instead. */
function generatedExports(modules: object): HeyApi {
  return modules as unknown as HeyApi;
}
