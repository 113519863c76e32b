import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CallOptions } from "@fleet-api/contract";
import type { ContractFiles } from "../src/codegen/synthetic-contract.ts";

/** What authors write for an operation with parameters of every style, and for one whose body may be left out. */
const wirePaths = `/tests/parameters/{path_items}:
  get:
    operationId: testsParameters
    summary: Take parameters
    description: Takes parameters of every style.
    security: [{}, { bearer: [] }]
    parameters:
      - name: path_items
        in: path
        required: true
        description: A list in the path.
        schema: { type: array, minItems: 1, maxItems: 50, items: { $ref: "schemas.yaml#/WireText" } }
        example: [a, b]
      - name: commas
        in: query
        style: form
        explode: false
        description: A list in one value.
        schema: { type: array, minItems: 1, maxItems: 50, items: { $ref: "schemas.yaml#/WireText" } }
        example: [a, b]
      - name: repeated
        in: query
        style: form
        explode: true
        description: A list of repeated parameters.
        schema: { type: array, minItems: 1, maxItems: 50, items: { $ref: "schemas.yaml#/WireText" } }
        example: [a, b]
      - name: levels_percent
        in: query
        style: form
        explode: false
        description: A list of numbers.
        schema:
          type: array
          minItems: 1
          maxItems: 50
          items: { type: integer, format: int32, minimum: -100, maximum: 100, description: A level. }
        example: [1, 2]
      - name: text
        in: query
        description: One value.
        schema: { $ref: "schemas.yaml#/WireText" }
        example: a
      - name: X-Items
        in: header
        style: simple
        explode: false
        description: A list in a header.
        schema: { type: array, minItems: 1, maxItems: 50, items: { $ref: "schemas.yaml#/WireText" } }
        example: [a, b]
      - name: X-Text
        in: header
        description: One value in a header.
        schema: { $ref: "schemas.yaml#/WireText" }
        example: a
    responses:
      "200":
        description: They were taken.
        content:
          application/json:
            schema: { $ref: "schemas.yaml#/TakenEnvelope" }
/tests/note:
  post:
    operationId: testsNote
    summary: Leave a note
    description: Takes a note, or none.
    security: [{}, { bearer: [] }]
    requestBody:
      required: false
      description: The note.
      content:
        application/json:
          schema: { $ref: "schemas.yaml#/Note" }
    responses:
      "200":
        description: It was taken.
        content:
          application/json:
            schema: { $ref: "schemas.yaml#/TakenEnvelope" }
`;

const schemas = `WireText:
  x-provenance: designed
  type: string
  description: A text.
  maxLength: 1000
  examples: [a]
Taken:
  x-provenance: designed
  type: object
  description: It was taken.
  properties:
    done: { $ref: ../../shared/scalars.yaml#/Done }
TakenEnvelope: { x-provenance: designed, properties: { data: { $ref: "#/Taken" } } }
Note:
  x-provenance: designed
  type: object
  description: A note.
  additionalProperties: false
  required: [text]
  properties:
    text: { $ref: "#/WireText", description: What it says. }
`;

/** The files of a contract that also has these operations. */
export function wireContract(real: ContractFiles): ContractFiles {
  return {
    "resources/tests/paths.yaml": `${real["resources/tests/paths.yaml"]}${wirePaths}`,
    "resources/tests/schemas.yaml": `${real["resources/tests/schemas.yaml"]}${schemas}`,
  };
}

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
