/** Clients that other generators make of the contract. They are generated into `dist/` for each run. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const heyApiFolder = fileURLToPath(new URL("../dist/hey-api", import.meta.url));
/** Redocly's client is one file, `client.ts`. */
const redoclyFolder = fileURLToPath(new URL("../dist/redocly", import.meta.url));

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
type Query = Readonly<Record<string, number>>;

/** The client of hey-api, as far as it is used here. */
export interface HeyApi {
  unitsListing(options: { client: unknown; query: Query }): Promise<{ data?: unknown }>;
  authLogin(options: { client: unknown; body: unknown }): Promise<{ data?: unknown }>;
  createClient(options: { baseUrl: string; fetch: Fetch }): unknown;
}

/** The client of `redocly generate-client`, as far as it is used here. */
export interface Redocly {
  readonly OPERATIONS: unknown;
  createClient(operations: unknown, options: { serverUrl: string; fetch: Fetch; errorMode: "result" }): RedoclyClient;
}

interface RedoclyClient {
  unitsListing(input: { query: Query }): Promise<{ data?: unknown }>;
  authLogin(input: { body: unknown }): Promise<{ data?: unknown }>;
}

/** The clients by their generators. */
export interface GeneratedPeers {
  readonly heyApi: HeyApi;
  readonly redocly: Redocly;
}

let generated: Promise<unknown> | undefined;

/** Generates the clients, once per run, in a process of its own: one of the generators loads a whole compiler. */
export async function generatePeers(): Promise<void> {
  generated ??= promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url)]);
  await generated;
}

if (import.meta.main) {
  const { generateHeyApi } = await import("@fleet-api-tools/codegen/hey-api");
  const { generateRedoclyClient } = await import("@fleet-api-tools/codegen/redocly-client");
  await Promise.all([generateHeyApi(heyApiFolder), generateRedoclyClient(redoclyFolder)]);
}

/** Generates and loads the clients. */
export async function loadPeers(): Promise<GeneratedPeers> {
  await generatePeers();
  const [sdk, client, redocly] = await Promise.all(
    ["hey-api/sdk.gen.ts", "hey-api/client/index.ts", "redocly/client.ts"].map(load),
  );
  return { heyApi: generatedExports({ ...sdk, ...client }), redocly: generatedExports({ ...redocly }) };
}

async function load(file: string): Promise<object> {
  return await import(new URL(`../dist/${file}`, import.meta.url).href);
}

/** What was generated just now cannot be known when this file is compiled; the bench checks each answer instead. */
function generatedExports<Exports>(modules: object): Exports {
  return modules as unknown as Exports;
}
