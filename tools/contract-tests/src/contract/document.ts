import { readFile } from "node:fs/promises";

/** What this reads of an OpenAPI document; `$ref`s may stand where a component may. */
export interface ContractDocument {
  readonly paths: Readonly<Record<string, PathNode>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A node, or a reference to a component. */
export type Referable<T> = T | { readonly $ref: string };

/** The methods that a path can have. */
export const methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"] as const;

/** The operations of a path, as they stand in the document, and what parameters they have in common. */
export interface PathNode extends Readonly<Partial<Record<(typeof methods)[number], OperationNode>>> {
  readonly parameters?: readonly Referable<ParameterNode>[];
}

/** An operation, as it stands in the document. */
export interface OperationNode {
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
export interface ResponseNode {
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
export function resolve<T extends object>(document: ContractDocument, node: Referable<T>): T {
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
