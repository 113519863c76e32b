import { readFile } from "node:fs/promises";

/** What this reads of an OpenAPI document; `$ref`s may stand where a component may. */
export interface ContractDocument {
  readonly paths: Readonly<Record<string, PathNode>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A node, or a reference to a component. */
type Referable<T> = T | { readonly $ref: string };

/** The methods that a path can have. */
const methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"] as const;

/** The operations of a path, as they stand in the document, and what parameters they have in common. */
interface PathNode extends Readonly<Partial<Record<(typeof methods)[number], OperationNode>>> {
  readonly parameters?: readonly Referable<ParameterNode>[];
}

/** An operation, as it stands in the document. */
interface OperationNode {
  readonly operationId?: string;
  readonly parameters?: readonly Referable<ParameterNode>[];
  readonly responses?: Readonly<Record<string, Referable<ResponseNode>>>;
}

/** A parameter, as it stands in the document. */
export interface ParameterNode {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
}

/** A response, as it stands in the document. */
interface ResponseNode {
  readonly headers?: Readonly<Record<string, Referable<HeaderNode>>>;
  readonly content?: Readonly<Record<string, unknown>>;
  /** The problem codes that can come with it. */
  readonly "x-problem-codes"?: readonly string[];
}

/** A header of a response, as it stands in the document. */
export interface HeaderNode {
  readonly required?: boolean;
  readonly schema: Referable<object>;
}

/** The bundled contract. */
export async function readContract(): Promise<ContractDocument> {
  const url = new URL(contractUrl());
  return JSON.parse(await readFile(url, "utf8"));
}

/** Where the bundled contract lies. */
export function contractUrl(): string {
  return import.meta.resolve("@fleet-api/contract/openapi.json");
}

/** Follows a reference; throws when it leads nowhere. */
function resolve<T extends object>(document: ContractDocument, node: Referable<T>): T {
  if (!("$ref" in node)) return node;
  const [, , kind = "", name = ""] = node.$ref.split("/");
  const found = document.components?.[kind]?.[name];
  if (typeof found !== "object" || found === null) throw new Error(`The document has no ${node.$ref}.`);
  return resolve(document, asNode<T>(found));
}

/** A reference says by its place what it leads to, so the component has the shape that the place asks for. */
function asNode<T extends object>(component: object): Referable<T> {
  return component as Referable<T>;
}

/** One operation of the contract, with what can be exercised of it. */
export interface ContractOperation {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** Path template: `/auth/registration/{registration_token}`. */
  readonly path: string;
  readonly parameters: readonly ParameterNode[];
  /** By status, as it stands in the document: `200`, or `default`. There may be several successes, 304 among them. */
  readonly responses: Readonly<Record<string, ContractResponse>>;
}

/** One documented response. */
export interface ContractResponse {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, HeaderNode>>;
  /** Media types; none where the response has no body. */
  readonly mediaTypes: readonly string[];
  /** Problem codes that can come with it; none for a success. */
  readonly codes: readonly string[];
}

/** The operations of a document, path by path. */
export function contractOperations(document: ContractDocument): ContractOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const node = item[method];
      if (node === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(node.parameters ?? [])];
      return {
        id: node.operationId ?? `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((parameter) => resolve(document, parameter)),
        responses: responsesOf(document, node),
      };
    }),
  );
}

function responsesOf(document: ContractDocument, { responses = {} }: OperationNode): Record<string, ContractResponse> {
  const entries = Object.entries(responses).map(([status, node]): [string, ContractResponse] => {
    const { headers = {}, content = {}, "x-problem-codes": codes = [] } = resolve(document, node);
    const named = Object.entries(headers).map(([name, header]) => [name.toLowerCase(), headerOf(document, header)]);
    return [status, { headers: Object.fromEntries(named), mediaTypes: Object.keys(content), codes }];
  });
  return Object.fromEntries(entries);
}

/** A header with its schema in place, so that the schema can be compiled by itself. */
function headerOf(document: ContractDocument, node: Referable<HeaderNode>): HeaderNode {
  const header = resolve(document, node);
  return { ...header, schema: resolve(document, header.schema) };
}

/** The operation that a request is for; null when the document has none. `path` is below the base address. */
export function findOperation(
  operations: readonly ContractOperation[],
  method: string,
  path: string,
): ContractOperation | null {
  const fitting = operations.filter((operation) => matches(operation.path, path));
  // A literal segment goes before a parameter (OpenAPI 3.1, "Path Templating Matching"), whatever methods the path has.
  const [nearest] = fitting.toSorted((a, b) => parameterCount(a.path) - parameterCount(b.path));
  return fitting.find((operation) => operation.path === nearest?.path && operation.method === method) ?? null;
}

function matches(template: string, path: string): boolean {
  const wanted = template.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => (segment.startsWith("{") ? given[index] !== "" : segment === given[index]))
  );
}

function parameterCount(template: string): number {
  return template.split("{").length - 1;
}
