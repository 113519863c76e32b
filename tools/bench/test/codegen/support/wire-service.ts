import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CallOptions } from "@fleet-api/contract";

/** The input of a call, and of the handler that carries it out. */
export interface WireInput {
  readonly path?: object;
  readonly query?: object;
  readonly headers?: object;
  readonly body?: unknown;
}

/** A result, as far as the tests look at it. */
export interface WireResult {
  readonly ok: boolean;
  readonly kind?: string;
  readonly status: number | null;
  readonly error?: { readonly message?: string };
}

/** The calls of a client, by the names of the contract. */
export type WireCalls = Record<"parameters" | "note", (input: WireInput, options?: CallOptions) => Promise<WireResult>>;

/** A server of the contract of a workspace, and clients of it. */
export interface WireService {
  /** By the way that requests take: both transports, to the host on loopback and to the Fetch API of the kernel. */
  readonly clients: Readonly<Record<string, WireCalls>>;
  /** What the handlers got, the last call at the end. */
  readonly seen: WireInput[];
  close(): Promise<void>;
}

interface Kernel {
  fetch(request: Request, connection: { ip: string }): Promise<Response>;
}

/** What is used of the modules of a workspace, whose types are those of another contract. */
interface Modules {
  readonly operations: Readonly<Record<string, object>>;
  readonly validators: object;
  createKernel(options: object): Kernel;
  createHost(options: object): {
    listen(where: object): Promise<{ url: string }>;
    close(options: object): Promise<void>;
  };
  createFleetClient(options: object): { tests: WireCalls };
  openapiFetchTransport: unknown;
}

async function modulesOf(root: string): Promise<Modules> {
  const paths = ["server/src/kernel/index", "server/src/http/index", "contract/src/operations", "client/src/index"];
  const files = [...paths.map((path) => `${path}.ts`), "contract/dist/validators.js"];
  const urls = files.map((file) => pathToFileURL(join(root, "packages", file)).href);
  return Object.assign({}, ...(await Promise.all(urls.map((url) => import(url)))));
}

/** Starts a server for the contract of a workspace on loopback. Its handlers write down what they get. */
export async function startWireService(root: string): Promise<WireService> {
  const { operations, validators, createKernel, createHost, createFleetClient, openapiFetchTransport } =
    await modulesOf(root);
  const seen: WireInput[] = [];
  const handler = async (_work: undefined, { path, query, headers, body }: WireInput) => {
    seen.push({ path: { ...path }, query: { ...query }, headers: { ...headers }, body });
    return { data: { done: true } };
  };
  const log = { debug() {}, info() {}, warn() {}, error() {}, with: () => log };
  const kernel = createKernel({
    operations,
    validators,
    handlers: Object.fromEntries(Object.keys(operations).map((id) => [id, handler])),
    authenticate: () => Promise.reject(new Error("no call of these tests has a token")),
    authorize: () => null,
    beginWork: () => undefined,
    clock: { now: () => new Date(), monotonic: () => performance.now() },
    newRequestId: () => "wire-request",
    log,
  });
  const host = createHost({ kernel, cors: { origins: "*" }, log });
  const { url } = await host.listen({ port: 0, host: "127.0.0.1" });
  const shared = { baseUrl: `${url}/api/v1`, retry: false };
  const fetch = (input: string | Request, init?: RequestInit) =>
    kernel.fetch(new Request(input, init), { ip: "127.0.0.1" });
  const clients = {
    "fetch, socket": createFleetClient(shared).tests,
    "openapi-fetch, socket": createFleetClient({ ...shared, transport: openapiFetchTransport }).tests,
    "fetch, Fetch API": createFleetClient({ ...shared, fetch }).tests,
    "openapi-fetch, Fetch API": createFleetClient({ ...shared, fetch, transport: openapiFetchTransport }).tests,
  };
  return { clients, seen, close: () => host.close({ graceMs: 0 }) };
}
