import type { OpenApiDocument, Parameter, ResponseEntry } from "@fleet-api-tools/openapi-document";
import { operationsOf, responsesOf } from "@fleet-api-tools/openapi-document";
import { readDocument } from "@fleet-api-tools/openapi-document/node";

/** Where the bundled contract lies. */
export function contractUrl(): string {
  return import.meta.resolve("@fleet-api/contract/openapi.json");
}

/** The bundled contract. */
export function readContract(): OpenApiDocument {
  return readDocument(contractUrl());
}

/** One operation of the contract, with what can be exercised of it. */
export interface ContractOperation {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** Path template: `/auth/registration/{registration_token}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** By status. There may be several successes, 304 among them. */
  readonly responses: Readonly<Record<string, ResponseEntry>>;
}

/** The operations of a document, path by path. */
export function contractOperations(document: OpenApiDocument): ContractOperation[] {
  return operationsOf(document).map(({ path, verb, operation, parameters }) => ({
    id: operation.operationId,
    method: verb.toUpperCase(),
    path,
    parameters,
    responses: responsesOf(document, operation),
  }));
}

/** The operation that a request is for; null when the document has none. `path` is below the base address. */
export function findOperation(
  operations: readonly ContractOperation[],
  method: string,
  path: string,
): ContractOperation | null {
  const fitting = operations.filter((operation) => matches(operation.path, path));
  const [nearest] = fitting.toSorted((a, b) => precedence(a.path).localeCompare(precedence(b.path)));
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

/**
 * Sorts templates that one path fits, whatever methods they have: at the first segment where they differ, a literal goes before
 * a parameter (OpenAPI 3.1, "Path Templating Matching").
 */
function precedence(template: string): string {
  return template.replaceAll(/[^/]+/g, (segment) => (segment.startsWith("{") ? "1" : "0"));
}
