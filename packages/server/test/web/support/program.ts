/** Runs where there is no Node: opens PGlite and the server in one thread, and uses the service as a client does. */
import { PGlite } from "@electric-sql/pglite";
import { createWebServer, demoLogins, openInlineDatabase } from "../../../src/web/index.ts";

/** The files of PGlite, which a page would fetch, and a migrated database. */
export interface Assets {
  readonly pglite: WebAssembly.Module;
  readonly initdb: WebAssembly.Module;
  readonly files: Uint8Array<ArrayBuffer>;
  readonly template: Uint8Array<ArrayBuffer>;
}

/** What happened. */
export interface Report {
  readonly hasBuffer: boolean;
  /** Other globals of Node that are there. */
  readonly nodeGlobals: readonly string[];
  readonly login: number;
  /** Status and number of units of each page. */
  readonly pages: readonly (readonly [number, number])[];
  /** How many different tokens came with them. */
  readonly tokens: number;
  /** The problem of a request without a token. */
  readonly refused: unknown;
  readonly wrongPassword: number;
  /** The names of all events of a stream, which gets a position and is ended by the server. */
  readonly streamed: readonly string[];
  /** Status of a request after the server was closed. */
  readonly afterClose: number;
}

/** Uses the service. */
export async function run(assets: Assets): Promise<Report> {
  const pglite = await PGlite.create({
    pgliteWasmModule: assets.pglite,
    initdbWasmModule: assets.initdb,
    fsBundle: new Blob([assets.files]),
    loadDataDir: new Blob([assets.template]),
  });
  const server = await createWebServer({ database: await openInlineDatabase(pglite), demo: true, rotateAfterMs: 0 });
  const base = `https://sandbox.invalid${server.basePath}`;
  const [demo] = demoLogins;

  const logIn = (password: string | undefined): Promise<Response> =>
    server.fetch(`${base}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: demo?.username, password }),
    });
  const wrongPassword = await logIn("wrong");
  const login = await logIn(demo?.password);
  const tokens = new Set([login.headers.get("authorization")]);
  const pages: [number, number][] = [];
  for (let page = 1; page <= 3; page += 1) {
    const authorization = [...tokens].at(-1) ?? "";
    const response = await server.fetch(
      new Request(`${base}/units/listing?page=${page}&per_page=50`, { headers: { authorization } }),
    );
    const { data }: { data: unknown[] } = await response.json();
    pages.push([response.status, data.length]);
    tokens.add(response.headers.get("authorization"));
  }
  const refused = await server.fetch(`${base}/units/listing`);
  const problem: unknown = await refused.json();
  const authorization = [...tokens].at(-1) ?? "";
  const open = (): Promise<Response> => server.fetch(`${base}/monitoring/stream`, { headers: { authorization } });
  const [stream, left] = [await open(), await open()];
  await left.body?.cancel();
  const item = { unit_id: 1, recorded_at: new Date().toISOString(), latitude: 0, longitude: -30 };
  await server.fetch(`${base}/monitoring/positions`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ items: [item] }),
  });
  const streamed = await eventNames(stream, (name) => {
    if (name === "positions") void server.close();
  });
  await server.close();
  const afterClose = await server.fetch(`${base}/units/listing`, {
    headers: { authorization: [...tokens].at(-1) ?? "" },
  });
  return {
    hasBuffer: typeof Buffer !== "undefined",
    nodeGlobals: ["process", "require", "global", "setImmediate"].filter((name) => name in globalThis),
    login: login.status,
    pages,
    tokens: tokens.size,
    refused: problem,
    wrongPassword: wrongPassword.status,
    streamed,
    afterClose: afterClose.status,
  };
}

/** Reads a stream to its end. */
async function eventNames({ body }: Response, onEvent: (name: string) => void): Promise<string[]> {
  const names: string[] = [];
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return names;
    for (const [, name = ""] of decoder.decode(value, { stream: true }).matchAll(/^event: (.*)$/gm)) {
      names.push(name);
      onEvent(name);
    }
  }
}
