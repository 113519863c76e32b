import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

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

/** The clients that other generators make of the contract. */
export interface Rivals {
  readonly heyApi: HeyApi;
  readonly redocly: Redocly;
}

let generated: Promise<unknown> | undefined;

/** Generates the clients of the other generators from the contract, once per run. */
export async function generateRivals(): Promise<void> {
  const script = fileURLToPath(new URL("generate.ts", import.meta.url));
  generated ??= promisify(execFile)(process.execPath, [script]);
  await generated;
}

/** Generates and loads the clients of the other generators. */
export async function loadRivals(): Promise<Rivals> {
  await generateRivals();
  const [sdk, client, redocly] = await Promise.all(
    ["hey-api/sdk.gen.ts", "hey-api/client/index.ts", "redocly/client.ts"].map(load),
  );
  return { heyApi: generatedExports({ ...sdk, ...client }), redocly: generatedExports({ ...redocly }) };
}

async function load(file: string): Promise<object> {
  return await import(new URL(`../../dist/${file}`, import.meta.url).href);
}

/** What was generated just now cannot be known when this file is compiled; the bench checks each answer instead. */
function generatedExports<Exports>(modules: object): Exports {
  return modules as unknown as Exports;
}
